"""Seeded chance that falls the same on every interpreter."""


class Dice:
    """A linear congruential generator of 31 bits; the low bits, which repeat soon, are not used."""

    def __init__(self, seed: int):
        self._state = (seed * 2654435761 + 12345) & 0x7FFFFFFF
        for _ in range(4):
            self._next()

    def _next(self) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return self._state >> 8

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        return self._next() % limit

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def bytes(self, count: int) -> bytes:
        return bytes([self.below(256) for _ in range(count)])

    def shuffle(self, things: list) -> None:
        for at in range(len(things) - 1, 0, -1):
            other = self.below(at + 1)
            things[at], things[other] = things[other], things[at]
