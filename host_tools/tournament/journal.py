"""The director's journal: one line an event, each with the hash of the line before it.

Written through to the disk before anything is told. A line that was cut by a power failure is the
last one and is dropped, with a word; any other damage stops the tournament with the line's number.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.common.problems import NOT_WHOLE, Problem, unreadable, unwritable

try:
    import fcntl
except ImportError:  # Windows: the length that is compared has to do
    fcntl = None

_FIRST = "0" * 32


class Journal:
    """Events of one tournament in one file, which only its owner may read."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.events: list[dict[str, Any]] = []
        self.dropped = ""  # a line that was never finished
        self._last = _FIRST
        self._size = 0
        self._on_disk = 0  # and what was never finished
        if file.exists():
            self._read()

    def is_behind(self) -> bool:
        """Whether another program has written meanwhile."""
        try:
            return self.file.stat().st_size != self._on_disk
        except OSError as failure:
            raise unreadable(self.file, failure) from failure

    def append(self, event: dict[str, Any]) -> None:
        """Keep an event; it is on the disk when this returns."""
        line = self._line(event)
        try:
            handle = os.open(self.file, os.O_CREAT | os.O_WRONLY, 0o600)
            try:
                _alone(handle)
                if os.fstat(handle).st_size != self._on_disk:
                    raise Problem(
                        f"somebody else has written into {self.file} meanwhile",
                        "Nothing was changed: look with `cardtable tournament show`, then again.",
                    )
                os.ftruncate(handle, self._size)  # without what was never finished
                os.lseek(handle, self._size, os.SEEK_SET)
                if os.write(handle, line) < len(line):  # a full disk takes what there is room for
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as failure:
            raise unwritable(self.file, failure) from failure
        self._took(event, line)
        self._on_disk = self._size

    def _line(self, event: dict[str, Any]) -> bytes:
        body = json.dumps([self._last, event], separators=(",", ":"), sort_keys=True)
        return body.encode() + b"\n"

    def _took(self, event: dict[str, Any], line: bytes) -> None:
        self.events.append(event)
        self._last = hashlib.sha256(line).hexdigest()[:32]
        self._size += len(line)

    def _read(self) -> None:
        try:
            content = self.file.read_bytes()
        except OSError as failure:
            raise unreadable(self.file, failure) from failure
        self._on_disk = len(content)
        for number, line in _lines(content):
            if not line.endswith(b"\n"):
                self.dropped = line.decode(errors="replace")
                return
            try:
                before, event = json.loads(line)
            except (ValueError, TypeError, RecursionError):
                before = event = None
            if before != self._last or not isinstance(event, dict):
                raise Problem(
                    f"{self.file}: line {number} is altered or missing",
                    "Restore the file from a copy; nothing after this line can be trusted.",
                    NOT_WHOLE,
                )
            self._took(event, line)


def _alone(handle: int) -> None:
    """Wait until no other program writes; closing the file lets the next one in."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    yield from enumerate(content.splitlines(keepends=True), 1)
