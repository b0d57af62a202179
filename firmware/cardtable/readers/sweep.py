"""The boxes, the board and the rack, scanned over and over in groups.

Two fields that are near disturb each other, so a group is what the table's definition says may be
on at the same time: antennas far apart. Groups follow one another; inside a group the readers are
scanned together on the loop. The shoe is not part of it: its reader has its own task.

How long a scan takes depends on the UIDs in a box: each bit in which they collide costs time. So a
group takes as long as its number of cards may take, to the microsecond, and is told about then:
what the table says, and when, says nothing about which cards lie there.
"""

from micropython import const

from cardtable.readers.codes import NO_TAG, SILENT, WRONG_CHIP

_RETRY_MS = const(1_000)  # a reader that is silent is tried again this often
_POLL_MS = const(1)
_PAUSE_MS = const(20)
# A field with so many cards, every bit colliding (model; five: all but one hand in a thousand)
_TAKES_MS = (15, 25, 35, 47, 57, 69)
_BESIDE_MS = const(3)  # more for each reader beside it, and half a millisecond for its cards
_READERS = const(16)  # no fewer than a table has: a failed one is scanned again among so many
_RESTS = const(255)  # beside the result codes: not scanned


class Sweep:
    """`told(reader, code, count)` is called for every scan, group by group; it must not wait."""

    def __init__(self, loop, groups, told):
        self._loop = loop
        self._groups = groups
        self._told = told
        self._busy = 0
        most = max([len(group) for group in groups] + [0])
        self._codes = bytearray(most)  # of the readers of a group
        self._counts = bytearray(most)
        self._paused = False  # a technician tests antennas
        self._idle = False
        self._resting = {}  # silent reader: when it was tried last (ticks)
        self._wary = 0  # scans to come before every reader was scanned since one failed
        self.rounds = 0
        self.last_ms = 0
        self.longest_ms = 0

    async def run(self):
        """Sweep for ever."""
        while True:
            self._idle = self._paused
            if self._paused:
                await self._loop.sleep_ms(_PAUSE_MS)
                continue
            await self.once()
            await self._loop.sleep_ms(0)  # also when every reader is silent

    async def pause(self):
        """Comes back when no reader is scanned any more."""
        self._paused = True
        while not self._idle:
            await self._loop.sleep_ms(_PAUSE_MS)

    def go_on(self):
        self._paused = False

    async def once(self):
        """Scan every reader once, except silent ones that were tried a moment ago."""
        loop = self._loop
        clock = loop.clock
        start = clock.ticks_ms()
        for group in self._groups:
            start_us = clock.ticks_us()
            first = -1
            for k in range(len(group)):
                self._codes[k] = _RESTS
                if self._rests(group[k]):
                    continue
                if first < 0:
                    first = k
                else:
                    self._busy += 1
                    loop.spawn(self._beside(group[k], k), group[k].name)
            if first < 0:
                continue
            await self._scan(group[first], first)
            while self._busy:
                await loop.sleep_ms(_POLL_MS)
            await self._note(group)
            await self._until(start_us, len(group))
            for k in range(len(group)):
                if self._codes[k] != _RESTS:
                    self._told(group[k], self._codes[k], self._counts[k])
        self.last_ms = clock.ticks_diff(clock.ticks_ms(), start)
        if self.last_ms > self.longest_ms:
            self.longest_ms = self.last_ms
        self.rounds += 1
        if not self.last_ms:
            await loop.sleep_ms(_POLL_MS)

    async def _until(self, start_us, readers):
        """The time that a group with so many cards may take is over."""
        clock = self._loop.clock
        most = halves = 0
        for k in range(readers):
            if self._codes[k] != _RESTS:
                halves += 2 * _BESIDE_MS + min(most, self._counts[k])
                most = max(most, self._counts[k])
        takes_us = 1_000 * (_TAKES_MS[most] - _BESIDE_MS) + 500 * halves
        left_us = takes_us - clock.ticks_diff(clock.ticks_us(), start_us)
        if left_us >= 1_000:
            await self._loop.sleep_ms(left_us // 1_000)
            left_us = takes_us - clock.ticks_diff(clock.ticks_us(), start_us)
        if left_us > 0:
            clock.sleep_us(left_us)

    async def _beside(self, reader, k):
        try:
            await self._scan(reader, k)
        finally:
            self._busy -= 1

    async def _scan(self, reader, k):
        clock = self._loop.clock
        start = clock.ticks_ms()
        code, count = await reader.scan(self._wary > 0)
        reader.took_ms = clock.ticks_diff(clock.ticks_ms(), start)
        self._codes[k] = code
        self._counts[k] = count

    async def _note(self, group):
        """The group is through. While a field may be on that should not, it is doubted."""
        codes = self._codes
        for k in range(len(group)):
            if NO_TAG < codes[k] < _RESTS:
                self._wary = _READERS
        for k in range(len(group)):
            if codes[k] == _RESTS:
                continue
            reader = group[k]
            if codes[k] <= NO_TAG:
                if self._wary or (self._resting and codes[k] == NO_TAG):
                    await reader.doubt()
                reader.note()
            if self._wary:
                self._wary -= 1
            if reader.state == SILENT or reader.state == WRONG_CHIP:
                self._resting[reader.name] = self._loop.clock.ticks_ms()

    def _rests(self, reader):
        since = self._resting.get(reader.name)
        if since is None:
            return False
        clock = self._loop.clock
        if clock.ticks_diff(clock.ticks_ms(), since) < _RETRY_MS:
            return True
        del self._resting[reader.name]
        return False
