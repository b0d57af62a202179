"""FRAM on I2C: bytes that are kept as soon as they are acknowledged. MB85RC256V and its like.

Two address bytes, then data; the address counts up and wraps at the end of the array (Fujitsu
DS501-00017, "Byte Write", "Page Write", "Random Read"). No write delay, 10^12 cycles a byte.
"""

_TRIES = 3
_PART = 128  # bytes of a transfer, 3 ms at 400 kHz: a reader's poll is not kept waiting for long


class FramLost(Exception):
    """The FRAM does not answer, or does not keep what it is told."""


class Fram:
    """A memory: `size`, `read(at, buffer)`, `write(at, data)`."""

    def __init__(self, i2c, address, size=32768):
        self._i2c = i2c
        self._address = address
        self.size = size

    def read(self, at, buffer):
        """Fill `buffer` from `at`."""
        if len(buffer) <= _PART:
            self._read(at, buffer)
            return
        view = memoryview(buffer)
        for start in range(0, len(buffer), _PART):
            self._read(at + start, view[start : start + _PART])

    def write(self, at, data):
        """Kept when this returns."""
        if len(data) <= _PART:
            self._write(at, data)
            return
        view = memoryview(data)
        for start in range(0, len(data), _PART):
            self._write(at + start, view[start : start + _PART])

    def _read(self, at, part):
        for _ in range(_TRIES):
            try:
                self._i2c.readfrom_mem_into(self._address, at, part, addrsize=16)
                return
            except OSError:
                pass
        raise FramLost("read")

    def _write(self, at, part):
        # Writing the same bytes twice is harmless, so a failed transfer is simply repeated.
        for _ in range(_TRIES):
            try:
                self._i2c.writeto_mem(self._address, at, part, addrsize=16)
                return
            except OSError:
                pass
        raise FramLost("write")

    def keeps(self, at):
        """Whether the byte at `at` can be changed: False when the chip is write-protected."""
        old = bytearray(1)
        self.read(at, old)
        new = bytearray(1)
        self.write(at, bytes((old[0] ^ 0xFF,)))
        self.read(at, new)
        return new[0] != old[0]
