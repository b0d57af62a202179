"""The board's part of a linked jackpot: whether wagers for it may be taken now.

    ["lease", link, epoch, issued_ms, length_ms, skew_ms, amount, limit, word]

The room signs it together with this start's challenge and a number that only rises; the board
looks at signature, epoch and age itself. The highest epoch is kept over restarts: a room that was
replaced is not obeyed any more. Loaded only where a key of the room is installed.
"""

import json
from binascii import hexlify

from cardtable.link.keys import ROOM, same, signed
from cardtable.records import UPTIME
from cardtable.rules.seals import hmac_sha256

_WORST = 10 * 50000  # bonus prizes of one round: ten boxes with four of a kind (NI2004-492 r 11.1)
_LOOK_MS = 250


class Link:
    """`kept` holds a few bytes over restarts (vault/kept_bytes.py)."""

    def __init__(self, table, kept):
        self.amount = None  # on the sign; nobody has told it yet
        self._table = table
        self._clock = table.clock
        self._calendar = table.vault.calendar
        self._keys = table.desk.keys
        self._kept = kept
        self._sequence = 0
        self._until = None  # ticks; None: no lease
        self._limit = 0
        self._word = ""
        self._missed = False  # its absence was told
        self._name, _, epoch = kept.get().decode().partition("\n")
        self.epoch = int(epoch or 0)

    def why_not(self, spent):
        """None when a wager may be taken, else a code."""
        if not self._holds():
            return "no_lease"
        return "no_escrow" if self._limit - spent < _WORST else None

    def word(self):
        """What the sign says in turn with the amount, or None."""
        return (self._word or None) if self._holds() else "noPot"

    def _holds(self):
        until = self._until
        if until is not None and self._clock.ticks_diff(until, self._clock.ticks_ms()) <= 0:
            self._until = until = None
        return until is not None

    def take(self, sequence, mac, text):
        """None when the lease counts, else a code; nothing has changed then."""
        keys = self._keys
        content = signed(keys.challenge, sequence, ROOM, text)
        if not keys.room or not same(hexlify(hmac_sha256(keys.room, content)), mac.encode()):
            return "wrong_key"
        if sequence <= self._sequence:
            return "replayed"
        _, name, epoch, issued, length, skew, amount, limit, word = json.loads(text)
        if epoch < self.epoch or (self._name and name != self._name):
            return "another_room"
        which, now = self._calendar.now()
        if which == UPTIME:  # nobody has told the time since the start: the room's is signed
            self._calendar.tell(issued)
            now = issued
        age = now - issued
        if not -skew <= age <= skew:
            return "stale"
        self._sequence = sequence
        if epoch != self.epoch or name != self._name:
            self._name = name
            self.epoch = epoch
            self._kept.keep(("%s\n%d" % (name, epoch)).encode())
        self._until = self._clock.ticks_add(self._clock.ticks_ms(), min(length, length - age))
        self.amount = amount
        self._limit = limit
        self._word = word
        return None

    def run(self):
        """A lease that ends is a fault, until there is one again."""
        while True:
            missing = not self._holds()
            if missing != self._missed:
                self._missed = missing
                self._table.tell_fault("no_lease", "room", missing)
            yield _LOOK_MS
