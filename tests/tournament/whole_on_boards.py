"""A whole tournament on emulated boards that follow it by themselves, on a bad night.

Somebody never comes and forfeits, somebody is away and pays the blinds all the same, a reserve
player buys a seat, a board loses its supply in the middle of a round, a reader dies, the director
types a wrong amount while a round is on, and her computer is replaced by another one. Tables are
broken as players fall. What comes out is held against the boards' own records by a second model.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from tests.oracles.tournament_places import Finish, exact_prizes, places
from tests.tournament.board_room import BoardRoom

CHIPS, BOXES = 100_000, 9
CONDITIONS = """
name = "On boards"
game = "omaha"
starts = 2020-01-02T19:00:00
approved_by = "operator"
[entry]
fee = 55
commission = 5
chips = 1000
least = 4
most = 200
[[sessions]]
name = "Heat"
rounds = 2
[[sessions]]
name = "Final"
players_left = 1
[[levels]]
rounds = 2
limits = { blinds = [50, 100] }
[[levels]]
rounds = 2
limits = { blinds = [200, 400] }
[[levels]]
rounds = 100
limits = { blinds = [1000, 2000] }
[[prizes]]
from_entries = 4
shares = [60, 30, 10]
[[prizes]]
from_entries = 20
shares = [45, 25, 15, 10, 5]
[[departures]]
rule = "20.7"
text = "Tables are balanced and broken during a session."
"""
GOES_WRONG = ("no-show", "away", "reserve", "cut board", "dead reader", "mistake", "restart")


def whole(
    folder: Path, players: int, tables: int, seed: int, ledger: Place | None = None
) -> dict[str, int]:
    """Entries to prizes; raises AssertionError for anything that does not hold."""
    dice = random.Random(seed)
    last = f"t{tables:02d}"
    room = BoardRoom(folder, CONDITIONS, "omaha", tables, ledger, seed, full=(last,))
    try:
        with room.desk.director() as director:
            for n in range(players):
                director.enter(f"Player {n + 1}")
            director.enter("Reserve", reserve=True)
        no_show, away, sold = dice.sample(range(1, players + 1), 3)
        boxes = min(BOXES, -(-players // tables) + 1)
        room.sat_down((no_show, away, sold), boxes)
        with room.desk.director() as director:
            director.replace(sold, players + 1)
            director.begin_session([no_show])
        room.happened.update(["no-show", "away", "reserve"])
        in_play = (players - 1) * CHIPS
        room.play(lambda names: _cut(room, names[0]))
        _pays_although_away(room, away)
        with room.desk.director() as director:
            if director.state.entrants[away].standing == "playing":
                director.seat(away)
        _reader(room, last, "fault")
        room.play(lambda names: _mistake(room, names))
        assert room.state.chips_in_play == in_play
        room.restart()
        with room.desk.director() as director:
            assert director.session_is_over()
            director.end_session()
        room.sat_down((), boxes)
        with room.desk.director() as director:
            director.begin_session()
        turns = 0
        while room.state.playing:
            room.play()
            turns += 1
            if turns == 1:
                _reader(room, last, "clear")
            assert room.state.outcome or room.state.chips_in_play == in_play
            assert turns < 200, "a tournament ends"
        room.until(room.runner.is_over, "boards given back")
        assert all(room.plays_as_before(name) for name in room.tables)
        _compare(room, no_show, sold)
        rounds = room.happened["rounds"]
        return {"players": players, "rounds": rounds, **room.happened}
    finally:
        room.end()


def _cut(room: BoardRoom, name: str) -> None:
    """The board loses its supply while cards are out; the round goes on where it was."""
    room.in_play(name)
    room.tables[name].do("power_cut")
    room.happened["cut board"] += 1


def _reader(room: BoardRoom, name: str, what: str) -> None:
    room.tables[name].do(what, where="box 1", fault="unplugged")
    room.happened["dead reader"] += what == "fault"


def _mistake(room: BoardRoom, names: list[str]) -> None:
    """A wrong amount typed while the round is on: told at once, mended, and the round counts."""
    name = names[-1]
    room.in_play(name)
    with room.desk.director() as director:
        one = director.state.tables()[name][0]
        director.correct(one.number, one.chips + 70_000, "typed into the wrong row")
    room.runner.step()
    assert any("20.14" in line for line in room.runner.troubles), room.runner.troubles
    with room.desk.director() as director:
        one = director.state.entrants[one.number]
        director.correct(one.number, one.chips - 70_000, "the row above was meant")
    room.happened["mistake"] += 1


def _pays_although_away(room: BoardRoom, number: int) -> None:
    """r 20.11: the blinds are taken, the cards folded in turn; nothing else is put in."""
    one = room.state.entrants[number]
    lost = CHIPS - one.chips
    assert one.standing == "playing" and lost in (0, 5000, 10_000), (number, lost)


def _compare(room: BoardRoom, no_show: int, sold: int) -> None:
    """Places by a second model out of what the boards wrote; every cent returned."""
    state = room.state
    assert state.outcome == "finished"
    finishes = _finishes(room)
    winner = [n for n, one in state.entrants.items() if one.chips and n not in (no_show, sold)]
    finishes[winner[0]] = Finish(1_000_000, 1)
    expected = places(finishes, contribution_decides=True)
    placed = {n: one.place for n, one in state.entrants.items() if one.place is not None}
    wrong = {n for n in {*placed, *expected} if placed.get(n) != expected.get(n)}
    assert not wrong, {n: (placed.get(n), expected.get(n)) for n in sorted(wrong)}
    paid = len(state.entrants) - 1  # the fee of whose seat was sold went back (20.10)
    pool = paid * 5000
    assert sum(state.awards.values()) == pool == state.takings.pool
    percents = [45, 25, 15, 10, 5] if paid >= 20 else [60, 30, 10]
    for number, exact in exact_prizes(expected, pool, percents).items():
        assert abs(state.awards.get(number, 0) - exact) < 2


def _held(room: BoardRoom) -> dict[tuple[str, int], dict[int, int]]:
    """{(table, round): {box: chips with which it was opened}}, by the boards' records."""
    held: dict[tuple[str, int], dict[int, int]] = {}
    with Ledger(room.ledger) as ledger:
        chains = [(table, chain) for table in room.tables for chain in ledger.chains(table)]
        for table, chain in chains:
            number = 0
            for entry in ledger.entries(chain, ("round", "join")):
                if entry.kind == "round":
                    number = entry.body[1]
                    held[table, number] = {e[0]: e[1] for e in entry.body[5]}
                else:
                    held[table, number][entry.body[1]] = entry.body[2]
    return held


