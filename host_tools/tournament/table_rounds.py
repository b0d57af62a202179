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
    # Players against each other: the stacks with which the next round opens, and those that this
    # one was played with. None at Canberra Poker, where the table knows no stacks: there `gained`
    # is what each box won or lost.
    stacks: dict[int, int] | None = None
    before: dict[int, int] = field(default_factory=dict)
    gained: dict[int, int] = field(default_factory=dict)
    contributed: dict[int, int] = field(default_factory=dict)


def finished_rounds(
    ledger: Ledger, table: str, since_ms: int, known: Callable[[int, int], bool]
) -> Iterator[TableRound]:
    """Finished rounds of a table that ended at `since_ms` or later, in order.

    `known`(epoch, round) are left out without being read; so is everything older than the newest
    round that ended before `since_ms`: a table may have years of rounds behind it.
    """
    for chain in ledger.chains(table):
        following: Span | None = None
        wanted: list[tuple[Span, Span | None]] = []
        for span in reversed(spans(ledger, chain)):
            ends = [e.when_ms for e in ledger.entries(chain, ("end",), span.first, span.last)]
            if ends and ends[-1] < since_ms:
                break
            if ends and not known(chain.epoch, span.number):
                wanted.append((span, following))
            following = span
        for span, after in reversed(wanted):
            made = _finished(ledger, span, after)
            if made is not None:
                yield made


def _finished(ledger: Ledger, span: Span, following: Span | None) -> TableRound | None:
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


def seated_by(entries: list[Entry]) -> dict[int, int]:
    """{box: chips} once everything that was entered before the deal is in: joined, moved, left."""
    held = _stacks(entries[0])
    for entry in entries[1:]:
        with believing(entry):
            kind, body = entry.kind, entry.body
            if kind in ("join", "buy"):
                held[body[1]] = held.get(body[1], 0) + body[2]
            elif kind == "corrected":
                held[body[1]] = body[2]
            elif kind == "change_seat":
                held[body[2]] = held.pop(body[1], 0)
            elif kind == "leave":
                held.pop(body[1], None)
    return held


def _put_in(made: TableRound, after: dict[int, int], entries: list[Entry]) -> None:
    """What a box held when the round was dealt, and won, and no longer holds, it put into the pots.

    Uncalled wagers that went back are in what it holds, so they are no contribution.
    """
    made.before = seated_by(entries)
    held: Counter[int] = Counter(made.before)
    for entry in entries:
        with believing(entry):
            if entry.kind == "refund":
                held[entry.body[1]] += entry.body[2]
            elif entry.kind == "win":
                held[entry.body[2]] += entry.body[3]
    made.contributed = {box: held[box] - after.get(box, 0) for box in held}
