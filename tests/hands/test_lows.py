"""Lows against PokerKit where the definitions meet, and against brute force."""

import pytest

from tests.hands import checks


@pytest.mark.parametrize("low_ace", ["high", "low"])
def test_NI2005_66_r3_6_every_class_of_low_stands_in_pokerkits_order(low_ace):
    assert checks.low_order_by_pokerkit(low_ace) == 7462


def test_NI2005_66_r3_5d_omaha_eight_or_better_agrees_with_pokerkit_when_the_ace_is_low():
    checks.omaha_low_by_pokerkit(seed=40, count=1500)


def test_lows_of_every_deck_agree_with_brute_force():
    checks.low_by_brute_force(seed=41, count=6000, joker=False)
