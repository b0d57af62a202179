"""Hands by the documents' own words; the oracles on the desk do the counting."""

from cardtable.desk.card_lists import parse_cards
from cardtable.desk.five_cards import high_five, low_five, omaha_high_five
from cardtable.desk.readable import cards_text, ranks_text, read_ranks, winners_of
from cardtable.jackpot.prizes import boomerang_class, is_dead_mans_hand
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.cards import CardError
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_category, low_order_of, low_qualifies
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import CATEGORIES, category_of, order_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.stud.open_cards import open_value

FULL = order_of("act")


def high(text, order=FULL):
    return high_value(parse_cards(text), order)


def category(text, order=FULL):
    return CATEGORIES[category_of(high(text, order), order)]


def low(text, order):
    return low_value(parse_cards(text), order)


def descends(hands, order):
    values = [high(hand, order) for hand in hands]
    return values == sorted(values, reverse=True) and len(set(values)) == len(values)


# The documents' own hands, highest first; the fives need the joker.
LADDER = (
    ("royal_flush", "AsKsQsJsTs"),
    ("five_of_a_kind", "AsAhAdAcJk"),
    ("straight_flush", "JhTh9h8h7h"),
    ("four_of_a_kind", "AsAhAdAc9s"),
    ("full_house", "KsKhKdJcJs"),
    ("flush", "KdJd9d8d7d"),
    ("straight", "KhQcJcTs9d"),
    ("three_of_a_kind", "QsQhQd8c7s"),
    ("two_pairs", "QsQh8d8cJs"),
    ("one_pair", "TsThKd9c7s"),
    ("five_odd_cards", "QhTc9c8d7s"),
)


def ladder(*names):
    hands = dict(LADDER)
    return [hands[name] for name in names]


def test_every_category_has_its_name_in_every_order():
    for size in (52, 32):
        for book in ("act", "tas"):
            order = order_of(book, size, True)
            for name, hand in LADDER:
                assert category(hand, order) == name


def test_NI2005_66_r3_3_order_of_hands_in_a_full_deck():
    hands = [hand for _, hand in LADDER]
    assert descends(hands, order_of("act", 52, True))
    assert descends(hands, order_of("tas", 52, True))  # TGC-2006 B 14.1


def test_NI2005_66_r3_4_flush_above_full_house_in_a_reduced_deck():
    hands = ladder("straight_flush", "four_of_a_kind", "flush", "full_house", "straight")
    for size in (48, 44, 40, 36, 32):
        assert descends(hands, order_of("act", size))


def test_TGC2006_B14_2_flush_above_fours_above_full_house_in_a_reduced_deck():
    hands = ladder("straight_flush", "flush", "four_of_a_kind", "full_house", "straight")
    assert descends(hands, order_of("tas", 32))


def test_NI2005_66_r3_2_all_cards_count():
    assert high("QsQhJdJcTs") > high("QdQcJsJh9s")
    assert high("QsQh7d7c4s") < high("QdQc7h7s6s")
    assert high("AsKsQdJd9c") == high("AhKhQcJc9d")


def test_NI2005_66_r3_3e_a_full_house_takes_its_rank_from_the_threesome():
    assert high("3s3h3d2c2s") > high("2s2h2dAcAs")


def test_NI2005_66_r3_5a_the_ace_ends_a_straight_below_only_when_determined():
    high_only = order_of("act", 52, False, False)
    assert category("Ah5s4d3c2h") == "straight"
    assert category("Ah5s4d3c2h", high_only) == "five_odd_cards"
    assert category("Ah5h4h3h2h", high_only) == "flush"
    assert category("AhKhQhJhTh", high_only) == "royal_flush"
    assert high("6s5d4c3h2s") > high("Ah5s4d3c2h")


