"""A matrix keypad on a PCF8575: rows are driven low one at a time, columns are read.

Keys are plain contacts without diodes, so three keys of a rectangle also close the fourth, and
contacts bounce when a test says so.
"""

ROWS = (0, 1, 2, 3)
COLUMNS = (4, 5, 6, 7, 8)


class Keypad:
    """Four rows of five keys; key 0 is top left, key 4 top right, key 19 bottom right."""

    def __init__(self, clock, expander, rows=ROWS, columns=COLUMNS):
        self._clock = clock
        self._expander = expander
        self._rows = rows
        self._columns = columns
        self._down = []
        expander.connect(self)

    def press(self, key: int, bounces: int = 0, bounce_us: int = 800) -> None:
        """Close a key; with bounces the contact opens and closes again before it settles."""
        self._set(key, True)
        self._bounce(key, True, bounces, bounce_us)

    def release(self, key: int, bounces: int = 0, bounce_us: int = 800) -> None:
        """Open a key, bouncing likewise."""
        self._set(key, False)
        self._bounce(key, False, bounces, bounce_us)

    def tap(self, key: int, hold_ms: int = 80, bounces: int = 0) -> None:
        """Press now, release after `hold_ms`."""
        self.press(key, bounces)
        self._clock.at(hold_ms * 1000, self.release, key, bounces)

    def pull(self, low: int) -> int:
        """Pins pulled low through closed keys, to any depth."""
        spread = True
        while spread:
            spread = False
            for pair in self._down:
                if low & pair and low & pair != pair:
                    low |= pair
                    spread = True
        return low

    def _bounce(self, key, settled, bounces, bounce_us):
        for k in range(bounces):
            self._clock.at((2 * k + 1) * bounce_us, self._set, key, not settled)
            self._clock.at((2 * k + 2) * bounce_us, self._set, key, settled)

    def _set(self, key, down):
        width = len(self._columns)
        if not 0 <= key < width * len(self._rows):
            raise ValueError("no such key: {}".format(key))
        pair = 1 << self._rows[key // width] | 1 << self._columns[key % width]
        if down and pair not in self._down:
            self._down.append(pair)
        elif not down and pair in self._down:
            self._down.remove(pair)
        self._expander.changed()
