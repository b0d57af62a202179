"""A tournament's state. Only events move it; nothing here judges, so old journals stay readable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from host_tools.tournament import money
from host_tools.tournament.ballot import Seat
from host_tools.tournament.clock import LevelClock
from host_tools.tournament.conditions import Conditions

Standing = Literal["entered", "reserve", "playing", "forfeited", "replaced", "out", "placed"]


@dataclass
class Entrant:
    number: int
    name: str
    standing: Standing = "entered"
    chips: int = 0
    seat: Seat | None = None
    present: bool = False
    place: int | None = None  # the best of the places that a tie shares
    owed: int = 0  # by corrections that the table does not know of yet; in `chips` already
    leaves: bool = False  # for good, once the round is over (B16.4)
    last_seat: Seat | None = None  # of who fell in the session that is played
    equal_at: tuple[int, ...] = ()  # chips when extra rounds were ordered, each time (17.23)


@dataclass
class Tournament:
    """What is known: entrants, seats, chips, who is out and in which order."""

    conditions: Conditions
    published: str = ""  # the last disclosed link of the ballots' chain
    entrants: dict[int, Entrant] = field(default_factory=dict)
    session: int = -1  # which one is prepared or played; -1: none yet
    drawn: bool = False  # a ballot waits for its session, or the session is played
    playing: bool = False
    ballots: int = 0
    tables_open: dict[str, list[int]] = field(default_factory=dict)  # as the last ballot had them
    # Rounds that were counted: (table, epoch of its records or None when told by hand, round)
    counted: set[tuple[str, int | None, int]] = field(default_factory=set)
    began_ms: int = 0  # the session that is played
    session_rounds: dict[str, int] = field(default_factory=dict)
    # Who fell, in the order of time; at each moment the places best first, ties in one group
    fallen: list[list[list[int]]] = field(default_factory=list)
    chips_given: int = 0  # in play when the session began (17.13, 20.14)
    # Hand for hand: rounds of each table when it began; None while it does not hold
    hands_from: dict[str, int] | None = None
    last_hand: int | None = None  # hand for hand: in which one somebody fell last,
    last_put: dict[int, int] = field(default_factory=dict)  # and what those had put in
    last_fell: tuple[str, int] = ("", 0)  # at which table and in which of its rounds
    put: dict[str, tuple[int, dict[int, int]]] = field(default_factory=dict)  # table → last round
    extra_rounds: list[int] = field(default_factory=list)  # who plays them now (17.23)
    extra_from: dict[str, int] = field(default_factory=dict)  # rounds of their tables before
    lost_in_extra: list[int] = field(default_factory=list)  # who lost everything in them
    waits_for_all: bool = False  # interrupted until another day (B16.7)
    taken_tables: dict[str, dict[str, Any]] = field(default_factory=dict)  # what they played before
    outcome: str = ""  # "", "finished", "cancelled"
    awards: dict[int, int] = field(default_factory=dict)
    clock: LevelClock = field(init=False)
    session_clock: LevelClock = field(default_factory=lambda: LevelClock([]))

    def __post_init__(self) -> None:
        self.clock = LevelClock(list(self.conditions.levels))

    # ---- reading

    def standing(self, *wanted: Standing) -> list[Entrant]:
        return [one for one in self.entrants.values() if one.standing in wanted]

    @property
    def in_play(self) -> list[Entrant]:
        return self.standing("playing")

    @property
    def starts(self) -> datetime | None:
        """The published start of the session that comes next, or is played."""
        at = max(self.session + (not self.drawn), 0)
        if at >= len(self.conditions.sessions):
            return None
        return self.conditions.starts_at(at)

    @property
    def lost_extra(self) -> list[Entrant]:
        return [self.entrants[number] for number in self.lost_in_extra]

    @property
    def entries(self) -> int:
        """Paid entries that count: those of reserve players who never got a seat do not."""
        return len(self.entrants) - len(self.standing("reserve", "replaced"))

    @property
    def takings(self) -> money.Takings:
        entry = self.conditions.entry
        paid = len(self.entrants) - len(self.standing("reserve"))
        returned = self.conditions.rules.replaced_fee_returns
        replaced = len(self.standing("replaced")) if returned else 0
        return money.takings(paid, replaced, entry.fee, entry.commission)

    def at(self, seat: Seat) -> Entrant | None:
        return next((one for one in self.in_play if one.seat == seat), None)

    def tables(self) -> dict[str, list[Entrant]]:
        """Who plays where, by table and box."""
        found: dict[str, list[Entrant]] = {}
        for one in sorted(self.in_play, key=lambda e: str(e.seat)):
            if one.seat is not None:
                found.setdefault(one.seat.table, []).append(one)
        return {
            t: sorted(who, key=lambda e: e.seat.box if e.seat else 0) for t, who in found.items()
        }

    def hand_of(self, table: str) -> int | None:
        """Which hand a table has played last since hand for hand began; None where it has not."""
        if self.hands_from is None:
            return None
        return self.session_rounds.get(table, 0) - self.hands_from.get(table, 0)

    def ahead(self) -> list[str]:
        """Hand for hand: tables that wait until the others have played theirs."""
        if not self.playing or self.hands_from is None:
            return []
        hands = {t: self.hand_of(t) or 0 for t, who in self.tables().items() if len(who) > 1}
        return sorted(t for t, hand in hands.items() if hand > min(hands.values()))

    def extra_due(self) -> list[str]:
        """Tables that have an extra round to play before those with equal chips are compared."""
        players = [self.entrants[number] for number in self.extra_rounds]
        played = {
            seat.table: self.session_rounds.get(seat.table, 0) - self.extra_from.get(seat.table, 0)
            for one in players
            if (seat := one.seat or one.last_seat) is not None
        }
        playing = {one.seat.table for one in players if one.seat is not None}
        most = max(played.values(), default=0)
        return sorted(table for table in playing if played[table] < max(1, most))

    @property
    def chips_in_play(self) -> int:
        return sum(one.chips for one in self.in_play)

    def was_counted(self, table: str, epoch: int | None, round: int) -> bool:
        """Whether a round is in already; one that was told by hand stands for every epoch's."""
        return any(
            (name, number) == (table, round) and (None in (epoch, of) or epoch == of)
            for name, of, number in self.counted
        )

    # ---- events

    def apply(self, event: dict[str, Any]) -> None:
        getattr(self, f"_apply_{event['kind']}")(**{k: v for k, v in event.items() if k != "kind"})

    def replay(self, events: Iterable[dict[str, Any]]) -> None:
        for event in events:
            self.apply(event)

    def _apply_opened(self, published: str, **_: Any) -> None:
        self.published = published

    def _apply_entered(self, number: int, name: str, reserve: bool, **_: Any) -> None:
        self.entrants[number] = Entrant(number, name, "reserve" if reserve else "entered")

    def _apply_ballot(
        self, session: int, disclosed: str, seats: list[list[Any]], **more: Any
    ) -> None:
        self.session, self.published, self.drawn = session, disclosed, True
        self.tables_open = {name: list(boxes) for name, boxes in more.get("tables", {}).items()}
        self.ballots += 1
        anew = session == 0 or not self.conditions.sessions[session].chips_carried
        for number, table, box in seats:
            one = self.entrants[number]
            one.seat, one.standing, one.present, one.owed = Seat(table, box), "playing", False, 0
            if anew:
                one.chips = self.conditions.entry.chips

    def _apply_seated(self, number: int, **_: Any) -> None:
        self.entrants[number].present = True

    def _apply_absent(self, number: int, **_: Any) -> None:
        self.entrants[number].present = False

    def _apply_forfeited(self, number: int, **_: Any) -> None:
        self._away(number, "forfeited")

    def _apply_replaced(self, number: int, by: int, **_: Any) -> None:
        seat, chips = self.entrants[number].seat, self.entrants[number].chips
        self._away(number, "replaced")
        self._sits(by, seat, chips)

    def _apply_substituted(self, number: int, name: str, **_: Any) -> None:
        self.entrants[number].name = name

    def _apply_session_began(self, now_ms: int, **_: Any) -> None:
        self.playing, self.began_ms, self.session_rounds = True, now_ms, {}
        self.hands_from, self.last_hand, self.last_put = None, None, {}
        self.last_fell, self.put = ("", 0), {}
        self.chips_given = self.chips_in_play
        self.session_clock = LevelClock([])
        self.session_clock.start(now_ms)
        self.clock.start(now_ms)

    def _apply_level(self, level: int, now_ms: int, **_: Any) -> None:
        self.clock.go_to(level, now_ms)

    def _apply_paused(self, now_ms: int, until_ms: int | None = None, **more: Any) -> None:
        self.clock.stop(now_ms)
        if more.get("waits_for_all"):
            self.waits_for_all = True
            for one in self.in_play:
                one.present = False
        self.session_clock.stop(now_ms)
        self.clock.break_until_ms = until_ms

    def _apply_resumed(self, now_ms: int, **_: Any) -> None:
        self.clock.break_until_ms, self.waits_for_all = None, False
        self.clock.start(now_ms)
        self.session_clock.start(now_ms)

    def _apply_round(
        self, table: str, round: int, chips: list[list[int]], epoch: int | None = None, **more: Any
    ) -> None:
        self.counted.add((table, epoch, round))
        self.put[table] = round, {one[0]: one[1] for one in more.get("put", ())}
        self.session_rounds[table] = self.session_rounds.get(table, 0) + 1
        self.clock.rounds[table] = self.clock.rounds.get(table, 0) + 1
        for number, left in chips:
            self.entrants[number].chips = left
            if number not in more.get("owed", ()):
                self.entrants[number].owed = 0

    def _apply_eliminated(self, places: list[list[int]], **more: Any) -> None:
        if more.get("joins"):  # the same hand of another table: one moment (hand for hand)
            self.fallen.pop()
        for one in (self.entrants[number] for group in places for number in group):
            if one.leaves:
                self.chips_given -= one.chips  # they go with the player
        if more.get("extra"):  # the order of those who were equal; nobody else's
            self.lost_in_extra += [number for group in places for number in group]
            for group in places:
                for number in group:
                    self._away(number, "out")
        else:
            self._fall(places)
        self.last_hand = more.get("hand")
        self.last_fell = more.get("table", ""), more.get("round", 0)
        self.last_put = {one[0]: one[1] for one in more.get("contributed", ())}

    def _apply_hand_for_hand(self, rounds: dict[str, int], **_: Any) -> None:
        self.hands_from = dict(rounds)

    def _apply_corrected(self, number: int, chips: int, **_: Any) -> None:
        one = self.entrants[number]
        one.chips, one.owed = chips, one.owed + chips - one.chips

    def _apply_brought_back(self, number: int, chips: int, **_: Any) -> None:
        one = self.entrants[number]
        if one.leaves:
            self.chips_given += one.chips
        groups = [[[n for n in g if n != number] for g in moment] for moment in self.fallen]
        self.fallen = [kept for moment in groups if (kept := [g for g in moment if g])]
        self.lost_in_extra = [n for n in self.lost_in_extra if n != number]
        if self.last_put.pop(number, None) is not None and not self.last_put:
            self.last_hand, self.last_fell = None, ("", 0)  # nobody fell then
        one.owed += chips - one.chips
        one.standing, one.seat, one.chips, one.present = "playing", one.last_seat, chips, True
        one.leaves, one.last_seat = False, None

    def _apply_leaves(self, number: int, **_: Any) -> None:
        self.entrants[number].leaves = True

    def _apply_moved(self, number: int, table: str, box: int, **_: Any) -> None:
        self.entrants[number].seat = Seat(table, box)

    def _apply_extra_rounds(self, players: list[int], **_: Any) -> None:
        self.extra_rounds, self.extra_from = players, dict(self.session_rounds)
        for one in self.in_play:
            one.equal_at = (*one.equal_at, one.chips)

    def _apply_session_ended(self, now_ms: int, out: list[list[int]], **_: Any) -> None:
        self.playing, self.drawn, self.extra_rounds = False, False, []
        self.clock.stop(now_ms)
        self.session_clock.stop(now_ms)
        self._fall(out)
        self.lost_in_extra = []
        for one in self.entrants.values():
            one.equal_at, one.last_seat = (), None

    def _apply_finished(self, places: list[list[int]], awards: list[list[int]], **_: Any) -> None:
        at = 1
        for group in places:
            for number in group:
                self.entrants[number].place = at
                if self.entrants[number].standing == "playing":
                    self.entrants[number].standing = "placed"
            at += len(group)
        self.awards, self.outcome = {number: cents for number, cents in awards}, "finished"  # noqa: C416

    def _apply_table_taken(self, table: str, values: dict[str, Any], mode: str, **_: Any) -> None:
        self.taken_tables.setdefault(table, {"values": values, "mode": mode})

    def _apply_table_released(self, table: str, **_: Any) -> None:
        self.taken_tables.pop(table, None)

    def _apply_cancelled(self, **_: Any) -> None:
        self.playing, self.outcome = False, "cancelled"

    def _fall(self, places: list[list[int]]) -> None:
        if places:
            self.fallen.append(places)
        for group in places:
            for number in group:
                self._away(number, "out")

    def _away(self, number: int, standing: Standing) -> None:
        one = self.entrants[number]
        one.last_seat = one.seat or one.last_seat
        one.standing, one.seat, one.present = standing, None, False

    def _sits(self, number: int, seat: Seat | None, chips: int) -> None:
        one = self.entrants[number]
        one.standing, one.seat, one.chips, one.present = "playing", seat, chips, True
