"""Text that others have written, on its way to a terminal or into a spreadsheet.

A name, a note or a record may hold anything. A terminal obeys control characters: it moves the
cursor, sets its title, fills the clipboard. A spreadsheet reckons what begins like a formula.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from typing import Any, TextIO

# C0 but for tab and newline, DEL and C1, and what turns the direction of writing
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_OBEYED = re.compile(f"[{_CONTROLS}]")
# What rich draws its colours, bars and tables with; titles, clipboards and reports are not in it
_DRAWN = r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[[0-9]*[AGK]|\r"
_NOT_DRAWN = re.compile(f"({_DRAWN})|[{_CONTROLS}]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def one_line(text: str) -> str:
    """On one line, with nothing in it that a terminal obeys."""
    return _OBEYED.sub(_shown, text.replace("\n", "\\n").replace("\t", " "))


def cell(value: Any) -> Any:
    """A spreadsheet shows it and reckons nothing: OWASP, CSV injection."""
    if isinstance(value, str) and value.startswith(_FORMULA) and not _NUMBER.fullmatch(value):
        return "'" + value
    return value


class Rows:
    """Rows of CSV, on standard output or where they are wanted."""

    def __init__(self, where: TextIO | None = None) -> None:
        self._writer = csv.writer(where or sys.stdout, lineterminator="\n")

    def writerow(self, values: Iterable[Any]) -> None:
        self._writer.writerow([cell(value) for value in values])


class PlainStream:
    """A stream for words: what a terminal would obey is shown as an escape instead."""

    def __init__(self, stream: TextIO, obeyed: re.Pattern[str] = _OBEYED) -> None:
        self._stream = stream
        self._obeyed = obeyed

    def write(self, text: str) -> int:
        self._stream.write(self._obeyed.sub(_shown, text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    @property
    def rich_proxied_file(self) -> PlainStream:
        """Where rich writes instead, by its own rule: what it draws with is let through."""
        return PlainStream(self._stream, _NOT_DRAWN)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _shown(found: re.Match[str]) -> str:
    if found.lastindex:
        return found[0]
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
