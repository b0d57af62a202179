"""Frames of a scan in a hurry against the driver's, its answers against a plain reading of them."""

from array import array

from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    COUNTERS,
    NACKS,
    NO_ACK,
    NO_TAG,
    OK,
    SCANS,
    TIMEOUT,
)
from cardtable.readers import frames
from cardtable.readers.inventory import MAX_CARDS
from sim.chips.faults import FOREVER
from sim.chips.tag import Tag
from sim.harness.rig import Rig, tag, uid
from sim.people.dice import Dice
from tests.unit.firmware.heap import taken

_SIZES = (4, 7, 10)  # of UIDs (ISO 14443-3)
_TRIALS = 600
_LONG = 23 + 12  # a buffer for two cards


# ---- frames


def test_every_frame_is_the_drivers_byte_by_byte():
    Rig()  # makes the driver importable
    from cardtable.drivers.pn532_transport import Transport
    from cardtable.readers import inventory

    class Wire(Transport):
        def carry(self, framebytes):
            self.carried = bytes(framebytes)

    wire = Wire(None)
    for frame, body in (
        (frames.LIST, b"\xd4\x4a\x01\x00"),
        (frames.LIST_TWO, b"\xd4\x4a\x02\x00"),
        (frames.DESELECT, b"\xd4\x44\x00"),
        (frames.HLTA, b"\xd4\x42\x50\x00"),
        (frames.FIELD_OFF, b"\xd4\x32\x01\x00"),
    ):
        wire._write_frame(body)  # type: ignore[arg-type]
        assert frame == wire.carried, body
    # … and says what the careful way says
    careful = (inventory._LIST, inventory._DESELECT, inventory._HLTA, inventory._FIELD_OFF)
    hurried = (frames.LIST, frames.DESELECT, frames.HLTA, frames.FIELD_OFF)
    assert [frames.framed(body) for body in careful] == list(hurried)


def test_the_driver_reads_the_answers_that_are_compared_as_a_whole():
    Rig()
    from cardtable.drivers.pn532_transport import _ACK, _NACK, Transport

    class Wire(Transport):
        def _read_data(self, count):
            return frames.FIELD_IS_OFF[1:]

    assert frames.ACKED == b"\x01" + _ACK and frames.NACK == _NACK
    assert _answer(_list_body([]), 11) == frames.NO_TARGET
    assert bytes(Wire(None)._read_frame(2)) == b"\xd5\x33"


# ---- answers


def _answer(body, size=_LONG):
    """As it stands in the buffer: the byte that says it has come, the frame, zeros."""
    frame = b"\x01" + frames.framed(body)
    return bytearray((frame + bytes(size))[:size])


def _list_body(uids):
    body = b"\xd5\x4b" + bytes((len(uids),))
    for k in range(len(uids)):
        body += bytes((k + 1, 0x00, 0x44, 0x00, len(uids[k]))) + uids[k]
    return body


def _data(answer):
    """TFI, code and data of a good frame that is there as a whole; None: it is not."""
    length = answer[4]
    if bytes(answer[1:4]) != b"\x00\x00\xff" or (length + answer[5]) % 256:
        return None
    if length + 8 > len(answer):
        return None
    data = bytes(answer[6 : 6 + length])
    return None if (sum(data) + answer[6 + length]) % 256 else data


def _plainly_listed(answer, kept, most):
    """(what listed() should say, the UIDs kept then)."""
    data = _data(answer)
    head = bytes(answer[1:4]) == b"\x00\x00\xff" and (answer[4] + answer[5]) % 256 == 0
    says = head and answer[4] >= 3 and bytes(answer[6:8]) == b"\xd5\x4b"
    if says and answer[4] + 8 > len(answer):
        return frames.LONGER, kept
    if data is None or len(data) < 3 or data[:2] != b"\xd5\x4b":
        return -1, kept
    found = list(kept)
    rest = data[3:]
    for new in range(data[2]):
        if len(rest) < 5:
            return -1, kept
        length = rest[4]
        name = rest[5 : 5 + length]
        if not 1 <= length <= 10 or len(name) < length:
            return -1, kept
        if name in found:
            return new | frames.REPEATED, found
        if len(found) == most:
            return new | frames.TOO_MANY, found
        found.append(name)
        rest = rest[5 + length :]
    return data[2], found


def _kept(uids, count):
    found = []
    for k in range(count):
        at = k * frames.ROOM
        found.append(bytes(uids[at + 1 : at + 1 + uids[at]]))
    return found


