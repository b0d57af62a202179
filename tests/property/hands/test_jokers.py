"""The joker against trying every card in its place (NI2005-66 r 3.7)."""

import pytest

from tests.property.hands import checks


@pytest.mark.parametrize(("cards", "count"), [(5, 3000), (6, 300), (7, 120)])
def test_NI2005_66_r3_7_the_joker_is_the_card_that_makes_the_best_hand(cards, count):
    checks.high_by_brute_force(seed=20 + cards, count=count, cards=cards, joker=True)


def test_NI2006_156_r2_3_the_joker_serves_in_omaha_from_hole_and_board():
    checks.omaha_by_brute_force(seed=30, count=120, joker=True)


def test_the_joker_in_a_low_is_the_rank_that_makes_the_lowest():
    checks.low_by_brute_force(seed=31, count=2000, joker=True)
