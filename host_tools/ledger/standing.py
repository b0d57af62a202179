"""Which records of a round count: an entry keyed by mistake is taken back by a record after it.

What happened beside the round meanwhile (a fault, a command, money of the meter) stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardtable.desk.record_kinds import BESIDE
from host_tools.ledger.ledger import ChainInfo, Entry, Ledger
from host_tools.ledger.lines import believing

Taken = tuple[int, int]  # from this record on, up to before that one


def taken_in(entries: Iterable[Entry]) -> list[Taken]:
    """The spans that these `taken_back` records name."""
    found = []
    for entry in entries:
        if entry.kind == "taken_back":
            with believing(entry):
                found.append((int(entry.body[2]), entry.number))
    return found


def taken_of(ledger: Ledger, chain: ChainInfo, first: int = 1, last: int | None = None) -> list:
    """The same of a whole chain, or of a part of it."""
    return taken_in(ledger.entries(chain, ("taken_back",), first - 1, last))


def stands(entry: Entry, taken: list[Taken]) -> bool:
    if entry.kind in BESIDE:
        return True
    return not any(first <= entry.number < at for first, at in taken)


def standing(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Of the records of one round those that count."""
    told = list(entries)
    taken = taken_in(told)
    return (entry for entry in told if stands(entry, taken))
