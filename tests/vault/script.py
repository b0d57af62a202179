"""Rounds for the cut tests, step by step: wagers, hits, payment, change, correction, upgrade.

A step makes one durable move. It depends only on what the vault knows, so that after a cut the
script goes on from the step whose records are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardtable.jackpot import moves
from cardtable.records import dumps
from cardtable.vault.vault import Vault
from tests.vault.devices import MIGRATIONS, OLD_SCHEMA, Devices

SECRET = b"0123456789abcdef"


@dataclass
class Table:
    """The vault as it is now; a step may start it again."""

    devices: Devices
    vault: Vault


Step = Callable[[Table], None]


@dataclass
class Script:
    """Named steps in order."""

    steps: list[tuple[str, Step]] = field(default_factory=list)

    def add(self, name: str, step: Step) -> None:
        self.steps.append((name, step))

    def write(self, name: str, make: Callable[[Vault], list], private: bytes | None = None) -> None:
        self.add(name, lambda table: _write(table.vault, make, private))

    def round(self, number: int, jackpots: list, sealed: int = 3, extra: list | None = None):
        """One round: snapshot, wagers, cards under seals, and everything that ends it at once."""
        self.write(
            f"round {number}",
            lambda vault: [
                ("round", number, "canberra", "00ff", None, []),
                ("canberra", vault.books.meter.display, []),
            ],
        )
        for seat, wager, _ in jackpots:
            self.write(
                f"wagers of box {seat}",
                lambda _, seat=seat, wager=wager: [("ante", seat, 500), ("jackpot", seat, wager)],
            )
        for k in range(sealed):
            hidden = SECRET + bytes(range(number, number + k + 1))
            self.write(f"card {k}", lambda _, k=k: [("deal", 1, f"{k:032x}")], hidden)
        self.write(
            f"end of {number}",
            lambda vault: (
                [("settle", 1, 500, 0, "won", "NI2004-492 9.4"), *(extra or [])]
                + [("end", "settled", None)]
                + moves.settle(vault.books, jackpots, lambda _: vault.books.meter.display)
            ),
        )
        self.add(f"host has round {number}", _acknowledge)


def _write(vault: Vault, make: Callable[[Vault], list], private: bytes | None) -> None:
    vault.write_all(make(vault), private)


def _acknowledge(table: Table) -> None:
    table.vault.journal.acknowledge(table.vault.journal.last)


def _lower(table: Table) -> None:
    table.vault.lower_schema(OLD_SCHEMA)


def _restart(table: Table) -> None:
    table.vault = table.devices.opened(migrations=MIGRATIONS)


def script() -> Script:
    made = Script()
    made.write("a gaming day", lambda vault: moves.open_day(vault.books, "2026-11-16"))
    made.round(1, [(1, 100, None), (2, 100, None), (3, 33, None)])
    made.write("a change", lambda vault: moves.change(vault.books, "pool_share", 7_500, "sue"))
    made.round(2, [(1, 100, "flush"), (2, 100, "straight_flush"), (4, 100, None)])
    made.round(3, [], extra=[("commission", 0, 500, "NI2005-66 15.2")])
    made.write("paid", lambda vault: moves.confirm(vault.books, 2, "attendant"))
    made.round(4, [(5, 100, "royal_flush"), (6, 77, None)])
    made.write("paid", lambda vault: moves.confirm(vault.books, 3, "attendant"))
    made.write(
        "a correction", lambda vault: moves.correct(vault.books, -50, 250, 0, "sue", "count of 3")
    )
    made.add("for an older firmware", _lower)
    made.add("upgrade", _restart)
    made.round(5, [(1, 600, None), (2, 600, None)])  # an excessive increment
    made.write("freed", lambda vault: moves.free(vault.books, 900, "sue"))
    made.write("a test", lambda vault: moves.set_mode(vault.books, "test"))
    made.round(6, [(1, 100, "royal_flush"), (2, 100, None)])
    made.write("live", lambda vault: moves.set_mode(vault.books, "live"))
    made.write("the drop", lambda vault: moves.count_drop(vault.books, "2026-11-16", 500, "sue"))
    made.round(7, [(1, 100, None)])
    made.write("a fault", lambda _: [("fault", "reader_silent", "box 3", 1)])
    return made


def state(vault: Vault) -> tuple:
    """What must be the same after a cut as before or after the record it met."""
    chain = vault.journal.chain
    return chain.epoch, chain.number, chain.last, vault.round_at, dumps(vault.books.dump())
