"""The dealer's panel on emulated expanders: keys, chip sensors, bounces, a loose plug."""

from cardtable.drivers.contacts import Debounced
from cardtable.drivers.expander import Expander
from cardtable.drivers.keypad import KEYS, Keypad
from cardtable.ui.panel import Panel
from sim import paths
from sim.chips import keypad as emulated
from sim.chips.i2c_bus import I2CBus
from sim.chips.pcf8575 import PCF8575
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock

paths.install()


class Bench:
    """A panel looked at every 20 ms, as the board does."""

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
        machine.plug(wiring)
        i2c = machine.I2C(1)
        self.given = []
        self.noticed = []
        self.panel = Panel(
            Keypad(Expander(i2c, 0x21)),
            Expander(i2c, 0x20),
            Debounced(),
            self.given.append,
            500,
            lambda code, where: self.noticed.append((code, where)),
        )

    def run(self, ms=200):
        end = self.clock.now_us + ms * 1000
        while self.clock.now_us < end:
            self.panel.look()
            self.clock.sleep_ms(20)

    def tap(self, *names, **how):
        for name in names:
            self.keys.tap(KEYS.index(str(name)), **how)
            self.run(200)
        given, self.given[:] = list(self.given), []
        return given


def test_every_key_alone_is_known_by_its_name():
    bench = Bench()
    seen = []
    bench.panel.input_of = lambda key: seen.append(key)
    for name in KEYS:
        bench.tap(name)
    assert tuple(seen) == KEYS


def test_a_seat_and_an_action_make_an_input():
    bench = Bench()
    assert bench.tap(3, "ante") == [("ante", 3, 500)]
    assert bench.tap(10, "bet") == [("bet", 10, None)]
    assert bench.tap(1, "fold") == [("fold", 1)]
    assert bench.tap("dealer", "show") == [("show", 0)]
    assert bench.tap(4, "show") == [("show", 4)]
    assert bench.tap("dealer", "expose") == [("expose", 0)]
    assert bench.tap(7, "declare") == [("declare", 7)]
    assert bench.tap("collect") == [("collect", None)]
    assert bench.tap(2, "collect") == [("collect", 2)]
    assert bench.tap("void") == [("rule_void", None)]


def test_an_action_without_a_place_does_nothing():
    bench = Bench()
    assert bench.tap("bet", "fold", "show", "ante") == []
    assert bench.tap(3, "clear", "bet") == []
    assert bench.tap("dealer", "bet") == []


def test_the_last_place_chosen_counts():
    assert Bench().tap(3, 4, "bet") == [("bet", 4, None)]


def test_a_place_is_used_once():
    assert Bench().tap(3, "bet", "fold") == [("bet", 3, None)]


def test_bouncing_contacts_make_one_input():
    assert Bench().tap(3, "ante", bounces=6) == [("ante", 3, 500)]


def test_a_key_that_is_held_counts_once():
    assert Bench().tap(3, hold_ms=3000) == []
    bench = Bench()
    bench.tap(3)
    bench.keys.press(KEYS.index("bet"))
    bench.run(5000)
    assert bench.given == [("bet", 3, None)]


def test_two_keys_at_once_count_as_none():
    bench = Bench()
    bench.tap(3)
    bench.keys.press(KEYS.index("bet"))
    bench.keys.press(KEYS.index("fold"))
    bench.run(400)
    assert bench.given == []


def test_a_chip_on_a_sensor_is_a_jackpot_wager_once():
    bench = Bench()
    bench.sensors.pull(4)
    bench.run(1000)
    assert bench.given == [("jackpot", 5)]
    bench.sensors.release(4)
    bench.run(200)
    bench.sensors.pull(4)
    bench.run(200)
    assert bench.given == [("jackpot", 5)] * 2


def test_a_spark_on_a_sensor_is_no_chip():
    bench = Bench()
    for _ in range(20):
        bench.sensors.pull(0)
        bench.panel.look()
        bench.sensors.release(0)
        bench.clock.sleep_ms(20)
        bench.panel.look()
    assert bench.given == []


def test_chips_on_all_ten_sensors_at_once_are_all_seen():
    bench = Bench()
    for pin in range(10):
        bench.sensors.pull(pin)
    bench.run(100)
    assert bench.given == [("jackpot", seat) for seat in range(1, 11)]


def test_chips_and_wagers_that_differ_as_the_cards_begin_are_told():
    class Box:
        def __init__(self, jackpot):
            self.jackpot = jackpot

    bench = Bench()
    bench.sensors.pull(2)
    bench.sensors.pull(6)
    bench.run()
    bench.panel.compare({3: Box(100), 7: Box(0), 9: Box(100), 10: Box(0)})
    assert bench.noticed == [("chip_without_wager", "box 7"), ("wager_without_chip", "box 9")]
