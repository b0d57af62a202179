"""What the link's client needs of whoever keeps the records."""

from __future__ import annotations

from typing import Protocol


class RecordSink(Protocol):
    """Stores records of one chain at a time, each once; the ledger's Intake is one."""

    @property
    def number(self) -> int:
        """The last record kept; 0 when there is none."""
        ...

    def open(self, table: str, epoch: int) -> None:
        """Go on with this table and epoch."""

    def follow(self, line: bytes) -> list | None:
        """Take one record: decoded when new, None when it was there; BrokenChain when wrong."""

    def missing_before(self, number: int) -> None:
        """The board has nothing older than `number` any more: that one may come next."""

    def commit(self) -> None:
        """Everything taken so far is durable when this returns."""
