# pyright: reportAttributeAccessIssue=false, reportOptionalMemberAccess=false
"""Work at the shoe: decks enrolled, checked, mended; forgotten work ends; one at a time."""

from binascii import hexlify

from cardtable.rules.cards import parse_card
from cardtable.rules.round import Refused
from cardtable.service import work
from cardtable.service.commands import handle as order
from cardtable.service.deck_work import handle
from cardtable.tracker.deck import Deck
from sim.harness.clock import VirtualClock


def _uid(k):
    return bytes([4, 1, 2, 3, 4, k, 0x80])


def _second(k):
    return bytes([4, 9, 2, 3, 4, k, 0x80])


def _hex(uid):
    return hexlify(uid).decode()


class _Kept:
    """Settings in memory."""

    def __init__(self):
        self.files = {}

    def write(self, name, value):
        self.files[name] = value


class _Croupier:
    begun = False


class _Table:
    """What work needs of the application."""

    answers = None
    boxes = lamps = sign = None

    def __init__(self, cards=(), others=()):
        self.clock = VirtualClock()
        self.controller = _Croupier()
        self.work = None
        self.settings = _Kept()
        self.records = []
        self.restarts = 0
        first = {_hex(_uid(k)): cards[k] for k in range(len(cards))}
        second = {_hex(_second(k)): others[k] for k in range(len(others))}
        self._decks = {"deck": first, "other": second}
        self.deck = Deck(first, second)
        self.tracker = self

    def decks_change(self):
        self.deck.swap()
        return True

    def decks(self):
        return self._decks

    def record(self, body):
        self.records.append(body)

    def restart_soon(self):
        self.restarts += 1


def _told(table):
    return dict(list(work.asked(table)))


def _refused(code, table, *command):
    try:
        order(table, None, "technician", list(command))
    except Refused as refusal:
        assert refusal.code == code, refusal.code
        return
    raise AssertionError("taken")


def _enrolled(table, count):
    for k in range(count):
        table.work.seen(_uid(k))
        table.work.seen(_uid(k))


def test_a_deck_is_kept_when_it_is_complete_and_not_before():
    table = _Table()
    handle(table, "enrol", [32, 0, 0])
    assert _told(table)["due"] == "7c"
    _enrolled(table, 31)
    assert _told(table)["progress"] == [31, 32]
    _refused("deck_not_complete", table, "enrol_keep")
    assert table.settings.files == {} and table.restarts == 0
    table.work.seen(_uid(31))
    table.work.seen(_uid(31))
    handle(table, "enrol_keep", [])
    kept = table.settings.files["deck.json"]
    assert len(kept["deck"]) == 32 and kept["other"] == {}
    assert table.work is None and table.restarts == 1


def test_the_host_is_told_names_and_counts_and_never_a_tag():
    table = _Table(["As", "Kd"])
    for name, args in (("enrol", [52, 0, 0]), ("deck_check", ["count"]), ("replace", ["As"])):
        handle(table, name, args)
        table.work.seen(_uid(0))
        table.work.seen(_uid(9))
        told = str(list(work.asked(table)))
        for k in (0, 9):
            assert str(_uid(k)) not in told
            assert _hex(_uid(k)) not in told


def test_the_last_card_is_taken_back_and_a_known_tag_is_named():
    table = _Table()
    handle(table, "enrol", [32, 0, 0])
    _enrolled(table, 2)
    table.work.seen(_uid(0))
    assert _told(table)["last"] == ["duplicate", "7c"]
    assert handle(table, "enrol_undo", []) == "7d"
    assert _told(table)["progress"] == [1, 32]


def test_neither_deck_may_take_a_tag_of_the_other_and_each_can_be_enrolled_again():
    for other in (0, 1):
        table = _Table(["As"], ["Kd"])
        handle(table, "enrol", [32, 0, other])
        table.work.seen(_uid(0) if other else _second(0))
        assert _told(table)["last"] == ["other_deck", "As" if other else "Kd"]
        own = _second(0) if other else _uid(0)
        table.work.seen(own)
        table.work.seen(own)
        assert _told(table)["last"] == ["taken", "7c"]


def test_a_check_is_recorded_however_it_ends():
    for ended in (
        lambda table: order(table, None, "dealer", ["deck_end"]),
        lambda table: handle(table, "enrol", [32, 0, 0]),
        lambda table: order(table, None, "technician", ["trial", "end"]),
    ):
        table = _Table(["As", "Kd"])
        handle(table, "deck_check", ["before"])
        table.work.seen(_uid(0))
        table.work.nothing()
        table.work.seen(_uid(0))
        table.work.seen(_uid(7))
        ended(table)
        assert table.records == [("deck", "before", 3, ["Kd"], ["As"], 1)]


