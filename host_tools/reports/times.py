"""Times for people: as the board was told, or by uptime when the host received the record."""

from __future__ import annotations

from datetime import UTC, datetime

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


def iso(ms: int | None) -> str:
    """2026-11-16T14:30:05.120+00:00: for spreadsheets, the same everywhere."""
    if not ms:
        return ""
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return ""


def dollars(cents: int | None) -> str:
    """1234 → 12.34, without a sign for the currency: for spreadsheets."""
    if cents is None:
        return ""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
