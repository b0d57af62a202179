"""A whole tournament over simulated tables, with what goes wrong on a bad night.

One entrant never comes, a table's cable is out in the middle of a round, a round is declared void,
the director types a wrong amount and mends it, and her computer restarts. What comes out is
compared with what the rules engine at the tables knows, placed by a second model.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from host_tools.ledger.ledger import Ledger
from host_tools.tournament.director import Director, opened, reopened
from host_tools.tournament.follow import Report, follow
from tests.oracles.tournament_places import Finish, exact_prizes, places
from tests.tournament.simulated import Clock, SimulatedTable, ledger_in

FEE, COMMISSION, CHIPS = 5500, 500, 100_000
SHARES = [45, 25, 15, 10, 5]
CONDITIONS = """
name = "Simulated"
game = "omaha"
starts = 2026-11-26T19:00:00
approved_by = "operator"
[entry]
fee = 55
commission = 5
chips = 1000
least = 4
most = 200
[[sessions]]
name = "Heat"
rounds = {rounds}
advance = {advance}
[[sessions]]
name = "Final"
players_left = 1
[[levels]]
rounds = 4
limits = {{ blinds = [5, 10] }}
[[levels]]
rounds = 4
limits = {{ blinds = [10, 20] }}
[[levels]]
rounds = 100
limits = {{ blinds = [25, 50] }}
[[prizes]]
from_entries = 4
shares = [60, 30, 10]
[[prizes]]
from_entries = 20
shares = [45, 25, 15, 10, 5]
"""


class Room:
    """The director, her folder, the tables and what the tables themselves know."""

    def __init__(self, folder: Path, players: int, tables: int, seed: int) -> None:
        self.dice, self.clock, self.folder = random.Random(seed), Clock(), folder
        self.ledger = ledger_in(folder)
        text = CONDITIONS.format(rounds=6, advance=9)
        self.director: Director = opened(folder / "t", text, "director", self.clock)
        for n in range(1, players + 1):
            self.director.enter(f"Player {n}")
        names = [f"t{n:02d}" for n in range(1, tables + 1)]
        self.tables = {
            name: SimulatedTable(name, "omaha", self.ledger, self.clock, seed) for name in names
        }
        self.sitting: dict[tuple[str, int], int] = {}  # (table, box) → entrant, by the ballot
        self.finishes: dict[int, Finish] = {}
        self.moment = 0
        self.rounds = 0
        self.happened: Counter[str] = Counter()

    # ---- the director

    def restart(self) -> None:
        before = self.director.state
        self.director = reopened(self.folder / "t", "director", self.clock)
        assert self.director.state == before
        self.happened["restart"] += 1

    def begin(self, names: list[str], absent: list[int]) -> None:
        drawn = self.director.draw_seats({name: range(1, 10) for name in names})
        self.sitting = {(seat.table, seat.box): number for number, seat in drawn.items()}
        for number in drawn:
            if number not in absent:
                self.director.seat(number)
        self.clock.ms += 1000
        assert self.director.begin_session(absent) == absent
        for where in [where for where, number in self.sitting.items() if number in absent]:
            del self.sitting[where]
        for name in names:
            stacks = {
                box: self.director.state.entrants[number].chips
                for (table, box), number in self.sitting.items()
                if table == name
            }
            if stacks:
                self.tables[name].seat(self.given(), stacks)

    def given(self) -> dict:
        return self.director.conditions.given_at(self.director.state.clock.level)

    def follow(self) -> Report:
        with Ledger(self.ledger) as ledger:
            return follow(self.director, ledger)

    # ---- the tables

    def play(self, name: str, void: bool = False, cut: bool = False) -> None:
        table = self.tables[name]
        table.play(self.given(), void)
        self.rounds += 1
        self.happened["void round"] += void
        self.happened["cut cable"] += cut
        self.moment += 1
        for box, put in table.eliminated.items():
            self.finishes[self.sitting.pop((name, box))] = Finish(self.moment, put)
        if cut:
            table.send(len(table.waiting) // 2)
            assert not self.follow().news, "half a round is none"
        table.send()

    def playing(self) -> list[str]:
        here = {table for table, _ in self.sitting}
        return [name for name in self.tables if name in here and len(self.tables[name].players) > 1]

    def ends_session(self, advance: int | None) -> None:
        """By the tables' own chips: who is behind does not go on; equal chips go on together."""
        self.moment += 1
        held = {n: self.tables[t].round.stack[b] for (t, b), n in self.sitting.items()}
        ordered = sorted(held.values(), reverse=True)
        line = -1 if advance is None or len(held) <= advance else ordered[advance - 1]
        for where, number in list(self.sitting.items()):
            if held[number] < line or advance is None:
                self.finishes[number] = Finish(self.moment, held[number], by_chips_held=True)
                del self.sitting[where]


