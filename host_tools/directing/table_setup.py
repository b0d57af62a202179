"""What a board must be told so that its table is as the tournament has it. Nothing here does it.

The board judges every order itself; what comes at the wrong moment is refused and comes again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cardtable.rules.determinations import settled, taken_by
from cardtable.rules.poker.state import AWAY
from cardtable.rules.positions import after
from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.lines import believing
from host_tools.ledger.rounds import Span, entries_of, spans
from host_tools.ledger.standing import standing
from host_tools.tournament.director import Director
from host_tools.tournament.table_rounds import seated_by

TOURNAMENT = "tournament"
MARKED = "canberra"  # has a starting marker, and a director's record of seats (17.7, 17.15)
_UNSEATED = "canberra-1997"  # S89-1997 knows neither: mode and limits are all there is to push
_DEALT = ("players", "begin", "ante", "deal")  # from here on the round is played
Order = tuple[Any, ...]


@dataclass
class Setup:
    """How a table is, or should be."""

    mode: str = "live"
    values: dict[str, Any] = field(default_factory=dict)
    chips: dict[int, int] = field(default_factory=dict)  # box → cents; who has a seat
    absent: set[int] = field(default_factory=set)
    marker: int = 0  # Canberra Poker: who makes the first ante (17.15)


def wanted(director: Director, table: str, there: Setup) -> Setup:
    """What the tournament says of a table now; its values upon those that it plays by."""
    state, made = director.state, Setup(TOURNAMENT)
    level = director.conditions.given_at(state.clock.level)
    made.values = settled(director.conditions.game, kept(director.conditions.game, there) | level)[
        "values"
    ]
    players = state.tables().get(table, []) if state.playing else []
    for one in players:
        if one.seat is None:
            continue
        made.chips[one.seat.box] = one.chips
        plays = not state.extra_rounds or one.number in state.extra_rounds
        if not (one.present and plays):
            made.absent.add(one.seat.box)
    if director.conditions.game == MARKED:
        made.marker = _marker(sorted(set(made.chips) - made.absent), there.marker)
    return made


# Determinations that are the table's rather than the tournament's: its deck, its way to deal, and
# those of the jackpot, which change only once it is won. The rest is as the conditions say.
_OF_THE_TABLE = ("deck", "joker", "deal", "shuffling_shoe", "follow")
_OF_THE_TABLE += ("jackpot_wager", "lock_while_pending", "winning_chip")


def kept(game: str, there: Setup) -> dict[str, Any]:
    """What a board goes on with, unless the level names it."""
    names = set(_OF_THE_TABLE) & set(taken_by(game))
    return {n: v for n, v in there.values.items() if n in names and v is not None}


def _marker(seats: list[int], last: int) -> int:
    """The starting marker stays where it was passed to, or goes on from there."""
    last = abs(last)
    if not seats:
        return 0
    return last if last in seats else after(seats, last) if last else seats[0]


def orders(want: Setup, there: Setup, game: str) -> list[Order]:
    """Commands in their order; after a configuration the board starts again, so it comes alone.

    Who leaves a tournament leaves before the table becomes an ordinary one again.
    """
    seats = [] if game == _UNSEATED else _seats(want, there, game == MARKED)
    ends = want.mode != TOURNAMENT
    if ends and seats:
        return seats
    if there.mode != want.mode and not ends:
        return [("mode", want.mode)]
    if there.values != want.values:
        return [("configure", want.values)]
    return [("mode", want.mode)] if there.mode != want.mode else seats


def _seats(want: Setup, there: Setup, banked: bool) -> list[Order]:
    given: list[Order] = []
    gone = sorted(set(there.chips) - set(want.chips))
    new = sorted(set(want.chips) - set(there.chips))
    given += [("direct", "remove", box, 0) for box in gone]
    given += [("direct", "seat", box, want.chips[box]) for box in new]
    for box in sorted(set(want.chips) & set(there.chips)):
        if there.chips[box] != want.chips[box] and not banked:
            given.append(("direct", "chips", box, want.chips[box]))
    given += [("away", box) for box in sorted(want.absent - there.absent)]
    given += [("back", box) for box in sorted((there.absent - want.absent) & set(want.chips))]
    if banked and want.marker and want.marker != there.marker:
        given.append(("marker", want.marker))
    return given


# ---- what the records say of a table


@dataclass(frozen=True)
class Open:
    """The round that is open at a table, out of the ledger."""

    number: int
    last: int  # the newest record that is in the ledger
    epoch: int
    begun: bool
    setup: Setup  # chips, absent, marker


def open_round(ledger: Ledger, table: str, banked: bool) -> Open | None:
    """None while the ledger knows of no round of this table."""
    chains = ledger.chains(table)
    if not chains:
        return None
    chain = max(chains, key=lambda one: one.epoch)
    found = spans(ledger, chain)
    if not found:
        return None
    entries = list(standing(entries_of(ledger, found[-1])))
    begun = any(entry.kind in _DEALT for entry in entries)
    made = Setup()
    if banked:
        made.chips = dict.fromkeys(_seated(ledger.entries(chain, ("decision",))), 0)
        made.absent = _away(entries)
        made.marker = _marker_of(ledger, found, entries)
    else:
        made.chips = seated_by(entries)
        with believing(entries[0]):
            made.absent = {e[0] for e in entries[0].body[5] if e[2] >= AWAY} | _away(entries)
        made.absent -= _back(entries)
    return Open(found[-1].number, chain.last, chain.epoch, begun, made)


def _seated(decisions: Iterable[Entry]) -> set[int]:
    """Canberra Poker: the board counts no chips, and writes down whom the director seats."""
    boxes: set[int] = set()
    for entry in decisions:
        with believing(entry):
            what, box = entry.body[1], entry.body[2]
        if what == "director_seat":
            boxes.add(box)
        elif what in ("director_remove", "director_move"):
            boxes.discard(box)
    return boxes


def _away(entries: list[Entry]) -> set[int]:
    boxes: set[int] = set()
    for entry in entries:
        if entry.kind == "away":
            with believing(entry):
                (boxes.add if entry.body[2] >= AWAY else boxes.discard)(entry.body[1])
    return boxes


def _back(entries: list[Entry]) -> set[int]:
    last = {entry.body[1]: entry.body[2] for entry in entries if entry.kind == "away"}
    return {box for box, waits in last.items() if waits < AWAY}


def _marker_of(ledger: Ledger, found: list[Span], entries: list[Entry]) -> int:
    """Where the starting marker lies in this round; below zero: where the last one passed it."""
    here = [entry.body[1] for entry in entries if entry.kind == "marker"]
    if here:
        return int(here[-1])
    if len(found) < 2:
        return 0
    before = [e.body for e in entries_of(ledger, found[-2]) if e.kind == "marker"]
    return -int(before[-1][1]) if before else 0
