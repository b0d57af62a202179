"""A clock that only moves when it is told to: time for firmware and for the world around it.

The firmware sees the part of MicroPython's `time` it uses; felt, chips and tests see plain
microseconds and may schedule calls. Due calls run while time advances, so a card can land on the
felt in the middle of an I2C transfer, as in life.
"""

import heapq

TICKS_PERIOD = 1 << 30  # MicroPython's rp2 port: ticks_ms and ticks_us wrap here
_MASK = TICKS_PERIOD - 1
_HALF = TICKS_PERIOD // 2
_NEVER = 1 << 60


class VirtualClock:
    """Microseconds, with MicroPython's `time` functions on top and a schedule beside them."""

    def __init__(self, start_us: int = 0):
        self.now_us = start_us
        self._due = []  # heap of [when_us, order, call, args]
        self._next_us = _NEVER
        self._order = 0
        self._calling = False

    # The firmware's side: names and meanings of MicroPython's `time`.

    def ticks_us(self) -> int:
        """Microseconds, wrapping at TICKS_PERIOD."""
        return self.now_us & _MASK

    def ticks_ms(self) -> int:
        """Milliseconds, wrapping at TICKS_PERIOD."""
        return (self.now_us // 1000) & _MASK

    def ticks_diff(self, end: int, start: int) -> int:
        """Signed distance between two ticks, right across the wrap."""
        return ((end - start + _HALF) & _MASK) - _HALF

    def ticks_add(self, ticks: int, delta: int) -> int:
        """Ticks later by `delta` (which may be negative), wrapped."""
        return (ticks + delta) & _MASK

    def sleep_us(self, us: int) -> None:
        """Let `us` microseconds pass."""
        if us > 0:
            self.advance_us(us)

    def sleep_ms(self, ms: int) -> None:
        """Let `ms` milliseconds pass."""
        if ms > 0:
            self.advance_us(ms * 1000)

    def sleep(self, seconds) -> None:
        """Let `seconds` pass; fractions count to the microsecond."""
        if seconds > 0:
            self.advance_us(int(seconds * 1_000_000 + 0.5))

    # The world's side.

    def at(self, us_from_now: int, call, *args):
        """Schedule `call(*args)`; returns a handle for cancel(). Equal times keep their order."""
        if us_from_now < 0:
            raise ValueError("cannot schedule {} us in the past".format(-us_from_now))
        when = self.now_us + us_from_now
        event = [when, self._order, call, args]
        self._order += 1
        heapq.heappush(self._due, event)
        if when < self._next_us:
            self._next_us = when
        return event

    def cancel(self, event) -> None:
        """Make a scheduled call never happen; harmless when it has happened already."""
        event[2] = None

    def next_event_us(self):
        """The time (comparable with now_us) of the next scheduled call, or None."""
        due = self._due
        while due and due[0][2] is None:
            heapq.heappop(due)
        self._next_us = due[0][0] if due else _NEVER
        return due[0][0] if due else None

    def advance_us(self, us: int) -> None:
        """Let time pass; every call that falls due runs at its own time, in order."""
        if self._calling:
            raise RuntimeError(
                "a scheduled call tried to advance the clock: schedule a further call with at()"
            )
        if us < 0:
            raise ValueError("time cannot go back by {} us".format(-us))
        end = self.now_us + us
        if end >= self._next_us:
            self._run_due(end)
        self.now_us = end

    def _run_due(self, end):
        due = self._due
        self._calling = True
        try:
            while due and due[0][0] <= end:
                event = heapq.heappop(due)
                call = event[2]
                if call is not None:
                    event[2] = None
                    self.now_us = event[0]
                    call(*event[3])
        finally:
            self._calling = False
            self._next_us = due[0][0] if due else _NEVER
