"""TCA9548A muxes on one I2C bus: exactly one reader connected at a time.

A transport connects its route before each transaction. What is written to a mux is read back at
once: one that is stuck on a channel would lead a command to another box's chip, which then loses
count of its cards. A mux that is off the bus takes only the readers behind it along; while it is,
each transaction begins with a look whether it is back, with a channel still connected.
"""

import micropython
from micropython import const

_RESET_US = const(10)  # data sheet: 6 ns are enough; a pin needs longer
_EIO = const(5)
_ASTRAY = const(71)  # EPROTO: a mux connected something else (reader.py knows it, too)
# What a mux is told, by channel: literals, which stay out of the heap
_SELECT = (b"\x01", b"\x02", b"\x04", b"\x08", b"\x10", b"\x20", b"\x40", b"\x80")


class Muxes:
    """The muxes at `addresses`; channel n is channel n % 8 of mux n // 8."""

    def __init__(self, i2c, addresses, clock, reset=None):
        self.chosen = -1  # unknown: a warm start finds muxes as they were left
        self.absent = 0  # muxes, bit by bit: off the bus when they were spoken to last
        self._i2c = i2c
        self.write = i2c.writeto  # bound once: this is done hundreds of times a second
        self.read = i2c.readfrom_into
        self._addresses = addresses
        self._clock = clock
        self._reset = reset  # callable pin, active low, common to all
        self._byte = bytearray(1)
        self.astray = [0] * len(addresses)  # by mux: times its register was not as chosen

    def route(self, channel):
        """The way to one channel, for a transport."""
        if not 0 <= channel < 8 * len(self._addresses):
            raise ValueError("no mux channel " + str(channel))
        return Route(self, channel)

    def address_of(self, channel):
        """Of the mux that has this channel."""
        return self._addresses[channel >> 3]

    def reset(self):
        """Free muxes and bus by RESET; without that pin, choose anew next time."""
        self.chosen = -1
        if self._reset is not None:
            self._reset(0)
            self._clock.sleep_us(_RESET_US)
            self._reset(1)

    @micropython.native
    def switch(self, route):
        """The same by a route, in a hurry: the usual change, from one channel of a mux to another
        of the same."""
        before = self.chosen
        channel = route.channel
        if before < 0 or self.absent or before >> 3 != channel >> 3:
            if before == channel:
                self.look_for_absent()
            else:
                self.choose(channel)
            return
        self.chosen = -1
        address = self._addresses[channel >> 3]
        select = _SELECT[channel & 7]
        back = self._byte
        try:
            self.write(address, select)
            self.read(address, back)
        except OSError as failure:
            if failure.args[0] == _EIO:
                self.absent |= 1 << (channel >> 3)
            raise failure
        if back != select:
            self._led_astray(before >> 3)
        self.chosen = channel

    def choose(self, channel):
        """Connect this channel and disconnect every other."""
        before = self.chosen
        self.chosen = -1  # stays so when something fails half-way
        mine = channel >> 3
        if before < 0 or before >> 3 != mine:
            k = len(self._addresses)
            while k:
                k -= 1
                if k != mine and (before < 0 or before >> 3 == k):
                    self._tell(k, 0)  # one that is absent connects nothing, as far as one can know
        if not self._tell(mine, 1 << (channel & 7)):
            raise OSError(_EIO)
        self.chosen = channel

    def look_for_absent(self):
        for k in range(len(self._addresses)):
            if self.absent >> k & 1:
                self._is_back(k)

    def try_out(self, k):
        """A technician's test of one mux: 0, -1 when it keeps a channel, or the bus's error.

        Only letting go of every channel is tried: a reader behind one may hold the line.
        """
        self.chosen = -1
        astray = self.astray[k]
        try:
            return 0 if self._tell(k, 0) else _EIO
        except OSError as failure:
            return failure.args[0] if self.astray[k] == astray else -1

    def _tell(self, k, value):
        """Write a register and read it back: False when the mux is off the bus.

        OSError when it connects something else, or when the bus is down.
        """
        if self.absent >> k & 1 and not self._is_back(k):
            return False
        byte = self._byte
        byte[0] = value
        address = self._addresses[k]
        try:
            self._i2c.writeto(address, byte)
            self._i2c.readfrom_into(address, byte)
        except OSError as failure:
            if failure.args[0] != _EIO:
                raise failure  # machine code knows no bare `raise`
            self.absent |= 1 << k
            return False
        if byte[0] != value:
            self._led_astray(k)
        return True

    def _is_back(self, k):
        """Whether an absent mux is there again.

        OSError when it had a channel connected all the while: two chips may have heard the same.
        """
        try:
            self._i2c.readfrom_into(self._addresses[k], self._byte)
        except OSError as failure:
            if failure.args[0] != _EIO:
                raise
            return False
        self.absent ^= 1 << k
        if self._byte[0]:
            self._led_astray(k)
        return True

    def _led_astray(self, k):
        self.chosen = -1
        self.astray[k] += 1
        raise OSError(_ASTRAY)


class Route:
    """The way to one reader."""

    def __init__(self, muxes, channel):
        self.muxes = muxes
        self.channel = channel

    @property
    def mux(self):
        """As people count them."""
        return self.channel // 8 + 1

    def connect(self):
        """Before every transaction; OSError when the way leads elsewhere."""
        muxes = self.muxes
        if muxes.chosen != self.channel:
            muxes.switch(self)
        elif muxes.absent:
            muxes.look_for_absent()
