"""What is wrong with a board definition: where, what, and what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Fault:
    """`path` is a place in the file, as TOML writes it."""

    path: str
    what: str
    advice: str = ""

    def line(self, file: str) -> str:
        text = f"{file}: {self.path}{self.what}" if self.path else f"{file}: {self.what.lstrip()}"
        return f"{text}. {self.advice}" if self.advice else f"{text}."


class BadBoard(Exception):
    """A definition that cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        super().__init__("\n".join(fault.line(file) for fault in faults))
        self.file = file
        self.faults = faults


def joined(path: str, key: str) -> str:
    """The path of `key` in the table at `path`."""
    written = key if _BARE_KEY.fullmatch(key) else f'"{key}"'
    return f"{path}.{written}" if path else written
