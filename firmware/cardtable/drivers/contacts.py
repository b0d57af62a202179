"""Contacts that bounce: a level counts once two looks in a row agree."""


class Debounced:
    """Sixteen contacts to ground at once. `look(pins)` gives the edges since the last look."""

    def __init__(self):
        self.closed = 0  # settled: bit n is set while contact n is closed
        self._before = 0
        self.pressed = 0  # closed by the last look
        self.released = 0

    def look(self, pins):
        """Take the pins as read (closed contacts are low); True when a contact moved."""
        now = ~pins & 0xFFFF
        if now == self._before and now == self.closed:
            self.pressed = self.released = 0
            return False
        # Where two looks agree the new level counts; elsewhere the settled one stays.
        agree = ~(now ^ self._before)
        settled = (self.closed & ~agree) | (now & agree)
        settled &= 0xFFFF
        self.pressed = settled & ~self.closed
        self.released = self.closed & ~settled
        self.closed = settled
        self._before = now
        return bool(self.pressed | self.released)