def test_the_low_ace_stands_just_below_the_lowest_card_of_the_deck():
    for size, hand in (
        (48, "As6h5d4c3s"),
        (44, "As7h6d5c4s"),
        (40, "As8h7d6c5s"),  # NI2005-66 r 3.4(g)
        (36, "As9h8d7c6s"),
        (32, "AsTh9d8c7s"),  # TGC-2006 B 14.2.f
    ):
        for book in ("act", "tas"):
            order = order_of(book, size)
            assert category(hand, order) == "straight"
            assert ranks_text(read_ranks(high(hand, order), order)) == cards_ranks(hand)
        assert category(hand) == "five_odd_cards"


def cards_ranks(ace_first):
    ranks = [card for card in ace_first if card in "23456789TA"]
    return "".join(ranks[1:] + ranks[:1])


def test_the_tasmanian_ace_is_low_whatever_is_determined():
    assert order_of("tas", 32, False, False) == order_of("tas", 32, False, True)


def test_an_unknown_document_is_refused():
    try:
        order_of("nsw")
    except ValueError as error:
        assert "nsw" in str(error)
    else:
        raise AssertionError


def test_the_five_cards_are_read_as_people_read_them():
    for held, read in (
        ("3c3hQsAsKs", "3c3hAsKsQs"),
        ("2hAh4d3c5s", "5s4d3c2hAh"),
        ("JcKsJsKhKd", "KsKhKdJcJs"),
        ("7c7dJk7h7s", "7c7d7h7sJk"),
        ("AhKd2h5h9hJhQs", "AhJh9h5h2h"),
    ):
        assert cards_text(high_five(parse_cards(held))) == read
    assert cards_text(low_five(parse_cards("4d3c3h7s5h"))) == "3c3h7s5h4d"


def test_of_equal_hands_the_one_without_the_joker_is_shown():
    for held in ("AsKsQsJsTsJk2c", "JkAsKsQsJsTs2c", "2cJkAsKsQsJsTs"):
        assert cards_text(high_five(parse_cards(held))) == "AsKsQsJsTs"
    shown = omaha_high_five(parse_cards("JkAsKs2c"), parse_cards("QsJsTs3d4d"))
    assert cards_text(shown) == "AsKsQsJsTs"


def test_NI2005_66_r3_7_the_joker_completes_what_is_highest():
    order = order_of("act", 52, True)
    for hand, read in (
        ("AsKsQsJsJk", "AKQJT"),
        ("9h8h7h6hJk", "T9876"),
        ("As9s8s7sJk", "AK987"),  # a flush takes the highest card not held
        ("KsKh7d7cJk", "KKK77"),
        ("KsKhKd7cJk", "KKKK7"),
        ("Ks9h7d4cJk", "KK974"),
        ("Ah5s4d3cJk", "5432A"),
        ("QsJhTd9cJk", "KQJT9"),
        ("2s2h2d2cJk", "22222"),
    ):
        assert ranks_text(read_ranks(high(hand, order), order)) == read


def test_NI2006_156_r9_1_exactly_two_hole_cards_count():
    board = parse_cards("AsKsQsJs2d")
    assert CATEGORIES[category_of(omaha_high_value(parse_cards("Ts3h3c4d"), board))] == "one_pair"
    for hole, communal in (("TsAhKh", "AsKsQs"), ("TsAhKhQh", "AsKs")):
        try:
            omaha_high_value(parse_cards(hole), parse_cards(communal))
        except CardError:
            continue
        raise AssertionError("a wrong number of cards was valued")


def test_NI2006_156_r3_5_omaha_low_by_two_and_three():
    order = low_order_of()
    value = omaha_low_value(parse_cards("3s5dTcJh"), parse_cards("2h4c7dKsQd"), order)
    assert low_qualifies(value, order)
    value = omaha_low_value(parse_cards("As3dTcJh"), parse_cards("2h4c5dKsQd"), order)
    assert not low_qualifies(value, order)
    order = low_order_of(52, True)
    value = omaha_low_value(parse_cards("As3dTcJh"), parse_cards("2h4c5dKsQd"), order)
    assert low_qualifies(value, order)


