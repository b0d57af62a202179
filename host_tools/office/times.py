"""Times for people: as the board was told, or by uptime when the host received the record."""

from __future__ import annotations

from datetime import datetime

from cardtable.records import TOLD
from host_tools.ledger.ledger import Entry


def moment(ms: int) -> str:
    """2026-11-16 14:30:05, by this computer's time zone."""
    try:
        return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):  # a clock that nobody can have set
        return f"{ms} ms"


def when(entry: Entry) -> str:
    """The record's time; a ~ in front when nobody had told the board the time."""
    return (" " if entry.clock == TOLD else "~") + moment(entry.when_ms)
