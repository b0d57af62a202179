"""Buses, mux, expander, keypad, pins and the fake `machine` do what the parts do, or raise."""

from sim import paths
from sim.chips.antenna import Antenna
from sim.chips.i2c_bus import EIO, ETIMEDOUT, I2CBus, I2CDevice
from sim.chips.keypad import Keypad
from sim.chips.pcf8575 import PCF8575
from sim.chips.pin import Wire
from sim.chips.spi_bus import SPIBus
from sim.chips.tag import Tag
from sim.chips.tca9548a import TCA9548A
from sim.chips.uart_link import UARTLink
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock

paths.install()


def _board():
    """(the fake machine, its wiring), freshly plugged."""
    import machine  # pyright: ignore[reportMissingImports]

    wiring = Wiring(VirtualClock())
    machine.plug(wiring)
    return machine, wiring


def _error(call, *args, **more):
    """What a call raises."""
    try:
        call(*args, **more)
    except Exception as error:
        return error
    raise AssertionError("it raised nothing")


class Memory(I2CDevice):
    """A small memory with one address byte."""

    def __init__(self):
        self.cells = bytearray(16)
        self.at = 0

    def i2c_write(self, data):
        self.at = data[0]
        for k in range(1, len(data)):
            self.cells[(self.at + k - 1) % 16] = data[k]

    def i2c_read(self, buffer):
        for k in range(len(buffer)):
            buffer[k] = self.cells[(self.at + k) % 16]


def test_a_machine_that_is_not_plugged_in_says_so():
    machine, _ = _board()
    machine.plug(None)
    assert "machine.plug" in str(_error(machine.I2C, 0))
    assert "machine.plug" in str(_error(machine.Pin, 0))


def test_what_is_not_wired_is_named_with_what_there_is():
    machine, wiring = _board()
    wiring.add_i2c(1, I2CBus(wiring.clock))
    assert str(_error(machine.I2C, 0)) == "nothing is wired to I2C 0; there is: 1"
    assert str(_error(machine.SPI, 0)) == "nothing is wired to SPI 0; there is: none"
    assert "UART 3" in str(_error(machine.UART, 3))


def test_a_call_that_the_fake_does_not_know_raises():
    machine, wiring = _board()
    wiring.add_i2c(0, I2CBus(wiring.clock))
    i2c = machine.I2C(0)
    for call in (
        lambda: i2c.write_to(0x24, b""),
        lambda: machine.Timer(0),
        lambda: machine.I2C(0, frequency=1),
        lambda: machine.Pin(3).read(),
        lambda: machine.SPI(0, firstbit=machine.SPI.LSB),
    ):
        assert isinstance(_error(call), (AttributeError, TypeError, NotImplementedError))


def test_i2c_reads_and_writes_devices_and_takes_its_time():
    machine, wiring = _board()
    bus = wiring.add_i2c(0, I2CBus(wiring.clock))
    bus.attach(0x50, Memory())
    i2c = machine.I2C(0, scl=machine.Pin(1), sda=machine.Pin(0), freq=100_000)
    assert i2c.scan() == [0x50]
    i2c.writeto_mem(0x50, 3, b"abc")
    assert i2c.readfrom_mem(0x50, 4, 2) == b"bc"
    assert i2c.writeto(0x50, b"\x05") == 1
    buffer = bytearray(1)
    i2c.readfrom_into(0x50, buffer)
    assert buffer == b"c"
    assert i2c.writevto(0x50, (b"\x00", b"xy")) == 3
    assert i2c.readfrom_mem(0x50, 0, 3) == b"xy\x00"
    before = wiring.clock.now_us
    i2c.readfrom(0x50, 9)  # ten bytes with the address, nine bits each, at 100 kHz: 900 us
    assert 900 <= wiring.clock.now_us - before <= 950


def test_nobody_at_an_address_is_eio_and_a_held_line_is_etimedout():
    machine, wiring = _board()
    bus = wiring.add_i2c(0, I2CBus(wiring.clock))
    device = Memory()
    bus.attach(0x50, device)
    i2c = machine.I2C(0, timeout=7_000)
    assert _error(i2c.writeto, 0x51, b"x").args[0] == EIO
    device.holds_sda = True
    bus.look_again()
    before = wiring.clock.now_us
    assert _error(i2c.readfrom, 0x50, 1).args[0] == ETIMEDOUT
    assert wiring.clock.now_us - before == 7_000
    assert i2c.scan() == []
    device.holds_sda = False
    assert i2c.scan() == [0x50]
    assert "already taken" in str(_error(bus.attach, 0x50, Memory()))


