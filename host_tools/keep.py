"""Where the host keeps records: one file a table and epoch, a record a line, durable each time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from cardtable.records import BrokenChain, Chain
from host_tools.problems import Problem


class Keep:
    """Records of one table in a folder. What is in it has been checked link by link."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: BinaryIO | None = None
        self._chain: Chain | None = None

    @property
    def number(self) -> int:
        """The last record kept; 0 when there is none."""
        return self._chain.number if self._chain else 0

    def open(self, table: str, epoch: int) -> None:
        """Continue the file of this table and epoch; a torn last line is cut off."""
        self.close()
        path = self._folder / f"{_file_name(table)}-{epoch}.records"
        self._folder.mkdir(parents=True, exist_ok=True)
        chain = Chain(table, epoch)
        good = 0
        data = path.read_bytes() if path.exists() else b""
        for line in data.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break  # the power went while it was written; the board sends it again
            try:
                chain.follow(line[:-1])
            except BrokenChain as broken:
                raise Problem(
                    f"{path}: {broken}", "Move the file away to take all records anew."
                ) from broken
            good += len(line)
        self._file = open(path, "r+b" if path.exists() else "w+b")
        self._file.truncate(good)
        self._file.seek(good)
        self._chain = chain

    def follow(self, line: bytes) -> list:
        """Keep the next record durably; raises BrokenChain when it is not the next one."""
        assert self._file is not None and self._chain is not None
        before = (self._chain.number, self._chain.last)
        record = self._chain.follow(line)
        try:
            self._file.write(line + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            self._chain.number, self._chain.last = before
            raise
        return record

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _file_name(table: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in table) or "table"
