"""A PN532 on I2C, alone on its bus or behind a mux."""

from micropython import const

from cardtable.readers.transport import LONGEST_ANSWER, Transport

ADDRESS = const(0x24)  # UM0701-02 6.2.4
_OVERHEAD = const(10)  # status byte, and what frames an answer
_READY = const(1)


class I2CTransport(Transport):
    """`route()` is called before every transaction to connect the reader's mux channel."""

    def __init__(self, i2c, clock, route=None, irq=None, reset=None):
        super().__init__(clock, irq, reset)
        self._i2c = i2c
        self._route = route
        self._status = bytearray(1)
        self._buffer = bytearray(LONGEST_ANSWER + _OVERHEAD)
        self._view = memoryview(self._buffer)

    def wake(self):
        """Its own address wakes the chip; it may not acknowledge while it wakes."""
        if self._route is not None:
            self._route()
        try:
            self._i2c.writeto(ADDRESS, b"\x00")
        except OSError:
            pass

    def ready(self):
        irq = self._irq
        if irq is not None:
            return not irq()
        if self._route is not None:
            self._route()
        self._i2c.readfrom_into(ADDRESS, self._status)
        return self._status[0] == _READY

    def _read_data(self, count):
        if self._route is not None:
            self._route()
        part = self._view[: count + 1]
        self._i2c.readfrom_into(ADDRESS, part)
        return self._view[1 : count + 1]  # valid until the next read

    def _write_data(self, framebytes):
        if self._route is not None:
            self._route()
        self._i2c.writeto(ADDRESS, framebytes)
