"""The journal: every record of this epoch by number, until the host has it and it may go.

Records are written in groups, the records of one input together. A group is kept in the ring
(FRAM) when `write_all` returns; `flush` moves what waits there into the files (flash).
"""

from cardtable.records import Chain
from cardtable.vault.ring import LONGEST

KEEP_BYTES = 65536  # of acknowledged history that stays
RESERVE_BYTES = 65536  # of room that an open round may need to come to its end
_RECENT = 8  # lines in RAM for the feed, half a window: until the host has them


class Journal:
    """The end of the chain, what waits, and the files. The feed reads from it."""

    def __init__(self, ring, segments, table, calendar, make_room):
        self._ring = ring
        self._segments = segments
        self._calendar = calendar
        self._table = table
        self.capacity = 1 << 20  # bytes of files in all; the start asks the file system
        self.keep_bytes = KEEP_BYTES
        self.reserve_bytes = RESERVE_BYTES
        self.acked = 0
        self.chain = Chain(table)
        self._recent = []  # the newest lines
        self.written_at = ("u", 0)  # (clock, ms) of the last group
        self._make_room = make_room  # called when what waits must move to the files

    @property
    def epoch(self):
        return self.chain.epoch

    @property
    def first(self):
        """The oldest record that can be given."""
        return self._segments.first or self._ring.base + 1

    @property
    def last(self):
        """The newest record that would survive a power cut; 0 when there is none."""
        return self._ring.last if self._ring.durable else self._segments.last

    @property
    def waiting(self):
        """How many records are not yet in the files."""
        return self._ring.last - self._ring.base

    def start(self, chain, acked=0):
        """Go on at the end of `chain`."""
        self.chain = chain
        self._recent = []
        self.acked = min(acked, chain.number)

    # ---- writing

    def write(self, body):
        """Keep one record: (kind, field, …)."""
        return self.write_all((body,))[0]

    def write_all(self, bodies):
        """Keep the records of one input, all or none; their lines, durable when this returns."""
        lines = []
        for _ in self.writing(bodies, lines):
            pass
        return lines

    def writing(self, bodies, lines):
        """The same in pieces, so that others may work in between: it fills `lines`."""
        self.written_at = clock, time_ms = self._calendar.now()
        chain = self.chain
        ahead = Chain(self._table, chain.epoch, chain.number, chain.last)
        for body in bodies:
            line = ahead.encode(body, clock, time_ms)
            if len(line) > LONGEST:
                raise ValueError("a record of %d bytes: %s" % (len(line), line[:80]))
            lines.append(line)
            if len(lines) & 3 == 0:
                yield 0
        ring = self._ring
        if not ring.room(lines):
            self._make_room()
        if ring.room(lines):
            for k in range(len(lines)):
                ring.put(lines[k], k, k == len(lines) - 1)
                if k & 1:  # ten milliseconds: whoever pressed a key waits for the last one
                    yield 0
        else:  # a group as large as the ring itself: the files keep it as a whole, too
            self._segments.append(chain.number + 1, lines)
            ring.restart(ahead.number)
        self.chain = ahead
        unheard = self._unheard()
        self._recent = (self._recent + lines)[-min(unheard, _RECENT) :] if unheard else []

    def flushing(self):
        """Move what waits into the files, in pieces."""
        ring = self._ring
        while ring.last > self._segments.last:
            # After a cut between files and ring, part of what waits may be in the files already.
            first = max(ring.base, self._segments.last) + 1
            lines = (ring.get(n) for n in range(first, ring.last + 1))
            yield from self._segments.appending(first, lines)

    def restart_ring(self):
        """Start the ring afresh if everything in it is in the files; whether it was."""
        if self._ring.last > self._segments.last:
            return False
        self._ring.restart(self._segments.last)
        return True

    # ---- reading

    def _unheard(self):
        """How many of the newest records the host does not have."""
        return max(self.chain.number - self.acked, 0)

    def get(self, number):
        """The line of a record."""
        recent = self.chain.number - number
        if 0 <= recent < len(self._recent):  # the feed asks for what was just written
            return self._recent[-1 - recent]
        if number > self._ring.base:
            return self._ring.get(number)
        return self._segments.get(number)

    # ---- room

    def acknowledge(self, number):
        """The host has stored everything up to `number`."""
        if number > self.acked:
            self.acked = number
            self._recent = self._recent[-self._unheard() :] if self._unheard() else []

    def prune(self, hard=False):
        """Remove acknowledged files that are no longer wanted; never of the last two rounds.

        `hard`: the file system is full, whatever was reckoned.
        """
        segments = self._segments
        rounds = segments.rounds
        # The last two rounds besides the one that is open.
        keep_from = rounds[0] if len(rounds) == 3 else 0
        while len(segments.all) > 1:
            oldest = segments.all[0]
            if oldest.last > self.acked or oldest.last >= keep_from:
                return
            if segments.size <= self.keep_bytes and not hard and not self._tight():
                return
            segments.drop_first()

    def full(self):
        """Whether there is too little room for another round."""
        return self._tight()

    def _tight(self):
        return self._segments.size + self.reserve_bytes > self.capacity