def _finishes(room: BoardRoom) -> dict[int, Finish]:
    """Who fell when, and with how much: who is out has put in all that the round opened with.

    Hand for hand the same hand at two tables is one moment."""
    held = _held(room)
    rounds: Counter[str] = Counter()
    before: dict[str, int] | None = None  # rounds of each table when hand for hand began
    hands: dict[int, int] = {}
    boxes: dict[int, tuple[str, int]] = {}
    found: dict[int, Finish] = {}
    played: dict[str, tuple[int, int]] = {}
    with room.desk.director() as director:
        events = director.journal.events
    for moment, event in enumerate(events):
        if event["kind"] == "ballot":
            boxes |= {n: (table, box) for n, table, box in event["seats"]}
        elif event["kind"] == "moved":
            boxes[event["number"]] = (event["table"], event["box"])
        elif event["kind"] == "replaced":
            boxes[event["by"]] = boxes[event["number"]]
        elif event["kind"] == "hand_for_hand":
            before = dict(rounds)
        elif event["kind"] == "round":
            rounds[event["table"]] += 1
            if before is not None:
                hand = rounds[event["table"]] - before[event["table"]]
                moment = hands.setdefault(hand, moment)
            played[event["table"]] = moment, event["round"]
            for number, left in event["chips"]:
                if not left:
                    table, box = boxes[number]
                    found[number] = Finish(moment, held[table, event["round"]][box])
        elif event["kind"] == "eliminated":
            for number in (n for group in event["places"] for n in group if n not in found):
                # The round ended while the director's mistake stood: there it was lost
                table, box = boxes[number]
                ended, round = played[table]
                found[number] = Finish(ended, held[table, round][box])
    return found
