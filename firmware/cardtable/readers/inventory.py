"""All cards in one field, one after the other: list one, send it to sleep, list again.

The chip looks with REQA, which a halted tag does not answer until the field drops; so each list
finds a tag that has not been seen yet. Some chips do not halt a type 2 tag by InDeselect: then its
UID comes back, and from then on this reader sends HLTA by itself.
"""

from micropython import const

from cardtable.drivers.reader_codes import CHIP_ERROR, CORRUPT, NO_TAG, OK, REPEATS

MAX_CARDS = const(5)  # a hand; more in one field is an irregularity
_ROOM = const(11)

_LIST = b"\xd4\x4a\x01\x00"  # InListPassiveTarget: one, 106 kbit/s type A
_DESELECT = b"\xd4\x44\x00"
_HLTA = b"\xd4\x42\x50\x00"  # ISO 14443-3 HLTA by InCommunicateThru
_FIELD_OFF = b"\xd4\x32\x01\x00"

_LIST_LENGTH = const(13)  # NbTg, Tg, SENS_RES (2), SEL_RES, length, NFCID of 7
_UID_LENGTH_AT = const(5)
_HALT_DUE_MS = const(2)
_HALT_MS = const(30)  # model: 2.3 ms, with HLTA by hand 3 ms
_LIST_MS = const(50)  # model: 16 ms with the field coming up and every bit colliding
_LIST_DUE_MS = const(6)  # model: 5.4 ms with a tag, 6.4 ms without
_FIRST_DUE_MS = const(11)  # the field is up for 5.1 ms before (ISO 14443-3 5.2.1)


class Inventory:
    """What the last scan of one field found, in memory that is allocated once.

    One object with its reader (reader.py): there are fourteen of them.
    """

    halt_raw = False
    too_many = False

    def __init__(self, chip):
        self.chip = chip
        self.uids = bytearray(MAX_CARDS * _ROOM)  # for each its length, then its bytes
        self.count = 0
        self.clean = False  # no repeat, no failure, not too many

    def uid(self, k: int = 0) -> bytes:
        """The k-th UID of the last scan."""
        if not 0 <= k < self.count:
            raise IndexError("no such card")
        at = k * _ROOM + 1
        return bytes(self.uids[at : at + self.uids[at - 1]])

    def take(self, wary):
        """Find every card in the field; OK, NO_TAG, or the code of the failure.

        With `wary` the field may be on already, and a card in it awake, by a command for another
        chip (mux.py): it falls silent at the first call. So the field goes off before.
        """
        chip = self.chip
        self.count = 0
        self.clean = True
        if self.too_many:
            self.too_many = False
        repeated = False
        due_ms = _FIRST_DUE_MS
        if wary:
            yield from chip.exchange(_FIELD_OFF, 0)  # where that fails, so will the rest
        while True:
            code = yield from chip.exchange(_LIST, _LIST_LENGTH, _LIST_MS, due_ms)
            due_ms = _LIST_DUE_MS
            if code != OK:
                break
            new = self._keep(chip.answer)
            if not new:
                self.clean = False
                if repeated or self.too_many:
                    break
                repeated = True  # it did not sleep: send it there by hand, and look once more
                self.halt_raw = True
                chip.counters[REPEATS] += 1
            code = yield from self._halt()
            if code != OK:
                break
        if code != OK and code != NO_TAG:
            self.clean = False
            if code == CORRUPT or code == CHIP_ERROR:  # it does answer: do not drown the neighbours
                yield from chip.exchange(_FIELD_OFF, 0)
            return code
        # Without field the halted tags wake up, and the air is free for the neighbours.
        code = yield from chip.exchange(_FIELD_OFF, 0)
        if code != OK:
            self.clean = False
            return code
        return OK if self.count else NO_TAG

    def _halt(self):
        # HLTA is never answered, and InDeselect not when the card was lifted meanwhile: NO_TAG.
        body = _HLTA if self.halt_raw else _DESELECT
        code = yield from self.chip.exchange(body, 1, _HALT_MS, _HALT_DUE_MS, False)
        return OK if code == NO_TAG else code

    def _keep(self, answer):
        """False when this UID was seen in this scan already, or there is no room for it."""
        for k in range(self.count):
            if self._same(k, answer):
                return False
        if self.count == MAX_CARDS:
            self.too_many = True
            return False
        uids = self.uids
        at = self.count * _ROOM
        for k in range(answer[_UID_LENGTH_AT] + 1):
            uids[at + k] = answer[_UID_LENGTH_AT + k]
        self.count += 1
        return True

    def _same(self, k, answer):
        """True when the UID in this answer is the k-th that was kept."""
        at = k * _ROOM
        for n in range(answer[_UID_LENGTH_AT] + 1):  # its length and its bytes
            if self.uids[at + n] != answer[_UID_LENGTH_AT + n]:
                return False
        return True
