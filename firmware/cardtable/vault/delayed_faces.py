"""Faces of rounds that are over, kept until the time comes at which they may be seen.

    index   minutes:u32 oldest:u16 end:u16 newest:u16 count:u16 due:u32, two slots in turn
    entry   size:u16 number:u8 0:u8 epoch:u32 first:u32 last:u32 due:u32 check:u32, then the
            round's secret and its cards, six bits each (none where only shown hands are released)

Entries lie one behind the other, oldest first, and are released in that order. An entry is kept
before the record that ends its round, and counts once that record (`last`) is there.

Time is minutes in which the board ran: they are counted here and nowhere else, so neither a clock
that is set, nor another host, nor a power cut brings a release forward. A cut loses less than a
minute, which makes it later. Loaded only where a policy is determined, or something still waits.
"""

import struct
from binascii import crc32, hexlify

from cardtable.rules.cards import card_text
from cardtable.rules.seals import SECRET
from cardtable.vault import layout
from cardtable.vault.slots import MemorySlots

_INDEX = "<IHHHHI"
_HEAD = "<HBBIIII"
_HEAD_SIZE = 20
_ENTRY = _HEAD_SIZE + 4  # with its check value
_MINUTE_MS = 60_000
_CHECKED = 0xFFFF  # no entry is the newest: those there are have counted at an earlier start
_MOST = 120  # cards that one record tells
SHOWN = "shown"  # hands that were shown at the table
ALL = "all"  # folded hands as well


