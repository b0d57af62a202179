"""The keypad on a TCA8418: a chip that scans and debounces by itself, and keeps ten events.

What counts is as with an expander (keypad.py): a key that is down alone, once; but a press is not
lost when the board looks late. Texas Instruments SCPS222: registers 8.6, key events table 1.
"""

from micropython import const

from cardtable.drivers.keypad import KEYS

_CFG = const(0x01)
_AUTO = const(0x80)  # the register counts up while one reads: four come in one transaction
_KEEP_NEWEST = const(0x20)  # when ten events wait, an eleventh takes the oldest one's place
_KP_GPIO = const(0x1D)  # which pins are the keypad's: rows, then columns
_OVERFLOWN = const(0x08)
_PER_ROW = const(10)  # keys that the chip counts in a row, from 1
_COLUMNS = const(5)
_MOST = const(10)  # events a look takes: as many as it keeps


class KeyScanner:
    """`look()` returns the key that went down, by name, or None; OSError when it is not there."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._set_up = False
        self._down = 0  # keys, bit by bit
        self._counted = -1
        self.released = False
        self._four = bytearray(4)  # configuration, interrupts, number of events, the oldest event

    def look(self):
        four = self._four
        self.released = False
        for _ in range(_MOST):
            self._i2c.readfrom_mem_into(self._address, _CFG, four)
            if not self._set_up or four[0] != _AUTO | _KEEP_NEWEST or four[1] & _OVERFLOWN:
                self._begin()  # it is new, had no supply for a moment, or has forgotten something
                return None
            if not four[2] & 15:
                return None
            key = self._happened(four[3])
            if key is not None:
                return key
        return None

    def _happened(self, event):
        """One event: a key that counts by it."""
        row, column = divmod((event & 0x7F) - 1, _PER_ROW)
        if column >= _COLUMNS or not 0 <= row * _COLUMNS + column < len(KEYS):
            return None
        bit = 1 << row * _COLUMNS + column
        self._down = self._down | bit if event & 0x80 else self._down & ~bit
        down = self._down
        if not down:
            self.released = self._counted >= 0
            self._counted = -1
            return None
        if down & (down - 1):
            return None  # more than one
        key = 0
        while down >> key != 1:
            key += 1
        if key == self._counted:
            return None
        self._counted = key
        return KEYS[key]

    def _begin(self):
        """Set the chip up and forget what it kept: which keys are down is not known."""
        i2c, address = self._i2c, self._address
        self._set_up = False
        self._down = 0
        self._counted = -1
        i2c.writeto_mem(address, _KP_GPIO, b"\x0f")  # four rows
        i2c.writeto_mem(address, _KP_GPIO + 1, b"\x1f")  # five columns
        i2c.writeto_mem(address, _CFG, b"\xa0")
        for _ in range(_MOST + 1):
            i2c.readfrom_mem_into(address, _CFG, self._four)
            if not self._four[2] & 15:
                break
        i2c.writeto_mem(address, _CFG + 1, b"\x1f")  # and every interrupt
        self._set_up = True
