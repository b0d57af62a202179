# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""A PN532 on SPI. The chip shifts the other way round than a Pico can: a table mirrors bytes."""

import micropython
from micropython import const

from cardtable.drivers.pn532_transport import LONGEST_ANSWER, Transport

_WRITE = const(0x80)  # 01, 02, 03 of UM0701-02 6.2.5, mirrored
_STATUS = const(0x40)
_READ = const(0xC0)
_READY = const(0x80)  # 01, mirrored
_NOBODY = const(0xFF)  # the line floats: no chip drives it
_EIO = const(5)
_OVERHEAD = const(10)  # operation byte, and what frames an answer
_WAKE_MS = const(2)  # data sheet: the chip is awake 2 ms after it was selected

# A literal: what is reckoned lies in the heap
_MIRROR = (
    b"\x00\x80\x40\xc0\x20\xa0\x60\xe0\x10\x90\x50\xd0\x30\xb0\x70\xf0"
    b"\x08\x88\x48\xc8\x28\xa8\x68\xe8\x18\x98\x58\xd8\x38\xb8\x78\xf8"
    b"\x04\x84\x44\xc4\x24\xa4\x64\xe4\x14\x94\x54\xd4\x34\xb4\x74\xf4"
    b"\x0c\x8c\x4c\xcc\x2c\xac\x6c\xec\x1c\x9c\x5c\xdc\x3c\xbc\x7c\xfc"
    b"\x02\x82\x42\xc2\x22\xa2\x62\xe2\x12\x92\x52\xd2\x32\xb2\x72\xf2"
    b"\x0a\x8a\x4a\xca\x2a\xaa\x6a\xea\x1a\x9a\x5a\xda\x3a\xba\x7a\xfa"
    b"\x06\x86\x46\xc6\x26\xa6\x66\xe6\x16\x96\x56\xd6\x36\xb6\x76\xf6"
    b"\x0e\x8e\x4e\xce\x2e\xae\x6e\xee\x1e\x9e\x5e\xde\x3e\xbe\x7e\xfe"
    b"\x01\x81\x41\xc1\x21\xa1\x61\xe1\x11\x91\x51\xd1\x31\xb1\x71\xf1"
    b"\x09\x89\x49\xc9\x29\xa9\x69\xe9\x19\x99\x59\xd9\x39\xb9\x79\xf9"
    b"\x05\x85\x45\xc5\x25\xa5\x65\xe5\x15\x95\x55\xd5\x35\xb5\x75\xf5"
    b"\x0d\x8d\x4d\xcd\x2d\xad\x6d\xed\x1d\x9d\x5d\xdd\x3d\xbd\x7d\xfd"
    b"\x03\x83\x43\xc3\x23\xa3\x63\xe3\x13\x93\x53\xd3\x33\xb3\x73\xf3"
    b"\x0b\x8b\x4b\xcb\x2b\xab\x6b\xeb\x1b\x9b\x5b\xdb\x3b\xbb\x7b\xfb"
    b"\x07\x87\x47\xc7\x27\xa7\x67\xe7\x17\x97\x57\xd7\x37\xb7\x77\xf7"
    b"\x0f\x8f\x4f\xcf\x2f\xaf\x6f\xef\x1f\x9f\x5f\xdf\x3f\xbf\x7f\xff"
)


class SPITransport(Transport):
    """`select` is the chip select, a callable pin, active low."""

    # One for all readers, as on I2C: what was read is used before another task runs.
    _status = bytearray(2)
    _ask_status = bytes((_STATUS, 0))
    _buffer = bytearray(LONGEST_ANSWER + _OVERHEAD)
    _view = memoryview(_buffer)
    _parts = {}

    def __init__(self, spi, select, clock, irq=None, reset=None):
        super().__init__(clock, irq, reset)
        self._both = spi.write_readinto  # bound once: this is done hundreds of times a second
        self._select = select
        select(1)

    def wake(self):
        """The chip select wakes the chip."""
        self._select(0)
        self.clock.sleep_ms(_WAKE_MS)  # type: ignore[union-attr]
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
        part = self._part(count + 1)
        part[0] = _READ
        self._transfer(part, part)
        _mirror(part, part, _MIRROR, 1, count + 1)
        return self._view[1 : count + 1]  # valid until the next read

    def carry(self, framebytes):
        count = len(framebytes)
        part = self._part(count + 1)
        _mirror_to(framebytes, part, _MIRROR, count)
        part[0] = _WRITE
        self._transfer(part, part)

    def _part(self, count):
        """The buffer for `count` bytes; made once for each count."""
        part = self._parts.get(count)
        if part is None:
            part = self._view[:count]
            self._parts[count] = part
        return part

    def _transfer(self, out, into):
        select = self._select
        select(0)
        try:
            self._both(out, into)
        finally:
            select(1)

    # In a hurry: as pn532_transport.py has it, without a mux

    def connect(self):
        """A chip select is all there is to it."""

    def sends(self, address, data):
        self.carry(data)

    def reads(self, address, buffer):
        status = self._status
        self._transfer(self._ask_status, status)
        if status[1] == _NOBODY:
            raise OSError(_EIO)
        if not status[1] & _READY:
            buffer[0] = 0
            return
        count = len(buffer)
        if count > 1:
            part = self._part(count)
            part[0] = _READ
            self._transfer(part, part)
            _mirror(part, buffer, _MIRROR, 1, count)
        buffer[0] = 1


@micropython.viper
def _mirror(out: ptr8, into: ptr8, table: ptr8, at: int, end: int):
    while at < end:
        into[at] = table[out[at]]
        at += 1


@micropython.viper
def _mirror_to(out: ptr8, into: ptr8, table: ptr8, count: int):
    """One byte on: the first is the operation."""
    while count > 0:
        into[count] = table[out[count - 1]]
        count -= 1