def test_a_card_is_replaced_when_both_have_looked_at_it():
    """NI2005-66 r 2.5."""
    table = _Table(["As", "Kd"])
    handle(table, "replace", ["As"])
    assert handle(table, "replace_keep", ["supervisor"]) == "one_more"  # no card was there yet
    table.work.seen(_uid(5))
    table.work.seen(_uid(5))
    assert handle(table, "replace_keep", ["dealer"]) == "one_more"
    table.work.seen(_uid(5))  # it still lies there: the dealer's look counts on
    assert _told(table)["last"] == ["taken", "As"]
    assert handle(table, "replace_keep", ["supervisor"]) == "in_play"
    assert table.deck.find(_uid(5)) == parse_card("As")
    assert table.deck.find(_uid(0)) < 0
    assert sorted(table.settings.files["deck.json"]["deck"].values()) == ["As", "Kd"]


def test_a_card_that_the_deck_never_had_cannot_be_replaced():
    table = _Table(["As", "Kd"], ["As"])
    _refused("not_in_deck", table, "replace", "Jk")
    _refused("not_in_deck", table, "replace_other", "Kd")
    assert table.work is None


def test_a_card_of_the_second_deck_is_replaced_in_the_second_deck():
    table = _Table(["As", "Kd"], ["As", "Qd"])
    handle(table, "replace_other", ["As"])
    assert _told(table)["deck"] == "other"
    table.work.seen(_uid(1))
    assert _told(table)["last"] == ["other_deck", "Kd"]
    table.work.seen(_uid(7))
    table.work.seen(_uid(7))
    assert _told(table)["last"] == ["taken", "As"]
    handle(table, "replace_keep", ["dealer"])
    assert handle(table, "replace_keep", ["supervisor"]) == "in_play"
    kept = table.settings.files["deck.json"]
    assert sorted(kept["deck"]) == sorted([_hex(_uid(0)), _hex(_uid(1))])
    assert kept["other"] == {_hex(_uid(7)): "As", _hex(_second(1)): "Qd"}


def test_the_first_card_says_which_of_two_decks_is_checked():
    for first, target in ((_uid, "deck"), (_second, "other")):
        for in_use in (_uid, _second):
            table = _Table(["As", "Kd"], ["As", "Kd"])
            table.deck.find(in_use(0))  # the deck that was played with last
            handle(table, "deck_check", ["count"])
            table.work.seen(_uid(9))  # of neither
            for k in (0, 1):
                table.work.seen(first(k))
            assert _told(table)["progress"] == [2, 2] and _told(table)["deck"] == target
            table.work.seen((_second if first is _uid else _uid)(0))
            assert _told(table)["last"] == ["other_deck", "As"]
            order(table, None, "dealer", ["deck_end"])
            why = "count" if target == "deck" else "count_second"
            assert table.records == [("deck", why, 4, [], [], 2)]


def test_another_card_in_the_middle_of_a_replacement_has_to_be_looked_at_again():
    table = _Table(["As", "Kd"])
    handle(table, "replace", ["As"])
    for uid in (5, 5, 6, 6):
        table.work.seen(_uid(uid))
        if uid == 5:
            handle(table, "replace_keep", ["dealer"])
    assert handle(table, "replace_keep", ["supervisor"]) == "one_more"
    assert handle(table, "replace_keep", ["dealer"]) == "in_play"
    assert table.deck.find(_uid(6)) == parse_card("As")


def test_work_nobody_asks_about_any_more_ends_and_the_table_hears_its_shoe_again():
    table = _Table(["As"])
    handle(table, "deck_check", ["count"])
    for _ in range(5):
        table.clock.advance_us(175_000_000)
        list(work.asked(table))
        work.still_wanted(table)
        assert table.work is not None
    table.clock.advance_us(181_000_000)
    work.still_wanted(table)
    assert table.work is None
    assert len(table.records) == 1
    assert list(work.asked(table)) == []


def test_what_is_not_under_way_cannot_be_kept_or_undone():
    table = _Table(["As"])
    for command in (("enrol_keep",), ("enrol_undo",), ("replace_keep", "dealer")):
        _refused("no_such_work", table, *command)
    handle(table, "deck_check", ["count"])
    _refused("no_such_work", table, "enrol_undo")


def test_nothing_of_it_in_the_middle_of_a_round():
    table = _Table(["As"])
    table.controller.begun = True
    for command in (
        ("enrol", 52, 0, 0),
        ("deck_check", "count"),
        ("trial", "lamps"),
        ("trial", "cards"),
    ):
        _refused("round_in_play", table, *command)
    _refused("round_in_play", table, "trial", "lamps")
    assert table.work is None


def test_nothing_is_begun_that_a_restart_would_end_in_a_moment():
    table = _Table(["As"])
    table.restart_soon()
    for command in (("enrol", 52, 0, 0), ("deck_check", "count"), ("trial", "lamps")):
        _refused("restarts", table, *command)
    assert table.work is None


def test_a_board_without_a_table_refuses_what_needs_one():
    table = _Table()
    table.answers = ("health", "faults")
    del table.work  # uninstalled.py has none of it
    for command in (("enrol", 52, 0, 0), ("trial", "lamps"), ("time", 1), ("mode", "test")):
        _refused("no_table", table, *command)


def test_work_can_be_ended_also_when_a_round_was_begun_meanwhile():
    for ending in (["deck_end"], ["trial", "end"]):
        table = _Table(["As"])
        handle(table, "deck_check", ["count"])
        table.controller.begun = True
        order(table, None, "technician", ending)
        assert table.work is None and len(table.records) == 1
