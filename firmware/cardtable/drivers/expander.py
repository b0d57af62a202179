"""PCF8575: sixteen pins on I2C. A pin written high is an input with a weak pull-up."""


class Expander:
    """`read()` gives all sixteen pins as one int, bit 0 is P00. OSError when it is not there."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._buffer = bytearray(2)

    def write(self, pins):
        self._buffer[0] = pins & 0xFF
        self._buffer[1] = pins >> 8
        self._i2c.writeto(self._address, self._buffer)

    def read(self):
        self._i2c.readfrom_into(self._address, self._buffer)
        return self._buffer[0] | self._buffer[1] << 8
