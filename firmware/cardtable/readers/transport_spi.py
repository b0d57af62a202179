"""A PN532 on SPI. The chip shifts the other way round than a Pico can: a table mirrors bytes."""

from micropython import const

from cardtable.readers.transport import LONGEST_ANSWER, Transport

_WRITE = const(0x80)  # 01, 02, 03 of UM0701-02 6.2.5, mirrored
_STATUS = const(0x40)
_READ = const(0xC0)
_READY = const(0x80)  # 01, mirrored
_NOBODY = const(0xFF)  # the line floats: no chip drives it
_EIO = const(5)
_OVERHEAD = const(10)  # operation byte, and what frames an answer
_WAKE_MS = const(2)  # data sheet: the chip is awake 2 ms after it was selected


def _mirror_table():
    table = bytearray(256)
    for value in range(256):
        mirrored = 0
        for bit in range(8):
            if value >> bit & 1:
                mirrored |= 0x80 >> bit
        table[value] = mirrored
    return bytes(table)


_MIRROR = _mirror_table()


class SPITransport(Transport):
    """`select` is the chip select, a callable pin, active low."""

    def __init__(self, spi, select, clock, irq=None, reset=None):
        super().__init__(clock, irq, reset)
        self._spi = spi
        self._select = select
        self._status = bytearray(2)
        self._ask_status = bytes((_STATUS, 0))
        self._buffer = bytearray(LONGEST_ANSWER + _OVERHEAD)
        self._view = memoryview(self._buffer)
        select(1)

    def wake(self):
        """The chip select wakes the chip."""
        self._select(0)
        self._clock.sleep_ms(_WAKE_MS)
        self._select(1)

    def ready(self, count=0):
        irq = self._irq
        if irq is not None:
            return not irq()
        self._transfer(self._ask_status, self._status)
        status = self._status[1]
        if status == _NOBODY:
            raise OSError(_EIO)
        return bool(status & _READY)

    def _read_data(self, count):
        part = self._view[: count + 1]
        for k in range(count + 1):
            part[k] = 0
        part[0] = _READ
        self._transfer(part, part)
        for k in range(1, count + 1):
            part[k] = _MIRROR[part[k]]
        return self._view[1 : count + 1]  # valid until the next read

    def carry(self, framebytes):
        count = len(framebytes)
        part = self._view[: count + 1]
        part[0] = _WRITE
        for k in range(count):
            part[k + 1] = _MIRROR[framebytes[k]]
        self._transfer(part, part)

    def _transfer(self, out, into):
        self._select(0)
        try:
            self._spi.write_readinto(out, into)
        finally:
            self._select(1)