def _check(answer, kept, size=None):
    uids = bytearray(MAX_CARDS * frames.ROOM)
    for k in range(len(kept)):
        at = k * frames.ROOM
        uids[at] = len(kept[k])
        for n in range(len(kept[k])):
            uids[at + 1 + n] = kept[k][n]
    if size is not None:
        answer = answer[:size]
    wanted, found = _plainly_listed(answer, kept, MAX_CARDS)
    said = frames.listed(answer, len(answer), uids, len(kept), MAX_CARDS)
    assert said == wanted, (said, wanted, bytes(answer), kept)
    new = said & 15 if said >= 0 else 0
    assert _kept(uids, len(kept) + new) == found, (bytes(answer), kept)
    return said


def _some_uid(dice):
    return dice.bytes(_SIZES[dice.below(3)])


def _some_kept(dice, most=MAX_CARDS):
    return [_some_uid(dice) for _ in range(dice.below(most + 1))]


def test_uids_of_every_length_are_kept_one_and_two_at_a_time():
    dice = Dice(1)
    told = set()
    for _ in range(_TRIALS):
        kept = _some_kept(dice)
        uids = [_some_uid(dice) for _ in range(dice.below(3))]
        told.add(_check(_answer(_list_body(uids), 48), kept))
    assert told == {0, 1, 2, frames.TOO_MANY, 1 | frames.TOO_MANY}


