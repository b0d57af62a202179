"""Files that somebody has given: read up to a bound, and parsed so that only ValueError can come.

tomllib and json raise other things as well, for numbers of thousands of digits and for brackets
without end; a file may be a device that never ends.
"""

from __future__ import annotations

import errno
import json
import os
import tomllib
from collections.abc import Callable
from decimal import InvalidOperation
from pathlib import Path
from typing import Any

MOST_BYTES = 64 * 1024 * 1024
_MOST = 1 << 63  # TOML's integers have 64 bits
_TOO_MUCH = "a number or a nested list that is longer than any file needs"


def content_of(path: Path) -> bytes:
    """The bytes of a file; OSError also when there is no end to them."""
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def text_of(path: Path, encoding: str = "utf-8") -> str:
    """The text of a file with plain line ends; UnicodeDecodeError when it is none."""
    return content_of(path).decode(encoding).replace("\r\n", "\n").replace("\r", "\n")


def parsed_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """What a text holds; TOMLDecodeError when it is not TOML or no file could mean it."""
    try:
        made = tomllib.loads(text, parse_float=parse_float)
        if not _bounded(made):
            raise ValueError
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, InvalidOperation, RecursionError):
        raise tomllib.TOMLDecodeError(_TOO_MUCH) from None
    return made


def parsed_json(content: bytes | str) -> Any:
    """What JSON holds; ValueError when it is none, or no file or request could mean it.

    NaN and Infinity are Python's, not JSON's: said again they would break every page that reads it.
    """
    try:
        made = json.loads(content, parse_constant=_no_number)
        if not _bounded(made):
            raise ValueError(_TOO_MUCH)
    except RecursionError:
        raise ValueError(_TOO_MUCH) from None
    return made


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _bounded(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_bounded(one) for one in value.values())
    if isinstance(value, list):
        return all(_bounded(one) for one in value)
    if isinstance(value, float):
        return value - value == 0  # 1e999 is none either
    return not isinstance(value, int) or -_MOST <= value < _MOST
