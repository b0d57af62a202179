# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""The boxes, the board and the rack, scanned over and over in groups.

Two fields that are near disturb each other, so a group is what the table's definition says may be
on at the same time: antennas far apart. Groups follow one another; inside a group the readers are
scanned together (group_scan.py). A reader with which anything is the matter is scanned by itself,
with care (reader.py); the others are scanned in a hurry all the same, warily: one dead does not
slow them. The shoe is not part of it: its reader has its own task.

How long a scan takes depends on the UIDs in a box: each bit in which they collide costs time. So a
group takes as long as its number of cards may take, to the microsecond, and is told about then:
what the table says, and when, says nothing about which cards lie there. Where the board was busy
with something else and the group took longer, it takes a whole step longer, or some: what the UIDs
add is less than a step.
"""

import micropython
from micropython import const

from cardtable.drivers.reader_codes import NO_TAG, OK, SILENT, WRONG_CHIP
from cardtable.readers.group_scan import GroupScan

_RETRY_MS = const(1_000)  # a reader that is silent is tried again this often
_POLL_MS = const(1)
_PAUSE_MS = const(20)
_LEAST_MS = const(125)  # a sweep over empty boxes need not come more often: the others' time
_STEP_US = const(5_000)  # beyond what a group may take, it takes so much more, or a multiple
# Nor does a sweep begin at once where the board could not keep up: so many per cent of that later.
# The steps are a part of it.
_BREATH = const(170)
# A field with so many cards, every bit colliding (model; five: all but one hand in a thousand)
_TAKES_MS = bytes((17, 29, 41, 53, 65, 79))
_BESIDE_US = const(2_500)  # more for each reader beside it,
_CARD_US = const(750)  # and for each of its cards: two muxes in one group take the most
_READERS = const(16)  # no fewer than a table has: a failed one is scanned again among so many
_RESTS = const(255)  # beside the result codes: not scanned
_CARE = const(254)  # and: to be scanned with care
_UNKNOWN = const(0)
_NO = const(1)
_YES = const(2)


class Sweep:
    """`told(reader, code, count)` is called for every scan, group by group; it must not wait."""

    def __init__(self, loop, groups, told, targets=1):
        self._loop = loop
        self._told = told
        self._readers = readers = tuple([reader for group in groups for reader in group])
        self._ends = bytes([sum([len(g) for g in groups[: k + 1]]) for k in range(len(groups))])
        self._scan = GroupScan(loop.clock, readers, targets)
        self._codes = bytearray(len(readers))
        self._counts = bytearray(len(readers))
        self._paused = False  # a technician tests antennas
        self._idle = False
        self._resting = {}  # silent reader: when it was tried last (ticks)
        # Of each, since a silent one was tried last: whether it is drowned; one seldom is, and a
        # question costs as much time as an empty box
        self._drowned = bytearray(len(readers))
        self._wary = 0  # scans to come before every reader was scanned since one failed
        self._over_us = 0  # by how much groups took longer than they may, in this sweep
        self.rounds = 0
        self.last_ms = 0
        self.recent_ms = 0  # from one to the next, the longest of late: it counts for some time
        self.longest_ms = 0

    def run(self):
        """Sweep for ever."""
        clock = self._loop.clock
        while True:
            self._idle = self._paused
            if self._paused:
                yield _PAUSE_MS
                continue
            start = clock.ticks_ms()
            yield from self.once()
            left_ms = _LEAST_MS - clock.ticks_diff(clock.ticks_ms(), start)
            breath_ms = self._over_us * _BREATH // 100_000
            left_ms = max(left_ms, breath_ms, _POLL_MS)  # also when every reader is silent
            self.recent_ms = max(self.last_ms + left_ms, self.recent_ms - self.recent_ms // 8)
            yield left_ms

    def pause(self):
        """Comes back when no reader is scanned any more."""
        self._paused = True
        while not self._idle:
            yield _PAUSE_MS

    def go_on(self):
        self._paused = False

    def once(self):  # noqa: C901 - the one loop over groups; a call a group would take heap
        """Scan every reader once, except silent ones that were tried a moment ago."""
        clock = self._loop.clock
        start = clock.ticks_ms()
        self._over_us = 0
        visit = self._scan.visit
        end = 0
        for n in range(len(self._ends)):
            first = end
            end = self._ends[n]
            start_us = clock.ticks_us()
            if not self._begin(first, end):
                continue
            while True:
                wait_ms = visit(first, end)
                if wait_ms < 0:
                    break
                yield wait_ms
            if not self._end(first, end):
                care_us = clock.ticks_us()
                yield from self._with_care(first, end)
                # Not for want of time: no breath for it.
                self._over_us -= clock.ticks_diff(clock.ticks_us(), care_us)
            takes_us = _takes_us(self._codes, self._counts, first, end, _TAKES_MS)
            left_us = self._left_us(start_us, takes_us)
            if left_us < 0:
                takes_us += self._steps_us(left_us)
                left_us = self._left_us(start_us, takes_us)
            if left_us >= 1_000:
                yield left_us // 1_000
                left_us = self._left_us(start_us, takes_us)
            if left_us > 0:
                clock.sleep_us(left_us)
            else:
                self._over_us -= left_us
            for k in range(first, end):
                if self._codes[k] != _RESTS:
                    self._told(self._readers[k], self._codes[k], self._counts[k])
        self.last_ms = clock.ticks_diff(clock.ticks_ms(), start)
        if self.last_ms > self.longest_ms:
            self.longest_ms = self.last_ms
        self.rounds += 1
        if not self.last_ms:
            yield _POLL_MS

    @micropython.native
    def _begin(self, first, end):
        """Begin with those that are well; False when none of the group is scanned now."""
        some = False
        scan = self._scan
        for k in range(first, end):
            reader = self._readers[k]
            self._codes[k] = _RESTS
            scan.leave_out(k)
            if self._resting and self._rests(reader):
                continue
            some = True
            self._codes[k] = _CARE
            if reader.set_up:
                self._codes[k] = OK
                scan.begin(k, self._wary != 0)
        return some

    @micropython.native
    def _end(self, first, end):
        """Take what was scanned in a hurry; False when somebody wants care."""
        scan = self._scan
        readers = self._readers
        well = not self._resting and not self._wary
        for k in range(first, end):
            if self._codes[k] == OK:
                reader = readers[k]
                if scan.through(k):
                    scan.end(k)
                    self._counts[k] = reader.count
                    self._codes[k] = OK if reader.count else NO_TAG
                else:
                    self._codes[k] = _CARE
                    self._wary = _READERS  # commands may have been heard elsewhere
            if self._codes[k] == _CARE:
                well = False
        if well:
            for k in range(first, end):
                readers[k].note()
        return well

    def _with_care(self, first, end):  # noqa: C901 - one after the other, with what each outcome means
        """Scan those that want it one after the other; then note the group, doubting what may be
        drowned by a field that is on and should not be."""
        codes = self._codes
        for k in range(first, end):
            if codes[k] == _CARE:
                reader = self._readers[k]
                clock = self._loop.clock
                start = clock.ticks_ms()
                answers = reader.state != SILENT
                # Its field may be on already, and a card in it awake.
                codes[k], self._counts[k] = yield from reader.scan(True)
                # One that was silent before and is so still has disturbed nobody.
                if NO_TAG < codes[k] and (answers or reader.may_disturb):
                    self._wary = _READERS
                    if answers and reader.state == SILENT:
                        # The way to it was reset: while it rests, its field may drown others.
                        codes[k], self._counts[k] = yield from reader.scan(True)
                reader.took_ms = clock.ticks_diff(clock.ticks_ms(), start)
        for k in range(first, end):
            if codes[k] == _RESTS:
                continue
            reader = self._readers[k]
            if codes[k] <= NO_TAG:
                if self._wary:
                    yield from reader.doubt()
                elif self._resting and codes[k] == NO_TAG and reader.clean:
                    if self._drowned[k] == _UNKNOWN:
                        yield from reader.doubt()
                        self._drowned[k] = _NO if reader.clean else _YES
                    elif self._drowned[k] == _YES:
                        reader.clean = False
                reader.note()
            if self._wary:
                self._wary -= 1
            if reader.state == SILENT or reader.state == WRONG_CHIP:
                self._resting[reader.name] = self._loop.clock.ticks_ms()

    def _steps_us(self, left_us):
        """A group took longer than it may: by how many whole steps it is to take longer."""
        over_us = -left_us
        steps_us = -(left_us // _STEP_US) * _STEP_US
        self._over_us += over_us - (steps_us - over_us)
        return steps_us

    def _left_us(self, start_us, takes_us):
        """What is left of the time that a group may take."""
        clock = self._loop.clock
        return takes_us - clock.ticks_diff(clock.ticks_us(), start_us)

    def _rests(self, reader):
        since = self._resting.get(reader.name)
        if since is None:
            return False
        clock = self._loop.clock
        if clock.ticks_diff(clock.ticks_ms(), since) < _RETRY_MS:
            return True
        del self._resting[reader.name]
        for k in range(len(self._drowned)):
            self._drowned[k] = _UNKNOWN
        return False


@micropython.viper
def _takes_us(codes: ptr8, counts: ptr8, first: int, end: int, takes_ms: ptr8) -> int:
    """How long a group with so many cards may take."""
    most = 0
    us = -_BESIDE_US
    while first < end:
        if codes[first] != _RESTS:
            count = counts[first]
            us += _BESIDE_US + _CARD_US * (most if most < count else count)
            if count > most:
                most = count
        first += 1
    return us + 1_000 * takes_ms[most]
