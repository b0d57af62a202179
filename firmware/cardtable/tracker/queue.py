"""Cards that wait for their input: a ring of fixed size, each with the time it came."""

from array import array

_ROOM = 32  # at 100 ms a card three seconds


class Queue:
    """First in, first out; a card may also be taken out of the middle."""

    def __init__(self):
        self._cards = bytearray(_ROOM)
        self._since = array("I", [0] * _ROOM)
        self.count = 0

    @property
    def full(self):
        return self.count == _ROOM

    def put(self, card, now_ms):
        self._cards[self.count] = card
        self._since[self.count] = now_ms
        self.count += 1

    def card(self, k):
        return self._cards[k]

    def since_ms(self, k):
        return self._since[k]

    def remove(self, k):
        self.count -= 1
        for n in range(k, self.count):
            self._cards[n] = self._cards[n + 1]
            self._since[n] = self._since[n + 1]

    def find(self, card):
        """Where the card waits; -1 when it does not."""
        for k in range(self.count):
            if self._cards[k] == card:
                return k
        return -1

    def clear(self):
        self.count = 0
