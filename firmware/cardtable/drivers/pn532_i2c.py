"""A PN532 on I2C, alone on its bus or behind a mux."""

from micropython import const

from cardtable.drivers.pn532_transport import LONGEST_ANSWER, Transport

ADDRESS = const(0x24)  # UM0701-02 6.2.4
_OVERHEAD = const(10)  # status byte, and what frames an answer
_READY = const(1)
_ETIMEDOUT = const(110)  # a line is held: that is no chip that wakes


class I2CTransport(Transport):
    """`route` is the reader's way through the muxes, None when it is alone on its bus."""

    # One buffer for all readers: what was read is copied out before another task runs (Chip.wait,
    # Chip.command and Chip.collect do not pause between look and use).
    _buffer = bytearray(LONGEST_ANSWER + _OVERHEAD)
    _view = memoryview(_buffer)
    _parts = {}
    address = ADDRESS
    _fetched = None  # whose answer is in the buffer

    def __init__(self, i2c, clock, route=None, irq=None, reset=None):
        super().__init__(clock, irq, reset)
        self._i2c = i2c
        self.route = route

    def wake(self):
        """Its own address wakes the chip; it may not acknowledge while it wakes."""
        if self.route is not None:
            self.route.connect()
        try:
            self._i2c.writeto(ADDRESS, b"\x00")
        except OSError as failure:
            if failure.args[0] == _ETIMEDOUT:
                raise

    def ready(self, count=0):
        irq = self._irq
        if irq is not None:
            return not irq()
        if self.route is not None:
            self.route.connect()
        self._i2c.readfrom_into(ADDRESS, self._part(count))
        ready = self._buffer[0] == _READY
        I2CTransport._fetched = self if ready and count > 0 else None
        return ready

    def _read_data(self, count):
        if I2CTransport._fetched is self:
            I2CTransport._fetched = None
        else:
            if self.route is not None:
                self.route.connect()
            self._i2c.readfrom_into(ADDRESS, self._part(count))
        return self._view[1 : count + 1]  # valid until the next read

    def _part(self, count):
        """The buffer for a status byte and `count` bytes; made once for each count."""
        part = self._parts.get(count)
        if part is None:
            part = self._view[: count + 1]
            self._parts[count] = part
        return part

    def carry(self, framebytes):
        if self.route is not None:
            self.route.connect()
        if I2CTransport._fetched is self:
            I2CTransport._fetched = None
        self._i2c.writeto(ADDRESS, framebytes)

    def connect(self):
        if self.route is not None:
            self.route.connect()

    def sends(self, address, data):
        self._i2c.writeto(address, data)

    def reads(self, address, buffer):
        self._i2c.readfrom_into(address, buffer)
