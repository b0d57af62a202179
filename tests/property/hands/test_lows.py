"""Lows against PokerKit where the definitions meet, and against brute force."""

from random import Random

import pytest

from cardtable.desk.five_cards import low_five
from cardtable.desk.readable import cards_text
from cardtable.rules.hands.lows import low_order_of
from tests.oracles import plain
from tests.property.hands import checks


@pytest.mark.parametrize("low_ace", ["high", "low"])
def test_NI2005_66_r3_6_every_class_of_low_stands_in_pokerkits_order(low_ace):
    assert checks.low_order_by_pokerkit(low_ace) == 7462


def test_NI2005_66_r3_5d_omaha_eight_or_better_agrees_with_pokerkit_when_the_ace_is_low():
    checks.omaha_low_by_pokerkit(seed=40, count=1500)


def test_lows_of_every_deck_agree_with_brute_force():
    checks.low_by_brute_force(seed=41, count=6000, joker=False)


@pytest.mark.parametrize("joker", [False, True])
def test_the_lowest_five_of_six_and_seven_agree_with_brute_force(joker):
    random = Random(42)
    for turn in range(40 if joker else 400):
        size = checks.SIZES[turn % 6]
        low_ace = ("high", "low")[turn % 4 // 2]
        low = low_order_of(size, low_ace == "low")
        cards = checks.deal(random, size, joker, 6 + turn % 2, force_joker=joker)
        shown = low_five(cards, low)
        assert set(shown) <= set(cards) and len(set(shown)) == 5
        key = plain.low(checks.texts(cards), low_ace, size)
        assert plain.low(checks.texts(shown), low_ace, size) == key, (cards_text(cards), low_ace)
