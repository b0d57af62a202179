"""PCF8575: sixteen quasi-bidirectional pins on I2C (chip sensors, key switch, keypad).

Two bytes written set the port latch (P00 to P07, then P10 to P17); two bytes read give the pins.
A pin is low when its latch is 0 or something outside pulls it; a latch of 1 is only a weak
pull-up, which is how a pin becomes an input. After power on every latch is 1.
"""

from sim.chips.i2c_bus import I2CDevice

ALL_PINS = 0xFFFF


class PCF8575(I2CDevice):
    """One expander. `loads` are the parts on its pins: each maps latches to pins held low."""

    def __init__(self, interrupt=None):
        self.latch = ALL_PINS
        self._pulled = 0
        self._loads = []
        self._seen = ALL_PINS
        self._interrupt = interrupt  # INT, open drain: low from a change until the next access

    def connect(self, load) -> None:
        """Solder a part to it: `load.pull(low)` returns `low` with more pins pulled low."""
        self._loads.append(load)

    def pull(self, pin: int) -> None:
        """A contact to ground closes (a chip lies on its sensor, the key is turned)."""
        self._pulled |= self._bit(pin)
        self.changed()

    def release(self, pin: int) -> None:
        """The contact opens."""
        self._pulled &= ~self._bit(pin)
        self.changed()

    def pins(self) -> int:
        """The levels of all pins now, bit n for pin n."""
        low = (~self.latch & ALL_PINS) | self._pulled
        for load in self._loads:
            low = load.pull(low)
        return ~low & ALL_PINS

    def changed(self) -> None:
        """Something on the pins may have moved: INT tells."""
        if self._interrupt is not None and self.pins() != self._seen:
            self._interrupt.drive(0)

    def i2c_write(self, data: bytes) -> None:
        for k in range(len(data)):
            if k % 2 == 0:
                self.latch = (self.latch & 0xFF00) | data[k]
            else:
                self.latch = (self.latch & 0x00FF) | data[k] << 8
        self._noted()

    def i2c_read(self, buffer) -> None:
        pins = self.pins()
        for k in range(len(buffer)):
            buffer[k] = pins >> 8 if k % 2 else pins & 0xFF
        self._noted()

    def _noted(self):
        self._seen = self.pins()
        if self._interrupt is not None:
            self._interrupt.drive(1)

    def _bit(self, pin):
        if not 0 <= pin < 16:
            raise ValueError("a PCF8575 has pins 0 to 15, not {}".format(pin))
        return 1 << pin