def test_NI2005_66_r3_6_straights_and_flushes_do_not_count_in_a_low():
    ace_high = low_order_of()
    assert low("6h5h4h3h2h", ace_high) > low("7s5d4c3s2s", ace_high)
    assert low("6s5h4d3c2h", ace_high) > low("Ah4s3d2c5c", ace_high)
    assert low("2s2d9cTcJh", ace_high) > low("3s3h7d5c4h", ace_high)
    assert CATEGORIES[low_category(low("6h5h4h3h2h", ace_high))] == "five_odd_cards"
    ace_low = low_order_of(52, True)
    assert low("Ah4s3d2c5c", ace_low) > low("6s5h4d3c2h", ace_low)
    assert low("AhAs3d2c5c", ace_low) > low("2s2hAd3c4h", ace_low)


def test_NI2005_66_r3_5d_a_low_qualifies_with_five_odd_cards_to_the_eight():
    for hand, when_high, when_low in (
        ("8h6c4c3d2s", True, True),
        ("9h6c4c3d2s", False, False),
        ("8h8c4c3d2s", False, False),
        ("Ah5c4c3d2s", False, True),
        ("8h7c6c5dJk", True, True),
    ):
        for ace_low, expected in ((False, when_high), (True, when_low)):
            order = low_order_of(52, ace_low)
            assert low_qualifies(low(hand, order), order) == expected


def test_only_five_to_seven_cards_make_a_hand():
    for text in ("AsKsQsJs", "AsKsQsJsTs9s8s7s", ""):
        for valued in (high_value, low_value):
            try:
                valued(parse_cards(text))
            except CardError:
                continue
            raise AssertionError(text)


def test_winners_are_all_who_hold_the_highest():
    assert winners_of([3, 9, 1, 9]) == [1, 3]
    assert winners_of([0]) == [0]


def test_TGC2006_B11_open_cards_make_pairs_but_no_straights_or_flushes():
    descending = (
        "9s9h9d9c",
        "8s8h8dAc",
        "KsKhQdQc",
        "AsAhKdQc",
        "2s2hAdKc",
        "AsKsQsJs",
        "KsQsJsTs",
    )
    values = [open_value(parse_cards(cards)) for cards in descending]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)
    assert open_value(parse_cards("AsKh")) == open_value(parse_cards("AdKc"))
    assert open_value(parse_cards("2s2h")) > open_value(parse_cards("AsKs"))
    assert open_value(parse_cards("As")) > open_value(parse_cards("Ks"))
    assert open_value(parse_cards("2s2h2d")) > open_value(parse_cards("AsAhKd"))


def test_TGC2006_B12_3_a_hand_is_set_against_four_open_cards():
    assert high("AhKdJc9s3h") > open_value(parse_cards("AsKh7d2c"))
    assert high("AhQdJc9s3h") < open_value(parse_cards("KsKh7d2c"))
    assert high("AhKd7c2s3h") > open_value(parse_cards("AsKh7d2c"))


def test_NI2004_492_r9_2_the_dealer_plays_with_ace_and_king_or_higher():
    for hand in ("AsKd4h3c2s", "2s2d4h3c7s", "As2d3h4c5s", "2h4h6h8hTh"):
        assert dealer_qualifies(parse_cards(hand))
    for hand in ("AsQdJh9c8s", "KsQdJh9c8s", "AsQdJhTc2s"):
        assert not dealer_qualifies(parse_cards(hand))


def test_NI2004_492_r11_1_boomerang_prizes():
    for hand, prize in (
        ("AsKsQsJsTs", "royal_flush"),
        ("5h4h3h2hAh", "straight_flush"),
        ("8s8h8d8cAs", "four_of_a_kind"),
        ("AsAhAd8c8s", "full_house"),
        ("AsAh8d8c8s", "full_house"),
        ("AsJs9s7s5s", "flush"),
        ("AsAh8d8cKs", "dead_mans_hand"),
        ("AsAh9d9cKs", None),
        ("KsKh8d8cAs", None),
        ("9s8h7d6c5s", None),
        ("AsAhAd8cKs", None),
    ):
        assert boomerang_class(parse_cards(hand)) == prize
        assert is_dead_mans_hand(parse_cards(hand)) == (prize == "dead_mans_hand")