def whole(folder: Path, players: int, tables: int, seed: int) -> dict[str, int]:
    """Entries to prizes; raises AssertionError for anything that does not hold."""
    room = Room(folder, players, tables, seed)
    absent = [room.dice.randint(1, players)]
    names = list(room.tables)
    room.begin(names, absent)
    in_play = (players - 1) * CHIPS
    for turn in range(6):
        for at, name in enumerate(room.playing()):
            if turn == 2 and at == 0:
                room.play(name, void=True)
                report = room.follow()
                assert not report.news and not report.waits, "a void round counts for nothing"
            if turn == 3 and at == 0:
                _mistake(room, name)
            else:
                room.play(name, cut=turn == 1)
                assert not room.follow().waits
            chips = sum(one.chips for one in room.director.state.in_play)
            assert chips == in_play
        if turn == 4:
            room.restart()
    assert room.director.session_is_over() or len(room.playing()) < len(names)
    room.ends_session(9)
    room.director.end_session()
    assert set(room.sitting.values()) == {o.number for o in room.director.state.in_play}
    room.begin(names[: 1 + (len(room.sitting) > 9)], [])
    for _ in range(3000):
        if not (ready := room.playing()):
            break
        room.play(room.dice.choice(ready))
        assert not room.follow().waits
    if not room.director.state.outcome:  # two tables of one player each: chips decide
        room.director.end_session()
    room.ends_session(None)
    assert not room.follow().news, "and nothing is counted twice"
    _compare(room, absent)
    return {"players": players, "rounds": room.rounds, **room.happened}


def _mistake(room: Room, name: str) -> None:
    """A wrong amount typed by the director while the round is on: it is told until it is mended."""
    room.happened["mistake"] += 1
    room.play(name)
    left = room.tables[name].players
    one = next(p for p in room.director.state.tables()[name] if p.seat and p.seat.box in left)
    room.director.correct(one.number, one.chips + 5000, "typed into the wrong row")
    report = room.follow()
    assert f"{name} round" in report.news[0] and not report.waits, report
    assert any("more are in play" in line and "20.14" in line for line in report.troubles), report
    room.restart()
    one = room.director.state.entrants[one.number]
    room.director.correct(one.number, one.chips - 5000, "the row above was meant")
    assert not room.follow().troubles


def _compare(room: Room, absent: list[int]) -> None:
    state = room.director.state
    entrants = state.entrants
    assert state.outcome == "finished" and not room.sitting
    expected = places(room.finishes, contribution_decides=True)
    assert {n: one.place for n, one in entrants.items() if n not in absent} == expected
    assert all(entrants[n].place is None and n not in state.awards for n in absent)
    pool = len(entrants) * (FEE - COMMISSION)  # the fee of who never came stays (20.9)
    assert sum(state.awards.values()) == pool
    percents = SHARES if len(entrants) >= 20 else [60, 30, 10]
    for number, exact in exact_prizes(expected, pool, percents).items():
        assert abs(state.awards.get(number, 0) - exact) < 2
    again = reopened(room.folder / "t", "auditor", room.clock)
    assert again.state == state
