"""Rounds played through the machine equal an independent settlement; the dealer plays as often
as counting says."""

from __future__ import annotations

from math import comb

import pytest

from tests.oracles import canberra_plain as oracle
from tests.property.canberra import checks
from tests.property.canberra.exact import EDGE


@pytest.mark.parametrize("game", checks.GAMES)
def test_random_rounds_are_settled_as_the_oracle_settles_them(game):
    figures = checks.rounds(game, seed=4, count=700)
    for kind in oracle.ODDS:
        assert figures[f"{game}: shown {kind}"] > 0, kind
    for fate in ("won", "lost", "void"):
        assert figures[f"{game}: {fate}"] > 100
    assert figures[f"{game}: equal"] > 20
    assert figures[f"{game}: prizes"] > 50


def test_NI2004_492_r9_2_the_dealer_plays_with_56_percent_of_all_hands():
    """By formula: of five odd cards, only those with ace and king play; everything else plays."""
    hands = comb(52, 5)
    odd_ranks = comb(13, 5) - 10  # not in sequence
    with_ace_king = comb(11, 3) - 1  # AKQJT is a straight
    idle = (odd_ranks - with_ace_king) * (4**5 - 4)  # not of one suit
    assert (hands, idle, hands - idle) == (2_598_960, 1_135_260, 1_463_700)
    assert round(100 * (hands - idle) / hands, 2) == 56.32
    # All hands that hold the five of clubs as their lowest card, counted by both evaluators.
    figures = checks.qualifying((12,))
    assert figures[checks.ALL_DEALERS] == comb(39, 4)


def test_the_bank_keeps_what_counting_says():
    """A sample of deals settled by the firmware; the soak has the large one and counts anew."""
    figures = checks.edge(seed=9, count=20_000)
    mean, error = checks.mean_and_error(figures)
    assert abs(mean - float(EDGE)) < 4 * error < 0.1
    assert round(float(EDGE), 4) == -0.0566


@pytest.mark.parametrize("hand", ["AcKd7h4s2c", "QdJd9d7d2d", "9s9d5h5c2s"])
def test_counting_agrees_with_the_settlement_of_sampled_dealers(hand):
    mean, error = checks.mean_and_error(checks.against_some_dealers(hand, seed=3, count=15_000))
    exact = checks.exactly(hand)
    assert abs(mean - exact) < 4 * error
