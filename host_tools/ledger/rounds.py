"""Rounds as the ledger has them: which records are whose, and what money they moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from host_tools.ledger.ledger import ChainInfo, Entry, Ledger
from host_tools.ledger.lines import believing
from host_tools.ledger.standing import standing
from host_tools.wording.narrator import BEGINS

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Span:
    """The records of one round: from its opening to before the next one's."""

    chain: ChainInfo
    number: int
    game: str
    first: int
    last: int


@dataclass
class RoundView:
    """What a round came to; money in cents."""

    table: str
    epoch: int
    round: int
    game: str
    outcome: str = UNFINISHED
    rule: str | None = None
    first: int = 0
    last: int = 0
    clock: str = "u"
    began_ms: int = 0
    ended_ms: int = 0
    began_at_ms: int = 0  # since 1970, also where the board had only its uptime
    ended_at_ms: int = 0
    seats: list[int] = field(default_factory=list)
    wagered: int = 0  # what players put in, jackpot wagers apart
    house: int = 0  # won from the players where the house banks; negative: lost
    commission: int = 0
    jackpot_in: int = 0
    jackpot_out: int = 0
    irregular: int = 0


def spans(ledger: Ledger, chain: ChainInfo) -> list[Span]:
    """Every round of a chain, in order."""
    opened = []
    for entry in ledger.entries(chain, ("round",)):
        with believing(entry):
            _, number, game = entry.body[:3]
            opened.append((entry.number, int(number), str(game)))
    ends = [number - 1 for number, _, _ in opened[1:]] + [chain.last]
    return [
        Span(chain, number, game, first, last)
        for (first, number, game), last in zip(opened, ends, strict=False)  # none before the first
    ]


def entries_of(ledger: Ledger, span: Span) -> Iterator[Entry]:
    return ledger.entries(span.chain, None, span.first - 1, span.last)


def view(ledger: Ledger, span: Span) -> RoundView | None:
    """What a round came to; None when nobody has done anything in it."""
    made = RoundView(
        span.chain.table,
        span.chain.epoch,
        span.number,
        span.game,
        first=span.first,
        last=span.last,
    )
    begun = False
    for entry in standing(entries_of(ledger, span)):
        if not begun and entry.kind in BEGINS:
            begun = True
            made.clock, made.began_ms = entry.clock, entry.time_ms
            made.began_at_ms = entry.when_ms
        with believing(entry):
            _count(made, entry)
    if not begun and (made.outcome == UNFINISHED or made.rule is None):
        return None  # opened, and closed again by other determinations: nobody has played it
    made.seats.sort()
    return made


def _count(made: RoundView, entry: Entry) -> None:
    kind, body = entry.kind, entry.body
    if kind in ("ante", "bet"):
        made.wagered += body[2]
        _seat(made, body[1])
    elif kind == "players":
        made.seats = list(body[1])
    elif kind == "pot":
        made.wagered += body[2]
    elif kind == "settle":
        made.house -= body[2] + body[3]
    elif kind == "commission":
        made.commission += body[2]
    elif kind == "meter_in":
        made.jackpot_in += body[1] + body[2] + body[4]
    elif kind in ("meter_held", "linked_in"):
        made.jackpot_in += body[1]
    elif kind in ("jackpot_paid", "jackpot_hit", "linked_paid"):
        made.jackpot_out += body[3]
    elif kind == "irregular":
        made.irregular += 1
    elif kind == "end":
        made.outcome, made.rule = body[1], body[2]
        made.ended_ms = entry.time_ms
        made.ended_at_ms = entry.when_ms


def _seat(made: RoundView, seat: int) -> None:
    if int(seat) not in made.seats:  # what is no number is told as damage, with its record
        made.seats.append(int(seat))
