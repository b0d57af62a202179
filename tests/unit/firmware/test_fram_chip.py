"""The emulated FRAM and the driver of it: addresses, wrap, write protect, cuts, retries."""

from cardtable.vault.fram import Fram as Driver
from cardtable.vault.fram import FramLost
from sim.chips.fram import ADDRESS, LARGE, SIZE, Fram
from sim.chips.i2c_bus import I2CBus
from sim.chips.pin import Wire
from sim.chips.power import Power, PowerCut
from sim.harness.clock import VirtualClock
from tests.unit.firmware.vault_devices import Bus


def wired(power=None, protect=None, size=SIZE):
    """(chip, bus, driver)."""
    bus = I2CBus(VirtualClock())
    chip = Fram(None, power, protect, size)
    bus.attach(ADDRESS, chip)
    return chip, bus, Driver(Bus(bus), ADDRESS, size)


def read(driver, at, count):
    buffer = bytearray(count)
    driver.read(at, buffer)
    return bytes(buffer)


def test_what_is_written_is_read_also_in_long_transfers():
    _, _, driver = wired()
    data = bytes([k % 251 for k in range(1000)])
    driver.write(5, data)
    assert read(driver, 5, 1000) == data and read(driver, 0, 5) == bytes(5)


def test_the_address_counts_on_and_wraps_at_the_end_in_every_way_of_writing():
    for power in (Power(), Power(cut_after=10000)):
        chip, bus, driver = wired(power)
        driver.write(SIZE - 2, b"abcd")
        assert bytes(chip.memory[SIZE - 2 :]) == b"ab" and bytes(chip.memory[:2]) == b"cd"
        bus.write(ADDRESS, b"\x7f\xff")
        buffer = bytearray(3)
        bus.read(ADDRESS, buffer)  # a current-address read goes on from there
        assert bytes(buffer) == b"bcd"
        bus.read(ADDRESS, buffer)
        assert bytes(buffer) == bytes(3)
        assert power.points == 4


def test_a_chip_of_64_kb_keeps_every_byte_apart_and_wraps_at_its_own_end():
    for power in (Power(), Power(cut_after=10000)):
        chip, bus, driver = wired(power, size=LARGE)
        assert chip.size == driver.size == chip.on_the_bench().size == LARGE
        driver.write(SIZE - 2, b"abcd")  # over what is the end of the smaller one
        assert read(driver, SIZE - 2, 4) == b"abcd" and read(driver, 0, 2) == bytes(2)
        driver.write(LARGE - 2, b"efgh")
        assert bytes(chip.memory[LARGE - 2 :]) == b"ef" and bytes(chip.memory[:2]) == b"gh"
        bus.write(ADDRESS, b"\xff\xff")
        buffer = bytearray(3)
        bus.read(ADDRESS, buffer)
        assert bytes(buffer) == b"fgh"


def test_a_chip_of_32_kb_does_not_look_at_the_highest_bit_of_an_address():
    """So a board that believes it has 64 kB would write over its own books."""
    _, bus, _ = wired()
    believes = Driver(Bus(bus), ADDRESS, LARGE)
    believes.write(5, b"books")
    believes.write(SIZE + 5, b"ring!")
    assert read(believes, 5, 5) == b"ring!"


def test_a_chip_is_as_large_as_the_memory_it_is_given_and_there_are_two_sizes():
    assert Fram(bytearray(LARGE)).size == LARGE and Fram(bytearray(SIZE)).size == SIZE
    assert Fram().size == SIZE
    for wrong in (SIZE - 1, 2 * LARGE):
        try:
            Fram(size=wrong)
        except ValueError:
            continue
        raise AssertionError("there is no such chip")


def test_while_wp_is_high_data_is_acknowledged_and_not_kept():
    wire = Wire("WP", 0)
    chip, _, driver = wired(None, wire)
    driver.write(0, b"old")
    assert driver.keeps(100)
    wire.drive(1)
    driver.write(0, b"new")
    assert read(driver, 0, 3) == b"old" and not driver.keeps(100)
    assert chip.written == 4


def test_a_cut_keeps_the_bytes_before_it_and_a_torn_one_is_a_mixture():
    for torn, third in ((False, 0x00), (True, 0xF0)):
        chip, _, driver = wired(Power(2, torn))
        try:
            driver.write(0, b"\xff\xff\xff\xff")
            raise AssertionError("no cut")
        except PowerCut:
            pass
        assert bytes(chip.memory[:4]) == bytes((0xFF, 0xFF, third, 0))
        try:
            driver.write(10, b"x")
            raise AssertionError("the supply is gone")
        except PowerCut:
            pass


def test_a_transfer_that_fails_is_tried_again_and_a_dead_chip_is_told():
    chip, bus, driver = wired()
    before = bus.transactions
    chip.present = False
    for call in (lambda: driver.write(0, b"x"), lambda: driver.read(0, bytearray(1))):
        try:
            call()
            raise AssertionError("answered")
        except FramLost:
            pass
    assert bus.transactions - before == 6


def test_the_time_of_a_transfer_is_that_of_its_bits():
    clock = VirtualClock()
    bus = I2CBus(clock, freq=400_000)
    bus.attach(ADDRESS, Fram())
    Driver(Bus(bus), ADDRESS).write(0, bytes(100))
    bits = (1 + 2 + 100) * 9
    assert bits * 2.5 <= clock.now_us <= bits * 2.5 + 100
