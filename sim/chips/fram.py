"""FRAM on I2C: MB85RC256V with 32 kB (Fujitsu DS501-00017), MB85RC512T with 64 kB (DS501-00028).

A write is two address bytes and any number of data bytes, each kept as it is acknowledged; the
address counts up and wraps from the last byte to the first. The smaller chip does not look at the
highest bit of an address: 8000 is its byte 0000. A read goes on from the address. While WP is high
data bytes are acknowledged and not kept.
"""

from sim.chips.i2c_bus import I2CDevice
from sim.chips.power import Power, PowerCut

ADDRESS = 0x50  # A2 to A0 low
SIZE = 32768  # MB85RC256V
LARGE = 65536  # MB85RC512T


class Fram(I2CDevice):
    """One chip. `memory` may be another one's content, and is as large as that; `protect` is the
    wire at WP."""

    def __init__(self, memory=None, power=None, protect=None, size=SIZE):
        self.memory = bytearray(size) if memory is None else memory
        self.size = len(self.memory)
        if self.size not in (SIZE, LARGE):
            raise ValueError("no such chip: {} bytes".format(self.size))
        self._mask = self.size - 1
        self.power = power if power is not None else Power()
        self.present = True
        self.written = 0  # bytes
        self.read = 0
        self._protect = protect
        self._at = 0

    def on_the_bench(self):
        """The chip as a memory that takes no time: for preparing it before the power comes on."""
        return _Bench(self)

    def is_blank(self) -> bool:
        """As it comes from the factory, as far as its first bytes tell."""
        return bytes(self.memory[:64]) == bytes(64)

    def is_present(self) -> bool:
        return self.present

    def i2c_write(self, data: bytes) -> None:
        if len(data) < 2:
            return  # an address that was not finished changes nothing we could see
        self._at = (data[0] << 8 | data[1]) & self._mask
        count = len(data) - 2
        if self.power.is_steady() and self._protect is None and self._at + count <= self.size:
            # The same as byte by byte, when nothing can come between.
            self.memory[self._at : self._at + count] = data[2:]
            self.power.points += count
            self.written += count
            self._at = (self._at + count) & self._mask
            return
        for k in range(2, len(data)):
            self._keep(data[k], "first" if k == 2 else "byte")

    def _keep(self, byte, what):
        at = self._at
        if self._protect is not None and self._protect.level:
            self._at = (at + 1) & self._mask
            return
        if not self.power.point("fram", what, at, byte):
            # Torn: some of the bits have turned, some not.
            self.memory[at] = (self.memory[at] & 0x0F) | (byte & 0xF0)
            raise PowerCut
        self.memory[at] = byte
        self.written += 1
        self._at = (at + 1) & self._mask

    def i2c_read(self, buffer) -> None:
        self.power.check()
        at = self._at
        count = len(buffer)
        if at + count <= self.size:
            buffer[:] = self.memory[at : at + count]
        else:
            for k in range(count):
                buffer[k] = self.memory[(at + k) & self._mask]
        self.read += count
        self._at = (at + count) & self._mask


class _Bench:
    """What the firmware's FRAM driver offers, straight from the chip."""

    def __init__(self, chip):
        self._chip = chip
        self.size = chip.size

    def read(self, at, buffer):
        self._chip.power.check()
        buffer[:] = self._chip.memory[at : at + len(buffer)]

    def write(self, at, data):
        self._chip.i2c_write(at.to_bytes(2, "big") + bytes(data))

    def keeps(self, at):
        self.write(at, bytes((self._chip.memory[at] ^ 0xFF,)))
        return True
