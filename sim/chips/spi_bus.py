"""An SPI bus with chip selects, and the PN532 at the other end of it.

The PN532 shifts least significant bit first while a Pico can only do most significant bit first,
so the emulated chip sees every byte mirrored, as on the table. Without a selected chip the input
line floats high.
"""

_OVERHEAD_US = 20  # the controller's own work for one transfer (assumed)
_FLOATING = 0xFF

# UM0701-02 6.2.5: the first byte of a transfer
_WRITE = 0x01
_STATUS = 0x02
_READ = 0x03


def _mirror_table():
    table = bytearray(256)
    for value in range(256):
        for bit in range(8):
            if value >> bit & 1:
                table[value] |= 0x80 >> bit
    return bytes(table)


_MIRROR = _mirror_table()


class SPIBus:
    """One bus of the board; `baudrate` and `mode` are set by the controller (`machine.SPI`)."""

    def __init__(self, clock, baudrate: int = 1_000_000):
        self._clock = clock
        self.baudrate = baudrate
        self.mode = (0, 0)
        self._devices = []

    def attach(self, device, select) -> None:
        """Solder a device to the bus; `select` is its chip select wire, active low."""
        self._devices.append((select, device))
        select.watch(device.spi_select)

    def transfer(self, out: bytes, into) -> None:
        """Clock `out` out and fill `into` at the same time."""
        for k in range(len(into)):
            into[k] = _FLOATING
        self._clock.advance_us(len(out) * 8_000_000 // self.baudrate + _OVERHEAD_US)
        for select, device in self._devices:
            if select.level == 0:
                heard = bytearray(len(out))
                device.spi_transfer(out, heard)
                for k in range(len(into)):
                    into[k] &= heard[k]


class SPIChip:
    """A PN532 wired for SPI (mode 0). One chip select period is one transaction."""

    def __init__(self, bus, chip, select):
        self._bus = bus
        self._chip = chip
        self._first = True
        self._operation = 0
        self._reading = b""
        self._written = bytearray()
        bus.attach(self, select)

    def spi_select(self, level: int) -> None:
        """Selected: a new transaction, and a sleeping chip wakes. Deselected: it is complete."""
        if level == 0:
            self._first = True
            self._operation = 0
            self._written = bytearray()
            self._chip.wake()
        elif self._operation == _WRITE:
            self._chip.receive(bytes(self._written))

    def spi_transfer(self, out: bytes, heard) -> None:
        """Bytes pass in both directions while the chip is selected."""
        chip = self._chip
        absent = not chip.is_present() or self._bus.mode != (0, 0)
        for k in range(len(out)):
            if absent:
                heard[k] = _FLOATING
                continue
            heard[k] = 0
            if self._first:
                self._begin(_MIRROR[out[k]])
            elif self._operation == _WRITE:
                self._written.append(_MIRROR[out[k]])
            elif self._operation == _STATUS:
                heard[k] = _MIRROR[1 if chip.ready else 0]
            elif self._operation == _READ and self._reading:
                heard[k] = _MIRROR[self._reading[0]]
                self._reading = self._reading[1:]

    def _begin(self, operation):
        self._first = False
        self._operation = operation & 3
        if self._operation == _READ:
            self._reading = self._chip.take_frame()
