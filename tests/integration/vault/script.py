"""Rounds for the cut tests, step by step: wagers, hits, payment, change, correction, upgrade.

Canberra Poker as the board plays it: the real croupier, rules, meter and vault. A step is one
input. It depends only on what the table knows, so that after a cut the script goes on from the
first step whose records are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardtable.engine.banked_game import BankedGame
from cardtable.engine.controller import RoundController
from cardtable.jackpot import moves
from cardtable.records import dumps
from cardtable.rules.determinations import settled
from cardtable.rules.places import DEALER
from cardtable.vault.vault import Vault
from tests.integration.vault.devices import MIGRATIONS, OLD_SCHEMA, TABLE, Devices

ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
FLUSH = "Ad Jd 8d 6d 3d"
NOTHING = "Ac Qh Jc 8s 2h"
PAIR = "4c 4d Th 9s 2s"
DEALS = "Ah Kd 7c 5d 3c"  # the dealer plays
DEALS_NOT = "Kh Jh 7d 5c 3s"

CONFIG = {"table": TABLE} | settled("canberra", {"jackpot_wager": 133})


class Table:
    """A vault and a croupier after a start; a step may start them again."""

    def __init__(self, devices: Devices, vault: Vault):
        self.devices = devices
        self.start(vault)

    def start(self, vault: Vault) -> None:
        self.vault = vault
        self.game = BankedGame(CONFIG, _secret, vault.books)
        self.controller = RoundController(vault, self.game)
        self.controller.start()

    def work(self) -> None:
        """What the board does between inputs: second copies, files."""
        while self.vault.work_on():
            pass


def _secret(count: int) -> bytes:
    """The same every time, so that a round seals its cards alike before and after a cut."""
    return bytes(range(count))


Step = Callable[[Table], None]


@dataclass
class Script:
    """Named steps in order."""

    steps: list[tuple[str, Step]] = field(default_factory=list)

    def add(self, name: str, step: Step) -> None:
        self.steps.append((name, step))

    def give(self, *given: object) -> None:
        self.add(str(given), lambda table: _give(table, given))

    def move(self, name: str, make: Callable[[Vault], list]) -> None:
        self.add(name, lambda table: _move(table, make))

    def round(self, hands: dict[int, str], dealer: str, folds: tuple = (), jackpots=True) -> None:
        """One round; every hand that is not folded is bet, shown and declared."""
        for seat in hands:
            self.give("ante", seat, 500)
            if jackpots:
                self.give("jackpot", seat)
        for k in range(5):
            for place, hand in [*hands.items(), (DEALER, dealer)]:
                self.give("card", place, hand.split()[k])
        for seat in hands:
            self.give(*(("fold", seat) if seat in folds else ("bet", seat, None)))
        stay = [seat for seat in hands if seat not in folds]
        if stay:
            self.give("show", DEALER)
        for seat in stay:
            if dealer == DEALS:
                self.give("show", seat)
            if jackpots and hands[seat] not in (NOTHING, PAIR):
                self.give("declare", seat)
        self.give("collect", None)
        self.add("the board has time, the host has it all", _rest)


def _give(table: Table, given: tuple) -> None:
    assert table.controller.give(given), given


def _move(table: Table, make: Callable[[Vault], list]) -> None:
    assert table.controller.move(make(table.vault))


def _rest(table: Table) -> None:
    table.work()
    table.vault.journal.acknowledge(table.vault.journal.last)


def script() -> Script:
    made = Script()
    made.move("a gaming day", lambda vault: moves.open_day(vault.books, "2026-11-16"))
    made.move("a change", lambda vault: moves.change(vault.books, "pool_share", 7_500, "sue"))
    made.round({2: FLUSH, 5: STRAIGHT_FLUSH}, DEALS_NOT)
    made.move("commission", lambda _: [("commission", 0, 500, "NI2005-66 15.2")])
    made.round({1: PAIR}, DEALS, folds=(1,), jackpots=False)  # jackpot wagers are locked now
    made.move("paid", lambda vault: moves.confirm(vault.books, 2, "attendant"))
    made.round({3: ROYAL, 6: PAIR}, DEALS, folds=(6,))
    made.move("paid", lambda vault: moves.confirm(vault.books, 3, "attendant"))
    made.move("set right", lambda vault: moves.correct(vault.books, -50, 250, 0, "sue", "count"))
    made.add("an older firmware and back", _upgrade)
    made.move("little at a time", lambda vault: [("meter_changed", "most_in", 100)])
    made.round({1: NOTHING}, DEALS_NOT, folds=(1,))  # an excessive increment
    made.move("freed", lambda vault: moves.free(vault.books, 90, "sue"))
    made.move("drop", lambda vault: moves.count_drop(vault.books, "2026-11-16", 500, "sue"))
    made.add(
        "a fault", lambda table: table.controller.record(("fault", "panel_silent", "panel", 1))
    )
    return made


def _upgrade(table: Table) -> None:
    """The books as an older firmware kept them, then this firmware again."""
    table.work()
    table.vault.keep_in_schema(OLD_SCHEMA)
    table.start(table.devices.opened(migrations=MIGRATIONS))


def state(vault: Vault) -> tuple:
    """What must be the same after a cut as before or after the record it met."""
    chain = vault.journal.chain
    return chain.epoch, chain.number, chain.last, vault.round_at, dumps(vault.books.dump())