def test_a_mux_connects_its_channels_and_two_at_once_answer_together():
    machine, wiring = _board()
    bus = wiring.add_i2c(0, I2CBus(wiring.clock))
    reset = wiring.pin(9)
    mux = TCA9548A(reset)
    bus.attach(0x70, mux)
    a, b = Memory(), Memory()
    a.cells[0], b.cells[0] = 0b1100, 0b1010
    bus.attach_behind(mux, 0, 0x50, a)
    bus.attach_behind(mux, 5, 0x50, b)
    i2c = machine.I2C(0)
    assert i2c.scan() == [0x70]
    for control, value in ((1 << 0, 0b1100), (1 << 5, 0b1010), (1 << 0 | 1 << 5, 0b1000)):
        i2c.writeto(0x70, bytes((control,)))
        assert i2c.readfrom(0x70, 1)[0] == control
        assert i2c.readfrom_mem(0x50, 0, 1)[0] == value
    i2c.writeto(0x70, b"\x20")
    mux.fault("mux_stuck", -1)
    i2c.writeto(0x70, b"\x01")
    assert i2c.readfrom(0x70, 1)[0] == 0x20
    pin = machine.Pin(9, machine.Pin.OUT)
    pin(0)
    pin(1)
    assert i2c.scan() == [0x70]
    i2c.writeto(0x70, b"\x01")
    assert i2c.scan() == [0x50, 0x70]


def test_a_mux_that_loses_its_supply_connects_nothing_of_what_was_on_its_way_to_it():
    clock = VirtualClock()
    bus = I2CBus(clock)
    mux = TCA9548A()
    bus.attach(0x70, mux)
    bus.write(0x70, b"\x04")
    clock.at(20, mux.fault, "mux_unplugged", -1)
    bus.write(0x70, b"\x02")  # takes 75 us
    assert mux.control == 0
    try:
        bus.write(0x70, b"\x02")
        raise AssertionError("nobody is there")
    except OSError as failure:
        assert failure.args[0] == EIO
    mux.clear("mux_unplugged")
    assert mux.control == 0
    bus.write(0x70, b"\x02")
    assert mux.control == 2


def test_an_expander_pin_is_low_when_its_latch_or_a_contact_pulls_it():
    machine, wiring = _board()
    bus = wiring.add_i2c(1, I2CBus(wiring.clock))
    interrupt = Wire("INT")
    expander = PCF8575(interrupt)
    bus.attach(0x20, expander)
    i2c = machine.I2C(1)
    assert i2c.readfrom(0x20, 2) == b"\xff\xff"
    expander.pull(3)
    expander.pull(10)
    assert interrupt.level == 0
    assert i2c.readfrom(0x20, 2) == b"\xf7\xfb"
    assert interrupt.level == 1
    i2c.writeto(0x20, b"\xfe\x7f")
    assert i2c.readfrom(0x20, 2) == b"\xf6\x7b"
    expander.release(3)
    expander.release(10)
    assert i2c.readfrom(0x20, 4) == b"\xfe\x7f\xfe\x7f"
    assert "pins 0 to 15" in str(_error(expander.pull, 16))


def _down(expander):
    """The keys a row by row scan sees."""
    keys = []
    for row in range(4):
        expander.i2c_write(bytes((0xFF & ~(1 << row), 0xFF)))
        columns = ~expander.pins() >> 4 & 0x1F
        keys += [row * 5 + c for c in range(5) if columns >> c & 1]
    return keys


def test_a_keypad_shows_its_keys_and_the_fourth_of_a_rectangle():
    clock = VirtualClock()
    expander = PCF8575()
    keypad = Keypad(clock, expander)
    assert _down(expander) == []
    for key in range(20):
        keypad.press(key)
        assert _down(expander) == [key]
        keypad.release(key)
    for key in (0, 19):
        keypad.press(key)
    assert _down(expander) == [0, 19]
    keypad.press(4)  # with 0 and 19 the fourth corner seems to be down as well
    assert _down(expander) == [0, 4, 15, 19]
    assert "no such key" in str(_error(keypad.press, 20))


