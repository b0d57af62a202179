"""A TOML file that a person wrote: what it holds, or in plain words what is wrong with it."""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem, remark, unreadable
from host_tools.common.untrusted_files import parsed_toml, text_of

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Fault:
    """Where, what, and what to do about it; `path` is a place in the file, as TOML writes it."""

    path: str
    what: str
    advice: str = ""

    def line(self, file: str) -> str:
        text = f"{file}: {self.path}{self.what}" if self.path else f"{file}: {self.what.lstrip()}"
        return f"{text}. {self.advice}" if self.advice else f"{text}."


class BadToml(Exception):
    """A file that cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        super().__init__("\n".join(fault.line(file) for fault in faults))
        self.file = file
        self.faults = faults

    def tell(self) -> None:
        """Every fault on a line of its own, and how many there are."""
        print(self, file=sys.stderr)
        count = len(self.faults)
        remark(f"{count} thing{'' if count == 1 else 's'} to mend in {self.file}.")


def read_toml(file: Path, bad: type[BadToml]) -> dict[str, Any]:
    """What the file holds; `bad` is raised when it is not TOML."""
    try:
        return parsed_toml(text_of(file))
    except OSError as failure:
        raise unreadable(file, failure) from failure
    except UnicodeDecodeError as failure:
        raise Problem(
            f"{file} is not text in UTF-8", "Save it as UTF-8 in an editor.", BAD_INPUT
        ) from failure
    except tomllib.TOMLDecodeError as failure:
        raise bad(str(file), [Fault("", f"this is not TOML: {failure}")]) from failure


def joined(path: str, key: str) -> str:
    """The path of `key` in the table at `path`."""
    written = key if _BARE_KEY.fullmatch(key) else f'"{key}"'
    return f"{path}.{written}" if path else written
