"""Cards and decks: codes, text both ways, and errors that say what and where."""

from cardtable.desk.card_lists import check_distinct, parse_cards
from cardtable.desk.deck_facts import (
    check_in_deck,
    reduced_deck_allowed,
    removed_ranks,
    total_cards,
)
from cardtable.desk.readable import cards_text, rank_of, suit_of
from cardtable.rules.cards import JOKER, CardError, card_text, parse_card
from cardtable.rules.deck_choice import is_deck
from cardtable.rules.decks import SIZES, deck_cards, is_reduced, lowest_rank


def error_of(function, *arguments):
    try:
        function(*arguments)
    except CardError as error:
        return str(error)
    raise AssertionError(arguments)


def test_every_card_goes_to_text_and_back():
    for card in range(53):
        assert parse_card(card_text(card)) == card
        assert parse_card(card_text(card).lower()) == card
        assert parse_card(card_text(card).upper()) == card
    assert len({card_text(card) for card in range(53)}) == 53


def test_the_ten_is_written_both_ways():
    assert parse_card("10d") == parse_card("Td")
    assert card_text(parse_card("10d")) == "Td"


def test_rank_and_suit_come_apart():
    assert rank_of(parse_card("2c")) == 0
    assert rank_of(parse_card("As")) == 12
    assert suit_of(parse_card("As")) == suit_of(parse_card("2s")) != suit_of(parse_card("Ah"))


def test_a_hand_is_read_with_and_without_separators():
    for text in ("10d9cJkAs", "10d 9c Jk As", "Td,9c,Jk,As", " td\t9C, jk aS "):
        assert cards_text(parse_cards(text)) == "Td9cJkAs"
    assert parse_cards("") == []


def test_nonsense_is_refused_with_what_and_where():
    assert "'1d' at character 3" in error_of(parse_cards, "As1d")
    assert "'x' is no suit" in error_of(parse_cards, "Ax")
    assert "suit is missing" in error_of(parse_cards, "As K")
    assert "suit is missing" in error_of(parse_cards, "10")
    assert "suit is missing" in error_of(parse_cards, "A s")
    assert "no rank" in error_of(parse_cards, "??")
    for text in ("AsKs", "", "A", "s", "10", "1d", "101d", "234s", "Ax", "??", "JkJk", "J k"):
        assert "'" + text + "' is no card" in error_of(parse_card, text)


def test_a_card_twice_is_refused_with_both_places():
    assert "Td comes twice" in error_of(parse_cards, "Td9c10d")
    assert "cards 1 and 3" in error_of(parse_cards, "Td9c10d")
    assert "Jk comes twice" in error_of(parse_cards, "JkJk")
    check_distinct([[1, 2], [3]], ["board", "hole"])
    assert "2d is both in board and in hole" in error_of(
        check_distinct, [[1, 2], [1]], ["board", "hole"]
    )


def test_NI2005_66_r2_2_decks_hold_four_of_each_rank_from_the_lowest_to_the_ace():
    lowest = {52: "2", 48: "3", 44: "4", 40: "5", 36: "6", 32: "7"}
    assert tuple(sorted(lowest, reverse=True)) == SIZES
    for size in lowest:
        deck = deck_cards(size, False)
        assert len(deck) == len(set(deck)) == size
        assert card_text(deck[0])[0] == lowest[size]
        assert card_text(deck[-1]) == "As"
        assert deck_cards(size, True) == deck + [JOKER]
        assert total_cards(size, True) == size + 1


def test_NI2005_66_r2_2_no_other_size_is_a_deck():
    for size in range(60):
        assert is_deck(size) == (size in SIZES)
    assert "not 34" in error_of(lowest_rank, 34)


def test_each_game_names_its_decks():
    assert is_deck(40, "omaha", True) and is_deck(32, "draw", True)
    assert is_deck(52, "canberra") and not is_deck(48, "canberra")  # NI2004-492 r 2.1
    assert not is_deck(52, "canberra", True)
    assert is_deck(32, "stud") and not is_deck(36, "stud")  # TGC-2006 B 3.4.a
    assert not is_deck(32, "holdem") and not is_deck(52, "holdem", True)  # TGC-2006 C 2.1


def test_NI2005_66_dictionary_a_deck_is_reduced_below_52_cards_in_all():
    assert not is_reduced(52, False) and not is_reduced(52, True)
    for size in SIZES[1:]:
        assert is_reduced(size, False) and is_reduced(size, True)


def test_a_card_outside_the_deck_is_named():
    check_in_deck(parse_cards("5cAsJk"), 40, True)
    assert "4c is not in a deck of 40" in error_of(check_in_deck, parse_cards("As4c"), 40, False)
    assert "no joker" in error_of(check_in_deck, parse_cards("AsJk"), 40, False)


def test_TGC2006_B3_4a_three_to_five_who_agree_may_take_out_the_twos_to_sixes():
    assert [p for p in range(1, 11) if reduced_deck_allowed(p, True, False)] == [3, 4, 5]
    assert not reduced_deck_allowed(4, False, False)
    assert not reduced_deck_allowed(4, True, True)  # TGC-2006 B 16.8
    assert removed_ranks(32) == ["2", "3", "4", "5", "6"]
    assert removed_ranks(52) == []