class DelayedFaces:
    """`scope` is SHOWN, ALL, or "never" for the rounds to come; `minutes` is how long they wait."""

    def __init__(self, memory, scope, minutes):
        self._memory = memory
        self._slots = MemorySlots("faces", memory, layout.FACES_INDEX, layout.FACES_INDEX_SLOT)
        self.scope = scope
        self._wait = minutes
        self._generation = 0
        self._minutes = 0
        self._oldest = self._end = self._newest = self._due = 0
        self.count = 0  # rounds whose faces wait
        self._since = None  # uptime at which the minute that runs began
        self.full = False  # the last round found no room

    def read(self, epoch, number):
        """After a start: what waits, without a round whose end was never kept."""
        for which in (0, 1):
            kept = self._slots.read(which)
            if isinstance(kept, tuple) and kept[0] >= self._generation:
                self._generation = kept[0]
                (
                    self._minutes,
                    self._oldest,
                    self._end,
                    self._newest,
                    self.count,
                    self._due,
                ) = struct.unpack(_INDEX, kept[2])
        if self.count and self._newest != _CHECKED:
            entry = self._entry(self._newest)
            if entry is None or entry[3] != epoch or entry[5] > number:
                self._erase(self._newest)
                self.count -= 1
                self._end = self._newest
            self._newest = _CHECKED
            self._keep_index()

    def waiting(self, vault, bodies, private, first):
        """In pieces: what the records of an ended round leave to be released, before them."""
        for body in bodies:
            if body[0] == "end" and body[1] in ("won", "settled") and self.scope != "never":
                break
        else:
            return
        hidden = b""
        if self.scope == ALL:
            hidden = private or vault.private() or b""
            yield 0
        last = first + len(bodies) - 1
        uptime_ms = vault.calendar.uptime_ms()
        self.full = not self.put(vault.journal.epoch, vault.round_at, last, hidden, uptime_ms)
        yield 0

    def put(self, epoch, first, last, hidden, uptime_ms):
        """False when there is no room: then this round is never released."""
        if len(hidden) > SECRET + _MOST:
            return False
        packed = _packed(hidden[SECRET:])
        size = _ENTRY + (len(hidden) and SECRET + len(packed))
        at = self._place(size)
        if at is None:
            return False
        due = self._minutes + self._wait
        if not self.count:
            self._since = uptime_ms
        elif self._wait:
            due += 1  # the minute that runs began before this round ended
        due = max(due, self._due)
        number = max(0, len(hidden) - SECRET)
        head = struct.pack(_HEAD, size, number, 0, epoch, first, last, due)
        payload = hidden[:SECRET] + packed
        check = crc32(payload, crc32(head)) & 0xFFFFFFFF
        self._memory.write(layout.FACES + at, head + struct.pack("<I", check) + payload)
        if not self.count:
            self._oldest = at
        self._newest = at
        self._end = at + size
        self._due = due
        self.count += 1
        self._keep_index()
        return True

    def _place(self, size):
        """Where an entry of this size goes, or None."""
        if not self.count:
            return 0
        if self._end > self._oldest:  # nothing has gone back to the beginning
            if self._end + size <= layout.FACES_SIZE:
                return self._end
            return 0 if size < self._oldest else None
        return self._end if self._end + size < self._oldest else None

    def due(self, uptime_ms):
        """The record that is due, or None. It counts as released once `done` was called."""
        if not self.count:
            return None
        if self._since is None:
            self._since = uptime_ms
        if uptime_ms - self._since >= _MINUTE_MS:
            self._since += _MINUTE_MS
            self._minutes += 1
            self._keep_index()
        entry = self._entry(self._oldest)
        if entry is None:  # damaged: nobody knows what it said, nor where the next one begins
            self._erase_all()
            return ("fault", "faces_damaged", "fram", 1)
        if entry[6] > self._minutes:
            return None
        secret = b""
        cards = ""
        if entry[0] > _ENTRY:
            data = bytearray(entry[0] - _ENTRY)
            self._memory.read(layout.FACES + self._oldest + _ENTRY, data)
            secret = data[:SECRET]
            cards = "".join([card_text(c) for c in _unpacked(data[SECRET:], entry[1])])
        return ("released", entry[3], entry[4], hexlify(secret).decode(), cards)

    def done(self):
        """The oldest is released: nothing of it is left here."""
        if not self.count:
            return
        at = self._oldest
        entry = self._entry(at)
        size = entry[0] if entry else _ENTRY
        self.count -= 1
        if self.count:
            behind = at + size
            if self._end <= at and self._entry(behind) is None:
                behind = 0  # the entries go on at the beginning
            self._oldest = behind
        self._keep_index()
        self._memory.write(layout.FACES + at, bytes(size))

    def _entry(self, at):
        """Its head, or None when what lies there is none."""
        if at + _ENTRY > layout.FACES_SIZE:
            return None
        data = bytearray(_ENTRY)
        self._memory.read(layout.FACES + at, data)
        entry = struct.unpack(_HEAD, data[:_HEAD_SIZE])
        if not _ENTRY <= entry[0] <= layout.FACES_SIZE - at:
            return None
        payload = bytearray(entry[0] - _ENTRY)
        self._memory.read(layout.FACES + at + _ENTRY, payload)
        check = crc32(payload, crc32(data[:_HEAD_SIZE])) & 0xFFFFFFFF
        return entry if check == struct.unpack("<I", data[_HEAD_SIZE:])[0] else None

    def _erase(self, at):
        entry = self._entry(at)
        if entry is not None:
            self._memory.write(layout.FACES + at, bytes(entry[0]))

    def _erase_all(self):
        self.count = 0
        self._keep_index()
        zeros = bytes(96)
        for at in range(0, layout.FACES_SIZE, len(zeros)):
            self._memory.write(layout.FACES + at, zeros)

    def _keep_index(self):
        self._generation += 1
        index = struct.pack(
            _INDEX, self._minutes, self._oldest, self._end, self._newest, self.count, self._due
        )
        self._slots.write(0, self._generation, index)


def _packed(codes):
    """Cards (0 to 52) in six bits each."""
    bits = 0
    count = 0
    packed = bytearray()
    for code in codes:
        bits = bits << 6 | code
        count += 6
        while count >= 8:
            count -= 8
            packed.append(bits >> count & 0xFF)
        bits &= 0x3F
    if count:
        packed.append(bits << (8 - count) & 0xFF)
    return bytes(packed)


def _unpacked(packed, number):
    bits = 0
    count = 0
    codes = []
    for byte in packed:
        bits = bits << 8 | byte
        count += 8
        while count >= 6 and len(codes) < number:
            count -= 6
            codes.append(bits >> count & 0x3F)
        bits &= 0xFF
    return codes
