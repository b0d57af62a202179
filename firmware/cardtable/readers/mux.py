"""TCA9548A muxes on one I2C bus: exactly one reader connected at a time.

Selecting is checked by reading the register back: a mux stuck on a channel would put one box's
cards into another. `route(n)` is what a transport calls before each transaction.
"""

from micropython import const

_RESET_US = const(10)  # data sheet: 6 ns are enough; a pin needs longer
_EIO = const(5)


class Muxes:
    """The muxes at `addresses`; channel n is channel n % 8 of mux n // 8."""

    def __init__(self, i2c, addresses, clock, reset=None):
        self._i2c = i2c
        self._addresses = addresses
        self._clock = clock
        self._reset = reset  # callable pin, active low, common to all
        self._chosen = -1  # unknown: a warm start finds muxes as they were left
        self._byte = bytearray(1)

    def route(self, channel):
        """A call that connects this channel and disconnects every other."""
        if not 0 <= channel < 8 * len(self._addresses):
            raise ValueError("no mux channel " + str(channel))

        def connect():
            if self._chosen != channel:
                self._choose(channel)

        return connect

    def reset(self):
        """Free muxes and bus by RESET; without that pin, choose anew next time."""
        self._chosen = -1
        if self._reset is not None:
            self._reset(0)
            self._clock.sleep_us(_RESET_US)
            self._reset(1)

    def _choose(self, channel):
        before = self._chosen
        self._chosen = -1  # stays so when something fails half-way
        mine = channel // 8
        for k in range(len(self._addresses)):
            if k != mine and (before < 0 or before // 8 == k):
                self._set(self._addresses[k], 0)
        self._set(self._addresses[mine], 1 << channel % 8)
        self._chosen = channel

    def _set(self, address, value):
        byte = self._byte
        byte[0] = value
        self._i2c.writeto(address, byte)
        self._i2c.readfrom_into(address, byte)
        if byte[0] != value:
            raise OSError(_EIO)
