"""The keypad on a TCA8418: keys count as on an expander, none is lost while the board is busy."""

from cardtable.drivers.key_scanner import KeyScanner
from cardtable.drivers.keypad import KEYS
from sim import paths
from sim.chips.i2c_bus import I2CBus
from sim.chips.tca8418 import ADDRESS, KEY_LCK_EC, TCA8418, ScannedKeypad
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock


class Bench:
    """A scanner on a bus, with fingers and somebody who looks."""

    def __init__(self):
        paths.install()
        import machine  # pyright: ignore[reportMissingImports]

        self.clock = VirtualClock()
        wiring = Wiring(self.clock)
        machine.plug(wiring)
        self.chip = TCA8418(self.clock)
        self.bus = wiring.add_i2c(1, I2CBus(self.clock))
        self.bus.attach(ADDRESS, self.chip)
        self.i2c = machine.I2C(1, freq=400_000, timeout=5_000)
        self.scanner = KeyScanner(self.i2c, ADDRESS)
        self.keys = ScannedKeypad(self.clock, self.chip)
        self.scanner.look()  # sets it up

    def wait(self, ms, every_ms=20):
        """Keys that counted while somebody looked every so often."""
        found = []
        for _ in range(ms // every_ms):
            self.clock.advance_us(every_ms * 1000)
            key = self.scanner.look()
            if key is not None:
                found.append(key)
        return found


def test_every_key_counts_once_by_its_name():
    bench = Bench()
    found = []
    for key in range(len(KEYS)):
        bench.keys.tap(key, 80, bounces=3)
        found += bench.wait(200)
    assert found == list(KEYS)


def test_keys_pressed_while_nobody_looks_come_in_their_order():
    bench = Bench()
    for k in range(5):  # ten events: as many as the chip keeps
        bench.clock.at(k * 150_000, bench.keys.tap, k, 65)
    bench.clock.advance_us(1_000_000)
    assert [bench.scanner.look() for _ in range(6)] == ["1", "2", "3", "4", "5", None]


def test_a_key_of_two_that_are_down_does_not_count_until_it_is_alone():
    bench = Bench()
    bench.keys.press(3)
    assert bench.wait(100) == ["4"]
    bench.keys.press(7)
    assert bench.wait(100) == []
    bench.keys.release(3)
    assert bench.wait(100) == ["8"]
    bench.keys.release(7)
    assert bench.wait(100) == []


def test_a_key_that_comes_up_is_told_as_released():
    bench = Bench()
    bench.keys.press(3)
    bench.wait(100)
    bench.keys.release(3)
    seen = []
    for _ in range(4):
        bench.clock.advance_us(20_000)
        bench.scanner.look()
        seen.append(bench.scanner.released)
    assert seen.count(True) == 1


def test_more_than_it_keeps_is_forgotten_whole_and_the_next_key_counts():
    bench = Bench()
    for k in range(8):
        bench.clock.at(k * 150_000, bench.keys.tap, k, 65)
    bench.clock.advance_us(2_000_000)
    assert [bench.scanner.look() for _ in range(12)] == [None] * 12
    bench.keys.tap(9, 80)
    assert bench.wait(200) == ["10"]


def test_a_chip_that_lost_its_supply_is_set_up_again():
    bench = Bench()
    bench.chip.power_on()
    bench.scanner.look()
    bench.keys.tap(9, 80)
    assert bench.wait(200) == ["10"]


def test_a_scanner_that_is_not_there_is_an_os_error_and_comes_back():
    bench = Bench()
    bench.chip.may_be_absent = True
    bench.chip.is_present = lambda: False
    try:
        bench.scanner.look()
    except OSError:
        pass
    else:
        raise AssertionError("nobody answered")
    bench.chip.may_be_absent = False
    bench.keys.tap(1, 80)
    assert bench.wait(200) == ["2"]


def test_a_key_code_that_no_key_has_is_nothing():
    bench = Bench()
    bench.chip.events += [0x80 | 80, 0x80, 0x80 | 6]  # beyond the columns; none; the sixth of a row
    assert bench.wait(200) == []
    assert bench.i2c.readfrom_mem(ADDRESS, KEY_LCK_EC, 1) == b"\x00"
