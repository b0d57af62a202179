"""TCA9548A muxes on one I2C bus: exactly one reader connected at a time.

A transport connects its route before each transaction. Before it reads what names a card it also
reads the muxes' registers back: a mux stuck on a channel would put one box's cards into another.
A mux that is off the bus takes only the readers behind it along.
"""

from micropython import const

_RESET_US = const(10)  # data sheet: 6 ns are enough; a pin needs longer
_EIO = const(5)


class Muxes:
    """The muxes at `addresses`; channel n is channel n % 8 of mux n // 8."""

    def __init__(self, i2c, addresses, clock, reset=None):
        self.chosen = -1  # unknown: a warm start finds muxes as they were left
        self.doubtful = -1  # muxes, bit by bit: written, and not read back since
        self._i2c = i2c
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

    def reset(self):
        """Free muxes and bus by RESET; without that pin, choose anew next time."""
        self.chosen = -1
        self.doubtful = -1
        if self._reset is not None:
            self._reset(0)
            self._clock.sleep_us(_RESET_US)
            self._reset(1)

    def choose(self, channel):
        """Connect this channel and disconnect every other."""
        before = self.chosen
        self.chosen = -1  # stays so when something fails half-way
        mine = channel // 8
        for k in range(len(self._addresses)):
            if k != mine and (before < 0 or before // 8 == k):
                try:
                    self._set(k, 0)
                except OSError as failure:
                    if failure.args[0] != _EIO:
                        raise
                    # Nobody there: it connects nothing now. Whether it is back, verify() asks.
        self._set(mine, 1 << channel % 8)
        self.chosen = channel

    def verify(self, channel):
        """Read the registers back that were written; OSError when one is not as chosen."""
        byte = self._byte
        absent = 0
        for k in range(len(self._addresses)):
            if self.doubtful >> k & 1:
                try:
                    self._i2c.readfrom_into(self._addresses[k], byte)
                except OSError as failure:
                    if failure.args[0] != _EIO or k == channel // 8:
                        raise
                    absent |= 1 << k
                    continue
                if byte[0] != (1 << channel % 8 if k == channel // 8 else 0):
                    self.chosen = -1
                    self.doubtful = -1
                    self.astray[k] += 1
                    raise OSError(_EIO)
        self.doubtful = absent

    def try_out(self, k):
        """A technician's test of one mux: 0, -1 when it keeps a channel, or the bus's error.

        Only letting go of every channel is tried: a reader behind one may hold the line.
        """
        self.chosen = -1
        try:
            self._set(k, 0)
            self._i2c.readfrom_into(self._addresses[k], self._byte)
        except OSError as failure:
            return failure.args[0]
        if self._byte[0]:
            self.astray[k] += 1
            return -1
        return 0

    def _set(self, k, value):
        self.doubtful |= 1 << k
        self._byte[0] = value
        self._i2c.writeto(self._addresses[k], self._byte)


class Route:
    """The way to one reader."""

    def __init__(self, muxes, channel):
        self._muxes = muxes
        self._channel = channel

    @property
    def mux(self):
        """As people count them."""
        return self._channel // 8 + 1

    def connect(self):
        """Before every transaction."""
        if self._muxes.chosen != self._channel:
            self._muxes.choose(self._channel)

    def verify(self):
        """Before a read that names a card; OSError when the way leads elsewhere."""
        muxes = self._muxes
        if muxes.chosen != self._channel or muxes.doubtful:
            self.connect()
            muxes.verify(self._channel)
