"""A ledger with a story in it, the same every time: a gaming day of Canberra Poker with hits,
a payment, a correction, faults and irregularities, and a round of Hold-Em at another table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

from cardtable.jackpot import moves
from cardtable.records import Chain
from cardtable.rules.seals import Sealer
from cardtable.vault.vault import Vault
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import DatabaseUrl, Place
from host_tools.scenarios import player
from host_tools.scenarios.reader import read
from sim.roots import ROOT
from tests.integration.vault.devices import TABLE, Devices
from tests.integration.vault.script import DEALS, DEALS_NOT, NOTHING, Script, Table, script

AnyPlace = TypeVar("AnyPlace", Path, DatabaseUrl, Place)
POKER = "t2"
DAY = "2026-11-16"
NOON = 1_794_830_400_000  # 2026-11-16 12:00 UTC
_HOLDEM = ROOT / "tests" / "scenarios" / "rounds" / "holdem-C17-commission-on-the-sum-of-pots.toml"


class _Told:
    """A calendar that was told the time: four seconds a record."""

    def __init__(self) -> None:
        self.vault: Vault | None = None

    def now(self):
        assert self.vault is not None
        return "t", NOON + 4000 * self.vault.journal.chain.number


@cache
def canberra_lines() -> tuple[bytes, ...]:
    """The script of the vault's tests with trouble added, as a real vault wrote it."""
    calendar = _Told()
    devices = Devices(bus=False)
    vault = devices.vault(calendar=calendar)
    vault.journal.keep_bytes = 1 << 20
    calendar.vault = vault
    assert vault.command({"order": "new", "who": "installer", "jackpot": _JACKPOT}) is None
    table = Table(devices, vault)
    lines: list[bytes] = []

    def take() -> None:
        for number in range(len(lines) + 1, vault.journal.last + 1):
            lines.append(vault.journal.get(number))

    made = script()
    steps = [(name, step) for name, step in made.steps if "older firmware" not in name]
    steps += _trouble().steps
    for _, step in steps:
        step(table)
        take()
    return tuple(lines)


_JACKPOT = {
    "pool": 2_000_000,
    "reserve": 300_000,
    "start_up": 1_000_000,
    "pool_share": 8_000,
    "ceiling": 2_000_500,
    "most_in": 1_000,
}


def _trouble() -> Script:
    made = Script()

    def tell(*body: object) -> None:
        made.add(str(body), lambda table: table.controller.record(body))

    tell("boot", "0.1.0", "pico", TABLE, "power")
    tell("fault", "reader_silent", "box 3", 1)
    tell("fault_over", "reader_silent", "box 3")
    tell("irregular", "NI2004-492 14.3", "card_too_many", 3)
    made.add("refused", _bet_without_cards)
    made.move("another day", lambda vault: moves.open_day(vault.books, "2026-11-17"))
    made.round({1: NOTHING, 2: "Ad Jd 8d 6d 3d"}, DEALS, folds=(1,), jackpots=False)
    made.round({1: NOTHING}, DEALS_NOT, folds=(1,), jackpots=False)
    made.give("ante", 4, 500)
    return made


def _bet_without_cards(table: Table) -> None:
    assert not table.controller.give(("bet", 5, None))


class _Sealed(Sealer):
    def __init__(self) -> None:
        super().__init__(bytes(range(16)))


def poker_lines(file: Path = _HOLDEM) -> list[bytes]:
    """The records of a round's file, sealed as a board seals them."""
    plain = player.Open
    player.Open = _Sealed  # type: ignore[misc, assignment]
    try:
        played = player.play(read(file))
    finally:
        player.Open = plain
    chain = Chain(POKER, 1)
    bodies = [
        ("boot", "0.1.0", "pico", POKER, "power"),
        ("day_open", DAY),
        *played.records,
    ]
    return [chain.encode(body, "t", NOON + 5000 * number) for number, body in enumerate(bodies, 1)]


def fill(path: Place, table: str, lines, epoch: int = 1) -> None:
    """`lines` as a sync would have stored them, two minutes after noon."""
    intake = Intake(path, lambda: NOON + 120_000)
    intake.open(table, epoch)
    for line in lines:
        intake.follow(line)
    intake.commit()
    intake.close()


def sample(path: AnyPlace) -> AnyPlace:
    """The whole ledger."""
    fill(path, TABLE, canberra_lines())
    fill(path, POKER, poker_lines())
    return path
