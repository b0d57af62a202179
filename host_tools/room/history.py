"""Rounds of one table out of the room's ledger, for the page: the last ones, and one in words."""

from __future__ import annotations

from typing import Any

from host_tools.console.lines import Lines
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.ledger.rounds import Span, entries_of, view
from host_tools.room.floor import latest_chain

MOST = 40


def _spans(ledger: Ledger, table: str, most: int, before: int | None) -> list[Span]:
    chain = latest_chain(ledger, table)
    if chain is None:
        return []
    until = chain.last if before is None else before - 1
    opened = ledger.last_of_kind(chain, "round", most, until)
    ends = [number - 1 for number in opened[1:]] + [until]
    made = []
    for first, last in zip(opened, ends, strict=True):
        (entry,) = ledger.entries(chain, None, first - 1, first)
        made.append(Span(chain, int(entry.body[1]), str(entry.body[2]), first, last))
    return made


def rounds(
    place: Place, table: str, before: int | None = None, most: int = MOST
) -> list[dict[str, Any]]:
    """What the last rounds came to, the newest first; `before` a record's number: further back."""
    with Ledger(place) as ledger:
        found = [view(ledger, span) for span in _spans(ledger, table, most, before)]
    return [vars(one) for one in reversed(found) if one is not None]


def told(place: Place, table: str, first: int) -> list[dict[str, Any]]:
    """One round in words: the one that record `first` has opened."""
    with Ledger(place) as ledger:
        chain = latest_chain(ledger, table)
        if chain is None:
            return []
        later = ledger.next_of_kind(chain, "round", first)
        span = Span(chain, 0, "", first, (later or chain.last + 1) - 1)
        lines = Lines()
        made = []
        for entry in entries_of(ledger, span):
            made += lines.tell(entry.number, entry.body)
        return made
