"""The supervisor's key: bounces, broken wires, and which keys of the keypad it unlocks."""

from cardtable.drivers.contacts import Debounced
from cardtable.drivers.expander import Expander
from cardtable.drivers.key_switch import KeySwitch, Supervised
from cardtable.drivers.keypad import KEYS, Keypad
from cardtable.ui.panel import Panel
from sim import paths
from sim.chips import keypad as emulated
from sim.chips.i2c_bus import I2CBus
from sim.chips.key_switch import KeySwitch as Lock
from sim.chips.pcf8575 import PCF8575
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock
from tests.unit.firmware.heap import taken

paths.install()

PIN = 14


class Bench:
    """A key switch and a panel looked at every 20 ms, as the board does."""

    def __init__(self):
        import machine

        self.clock = VirtualClock()
        wiring = Wiring(self.clock)
        bus = wiring.add_i2c(1, I2CBus(self.clock))
        self.sensors = PCF8575()
        keys = PCF8575()
        bus.attach(0x20, self.sensors)
        bus.attach(0x21, keys)
        self.keys = emulated.Keypad(self.clock, keys)
        self.lock = Lock(self.clock, wiring.pin(PIN))
        machine.plug(wiring)
        self.i2c = machine.I2C(1)
        pin = machine.Pin(PIN, machine.Pin.IN, machine.Pin.PULL_UP)
        self.switch = KeySwitch(pin.value)
        self.given = []
        self.refused = []
        self.turns = []
        keypad = Supervised(
            Keypad(Expander(self.i2c, 0x21)), self.switch, self.refused.append, self.turns.append
        )
        self.panel = Panel(
            keypad, Expander(self.i2c, 0x20), Debounced(), self.given.append, 500, print
        )

    def run(self, ms=200):
        end = self.clock.now_us + ms * 1000
        while self.clock.now_us < end:
            self.panel.look()
            self.clock.sleep_ms(20)

    def tap(self, *names):
        for name in names:
            self.keys.tap(KEYS.index(str(name)))
            self.run()
        given, self.given[:] = list(self.given), []
        return given


def test_a_turn_is_told_once_each_way():
    bench = Bench()
    bench.run(1000)
    assert bench.turns == [] and not bench.switch.on
    bench.lock.turn(True)
    bench.run(1000)
    assert bench.turns == [True] and bench.switch.on
    bench.lock.turn(False)
    bench.run(1000)
    assert bench.turns == [True, False] and not bench.switch.on


def test_bounces_make_no_second_turn():
    bench = Bench()
    for bounce_us in (500, 900, 4_700, 11_000):
        bench.lock.turn(True, bounces=9, bounce_us=bounce_us)
        bench.run(500)
        bench.lock.turn(False, bounces=9, bounce_us=bounce_us)
        bench.run(500)
    assert bench.turns == [True, False] * 4


def test_a_spark_is_no_key():
    bench = Bench()
    for _ in range(50):
        bench.lock.turn(True)
        bench.run(30)
        bench.lock.turn(False)
        bench.run(70)
    assert bench.turns == []


def test_the_supervisors_keys_count_only_while_the_key_is_turned():
    bench = Bench()
    assert bench.tap("void") == [] and bench.refused == ["void"]
    bench.lock.turn(True)
    bench.run()
    assert bench.tap("void") == [("rule_void", None)] and bench.refused == ["void"]
    bench.lock.turn(False)
    bench.run()
    assert bench.tap("void") == [] and bench.refused == ["void", "void"]


def test_the_dealers_keys_count_with_and_without_it():
    bench = Bench()
    for on in (False, True):
        bench.lock.turn(on)
        bench.run()
        assert bench.tap(3, "ante") == [("ante", 3, 500)]
        assert bench.tap("dealer", "show") == [("show", 0)]
        assert bench.tap("collect") == [("collect", None)]
    assert bench.refused == []


def test_a_refused_key_leaves_the_chosen_place_as_it_is():
    bench = Bench()
    assert bench.tap(3, "void", "bet") == [("bet", 3, None)]


def test_a_key_on_an_expander_that_falls_silent_is_not_turned():
    bench = Bench()
    expander = Expander(bench.i2c, 0x20)
    switch = KeySwitch(lambda: expander.read() >> 15 & 1)
    told = []

    def look():
        for _ in range(5):
            turned = switch.look()
            if turned is not None:
                told.append(turned)

    look()
    bench.sensors.pull(15)
    look()
    assert told == [True] and switch.on
    bench.sensors.is_present = lambda: False
    look()
    assert told == [True, False] and not switch.on


def test_a_look_allocates_nothing():
    switch = KeySwitch(lambda: 0)
    assert taken(switch.look) in (0, None)
