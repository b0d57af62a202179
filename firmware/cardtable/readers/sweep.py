"""The boxes, the board and the rack, scanned over and over in groups.

Two fields that are near disturb each other, so a group is what the table's definition says may be
on at the same time: antennas far apart. Groups follow one another; inside a group the readers are
scanned together on the loop. The shoe is not part of it: its reader has its own task.
"""

from micropython import const

from cardtable.readers.codes import SILENT, WRONG_CHIP

_RETRY_MS = const(1_000)  # a reader that is silent is tried again this often
_POLL_MS = const(1)
_PAUSE_MS = const(20)


class Sweep:
    """`told(reader, code, count)` is called after every scan; it must not wait."""

    def __init__(self, loop, groups, told):
        self._loop = loop
        self._groups = groups
        self._told = told
        self._busy = 0
        self._paused = False  # a technician tests antennas
        self._idle = False
        self._resting = {}  # silent reader: when it was tried last (ticks)
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
            first = None
            for reader in group:
                if self._rests(reader):
                    continue
                if first is None:
                    first = reader
                else:
                    self._busy += 1
                    loop.spawn(self._beside(reader), reader.name)
            if first is not None:
                await self._scan(first)
            while self._busy:
                await loop.sleep_ms(_POLL_MS)
        self.last_ms = clock.ticks_diff(clock.ticks_ms(), start)
        if self.last_ms > self.longest_ms:
            self.longest_ms = self.last_ms
        self.rounds += 1
        if not self.last_ms:
            await loop.sleep_ms(_POLL_MS)

    async def _beside(self, reader):
        try:
            await self._scan(reader)
        finally:
            self._busy -= 1

    async def _scan(self, reader):
        clock = self._loop.clock
        start = clock.ticks_ms()
        code, count = await reader.scan()
        reader.took_ms = clock.ticks_diff(clock.ticks_ms(), start)
        if reader.state == SILENT or reader.state == WRONG_CHIP:
            self._resting[reader.name] = clock.ticks_ms()
        self._told(reader, code, count)

    def _rests(self, reader):
        since = self._resting.get(reader.name)
        if since is None:
            return False
        clock = self._loop.clock
        if clock.ticks_diff(clock.ticks_ms(), since) < _RETRY_MS:
            return True
        del self._resting[reader.name]
        return False
