"""The ring: records that are not yet in the journal's files, twice in FRAM.

    length:u16 last:u8 0xC7 crc32:u32, then the line of the record; little-endian

The records of one input are a group: `last` is 1 on the last of them, and only a whole group
counts, so a cut leaves the state before or after an input, never between. The first copy makes a
group durable, the second follows within milliseconds while others work. Both copies have the same
layout: where one is bad, the other stands in. After the records are in the files, writing
starts again at the beginning: old entries do not continue the chain and so end what is read.
A mark, written after the group, holds the last number: an end before the mark is a loss.
"""

import struct
from array import array
from binascii import crc32

_HEAD = "<HBBI"
HEAD = 8
_SIGN = 0xC7
MOST = 320  # records that may wait for the files
LONGEST = 500  # bytes of a record: it must pass through one line of the link


class RingDamaged(Exception):
    """Records that were kept are no longer readable in any copy."""


class Ring:
    """Two copies of the same entries at two places of a memory."""

    def __init__(self, memory, first, second, marks, size):
        self._memory = memory
        self._copies = (first, second)
        self._marks = marks
        self._size = size
        self._at = array("H", bytes(2 * MOST))  # where each record lies
        self._buffer = bytearray(HEAD + LONGEST)
        self.epoch = 0
        self.restart(0)

    durable = True  # what is written here survives a power cut

    def restart(self, number):
        """Everything up to `number` lies in the files: write from the beginning."""
        self._ahead = 0  # where the next line of a group that is being written comes
        self.base = number  # the record before the first one here
        self.last = number
        self._end = 0
        self._behind = []  # (where, line, last of its group) that the second copy does not have yet

    def room(self, lines):
        """Whether a group fits."""
        need = sum([HEAD + len(line) for line in lines])
        return self._end + need <= self._size and self.last - self.base + len(lines) <= MOST

    def nearly_full(self):
        return 4 * self._end > 3 * self._size or 4 * (self.last - self.base) > 3 * MOST

    def half_full(self):
        return 2 * self._end > self._size or 2 * (self.last - self.base) > MOST

    def write(self, lines):
        """Keep a group; durable when this returns. The second copy follows by `mirror_on`."""
        last = len(lines) - 1
        for k in range(len(lines)):
            self.put(lines[k], k, k == last)

    def put(self, line, k, last):
        """The same in pieces: the k-th line of a group, which counts with its last one."""
        end = self._end if k == 0 else self._ahead
        self._at[self.last - self.base + k] = end
        self._behind.append((end, line, last))
        self._ahead = self._put(self._copies[0], end, line, last)
        if last:
            self._end = self._ahead
            self.last += k + 1

    def mirror_on(self):
        """Write one entry of the second copy, and at last the mark; False when all is done."""
        if self._behind:
            at, line, last = self._behind.pop(0)
            self._put(self._copies[1], at, line, last)
            if self._behind:
                return True
            self.mark()
        return False

    def mirror(self):
        while self.mirror_on():
            pass

    def lines(self):
        """Every line that waits, in order."""
        for number in range(self.base + 1, self.last + 1):
            yield self.get(number)

    def _put(self, copy, end, line, last):
        length = len(line)
        buffer = self._buffer
        buffer[HEAD : HEAD + length] = line
        self._seal(length, 1 if last else 0)
        self._memory.write(copy + end, memoryview(buffer)[: HEAD + length])
        return end + HEAD + length

    def _seal(self, length, last):
        view = memoryview(self._buffer)
        check = crc32(view[HEAD : HEAD + length], length << 8 | last) & 0xFFFFFFFF
        struct.pack_into(_HEAD, self._buffer, 0, length, last, _SIGN, check)

    def mark(self):
        """Note the last number; two marks take turns."""
        number = self.last
        data = struct.pack("<II", number, self._check(number))
        self._memory.write(self._marks + number % 2 * 8, data)

    def marked(self):
        """The highest number that a good mark holds; 0 without one."""
        best = 0
        data = bytearray(8)
        for k in (0, 1):
            self._memory.read(self._marks + k * 8, data)
            number, check = struct.unpack("<II", data)
            if check == self._check(number) and number > best:
                best = number
        return best

    def _check(self, number):
        """A mark counts for its own epoch only."""
        return crc32(struct.pack("<II", number, self.epoch)) & 0xFFFFFFFF

    def get(self, number):
        """The line of a record that lies here."""
        at = self._at[number - self.base - 1]
        for copy in self._copies:
            if self._look(copy, at):
                return bytes(self._buffer[HEAD : HEAD + self._length])
        raise RingDamaged(number)

    def _look(self, copy, at):
        """Whether a good entry lies there; it is in the buffer then."""
        if at + HEAD > self._size:
            return False
        view = memoryview(self._buffer)
        self._memory.read(copy + at, view[:HEAD])
        length, last, sign, check = struct.unpack(_HEAD, view[:HEAD])
        if sign != _SIGN or not 0 < length <= LONGEST or at + HEAD + length > self._size:
            return False
        self._memory.read(copy + at + HEAD, view[HEAD : HEAD + length])
        self._length = length
        self._is_last = last == 1
        return check == crc32(view[HEAD : HEAD + length], length << 8 | last) & 0xFFFFFFFF

    # ---- after a restart

    def scan(self, epoch):
        """Read what is here: how many entries were bad in one copy and have been repaired."""
        from cardtable.vault.ring_start import scan  # not needed again after the start

        return scan(self, epoch)
