"""The jackpot sign: an emulated MAX7219 that checks every word it is sent, and what it says."""

from cardtable.jackpot.books import new_books
from cardtable.loop import Loop
from cardtable.ui.jackpot_display import JackpotDisplay
from sim import paths
from sim.chips.max7219 import MAX7219
from sim.chips.spi_bus import SPIBus
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock
from tests.unit.firmware.heap import taken

paths.install()

SELECT = 13


class Waiting:
    """Faces that wait, as far as the sign looks at them."""

    def __init__(self, scope):
        self.scope = scope


class Kept:
    """A vault, as far as the sign looks at it: real books, and whether play has stopped."""

    def __init__(self):
        self.books = new_books(1234567, 0, 1000000, 8000)
        self.stopped: tuple = None  # type: ignore[assignment]
        self.delayed: Waiting | None = None


class Bench:
    def __init__(self, hz=1_000_000):
        import machine

        self.clock = VirtualClock()
        wiring = Wiring(self.clock)
        self.bus = wiring.add_spi(1, SPIBus(self.clock))
        self.sign = MAX7219(self.bus, wiring.pin(SELECT))
        machine.plug(wiring)
        self.spi = machine.SPI(1, hz)
        self.select = machine.Pin(SELECT, machine.Pin.OUT, value=1)

    def driver(self):
        from cardtable.drivers.max7219 import Max7219  # imports micropython

        return Max7219(self.spi, self.select)

    def task(self):
        self.loop = Loop(self.clock)
        self.vault = Kept()
        self.task_ = JackpotDisplay(self.loop, self.driver(), self.vault)
        self.loop.spawn(self.task_.run(), "display")
        self.loop.run_for(500)
        return self.task_

    def raw(self, *words):
        for word in words:
            self.select.value(0)
            self.spi.write(bytes(word))
            self.select.value(1)

    def heard_within(self, ms):
        """Every text that was shown."""
        seen = []
        for _ in range(ms // 50):
            self.loop.run_for(50)
            if not seen or seen[-1] != self.sign.text:
                seen.append(self.sign.text)
        return seen


# ---- the chip


def test_the_emulated_chip_is_dark_until_it_is_told_otherwise():
    bench = Bench()
    assert bench.sign.text == "" and not bench.sign.lit
    bench.raw((0x0C, 1))
    assert bench.sign.lit and len(bench.sign.text.replace(".", "")) == 1  # one digit is scanned
    assert bench.sign.errors == []


def test_the_emulated_chip_decodes_code_b_digit_by_digit():
    bench = Bench()
    bench.raw((0x0C, 1), (0x0B, 7), (0x09, 0xFF))
    for place, value in enumerate((7, 6, 0x80 | 5, 4, 3, 2, 1, 15)):
        bench.raw((1 + place, value))
    assert bench.sign.text == "12345.67"
    bench.raw((0x09, 0xFE), (1, 0x3D))  # the rightmost alone as plain segments
    assert bench.sign.text == "12345.6d".replace("1", "I").replace("5", "S")
    assert bench.sign.errors == []


def test_the_emulated_chip_complains_about_what_the_data_sheet_does_not_allow():
    bench = Bench()
    bench.raw((1,), (1, 2, 3), (0x0D, 0), (0x1C, 1), (0x0B, 9))
    told = " | ".join(bench.sign.errors)
    for words in ("1 bytes", "3 bytes", "no register 0xd", "0x1c mean nothing", "too much"):
        assert words in told, told
    fast = Bench(20_000_000)
    fast.raw((0, 0))
    assert "20000000 Hz" in fast.sign.errors[0]
    wrong = Bench()
    wrong.bus.mode = (1, 1)
    wrong.raw((0, 0))
    assert "(1, 1)" in wrong.sign.errors[0]


def test_what_is_shifted_in_counts_only_when_the_select_line_rises():
    bench = Bench()
    bench.driver()
    bench.select.value(0)
    bench.spi.write(bytes((0x0C, 0)))
    assert bench.sign.lit
    bench.select.value(1)
    assert not bench.sign.lit


# ---- the driver


def test_amounts_are_read_as_they_are_meant():
    bench = Bench()
    driver = bench.driver()
    for cents, text in (
        (0, "0.00"),
        (7, "0.07"),
        (10, "0.10"),
        (123, "1.23"),
        (1234567, "12345.67"),
        (99999999, "999999.99"),
        (100000000, "1000000"),
        (9999999999, "99999999"),
        (10000000000, "-" * 8),
        (-1, "-" * 8),
        (5, "0.05"),
    ):
        driver.amount(cents)
        assert bench.sign.text == text, (cents, bench.sign.text)
    assert bench.sign.errors == []


def test_every_amount_is_read_back_to_the_cent():
    bench = Bench()
    driver = bench.driver()
    cents = 1
    while cents < 100000000:
        driver.amount(cents)
        dollars, rest = bench.sign.text.split(".")
        assert int(dollars) * 100 + int(rest) == cents and len(rest) == 2
        cents = cents * 7 // 3 + 1
    assert bench.sign.errors == []


def test_words_are_read_as_they_are_meant():
    bench = Bench()
    driver = bench.driver()
    for word in ("PEnd", "OPEN", "tESt", "StOP", "--------", "bAY", "HArboUr", "JULY-FG", "nCt"):
        driver.word(word)
        assert bench.sign.text == word
    assert bench.sign.errors == []


def test_nothing_is_seen_before_everything_is_set():
    """At power-up the digits hold anything: the register that lights them comes last."""
    bench = Bench()
    seen = []
    load = bench.sign._load

    def watched(register, value):
        load(register, value)
        seen.append(bench.sign.text)

    bench.sign._load = watched
    bench.driver()
    assert seen == [""] * len(seen) and len(seen) == 13


def test_only_digits_that_changed_are_written():
    bench = Bench()
    driver = bench.driver()
    driver.amount(1234567)
    before = bench.sign.loads
    driver.amount(1234567)
    assert bench.sign.loads == before
    driver.amount(1234568)
    assert bench.sign.loads == before + 1
    driver.amount(1234600)
    assert bench.sign.loads == before + 4


def test_brightness_and_shutdown_are_registers_of_their_own():
    bench = Bench()
    driver = bench.driver()
    driver.amount(4200)
    driver.intensity = 3
    driver.refresh()
    assert bench.sign.intensity == 3
    driver.lit = 0
    driver.refresh()
    assert bench.sign.text == ""
    driver.lit = 1
    driver.refresh()
    assert bench.sign.text == "42.00"
    assert bench.sign.errors == []


# ---- the task


def test_the_sign_follows_the_meter():
    bench = Bench()
    bench.task()
    assert bench.sign.text == "12345.67"
    bench.vault.books.apply(("meter_in", 400, 100, 0, 0))
    bench.loop.run_for(200)
    assert bench.sign.text == "12349.67"
    assert bench.sign.errors == []


def test_a_pending_major_prize_takes_turns_with_the_frozen_amount():
    """NI2004-492 r 11.3: the amount that was hit stays on the sign until it is paid."""
    bench = Bench()
    bench.task()
    books = bench.vault.books
    books.apply(("jackpot_hit", 3, "royal_flush", 1234567, 1234567, 0, 0))
    assert books.meter.pool == 0
    bench.loop.run_for(150)
    seen = bench.heard_within(10_000)
    assert seen[:4] == ["PEnd", "12345.67", "PEnd", "12345.67"] and len(seen) >= 6, seen
    books.apply(("jackpot_confirmed", 1, "attendant"))
    books.apply(("meter_seed", 0, 1000000, 0))
    assert bench.heard_within(4_000)[-1] == "10000.00"
    assert len(bench.heard_within(4_000)) == 1
    books.apply(("jackpot_hit", 3, "royal_flush", 1000000, 1000000, 0, 0))
    bench.loop.run_for(200)
    assert bench.sign.text == "PEnd"


def test_hands_that_are_released_later_are_announced_in_turn_with_the_amount():
    bench = Bench()
    bench.task()
    bench.vault.delayed = Waiting("all")
    seen = bench.heard_within(10_000)
    assert set(seen) == {"SEEn", "12345.67"} and len(seen) >= 4, "in turn"
    bench.vault.books.apply(("jackpot_hit", 3, "royal_flush", 1234567, 1234567, 0, 0))
    assert "SEEn" not in bench.heard_within(10_000)[1:], "a prize comes first"
    bench = Bench()
    bench.task()
    bench.vault.delayed = Waiting("never")  # older rounds wait, this one will not
    assert bench.heard_within(10_000) == ["12345.67"]


class Leased:
    """A link to a pool of several tables, as far as the sign looks at it (service/lease.py)."""

    amount = 7777700
    says = "noPot"

    def word(self):
        return self.says


def test_a_linked_sign_says_that_there_is_no_lease_and_which_table_has_won():
    bench = Bench()
    bench.task()
    bench.vault.books.link = Leased()  # type: ignore[assignment]
    bench.loop.run_for(150)
    seen = bench.heard_within(10_000)
    assert seen[:4] == ["noPot", "77777.00", "noPot", "77777.00"] and len(seen) >= 6, seen
    bench.vault.books.link.says = None  # type: ignore[union-attr]
    bench.loop.run_for(1600)
    assert bench.heard_within(4_000) == ["77777.00"]  # not what lies in its own meter
    bench.vault.books.link.says = "bAY"  # type: ignore[union-attr]
    bench.loop.run_for(150)
    assert set(bench.heard_within(4_000)) == {"bAY", "77777.00"}
    bench.vault.books.link.amount = None  # type: ignore[union-attr]
    bench.vault.books.link.says = "noPot"  # type: ignore[union-attr]
    bench.loop.run_for(1600)
    assert set(bench.heard_within(4_000)) == {"noPot", "0.00"}  # nobody has told it yet
    assert bench.sign.errors == []


def test_stopped_play_and_test_rounds_are_said_before_any_amount():
    bench = Bench()
    bench.task()
    bench.vault.books.apply(("mode", "test"))
    assert bench.heard_within(3_000)[-1] == "tESt"
    bench.vault.stopped = ("fram_lost", "fram")
    assert bench.heard_within(3_000)[-1] == "StOP"
    bench.vault.stopped = None  # type: ignore[assignment]
    bench.vault.books.apply(("mode", "live"))
    assert bench.heard_within(3_000)[-1] == "12345.67"


def test_a_technician_sees_every_segment_and_then_the_amount_again():
    bench = Bench()
    task = bench.task()
    task.testing = 1
    bench.loop.run_for(200)
    assert bench.sign.text == "8." * 8
    task.testing = 0
    bench.loop.run_for(200)
    assert bench.sign.text == "12345.67"


def test_a_display_that_was_unplugged_comes_back_by_itself():
    bench = Bench()
    bench.task()
    bench.sign.unplug()
    bench.loop.run_for(5_000)
    assert bench.sign.text == ""
    bench.sign.plug()
    seen = bench.heard_within(3_000)
    assert seen[-1] == "12345.67"
    assert [text for text in seen if text not in ("", "12345.67")] == []  # never half an amount


def test_every_register_that_a_spark_changes_is_healed():
    bench = Bench()
    bench.task()
    for register in list(range(1, 9)) + [0x09, 0x0A, 0x0B, 0x0C, 0x0F]:
        for value in (0, 1, 7, 0x0F):
            bench.sign.glitch(register, value & 1 if register in (0x0C, 0x0F) else value & 7)
            bench.loop.run_for(2_500)
            assert bench.sign.text == "12345.67", register
            assert bench.sign.intensity == 8
    assert bench.sign.errors == []


def test_a_tick_allocates_nothing_once_it_is_warm():
    from cardtable.drivers.max7219 import Max7219

    class Deaf:
        def write(self, data):
            pass

        def value(self, level):
            pass

    class Still:
        def ticks_ms(self):
            return 5

        def ticks_diff(self, end, start):
            return 3000  # a refresh and a turn at every tick

    class Pump:
        clock = Still()

    vault = Kept()
    task = JackpotDisplay(Pump, Max7219(Deaf(), Deaf()), vault)
    for state in ("amount", "pending", "stopped"):
        if state == "pending":
            vault.books.apply(("jackpot_hit", 3, "royal_flush", 1234567, 1234567, 0, 0))
        elif state == "stopped":
            vault.stopped = ("fram_lost", "fram")
        assert taken(task.tick) in (0, None), state
    assert taken(lambda: bytearray(9)) != 0  # it would have been noticed
