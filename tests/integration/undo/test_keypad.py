"""The dealer's keypad takes an entry back, in every game: keys on an emulated chip, real rules."""

from __future__ import annotations

import pytest

from cardtable.drivers.contacts import Debounced
from cardtable.drivers.expander import Expander
from cardtable.drivers.keypad import KEYS, Keypad
from cardtable.ui.panel import Panel
from cardtable.ui.panel_poker import PokerPanel
from sim import paths
from sim.chips import keypad as emulated
from sim.chips.i2c_bus import I2CBus
from sim.chips.pcf8575 import PCF8575
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock
from tests.integration.undo.table import GAMES, Table

paths.install()


class Keys:
    """A keypad before a table of any game; what its keys mean is judged in order."""

    def __init__(self, table: Table) -> None:
        import machine

        self.clock = VirtualClock()
        wiring = Wiring(self.clock)
        bus = wiring.add_i2c(1, I2CBus(self.clock))
        chip = PCF8575()
        bus.attach(0x20, PCF8575())
        bus.attach(0x21, chip)
        self.keypad = emulated.Keypad(self.clock, chip)
        machine.plug(wiring)
        i2c = machine.I2C(1)
        self.table = table
        keys = Keypad(Expander(i2c, 0x21))
        if table.banked:
            self.panel = Panel(
                keys, Expander(i2c, 0x20), Debounced(), table.give, 500, lambda *_: None
            )
        else:
            self.panel = PokerPanel(keys, table.round_port.later)

    def tap(self, *names: str) -> None:
        for name in names:
            self.keypad.tap(KEYS.index(name))
            for _ in range(10):
                self.panel.look()
                self.clock.sleep_ms(20)
        while self.table.round_port.waiting:
            for _ in self.table.round_port.judging():
                pass


@pytest.mark.parametrize("name", GAMES)
def test_dealer_and_declare_take_the_last_entry_back(name):
    table = Table(name, 3)
    table.take_seats()
    keys, first = Keys(table), table.vault.round_at
    undone = 0
    for _ in range(60):
        given = table.next()
        if given is None or undone >= 3:
            break
        before, number = table.state(), table.vault.journal.last
        shown = given[0] in ("show", "collect", "throw", "declare", "begin")
        assert table.give(given), given
        table.dealt(given)
        if table.round.outcome is not None or table.vault.journal.last == number:
            continue
        if table.keyed(given) and not shown:
            keys.tap("dealer", "declare")
            assert table.state() == before, given
            assert table.give(given), "keyed again"
            undone += 1
    assert undone >= 2
    last = [record for record in table.records(first) if record[0] == "taken_back"]
    assert len(last) == undone and {record[1] for record in last} == {"dealer"}
