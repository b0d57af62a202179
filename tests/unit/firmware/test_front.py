"""The front of the table as its wiring has it: what is there works, what is not is not loaded."""

from cardtable.jackpot.books import new_books
from cardtable.loop import Loop
from cardtable.startup import front
from sim import paths
from sim.chips.key_switch import KeySwitch
from sim.chips.max7219 import MAX7219
from sim.chips.spi_bus import SPIBus
from sim.chips.wiring import Wiring
from sim.chips.ws2812 import WS2812
from sim.harness.clock import VirtualClock

paths.install()

WIRING = {
    "display": {"spi": 1, "pins": [10, 11, 12, 1000000], "select": 13},
    "lamps": {"pin": 2, "count": 8},
    "key_switch": {"pin": 14},
}


class Ground(Wiring):
    root = ""
    port = None


class Keys:
    """A keypad on which one key was pressed."""

    def __init__(self):
        self.key = "void"

    def look(self):
        return self.key


class Table:
    """What the application has, without a round."""

    def __init__(self):
        import machine

        from cardtable.drivers.board import here

        clock = VirtualClock()
        self.world = Ground(clock)
        self.display = MAX7219(self.world.add_spi(1, SPIBus(clock)), self.world.pin(13))
        self.pixels = WS2812(clock, self.world.pin(2), 8)
        self.key = KeySwitch(clock, self.world.pin(14))
        machine.plug(self.world)
        self.board = here()
        self.loop = Loop(clock)
        self.vault = self.controller = self
        self.books = new_books(4200, 0, 1000, 8000)
        self.stopped = None
        self.delayed = None
        self.round = None
        self.listeners = []
        self.faults = {("reader_silent", "box 2"): 1}
        self.records = []
        self.record = self.records.append


def test_a_table_without_these_parts_does_without_them():
    table = Table()
    keys = Keys()
    assert front.sign(table, {}) is None and front.lamps(table, {}) is None
    assert front.supervised(table, {}, keys, None, None) is keys


def test_sign_and_lamps_show_the_table():
    table = Table()
    for part in (front.sign, front.lamps):
        task = part(table, WIRING)
        assert task is not None
        table.loop.spawn(task.run(), "part")
    table.loop.run_for(300)
    assert table.display.text == "42.00"
    lit = [k for k in range(8) if table.pixels.colours[k] != (0, 0, 0)]
    assert lit == [1]  # the box with the silent reader; seven boxes and the jackpot's lamp
    assert table.display.errors == [] and table.pixels.errors == []


def test_a_supervisors_key_without_the_key_switch_is_refused():
    table = Table()
    turns = []
    refused = []
    keys = front.supervised(table, WIRING, Keys(), refused.append, turns.append)
    assert keys.look() is None
    assert refused == ["void"]
    table.key.turn(True)
    assert [keys.look() for _ in range(3)] == [None, None, "void"]
    assert turns == [True]
