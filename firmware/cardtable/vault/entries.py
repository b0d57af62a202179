"""Where the entries of people begin in the open round, so that one can be taken back.

    offset:u16 check:u16, newest 128; the offset counts from the round's first record

In RAM, and where a FRAM of 64 kB is also there, kept before the record they point to: after a
restart an entry is still known, and one whose records were never kept is forgotten. An entry whose
place is lost cannot be taken back; nothing else rests on it.
"""

import struct
from array import array
from binascii import crc32

from cardtable.vault import layout

MOST = layout.ENTRIES_SIZE // 4


class Entries:
    """`memory` is None where there is no room for them."""

    def __init__(self, memory):
        self._memory = memory if memory is not None and memory.size >= layout.LARGE else None
        self._at = array("H")
        self._count = 0  # of all that were added: places are taken in turn
        self._base = 0
        self._epoch = 0

    def begin(self, base, epoch):
        """A round is opened by record `base`."""
        self._epoch = epoch
        self._at = array("H")
        self._count = 0
        self._base = base

    def add(self, number):
        """An entry begins with this record, the next one."""
        offset = number - self._base
        if not 0 < offset < 0xFFFF:
            return
        if len(self._at) >= MOST:
            self._at = self._at[1:]
        self._at.append(offset)
        if self._memory is not None:
            data = struct.pack("<HH", offset, self._check(offset))
            self._memory.write(layout.ENTRIES + self._count % MOST * 4, data)
        self._count += 1

    def drop(self, number):
        """Everything from this record on is taken back."""
        offset = number - self._base
        self._at = array("H", [at for at in self._at if at < offset])

    def last(self):
        """The first record of the newest entry; 0 when there is none."""
        return self._base + self._at[-1] if len(self._at) else 0

    def has(self, number):
        return number - self._base in self._at

    def read(self, base, epoch, last, takes):
        """After a restart: those of the round opened by `base`, up to record `last`; `takes` are
        the spans that were taken back."""
        self.begin(base, epoch)
        if self._memory is None or not base:
            return
        data = bytearray(4)
        found = []
        for k in range(MOST):
            self._memory.read(layout.ENTRIES + k * 4, data)
            offset, check = struct.unpack("<HH", data)
            number = base + offset
            if not offset or check != self._check(offset):
                continue
            if number > last:  # cut off: another record will have its number
                self._memory.write(layout.ENTRIES + k * 4, bytes(4))
            elif not [1 for first, at in takes if first <= number < at]:
                found.append(offset)
                self._count = max(self._count, k + 1)
        self._at = array("H", sorted(found))

    def _check(self, offset):
        """It counts for its own round only."""
        return crc32(struct.pack("<III", offset, self._base, self._epoch)) & 0xFFFF
