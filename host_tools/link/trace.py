"""A conversation over the link, written down as it was: for bug reports, and to run it again.

    cardtable link trace 1
    0 = open socket://127.0.0.1:4455
    2 > ["greet",1,0,0]*5d6ce01b\\n
    15 < ["hello",1,"0.1.0","pico","sim-1",1,57]*…\\n
    16 = head 1 57 9e60abd02c63867532a7718644d4cf5f sim-1
    9000 = gone

Milliseconds, then what: `>` the host said, `<` it heard, `=` something to know: how far the ledger
was. What is not printable ASCII is written as \\xNN.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from host_tools.common.problems import BAD_INPUT, Problem, unreadable, unwritable
from host_tools.common.untrusted_files import text_of
from host_tools.link.wire import Unplugged, Wire

HEADER = "cardtable link trace 1"
HEARD, SAID, NOTE = "<", ">", "="

_SHORT = {10: "\\n", 13: "\\r", 92: "\\\\"}
_BACK = {"\\n": b"\n", "\\r": b"\r", "\\\\": b"\\"}
_LINE = re.compile(r"(\d+) ([<>=]) (.*)")
_PIECE = re.compile(r"\\x([0-9a-f]{2})|(\\[nr\\])|([ -\[\]-~]+)")


@dataclass(frozen=True)
class Step:
    """One line of a trace."""

    ms: int
    what: str
    data: bytes


class Recorder:
    """Writes a trace; each line is in the file when the call returns."""

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        try:
            self._file: TextIO = open(path, "w", encoding="ascii", newline="\n")
        except OSError as failure:
            raise unwritable(path, failure) from failure
        self._now = now
        self._began = now()
        self._file.write(HEADER + "\n")

    def write(self, what: str, data: bytes) -> None:
        ms = int((self._now() - self._began) * 1000)
        self._file.write(f"{ms} {what} {escaped(data)}\n")
        self._file.flush()

    def note(self, text: str) -> None:
        self.write(NOTE, text.encode("ascii", "replace"))

    def close(self) -> None:
        self._file.close()


class RecordedWire:
    """A wire that writes down what passes."""

    def __init__(self, wire: Wire, recorder: Recorder) -> None:
        self._wire = wire
        self._recorder = recorder

    def read(self, wait_s: float) -> bytes:
        try:
            data = self._wire.read(wait_s)
        except Unplugged:
            self._recorder.note("gone")
            raise
        if data:
            self._recorder.write(HEARD, data)
        return data

    def write(self, data: bytes) -> None:
        self._recorder.write(SAID, data)
        self._wire.write(data)

    def close(self) -> None:
        self._wire.close()


def escaped(data: bytes) -> str:
    return "".join(
        _SHORT.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data
    )


def unescaped(text: str) -> bytes:
    made, at = b"", 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if not found:
            raise ValueError(f"column {at + 1}")
        code, short, plain = found.groups()
        made += bytes([int(code, 16)]) if code else _BACK[short] if short else plain.encode()
        at = found.end()
    return made


def read_trace(path: Path) -> list[Step]:
    """The steps of a trace; a Problem that names the line when it cannot be read."""
    try:
        lines = text_of(path, "ascii").splitlines()
    except OSError as failure:
        raise unreadable(path, failure) from failure
    except UnicodeDecodeError:
        lines = []
    if not lines or lines[0] != HEADER:
        raise Problem(
            f"{path} is no trace", f"Its first line would be: {HEADER}", BAD_INPUT
        ) from None
    return [_step(path, number, line) for number, line in enumerate(lines[1:], 2)]


def _step(path: Path, number: int, line: str) -> Step:
    found = _LINE.fullmatch(line)
    try:
        if not found:
            raise ValueError("not 'MILLISECONDS < BYTES'")
        return Step(int(found[1]), found[2], unescaped(found[3]))
    except ValueError as error:
        raise Problem(
            f"{path}: line {number}: {error}", "The file is damaged.", BAD_INPUT
        ) from None