def test_a_uid_that_was_listed_before_is_a_repeat():
    dice = Dice(2)
    told = set()
    for _ in range(_TRIALS // 2):
        kept = _some_kept(dice) + [_some_uid(dice)]
        kept = kept[:MAX_CARDS]
        again = kept[dice.below(len(kept))]
        fresh = _some_uid(dice)
        for uids in ([again], [fresh, again], [again, fresh], [fresh, fresh]):
            told.add(_check(_answer(_list_body(uids), 48), kept))
    assert {frames.REPEATED, 1 | frames.REPEATED, frames.TOO_MANY} <= told


def test_a_uid_that_begins_like_another_is_another():
    for short, long in ((4, 7), (7, 10), (4, 10)):
        longer = bytes(range(1, long + 1))
        assert _check(_answer(_list_body([longer[:short]])), [longer]) == 1
        assert _check(_answer(_list_body([longer])), [longer[:short]]) == 1


def test_a_damaged_answer_is_nonsense():
    dice = Dice(3)
    for _ in range(_TRIALS):
        uids = [_some_uid(dice) for _ in range(dice.below(3))]
        body = _list_body(uids)
        answer = _answer(body, 48)
        answer[1 + dice.below(len(body) + 6)] ^= 1 << dice.below(8)  # up to the checksum
        assert _check(answer, _some_kept(dice)) == frames.NONSENSE


def test_an_answer_that_goes_on_behind_what_was_read_is_told_as_longer():
    dice = Dice(4)
    for _ in range(_TRIALS):
        body = _list_body([_some_uid(dice) for _ in range(1 + dice.below(2))])
        whole = len(body) + 8  # with the byte before it and the 00 behind it
        assert _check(_answer(body, 48), [], whole) > 0
        assert _check(_answer(body, 48), [], 10 + dice.below(whole - 11)) == frames.LONGER


def test_wrong_words_under_good_checksums_are_read_as_far_as_they_make_sense():
    """Of a number of targets that are not there nothing is read beyond the answer's end."""
    dice = Dice(5)
    told = set()
    for _ in range(4 * _TRIALS):
        body = bytearray(_list_body([_some_uid(dice) for _ in range(dice.below(3))]))
        at = dice.below(len(body))
        body[at] = dice.below(256) if dice.chance(50) else dice.below(12)
        body = bytes(body)
        if dice.chance(30):
            body = body[: 2 + dice.below(len(body) - 1)]
        told.add(_check(_answer(body, len(body) + 8), _some_kept(dice)))
    assert {frames.NONSENSE, 0, 1, 2} <= told
    for targets in (2, 3, 255):
        body = bytearray(_list_body([uid(1)]))
        body[2] = targets
        assert _check(_answer(bytes(body), 23), []) == frames.NONSENSE


def test_a_card_is_asleep_by_a_good_answer_to_that_command_only():
    for asleep, command in ((frames.ASLEEP, frames.DESELECT), (frames.ASLEEP_BY_HAND, frames.HLTA)):
        said = [_data(bytearray(one)) for one in asleep]
        assert said == [bytes((0xD5, command[6] + 1, status)) for status in (0, 1)]


# ---- a group in a hurry


class Hurry:
    """A group of emulated readers that are set up, and the scan of it."""

    def __init__(self, readers=3, cards=2):
        self.rig = Rig(readers)
        from cardtable.readers.group_scan import GroupScan

        for k in range(readers):
            for n in range(cards):
                self.rig.antennas[k].put(tag(k * 5 + n))
        self.group = tuple(self.rig.readers)
        for reader in self.group:
            assert self.rig.run(reader.prepare()) == OK
        self.made = lambda: GroupScan(self.rig.clock, self.group)
        self.scan = self.made()

    def go(self):
        """Which of the readers came through."""
        for k in range(len(self.group)):
            self.scan.begin(k)
        self.rig.run(self._visits())
        through = [self.scan.through(k) for k in range(len(self.group))]
        for k in range(len(self.group)):
            if through[k]:
                self.scan.end(k)
        return through

    def _visits(self):
        while True:
            wait_ms = self.scan.visit(0, len(self.group))
            if wait_ms < 0:
                return
            yield wait_ms

    def uids(self, k):
        reader = self.group[k]
        return {reader.uid(n) for n in range(reader.count)}


def test_a_hurry_finds_what_the_careful_way_finds():
    for cards in (0, 1, 2, 5):
        hurry = Hurry(3, cards)
        assert hurry.go() == [True, True, True]
        for k in range(3):
            reader = hurry.group[k]
            found = hurry.uids(k)
            assert found == {tag(k * 5 + n).uid for n in range(cards)} and reader.clean
            assert not hurry.rig.antennas[k].field_on
            assert reader.counters[SCANS] == 1
            code, _ = hurry.rig.run(reader.scan())
            assert code == (OK if cards else NO_TAG) and hurry.uids(k) == found


def _ten_bytes(number):
    return Tag(bytes((0x88, number)) + bytes(range(8)))


def test_a_uid_of_ten_bytes_is_read_in_a_hurry_and_asked_for_again_once_only():
    """Card by card at first; once such UIDs are known there they are read whole at once."""
    hurry = Hurry(2, 1)
    long_ones = [_ten_bytes(k) for k in range(3)]
    for one in long_ones:
        hurry.rig.antennas[0].put(one)
    asked = []
    muxes = hurry.group[0].transport.route.muxes
    write = muxes.write
    for _ in range(3):
        frames_sent = []

        def watching(address, frame, frames_sent=frames_sent):
            frames_sent.append(bytes(frame))
            return write(address, frame)

        muxes.write = watching
        hurry.scan = hurry.made()
        for _ in range(2):
            assert hurry.go() == [True, True]
            assert hurry.uids(0) == {tag(0).uid} | {one.uid for one in long_ones}
            assert hurry.group[0].clean
        asked.append(frames_sent.count(frames.NACK))
        muxes.write = write
    # Of a scan that knows nothing: the first answer is long, and so they are from then on.
    assert asked[1] == asked[2] == 1


def test_a_card_that_comes_is_read_in_the_same_scan_and_one_that_goes_is_not_waited_for():
    """The answer that says `none` is read short: what it says instead is asked for once more."""
    hurry = Hurry(3, 1)
    for put in (2, 3, 1, 0, 5):
        for k in range(3):
            antenna = hurry.rig.antennas[k]
            for one in list(antenna.tags):
                antenna.take(one)
            for n in range(put):
                antenna.put(tag(k * 5 + n))
        assert hurry.go() == [True, True, True], put
        for k in range(3):
            assert hurry.uids(k) == {tag(k * 5 + n).uid for n in range(put)}, put
            assert hurry.group[k].clean


def test_a_sixth_card_is_told_in_a_hurry():
    hurry = Hurry(1, 0)
    for k in range(6):
        hurry.rig.antennas[0].put(tag(k))
    assert hurry.go() == [True]
    reader = hurry.group[0]
    assert reader.count == MAX_CARDS and reader.too_many and not reader.clean


def test_whatever_ends_a_hurry_is_counted_for_that_reader_and_stops_no_other():
    for name, code in (
        ("no_ack", NO_ACK),
        ("bad_ack", NACKS),
        ("stuck_busy", TIMEOUT),
        ("bad_dcs", NACKS),
        ("bad_lcs", NACKS),
        ("flipped_bit", NACKS),
        ("i2c_timeout", BUS_DOWN),
        ("unplugged", BUS_DOWN),
    ):
        hurry = Hurry()
        assert hurry.go() == [True, True, True]  # an answer of known length is read as a whole
        chip = hurry.rig.chips[1]
        before = list(hurry.group[1].counters)
        chip.fault(name, FOREVER if name == "unplugged" else 1)
        assert hurry.go() == [True, False, True], name
        counted = [now - then for now, then in zip(hurry.group[1].counters, before)]
        assert counted[code] == 1, name
        assert sum([counted[k] for k in (BUS_DOWN, NO_ACK, TIMEOUT, NACKS)]) == 1, name
        chip.clear(name)
        assert hurry.rig.run(hurry.group[1].scan(True)) == (OK, 2), name
        assert hurry.group[1].clean and hurry.go() == [True, True, True], name


def test_a_mux_that_fails_once_in_a_hurry_is_counted():
    for name in ("mux_unplugged", "mux_stuck"):
        hurry = Hurry()
        hurry.rig.muxes[0].fault(name, 1)
        through = hurry.go()
        assert False in through, name
        for k in range(3):
            failures = hurry.group[k].counters[BUS_DOWN]
            assert (failures > 0) == (not through[k]), name


def test_a_bus_that_is_held_for_one_transaction_is_counted():
    for transaction in range(1, 40):
        hurry = Hurry()
        strikes = hurry.rig.bus.strikes
        left = [transaction]

        def once(name, left=left):
            left[0] -= 1
            return name == "bus_held" and not left[0]

        hurry.rig.bus.fault("bus_held", FOREVER)
        hurry.rig.bus.strikes = once
        through = hurry.go()
        hurry.rig.bus.strikes = strikes
        assert through.count(False) == 1, transaction
        assert hurry.group[through.index(False)].counters[BUS_DOWN] == 1


def test_visits_do_not_wait_for_time_that_other_visits_have_taken():
    """Four hands of five in little more than one: their answers are fetched as they come."""
    one, four = Hurry(1, 5), Hurry(4, 5)
    took_us = []
    for hurry in (one, four):
        hurry.go()  # from now on every answer is read as a whole
        start = hurry.rig.clock.now_us
        assert False not in hurry.go()
        took_us.append(hurry.rig.clock.now_us - start)
    assert took_us[1] - took_us[0] < 15_000, took_us


class _Clock:
    """Time passes by looking at it."""

    def __init__(self):
        self.now = 0

    def ticks_ms(self):
        self.now = (self.now + 1) & 0xFFFF
        return self.now

    def ticks_diff(self, one, other):
        return one - other if one >= other or other - one < 0x8000 else one - other + 0x10000

    def ticks_add(self, ticks, ms):
        return (ticks + ms) & 0xFFFF


class _Wire:
    """A chip over which one card lies, without anything that allocates."""

    address = 0x24
    route = None

    def __init__(self, name):
        self.card = _answer(_list_body([name]), _LONG)
        self.none = _answer(_list_body([]), _LONG)
        self.halted = _answer(b"\xd5\x45\x00", 11)
        self.lists = 0
        self.listing = False

    def connect(self):
        pass

    def sends(self, address, frame):
        if frame is frames.LIST:
            self.lists += 1
        if frame is not frames.NACK:
            self.listing = frame is frames.LIST

    def reads(self, address, buffer):
        size = len(buffer)
        answer = self.halted
        if size == len(frames.ACKED):
            answer = frames.ACKED
        elif size == len(frames.FIELD_IS_OFF):
            answer = frames.FIELD_IS_OFF
        elif self.listing:
            answer = self.card if self.lists & 1 else self.none
        for k in range(size):
            buffer[k] = answer[k]


class _Reader:
    halt_raw = False
    clean = False
    too_many = False
    count = 0
    took_ms = 0
    set_up = True

    def __init__(self, number):
        self.transport = _Wire(uid(number))
        self.uids = bytearray(MAX_CARDS * frames.ROOM)
        self.counters = array("I", [0] * COUNTERS)


def test_a_group_scanned_in_a_hurry_takes_nothing_from_the_heap():
    from cardtable.readers.group_scan import GroupScan

    group = tuple([_Reader(k) for k in range(4)])
    scan = GroupScan(_Clock(), group)

    def once():
        for k in range(4):
            scan.begin(k)
        while scan.visit(0, 4) >= 0:
            pass
        for k in range(4):
            scan.end(k)

    once()
    for k in range(4):
        assert scan.through(k) and group[k].count == 1
        assert bytes(group[k].uids[1:8]) == uid(k)
        assert group[k].counters[SCANS] == 1
    assert not taken(once, 20)