def test_a_key_bounces_as_often_as_it_is_told_and_then_rests():
    clock = VirtualClock()
    expander = PCF8575()
    keypad = Keypad(clock, expander)
    keypad.tap(7, hold_ms=50, bounces=3)
    changes = []
    for _ in range(800):
        changes.append(7 in _down(expander))
        clock.advance_us(100)
    edges = sum(1 for k in range(1, len(changes)) if changes[k] != changes[k - 1])
    assert changes[0] and not changes[-1]
    assert edges == 6 + 1 + 6


def test_a_pin_drives_reads_and_interrupts():
    machine, wiring = _board()
    pin = machine.Pin(5, machine.Pin.OUT, value=0)
    assert pin() == 0 and wiring.pin(5).level == 0
    pin.on()
    assert pin.value() == 1
    pin.toggle()
    assert pin() == 0
    listener = machine.Pin(6, machine.Pin.IN, machine.Pin.PULL_UP)
    assert "input" in str(_error(listener.value, 1))
    heard = []
    listener.irq(lambda p: heard.append(p()), machine.Pin.IRQ_FALLING)
    for level in (0, 1, 0, 0, 1):
        wiring.pin(6).drive(level)
    assert heard == [0, 0]
    listener.irq(None)
    wiring.pin(6).drive(0)
    assert heard == [0, 0]


def test_a_watchdog_that_is_not_fed_resets_the_board_in_the_middle_of_whatever_it_does():
    machine, wiring = _board()
    dog = machine.WDT(timeout=1_000)
    for _ in range(5):
        wiring.clock.sleep_ms(900)
        dog.feed()
    try:
        wiring.clock.sleep_ms(1_100)
    except machine.SimReset:
        pass
    else:
        raise AssertionError("it did not bite")
    assert machine.RESETS[-1] == "watchdog"
    assert "8388" in str(_error(machine.WDT, timeout=9_000))


def test_reset_is_no_exception_that_firmware_could_catch():
    machine, _ = _board()
    assert not issubclass(machine.SimReset, Exception)
    try:
        machine.reset()
    except machine.SimReset:
        return
    raise AssertionError("it did not reset")


def test_an_spi_bus_without_a_selected_chip_floats():
    machine, wiring = _board()
    wiring.add_spi(0, SPIBus(wiring.clock))
    spi = machine.SPI(0, 1_000_000)
    assert spi.read(2) == b"\xff\xff"
    before = wiring.clock.now_us
    spi.write(bytes(10))
    assert 80 <= wiring.clock.now_us - before <= 120
    assert isinstance(_error(spi.write_readinto, b"a", bytearray(2)), ValueError)


def test_serial_bytes_arrive_one_after_the_other_and_a_full_buffer_drops_the_rest():
    machine, wiring = _board()
    link = wiring.add_uart(0, UARTLink(wiring.clock))
    uart = machine.UART(0, 9_600, rxbuf=8)
    assert uart.any() == 0 and uart.read() is None
    link.send(b"hello", 9_600)
    wiring.clock.advance_us(2_500)  # 1042 us a byte
    assert uart.any() == 2
    assert uart.read(1) == b"h"
    wiring.clock.sleep_ms(10)
    buffer = bytearray(8)
    assert uart.readinto(buffer) == 4 and buffer[:4] == b"ello"
    link.send(bytes(12), 9_600)
    wiring.clock.sleep_ms(50)
    assert uart.any() == 8 and link.lost == 4
    before = wiring.clock.now_us
    assert uart.write(b"12345") == 5
    assert wiring.clock.now_us - before == 5 * 10_000_000 // 9_600


def test_a_card_lies_in_one_place():
    a, b = Antenna("a"), Antenna("b")
    card = Tag(b"\x04\x01\x02\x03\x04\x05\x06")
    a.put(card)
    assert "already lies" in str(_error(b.put, card))
    assert "does not lie" in str(_error(b.take, card))
    a.take(card)
    b.put(card)
    assert b.tags == [card] and card.antenna is b
    assert isinstance(_error(Tag, b"\x04\x01"), ValueError)


def test_a_card_can_land_in_the_middle_of_a_transfer():
    machine, wiring = _board()
    bus = wiring.add_i2c(0, I2CBus(wiring.clock))
    bus.attach(0x50, Memory())
    i2c = machine.I2C(0, freq=100_000)
    antenna = Antenna("box")
    landed = []

    def land():
        antenna.put(Tag(b"\x04\x01\x02\x03\x04\x05\x06"))
        landed.append(wiring.clock.now_us)

    wiring.clock.at(300, land)
    i2c.readfrom(0x50, 16)
    assert landed == [300] and wiring.clock.now_us > 1_000
