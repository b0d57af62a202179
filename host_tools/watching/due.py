"""Which rounds may be watched by now, and their records.

A round is due when the board has released it. Where the board keeps nothing back (`reveal =
"never"`, or a game against the house) its records are all that there will ever be, and it is due
as soon as it is over. Misdeals and void rounds are left out: their chips went back, and their
hands are never released.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.place import Place
from host_tools.ledger.released import Release, Round, faces_of, releases
from host_tools.ledger.rounds import Span, entries_of, spans

_WON = ("won", "settled")
NEVER = "never"


@dataclass(frozen=True)
class Listed:
    """One round that may be watched, as a list has it."""

    epoch: int
    first: int
    round: int
    game: str
    policy: str  # never, shown or all
    when_ms: int

    @property
    def at(self) -> Round:
        return self.epoch, self.first


@dataclass(frozen=True)
class DueRound:
    """The same with its records, and every face that may be seen."""

    table: str
    about: Listed
    entries: tuple[Entry, ...]
    faces: dict[str, str]  # seal → card


def due(path: Place, table: str) -> list[Listed]:
    """Every round of a table that may be watched by now, in order."""
    with Ledger(path) as ledger:
        return [listed for _, listed in _due(ledger, table, releases(ledger, table))]


def _due(
    ledger: Ledger, table: str, released: dict[Round, Release]
) -> Iterator[tuple[Span, Listed]]:
    for chain in ledger.chains(table):
        policies = [(e.number, str(e.body[1])) for e in ledger.entries(chain, ("reveal",))]
        told = [number for number, _ in policies]
        ends = [e for e in ledger.entries(chain, ("end",)) if e.body[1] in _WON]
        numbers = [e.number for e in ends]
        for span in spans(ledger, chain):
            at = bisect_left(numbers, span.first)
            if at == len(ends) or numbers[at] > span.last:
                continue
            by = bisect_left(told, span.first)
            policy = policies[by][1] if by < len(told) and told[by] <= span.last else NEVER
            if policy != NEVER and (chain.epoch, span.first) not in released:
                continue
            when = ends[at].when_ms
            yield span, Listed(chain.epoch, span.first, span.number, span.game, policy, when)


def taken(path: Place, table: str, epoch: int, first: int) -> DueRound | None:
    """That round with everything that may be seen of it; None: it may not be watched, yet."""
    with Ledger(path) as ledger:
        released = releases(ledger, table)
        for span, listed in _due(ledger, table, released):
            if listed.at == (epoch, first):
                entries = tuple(entries_of(ledger, span))
                return DueRound(table, listed, entries, faces_of(entries, released.get(listed.at)))
    return None


def heads(path: Place, table: str) -> dict[int, int]:
    """How far each epoch has got: nothing is due that was not, until this changes."""
    with Ledger(path) as ledger:
        return ledger.heads(table)


def tables(path: Place) -> list[str]:
    with Ledger(path) as ledger:
        return ledger.tables()
