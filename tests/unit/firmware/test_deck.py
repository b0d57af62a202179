"""Decks: enrolled card by card, checked, counted, replaced; what does not belong is named."""

from cardtable.rules.cards import parse_card
from cardtable.rules.decks import deck_cards
from cardtable.tracker.check import Check
from cardtable.tracker.deck import OTHER, UNKNOWN, Deck
from cardtable.tracker.enrol import Enrolment, Replacement


def uid(number, deck=0):
    return bytes((4, deck, number, 1, 2, 3, 128))


def _enrolled(cards=52, joker=False, deck=0, known=None):
    enrolment = Enrolment(cards, joker, known)
    for number in range(len(deck_cards(cards, joker))):
        assert enrolment.seen(uid(number, deck))[0] == "once"
        assert enrolment.seen(uid(number, deck))[0] == "taken"
    return enrolment


def _deck():
    return Deck(_enrolled().table())


def _checked(deck, numbers):
    check = Check(deck)
    for number in numbers:
        check.seen(uid(number))
    return check


# ---- enrolment


def test_a_deck_is_enrolled_card_by_card_with_progress():
    enrolment = Enrolment()
    assert enrolment.due == "2c" and enrolment.progress == (0, 52)
    assert enrolment.seen(uid(0)) == ("once", "2c")
    assert enrolment.progress == (0, 52)
    assert enrolment.seen(uid(0)) == ("taken", "2c")
    assert enrolment.progress == (1, 52) and enrolment.due == "2d"
    assert enrolment.seen(uid(0)) == ("lingers", "2c")


def test_a_uid_counts_only_when_it_was_read_twice_in_a_row():
    enrolment = Enrolment()
    assert enrolment.seen(uid(1))[0] == "once"
    assert enrolment.seen(uid(2))[0] == "once"  # the first was garbled
    assert enrolment.seen(uid(2)) == ("taken", "2c")


def test_a_tag_enrolled_before_is_a_duplicate_and_named():
    enrolment = Enrolment()
    for number in (0, 1):
        enrolment.seen(uid(number))
        enrolment.seen(uid(number))
    assert enrolment.seen(uid(0)) == ("duplicate", "2c")
    assert enrolment.progress == (2, 52)


def test_the_last_card_can_be_taken_back_and_enrolled_again():
    enrolment = Enrolment()
    assert enrolment.undo() is None
    enrolment.seen(uid(5))
    enrolment.seen(uid(5))
    assert enrolment.undo() == "2c"
    assert enrolment.progress == (0, 52)
    assert enrolment.seen(uid(5))[0] == "once"  # it has to be read twice again
    assert enrolment.seen(uid(5)) == ("taken", "2c")


def test_a_whole_deck_and_a_reduced_one_with_a_joker():
    full = _enrolled()
    assert full.due is None and full.progress == (52, 52)
    assert full.seen(uid(99)) == ("done", None)
    reduced = _enrolled(32, True)
    assert reduced.progress == (33, 33)
    assert sorted(reduced.table().values())[-1] == "Ts"
    assert Deck(reduced.table()).codes()[-1] == parse_card("Jk")


def test_a_second_deck_may_not_have_tags_of_the_first():
    first = _deck()
    second = Enrolment(known=first)
    assert second.seen(uid(3)) == ("other_deck", "2s")
    assert second.seen(uid(3, 1))[0] == "once"


# ---- two decks (NI2004-492 r 12.2)


def test_cards_of_two_decks_are_told_apart():
    deck = Deck(_enrolled().table(), _enrolled(deck=1).table())
    assert deck.find(uid(0)) == 0
    assert deck.find(uid(0, 1)) == OTHER
    assert deck.find(uid(0, 2)) == UNKNOWN
    deck.swap()
    assert deck.in_use == OTHER and len(deck.codes()) == 52


def test_the_first_card_after_a_start_tells_which_deck_is_out():
    for first in (0, 1):
        deck = Deck(_enrolled().table(), _enrolled(deck=1).table())
        assert len(deck.codes()) == 52  # whichever it is
        assert deck.find(uid(0, 2)) == UNKNOWN and deck.in_use is None
        deck.find(uid(7, first))
        deck.find(uid(8, 1 - first))
        assert deck.in_use == (OTHER if first else 0)


# ---- check before and after gaming (NI2005-66 r 2.4), count (r 2.6)


def test_a_complete_deck():
    check = _checked(_deck(), range(52))
    assert check.complete and check.progress == (52, 52)
    assert check.record("before") == ("deck", "before", 52, [], [], 0)


def test_a_missing_card_is_named():
    numbers = [number for number in range(52) if number != parse_card("As")]
    check = _checked(_deck(), numbers)
    assert not check.complete and check.missing() == ["As"]
    assert check.record("after") == ("deck", "after", 51, ["As"], [], 0)


def test_a_cloned_card_is_named_wherever_it_lies_in_the_deck():
    check = _checked(_deck(), list(range(52)) + [7])
    assert check.twice() == ["3s"] and check.count == 53 and not check.complete
    check = Check(_deck())
    for number in range(52):
        check.seen(uid(number))
        check.seen(uid(number))  # the same card, still there
        check.nothing()
        if number == 7:  # its clone right behind it
            assert check.seen(uid(7)) == ("card_seen_twice", "3s")
            check.nothing()
    assert check.twice() == ["3s"] and check.count == 53


def test_a_clone_in_place_of_another_card_is_found_by_what_is_missing():
    numbers = [7 if number == 20 else number for number in range(52)]
    check = _checked(_deck(), numbers)
    assert check.count == 52 and not check.complete
    assert check.twice() == ["3s"] and check.missing() == ["7c"]


def test_foreign_cards_and_cards_of_the_other_deck_are_counted():
    check = Check(Deck(_enrolled().table(), _enrolled(deck=1).table()))
    assert check.seen(uid(9, 2)) == ("foreign_card", None)
    assert check.seen(uid(4)) == ("counted", "3c")
    assert check.seen(uid(4, 1)) == ("other_deck", "3c")
    assert (check.strangers, check.others, check.count) == (1, 1, 3)
    assert check.record("count")[5] == 2


# ---- replacement (NI2005-66 r 2.5)


def test_a_replaced_card_is_checked_by_dealer_and_supervisor_first():
    deck = _deck()
    change = Replacement(deck, parse_card("As"))
    assert not change.checked("dealer")  # nothing has been read
    assert change.seen(uid(3)) == ("duplicate", "2s")
    assert change.seen(uid(77)) == ("once", "As")
    assert change.seen(uid(77)) == ("taken", "As")
    assert not change.checked("dealer") and not change.checked("dealer")
    assert not change.checked("player")
    assert deck.find(uid(77)) == UNKNOWN
    assert change.checked("supervisor")
    assert deck.find(uid(77)) == parse_card("As")
    assert deck.find(uid(parse_card("As"))) == UNKNOWN  # the old tag is foreign now
    assert len(deck.codes()) == 52
