"""The board's part of a linked jackpot: leases checked, wagers refused without one, money told."""

from binascii import hexlify

from cardtable.jackpot.books import new_books
from cardtable.jackpot.linked import settle
from cardtable.link.keys import ROOM, Keys, signed
from cardtable.records import dumps
from cardtable.rules.seals import hmac_sha256
from cardtable.service.lease import Link
from cardtable.vault.calendar import Calendar

_KEY = b"k" * 32
_NOW = 1_800_000_000_000


class Clock:
    def __init__(self):
        self.ms = 5000

    def ticks_ms(self):
        return self.ms

    def ticks_diff(self, a, b):
        return a - b

    def ticks_add(self, a, b):
        return a + b


class Kept:
    def __init__(self):
        self.bytes = b""

    def get(self):
        return self.bytes

    def keep(self, content):
        self.bytes = content


class Table:
    """As much of the application as a lease sees of it."""

    def __init__(self, challenge_byte=b"c"):
        self.clock = Clock()
        self.told = []
        self.vault = self.desk = self  # type: ignore[assignment]
        self.calendar = Calendar(self.clock)
        keys = {ROOM: hexlify(_KEY).decode()}
        self.keys = Keys(keys, lambda count: challenge_byte * count, self.clock)

    def tell_fault(self, code, where, present):
        self.told.append((code, present))


def _text(issued=_NOW, epoch=1, amount=5000000, limit=1000000, name="boomerang", word=""):
    return dumps(("lease", name, epoch, issued, 10000, 2000, amount, limit, word))


def _mac(table, sequence, text, key=_KEY):
    content = signed(table.keys.challenge, sequence, ROOM, text)
    return hexlify(hmac_sha256(key, content)).decode()


def _give(table, link, sequence=1, key=_KEY, **what):
    text = _text(**what)
    return link.take(sequence, _mac(table, sequence, text, key), text)


def _linked(kept=None):
    table = Table()
    table.calendar.tell(_NOW)
    return table, Link(table, kept or Kept())


def test_a_lease_lets_wagers_be_taken_until_it_ends():
    table, link = _linked()
    assert link.why_not(0) == "no_lease"
    assert link.word() == "noPot"
    assert _give(table, link) is None
    assert link.why_not(0) is None
    assert link.word() is None
    assert link.amount == 5000000
    table.clock.ms += 9999
    assert link.why_not(0) is None
    table.clock.ms += 1
    assert link.why_not(0) == "no_lease"
    assert link.word() == "noPot"
    assert link.amount == 5000000  # of the round that is on


def test_nothing_of_a_lease_can_be_altered():
    table, link = _linked()
    text = _text()
    mac = _mac(table, 1, text)
    for at in range(len(text)):
        other = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
        assert link.take(1, mac, other) == "wrong_key"
    assert link.take(2, mac, text) == "wrong_key"
    assert _give(table, link, key=b"o" * 32) == "wrong_key"
    assert link.why_not(0) == "no_lease"
    assert link.take(1, mac, text) is None


def test_a_lease_counts_once_and_never_one_before_it():
    table, link = _linked()
    assert _give(table, link, 7) is None
    assert _give(table, link, 7) == "replayed"
    assert _give(table, link, 6) == "replayed"
    assert _give(table, link, 8) is None


def test_a_lease_of_before_the_start_is_worth_nothing():
    _, link = _linked()
    text = _text()
    before = Table(b"b")
    assert link.take(1, _mac(before, 1, text), text) == "wrong_key"


def test_a_stale_lease_and_one_of_a_clock_that_is_off_are_refused():
    for off, code in ((2001, "stale"), (-2001, "stale"), (2000, None), (-2000, None)):
        table, link = _linked()
        assert _give(table, link, issued=_NOW + off) == code
        assert link.why_not(0) == ("no_lease" if code else None)


def test_an_old_lease_is_shorter_by_its_age_and_none_is_longer_than_itself():
    table, link = _linked()
    assert _give(table, link, issued=_NOW - 1500) is None
    table.clock.ms += 8500
    assert link.why_not(0) == "no_lease"
    table, link = _linked()
    assert _give(table, link, issued=_NOW + 1500) is None
    table.clock.ms += 10000
    assert link.why_not(0) == "no_lease"


def test_a_room_that_was_replaced_is_refused_also_after_a_restart():
    kept = Kept()
    table, link = _linked(kept)
    assert _give(table, link, 1, epoch=4) is None
    assert _give(table, link, 2, epoch=3) == "another_room"
    assert _give(table, link, 3, epoch=4) is None
    table, link = _linked(kept)
    assert link.epoch == 4
    assert _give(table, link, 1, epoch=3) == "another_room"
    assert _give(table, link, 2, epoch=5, name="other") == "another_room"
    assert _give(table, link, 3, epoch=5) is None


def test_the_room_tells_the_time_where_nobody_else_has():
    table = Table()
    link = Link(table, Kept())
    assert table.calendar.now()[0] == "u"
    assert _give(table, link) is None
    assert table.calendar.now() == ("t", _NOW)


def test_without_escrow_for_a_round_wagers_are_refused():
    table, link = _linked()
    assert _give(table, link, limit=1000000) is None
    assert link.why_not(500000) is None
    assert link.why_not(500001) == "no_escrow"


def test_a_missing_lease_is_told_once_and_its_end():
    table, link = _linked()
    task = link.run()
    next(task)
    next(task)
    assert table.told == [("no_lease", True)]
    assert _give(table, link) is None
    next(task)
    assert table.told[1:] == [("no_lease", False)]


def test_a_linked_round_moves_no_pool_here_and_the_books_balance():
    books = new_books(700, 80, 0, 10000)
    books.link = object()  # type: ignore[assignment]
    jackpots = [
        (1, 100, None),
        (2, 100, "flush"),
        (3, 100, "royal_flush"),
        (4, 100, None),
    ]
    records = settle(books, jackpots, lambda seat: 12345)
    assert records == [
        ("linked_paid", 2, "flush", 10000),
        ("linked_hit", 3, "royal_flush", 12345),
        ("linked_in", 200),
        ("meter", 700, 80),
    ]
    for record in records:
        books.apply(record)
        assert books.why_not() is None
    meter = books.meter
    assert (meter.pool, meter.reserve, meter.linked, meter.spent) == (700, 80, 200, 10000)
    again = new_books(0, 0, 0, 0)
    again.load(books.dump())
    assert (again.meter.linked, again.meter.spent) == (200, 10000)
    assert again.why_not() is None


def test_tests_and_tournaments_tell_the_pool_nothing():
    books = new_books(700, 80, 0, 10000)
    books.mode = "test"
    assert settle(books, [(1, 100, None), (2, 100, "flush")], lambda seat: 0) == []
