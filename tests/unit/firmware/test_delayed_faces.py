"""Faces wait in the memory chip until their time: never earlier, through cuts, in order."""

from cardtable.rules.cards import card_text
from cardtable.rules.seals import SECRET
from cardtable.vault import layout
from cardtable.vault.delayed_faces import ALL, DelayedFaces

MINUTE = 60_000
CARDS = bytes((0, 52, 51, 17, 30))


class _Memory:
    """Bytes that remember; the power goes after so many writes."""

    size = layout.LARGE

    def __init__(self):
        self.bytes = bytearray(layout.LARGE)
        self.writes_left: int | None = None

    def read(self, at, buffer):
        buffer[:] = self.bytes[at : at + len(buffer)]

    def write(self, at, data):
        if self.writes_left is not None:
            if not self.writes_left:
                raise _Cut
            self.writes_left -= 1
        self.bytes[at : at + len(data)] = data


class _Cut(Exception):
    pass


def _faces(memory, minutes, epoch=1, number=10_000):
    faces = DelayedFaces(memory, ALL, minutes)
    faces.read(epoch, number)
    return faces


def _hidden(n, cards=CARDS):
    return bytes([n]) * SECRET + cards


def _told(record):
    """(the round's first record, its secret's byte, its cards) of a release."""
    assert record[0] == "released"
    return record[2], int(record[3][:2], 16), record[4]


def test_a_release_comes_after_its_minutes_and_once():
    memory = _Memory()
    faces = _faces(memory, 3)
    assert faces.put(1, 7, 20, _hidden(9), 1000)
    for ms in range(1000, 1000 + 3 * MINUTE, 500):
        assert faces.due(ms) is None
    record = faces.due(1000 + 3 * MINUTE)
    assert _told(record) == (7, 9, "".join([card_text(c) for c in CARDS]))
    assert faces.due(1000 + 3 * MINUTE) == record, "until it is done"
    faces.done()
    assert faces.due(10**9) is None and faces.count == 0
    zeros = memory.bytes[layout.FACES : layout.FACES + layout.FACES_SIZE]
    assert not any(zeros), "nothing of it is left"


def test_only_shown_hands_keep_no_secret():
    memory = _Memory()
    faces = _faces(memory, 0)
    assert faces.put(1, 7, 20, b"", 0)
    assert faces.due(0) == ("released", 1, 7, "", "")


def test_time_that_the_board_was_off_does_not_count():
    memory = _Memory()
    faces = _faces(memory, 5)
    faces.put(1, 7, 20, _hidden(9), 0)
    for ms in range(0, 4 * MINUTE + 1, 1000):
        assert faces.due(ms) is None
    again = _faces(memory, 5)
    assert again.count == 1
    for ms in range(0, MINUTE, 1000):  # the uptime begins anew
        assert again.due(ms) is None
    assert again.due(MINUTE) is not None


def test_another_policy_brings_nothing_forward():
    memory = _Memory()
    faces = _faces(memory, 5)
    faces.put(1, 7, 20, _hidden(9), 0)
    again = _faces(memory, 0)
    assert again.due(0) is None and again.due(MINUTE) is None
    again.put(1, 30, 40, _hidden(3), 2 * MINUTE)
    assert again.due(2 * MINUTE) is None, "in the order of the rounds"


def test_a_round_whose_end_was_never_kept_is_dropped_and_erased():
    memory = _Memory()
    faces = _faces(memory, 1)
    faces.put(1, 7, 20, _hidden(9), 0)
    faces.put(1, 21, 40, _hidden(0xEE), 0)
    again = _faces(memory, 1, number=39)
    assert again.count == 1
    assert b"\xee" * SECRET not in bytes(memory.bytes)
    assert _faces(memory, 1, number=20).count == 1
    assert _faces(memory, 1, epoch=2).count == 1, "it had counted before"
    memory = _Memory()
    _faces(memory, 1).put(1, 7, 20, _hidden(9), 0)
    assert _faces(memory, 1, epoch=2).count == 0, "other books: who knows whether it ended"
    memory = _Memory()
    _faces(memory, 1).put(1, 7, 20, _hidden(9), 0)
    assert _faces(memory, 1, number=20).count == 1
    assert _faces(memory, 1, epoch=2).count == 1, "an earlier start knew that it had ended"


def test_entries_go_round_and_none_is_lost():
    memory = _Memory()
    faces = _faces(memory, 30)
    uptime = 0
    waiting = []
    number = 1
    released = 0
    refused = 0
    for step in range(600):
        cards = bytes((k * 7 + step) % 53 for k in range(step * 13 % 90))
        hidden = _hidden(step % 255 + 1, cards)
        uptime += 20_000
        if faces.put(1, number, number + 5, hidden, uptime):
            waiting.append((number, step % 255 + 1, "".join([card_text(c) for c in cards]), uptime))
        else:
            refused += 1
        number += 6
        record = faces.due(uptime)
        while record is not None:
            first, secret, cards, since = waiting.pop(0)
            assert _told(record) == (first, secret, cards)
            assert uptime - since >= 30 * MINUTE
            faces.done()
            released += 1
            record = faces.due(uptime)
        if step % 50 == 49:
            faces = _faces(memory, 30)
            assert faces.count == len(waiting)
            faces.due(uptime)  # the uptime goes on here; a restart begins a new minute
    assert released > 300 and refused > 0


def test_a_cut_at_any_write_loses_nothing_that_counted():
    for cut in range(9):
        memory = _Memory()
        faces = _faces(memory, 1)
        faces.put(1, 7, 20, _hidden(9), 0)
        memory.writes_left = cut
        ended = released = False
        try:
            faces.put(1, 21, 40, _hidden(8), 0)
            ended = True  # its record is kept only then
            assert faces.due(MINUTE) is not None
            released = True
            faces.done()
        except _Cut:
            pass
        memory.writes_left = None
        again = _faces(memory, 1, number=40 if ended else 20)
        told = []
        for ms in range(0, 5 * MINUTE, 10_000):
            record = again.due(ms)
            if record is not None:
                told.append(_told(record)[0])
                again.done()
        if ended:
            assert told in ([7, 21], [21]) and (released or 7 in told), (cut, told)
        else:
            assert told == [7], (cut, told)


def test_a_damaged_entry_is_told_and_everything_is_erased():
    memory = _Memory()
    faces = _faces(memory, 0)
    faces.put(1, 7, 20, _hidden(9), 0)
    memory.bytes[layout.FACES + 30] ^= 4
    assert faces.due(0) == ("fault", "faces_damaged", "fram", 1)
    faces.done()
    assert faces.due(0) is None
    assert not any(memory.bytes[layout.FACES : layout.FACES + layout.FACES_SIZE])


def test_the_room_does_not_overlap_anything():
    assert layout.PLANNED <= layout.FACES_INDEX
    assert layout.FACES_INDEX + 2 * layout.FACES_INDEX_SLOT == layout.FACES
    assert layout.FACES + layout.FACES_SIZE == layout.ENTRIES
