"""A virtual clock that people can watch: it waits for the wall clock, times a speed (CPython)."""

import time

from sim.harness.clock import VirtualClock

_WORTH_SLEEPING_S = 0.002


class PacedClock(VirtualClock):
    """`speed` virtual seconds pass in one of the wall clock; fewer when the desk is slow."""

    def __init__(self, speed: float = 1.0):
        super().__init__()
        self.speed = speed
        self._wall = time.monotonic()
        self._virtual = self.now_us

    def pace(self, speed: float) -> None:
        """Another speed from now on."""
        self.speed = speed
        self._wall = time.monotonic()
        self._virtual = self.now_us

    def advance_us(self, us: int) -> None:
        super().advance_us(us)
        ahead = (self.now_us - self._virtual) / 1e6 / self.speed
        ahead -= time.monotonic() - self._wall
        if ahead > _WORTH_SLEEPING_S:
            time.sleep(ahead)
        elif ahead < -1:
            # The desk was too slow or asleep: go on from now instead of racing after it.
            self._wall = time.monotonic()
            self._virtual = self.now_us
