"""Finished rounds of a table out of its records: what each box holds, and what it put in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.lines import believing
from host_tools.ledger.rounds import Span, entries_of, spans
from host_tools.ledger.standing import standing

_COUNT = ("won", "settled")  # a misdeal or a void round never was one
_BANKED = "canberra"


@dataclass
class TableRound:
    """One finished round; money in cents."""

    table: str
    epoch: int
    number: int
    game: str
    ended_ms: int
    counts: bool
    # Players against each other: the stacks with which the next round opens. None at Canberra
    # Poker, where the table knows no stacks: there `gained` is what each box won or lost.
    stacks: dict[int, int] | None = None
    gained: dict[int, int] = field(default_factory=dict)
    contributed: dict[int, int] = field(default_factory=dict)


def finished_rounds(
    ledger: Ledger, table: str, since_ms: int, known: Callable[[int, int], bool]
) -> Iterator[TableRound]:
    """Finished rounds of a table that ended at `since_ms` or later, in order.

    `known`(epoch, round) are left out without being read.
    """
    for chain in ledger.chains(table):
        wanted = spans(ledger, chain)
        for span, following in zip(wanted, [*wanted[1:], None], strict=True):
            if known(chain.epoch, span.number):
                continue
            made = _finished(ledger, span, following, since_ms)
            if made is not None:
                yield made


def _finished(
    ledger: Ledger, span: Span, following: Span | None, since_ms: int
) -> TableRound | None:
    ends = list(ledger.entries(span.chain, ("end",), span.first, span.last))
    if not ends or ends[-1].when_ms < since_ms:
        return None
    entries = list(standing(entries_of(ledger, span)))
    ended = [entry for entry in entries if entry.kind == "end"]
    if not ended:
        return None  # its end was taken back
    with believing(ended[-1]):
        made = TableRound(
            span.chain.table,
            span.chain.epoch,
            span.number,
            span.game,
            ended[-1].when_ms,
            ended[-1].body[1] in _COUNT,
        )
    if span.game.startswith(_BANKED):
        _settled(made, entries)
        return made
    if following is None:
        return None  # the next round's opening says what everybody holds; it is on its way
    made.stacks = _stacks(next(iter(entries_of(ledger, following))))
    _put_in(made, made.stacks, entries)
    return made


def _stacks(opening: Entry) -> dict[int, int]:
    with believing(opening):
        return {int(entry[0]): int(entry[1]) for entry in opening.body[5]}


def _settled(made: TableRound, entries: list[Entry]) -> None:
    gained: Counter[int] = Counter()
    put: Counter[int] = Counter()
    for entry in entries:
        with believing(entry):
            if entry.kind == "settle":
                gained[entry.body[1]] += entry.body[2] + entry.body[3]
            elif entry.kind in ("ante", "bet"):
                put[entry.body[1]] += entry.body[2]
    made.gained, made.contributed = dict(gained), dict(put)


def _put_in(made: TableRound, after: dict[int, int], entries: list[Entry]) -> None:
    """What a box held when the round opened, and won, and no longer holds, it put into the pots.

    Uncalled wagers that went back are in what it holds, so they are no contribution.
    """
    held: Counter[int] = Counter(_stacks(entries[0]))
    for entry in entries:
        with believing(entry):
            if entry.kind in ("join", "buy", "refund"):
                held[entry.body[1]] += entry.body[2]
            elif entry.kind == "win":
                held[entry.body[2]] += entry.body[3]
    made.contributed = {box: held[box] - after.get(box, 0) for box in held}
