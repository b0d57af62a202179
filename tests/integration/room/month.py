"""A month of several tables, played by the rules themselves: records as boards make them.

Canberra Poker by the real croupier, meter and vault; the games between players by the rounds of
tests/scenarios. Days are opened, boxes counted (sometimes wrongly, sometimes not at all), prizes
hit and paid; some rounds are misdeals, some tables play for a test. From one seed the same.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache

from cardtable.jackpot import moves
from cardtable.records import Chain
from host_tools.scenarios import player
from host_tools.scenarios.reader import read
from sim.roots import ROOT
from tests.integration.ledger.sample import _JACKPOT, _Sealed
from tests.integration.vault import script as rounds
from tests.integration.vault.devices import Devices
from tests.integration.vault.script import DEALS, DEALS_NOT, Script, Table

GAMES = ("canberra", "holdem", "omaha", "draw", "stud")
_HANDS = (
    {2: rounds.FLUSH, 5: rounds.STRAIGHT_FLUSH},
    {1: rounds.PAIR},
    {3: rounds.ROYAL, 6: rounds.PAIR},
    {1: rounds.NOTHING, 4: rounds.PAIR},
    {2: rounds.STRAIGHT_FLUSH},
)
_FILES_A_GAME = 12


@dataclass
class Played:
    """One table: its lines, and what its own vault held at the end (None: it has no jackpot)."""

    name: str
    game: str
    lines: list[bytes] = field(default_factory=list)
    held: int | None = None


def days(first: str, count: int) -> list[str]:
    begin = date.fromisoformat(first)
    return [(begin + timedelta(days=k)).isoformat() for k in range(count)]


def month(tables: int, named: list[str], rounds_a_day: int, seed: int) -> list[Played]:
    made = []
    for number in range(tables):
        game = GAMES[number % len(GAMES)]
        dice = random.Random(seed * 1000 + number)
        name = f"table-{number + 1}"
        play = _canberra if game == "canberra" else _poker
        made.append(play(name, game, named, rounds_a_day, dice))
    return made


class _Clock:
    """Told the time: each record some seconds after the one before, each day at noon."""

    def __init__(self) -> None:
        self.now_ms = 0

    def day(self, day: str) -> None:
        self.now_ms = (date.fromisoformat(day) - date(1970, 1, 1)).days * 86_400_000 + 43_200_000

    def now(self) -> tuple[str, int]:
        self.now_ms += 4000
        return "t", self.now_ms


def _canberra(name: str, game: str, named: list[str], count: int, dice: random.Random) -> Played:
    clock = _Clock()
    clock.day(named[0])
    devices = Devices(bus=False)
    vault = devices.vault(calendar=clock)
    vault.journal.keep_bytes = 1 << 20
    assert vault.command({"order": "new", "who": "installer", "jackpot": _JACKPOT}) is None
    table = Table(devices, vault)
    played = Played(name, game)
    taken = 0
    commission = 0
    chain = Chain(name, 1)

    def take() -> None:
        nonlocal taken, commission
        for number in range(taken + 1, vault.journal.last + 1):
            told = json.loads(vault.journal.get(number))
            taken = number
            body = tuple(told[6:])
            if body[0] == "commission" and vault.books.mode == "live":
                commission += body[2]
            played.lines.append(chain.encode(body, told[3], told[4]))

    for day in named:
        clock.day(day)
        script = Script()
        script.move("day", lambda vault, day=day: moves.open_day(vault.books, day))
        commission = 0
        for _ in range(count):
            hands = dice.choice(_HANDS)
            folds = tuple(seat for seat in hands if dice.random() < 0.2)
            script.round(hands, dice.choice((DEALS, DEALS_NOT)), folds, jackpots=True)
            script.move("paid", _confirm_all)
            if dice.random() < 0.05:
                script.move("corrected", lambda vault: moves.correct(
                    vault.books, -700, 0, 0, "Sue", "counted again"))  # fmt: skip
        for _, step in script.steps:
            step(table)
            take()
        if dice.random() < 0.8:
            wrong = dice.choice((0, 0, 0, -500, 250))
            _tell(table, ("drop", day, max(0, commission + wrong), "Lee"))
            take()
    meter = vault.books.meter
    played.held = meter.pool + meter.reserve + meter.overflow + meter.held + meter.owed()
    return played


def _confirm_all(vault):
    made = []
    for hit, *_ in list(vault.books.meter.pending):
        made += moves.confirm(vault.books, hit, "attendant")
    return made


def _tell(table: Table, body: tuple) -> None:
    table.controller.record(body)


@cache
def _rounds(game: str) -> tuple[tuple[tuple, ...], ...]:
    """Records of whole rounds, sealed as a board seals them."""
    plain, found = player.Open, []
    player.Open = _Sealed  # type: ignore[misc, assignment]
    try:
        for file in sorted((ROOT / "tests" / "scenarios" / "rounds").glob(f"{game}-*.toml")):
            told = read(file)
            if told.rounds or told.game != game or len(found) == _FILES_A_GAME:
                continue
            records = player.play(told).records
            kinds = [one[0] for one in records]
            whole = kinds.count("round") == 1 and kinds.count("end") == 1
            if whole and "taken_back" not in kinds and "mode" not in kinds:
                found.append(tuple(records))
    finally:
        player.Open = plain
    assert len(found) >= 4, game
    return tuple(found)


def _poker(name: str, game: str, named: list[str], count: int, dice: random.Random) -> Played:
    played = Played(name, game)
    chain, clock = Chain(name, 1), _Clock()

    def tell(*body: object) -> None:
        played.lines.append(chain.encode(body, *clock.now()))

    tell("boot", "0.2.0", "pico", name, "power")
    number = 0
    for day in named:
        clock.day(day)
        tell("day_open", day)
        commission = 0
        testing = dice.random() < 0.1
        if testing:
            tell("mode", "test")
        for _ in range(count):
            number += 1
            for record in dice.choice(_rounds(game)):
                body = ("round", number, *record[2:]) if record[0] == "round" else record
                tell(*body)
                if body[0] == "commission" and not testing:
                    commission += int(body[2])
            if dice.random() < 0.1:
                tell("fault", "reader_silent", f"box {dice.randint(1, 9)}", 1)
        if testing:
            tell("mode", "live")
        if dice.random() < 0.8:
            wrong = dice.choice((0, 0, 0, -500, 250))
            tell("drop", day, max(0, commission + wrong), "Lee")
    return played
