"""The time on records: uptime until a host has told the time, then milliseconds since 1970."""

from cardtable.records import TOLD, UPTIME

_MOVED_MS = 60_000


class Calendar:
    """Counts on from the clock's ticks, across their wrap, as long as it is asked now and then."""

    def __init__(self, clock):
        self._clock = clock
        self._ticks = clock.ticks_ms()
        self._uptime_ms = 0
        self._told_at = None  # uptime when the time was told
        self._told_ms = 0
        self._agreed = None  # ms since 1970 at uptime 0, as the records have it

    def uptime_ms(self):
        ticks = self._clock.ticks_ms()
        self._uptime_ms += self._clock.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._uptime_ms

    def tell(self, since_1970_ms):
        """A host says what time it is; True when a record has to say that it has moved.

        Moved since the last such record, not since it was last told: many small steps are one.
        """
        self._told_at = self.uptime_ms()
        self._told_ms = since_1970_ms
        begun = since_1970_ms - self._told_at
        moved = self._agreed is not None and abs(begun - self._agreed) > _MOVED_MS
        if moved or self._agreed is None:
            self._agreed = begun
        return moved

    def now(self):
        """(which clock, milliseconds) for a record."""
        uptime = self.uptime_ms()
        if self._told_at is None:
            return UPTIME, uptime
        return TOLD, self._told_ms + uptime - self._told_at
