"""Readers on emulated hardware, ready to be scanned: for tests and measurements of one layer.

The chips are reached the way the board reaches them: fake `machine`, mux, transport, exchange.
"""

from cardtable.loop import Loop
from sim import paths
from sim.chips.antenna import Antenna
from sim.chips.i2c_bus import I2CBus
from sim.chips.pn532 import HSU, I2C, I2C_ADDRESS, PN532, SPI
from sim.chips.spi_bus import SPIBus, SPIChip
from sim.chips.tag import Tag
from sim.chips.tca9548a import TCA9548A
from sim.chips.uart_link import HSUChip, UARTLink
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock

MUX_ADDRESSES = (0x70, 0x71)
MUX_RESET_PIN = 22
SELECT_PIN = 17
IRQ_PIN = 16
_BUS_TIMEOUT_US = 5_000


def uid(number: int) -> bytes:
    """A seven-byte UID (04: NXP) that differs from those of other numbers in many bits."""
    mixed = (number * 0x9E3779B1 + 0x7F4A7C15) & 0xFFFFFFFF
    return bytes(
        (4, mixed >> 24, mixed >> 16 & 255, mixed >> 8 & 255, mixed & 255, number & 255, 0x80)
    )


def tag(number: int) -> Tag:
    """A card's tag by number."""
    return Tag(uid(number))


class Rig:
    """A clock, a loop and box readers on I2C bus 0; one alone needs no mux."""

    def __init__(self, boxes: int = 1, freq: int = 400_000, start_us: int = 0):
        paths.install()
        import machine  # pyright: ignore[reportMissingImports]

        from cardtable.drivers.mux import Muxes
        from cardtable.drivers.pn532_transport import use_clock

        self.clock = VirtualClock(start_us)
        self.loop = Loop(self.clock)
        self.wiring = Wiring(self.clock)
        machine.plug(self.wiring)
        use_clock(self.clock)
        self.bus = self.wiring.add_i2c(0, I2CBus(self.clock))
        self.i2c = machine.I2C(0, freq=freq, timeout=_BUS_TIMEOUT_US)
        self.antennas = []
        self.chips = []
        self.readers = []
        self.muxes = []
        self.mux = None
        if boxes > 1:
            wire = self.wiring.pin(MUX_RESET_PIN)
            pin = machine.Pin(MUX_RESET_PIN, machine.Pin.OUT, value=1)
            for address in MUX_ADDRESSES[: (boxes + 7) // 8]:
                mux = TCA9548A(wire)
                self.muxes.append(mux)
                self.bus.attach(address, mux)
            self.mux = Muxes(self.i2c, MUX_ADDRESSES[: len(self.muxes)], self.clock, pin)
        for number in range(boxes):
            self._add_box(number)

    def _add_box(self, number):
        from cardtable.drivers.pn532 import Chip
        from cardtable.drivers.pn532_i2c import I2CTransport
        from cardtable.readers.reader import Reader

        antenna = Antenna("box {}".format(number))
        chip = PN532(self.clock, antenna)
        if self.mux is None:
            self.bus.attach(I2C_ADDRESS, chip)
            route = recover = None
        else:
            self.bus.attach_behind(self.muxes[number // 8], number % 8, I2C_ADDRESS, chip)
            route = self.mux.route(number)
            recover = self.mux.reset
        transport = I2CTransport(self.i2c, self.clock, route)
        self.antennas.append(antenna)
        self.chips.append(chip)
        self.readers.append(Reader(antenna.name, Chip(transport, self.clock), recover))

    def add_shoe(self, link: str = "i2c", irq: bool = False):
        """(reader, chip, antenna): a shoe's reader alone on "i2c", "spi" or "hsu"."""
        from cardtable.drivers.pn532 import Chip
        from cardtable.readers.shoe import ShoeReader

        antenna = Antenna("shoe")
        chip = PN532(self.clock, antenna, {"i2c": I2C, "spi": SPI, "hsu": HSU}[link])
        transport = self.connect(chip, link, irq)
        reader = ShoeReader("shoe", Chip(transport, self.clock), self.clock)
        return reader, chip, antenna

    def connect(self, chip, link: str, irq: bool = False):
        """A transport to `chip` over bus or link number 1."""
        import machine  # pyright: ignore[reportMissingImports]

        pin = None
        if irq:
            chip.drive_irq(self.wiring.pin(IRQ_PIN))
            pin = machine.Pin(IRQ_PIN, machine.Pin.IN, machine.Pin.PULL_UP)
        if link == "i2c":
            from cardtable.drivers.pn532_i2c import I2CTransport

            self.wiring.add_i2c(1, I2CBus(self.clock)).attach(I2C_ADDRESS, chip)
            return I2CTransport(machine.I2C(1, timeout=_BUS_TIMEOUT_US), self.clock, None, pin)
        if link == "spi":
            from cardtable.drivers.pn532_spi import SPITransport

            bus = self.wiring.add_spi(1, SPIBus(self.clock))
            SPIChip(bus, chip, self.wiring.pin(SELECT_PIN))
            select = machine.Pin(SELECT_PIN, machine.Pin.OUT, value=1)
            return SPITransport(machine.SPI(1, 2_000_000), select, self.clock, pin)
        from cardtable.drivers.pn532_hsu import HSUTransport

        HSUChip(self.clock, self.wiring.add_uart(1, UARTLink(self.clock)), chip)
        return HSUTransport(machine.UART(1, 115_200), self.clock)

    def run(self, coro):
        """Run one coroutine to its end on the loop; what it returned."""
        results = []

        def keep():
            results.append((yield from coro))

        self.loop.spawn(keep(), "rig")
        self.loop.run()
        return results[0]

    def scan(self, number: int = 0):
        """(result code, set of UIDs) of one scan of a box."""
        from cardtable.drivers.reader_codes import NO_TAG

        reader = self.readers[number]
        code, count = self.run(reader.scan())
        if code <= NO_TAG:
            reader.note()
        return code, {reader.uid(k) for k in range(count)}
