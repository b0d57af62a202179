"""The keypad: four rows of five keys on an expander, scanned row by row, one key at a time.

Keys 0 to 9 name seats 1 to 10; the others are in KEYS. A key counts when two scans of one look see
it alone: a board that is busy may not look again before it is up. It counts again after a look saw
all keys up, another one at once. Looks are further apart than contacts bounce.
"""

KEYS = (
    "1", "2", "3", "4", "5",
    "6", "7", "8", "9", "10",
    "ante", "bet", "fold", "show", "declare",
    "expose", "void", "clear", "dealer", "collect",
)  # fmt: skip

_ROWS = 4
_COLUMNS = 5
_COLUMN_BITS = 0x1F << _ROWS
_IDLE = 0xFFFF & ~0xF  # all rows low: any key shows at once


class Keypad:
    """`look()` returns the key that went down, by name, or None."""

    def __init__(self, expander):
        self._expander = expander
        self._down = -1  # the key that has counted and is not up yet
        self.released = False  # it has just come up: nobody presses the next one at once
        self._driven = -1  # what the expander was last told

    def look(self):
        if self._driven != _IDLE:
            self._drive(_IDLE)
        if self._columns() == 0:
            self.released = self._down >= 0
            self._down = -1
            return None
        key = self._scan()
        if key < 0 or key == self._down or key != self._scan():
            return None
        self._down = key
        return KEYS[key]

    def _scan(self):
        """The one key that is down, or -1 when there is none or more than one."""
        found = -1
        for row in range(_ROWS):
            self._drive(0xFFFF & ~(1 << row))
            columns = self._columns()
            for column in range(_COLUMNS):
                if columns >> column & 1:
                    if found >= 0:
                        return -1
                    found = row * _COLUMNS + column
        return found

    def _columns(self):
        return (~self._expander.read() & _COLUMN_BITS) >> _ROWS

    def _drive(self, pins):
        if pins != self._driven:
            self._expander.write(pins)
            self._driven = pins
