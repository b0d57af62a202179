"""A TOML file that a person wrote: what it holds, or in plain words why it cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from host_tools.problems import BAD_INPUT, Problem


def read_toml(file: Path) -> dict[str, Any]:
    """What the file holds; TOMLDecodeError is left to whoever lists all errors of a file."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as failure:
        raise Problem(
            f"{file} cannot be read ({failure.strerror or failure})", "", BAD_INPUT
        ) from failure
    except UnicodeDecodeError as failure:
        raise Problem(f"{file} is not text in UTF-8", "", BAD_INPUT) from failure
