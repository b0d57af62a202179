"""What is soldered to the board: buses, links and pins by number, and the clock.

This is the `world` that the fake `machine` is plugged into.
"""

from sim.chips.pin import Wire


class Wiring:
    """Nothing at first; parts are added by number. Pins exist as soon as they are asked for."""

    def __init__(self, clock):
        self.clock = clock
        self._i2c = {}
        self._spi = {}
        self._uart = {}
        self._pins = {}

    def add_i2c(self, number: int, bus):
        """Connect an I2CBus; returns it."""
        return self._add(self._i2c, "I2C", number, bus)

    def add_spi(self, number: int, bus):
        """Connect an SPIBus; returns it."""
        return self._add(self._spi, "SPI", number, bus)

    def add_uart(self, number: int, link):
        """Connect a UART link; returns it."""
        return self._add(self._uart, "UART", number, link)

    def i2c(self, number: int):
        """The bus, or an error that names what is there."""
        return self._get(self._i2c, "I2C", number)

    def spi(self, number: int):
        """The bus, or an error that names what is there."""
        return self._get(self._spi, "SPI", number)

    def uart(self, number: int):
        """The link, or an error that names what is there."""
        return self._get(self._uart, "UART", number)

    def pin(self, number: int) -> Wire:
        """The wire at a pin of the board."""
        if number not in self._pins:
            self._pins[number] = Wire("pin {}".format(number))
        return self._pins[number]

    def _add(self, parts, kind, number, part):
        if number in parts:
            raise ValueError("{} {} is already wired".format(kind, number))
        parts[number] = part
        return part

    def _get(self, parts, kind, number):
        if number not in parts:
            there = ", ".join(str(n) for n in sorted(parts)) or "none"
            raise ValueError("nothing is wired to {} {}; there is: {}".format(kind, number, there))
        return parts[number]
