"""Fees, prizes and places: every cent of the pool goes back (17.22, 20.18)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.tournament import money, places
from host_tools.tournament.conditions import parse
from host_tools.tournament.documents import rules_for
from host_tools.tournament.state import Entrant, Tournament
from tests.tournament.test_director import EXAMPLE


@st.composite
def breakdowns(draw):
    parts = draw(st.lists(st.integers(1, 50), min_size=1, max_size=9))
    shares = [part * money.WHOLE // sum(parts) for part in parts]
    shares[0] += money.WHOLE - sum(shares)
    return shares


@given(st.integers(0, 10**9), breakdowns())
def test_NI2004_492_r17_22_NI2005_66_r20_18_every_cent_is_paid(pool, shares):
    paid = money.prizes(pool, shares)
    assert sum(paid) == pool
    for cents, share in zip(paid, shares, strict=True):
        exact = Fraction(pool * share, money.WHOLE)
        assert exact - 1 < cents <= exact + 1


@given(st.integers(0, 10**7), breakdowns(), st.lists(st.integers(1, 3), min_size=9, max_size=12))
def test_tied_places_are_combined_and_divided(pool, shares, sizes):
    prize_list = money.prizes(pool, shares)
    groups, number = [], 0
    for size in sizes:
        groups.append(list(range(number, number + size)))
        number += size
    won = money.awards(groups, prize_list)
    assert sum(won.values()) == pool
    padded = prize_list + [0] * number
    at = 0
    for group in groups:
        combined = sum(padded[at : at + len(group)])
        assert sum(won[n] for n in group) == combined
        assert max(won[n] for n in group) - min(won[n] for n in group) <= 1
        at += len(group)


def test_a_breakdown_of_anything_but_the_whole_is_refused():
    with pytest.raises(ValueError, match="80"):
        money.prizes(1000, (5000, 3000))


def test_NI2004_492_r17_25_NI2005_66_r20_20_NI2006_156_r20_20_commission_is_kept_apart():
    made = money.takings(paid=12, replaced=2, fee=5500, commission=500)
    assert made.paid_in == made.returned + made.commission + made.pool == 66000
    assert made.pool == 10 * 5000


def test_NI2005_66_r20_19_NI2006_156_r20_19_the_player_who_put_in_more_is_placed_higher():
    for game in ("draw", "omaha"):
        assert places.of_one_round(rules_for(game), {4: 300, 2: 900, 7: 300}) == [[2], [4, 7]]


def test_NI2004_492_r17_24_players_out_in_one_round_tie():
    assert places.of_one_round(rules_for("canberra"), {4: 300, 2: 900}) == [[2, 4]]


def test_NI2005_66_r20_19_prizes_of_tied_places_to_the_cent():
    groups = places.of_one_round(rules_for("draw"), {"A": 1200, "B": 3000, "C": 1200})
    assert money.awards(groups, [50000, 30000, 20001]) == {"B": 50000, "A": 25001, "C": 25000}
    assert money.awards(groups, [50000]) == {"B": 50000, "A": 0, "C": 0}


def test_NI2004_492_r17_24_prizes_are_combined_whatever_was_wagered():
    groups = places.of_one_round(rules_for("canberra"), {"A": 3000, "B": 1200})
    assert money.awards(groups, [50000, 30000]) == {"A": 40000, "B": 40000}


def test_S89_1997_r16_4_NI2004_492_r17_25_how_much_may_be_retained():
    assert money.most_retained(rules_for("canberra-1997"), 200000) == 20000
    assert money.most_retained(rules_for("canberra"), 200000) is None, "any approved amount"


def test_NI2004_492_r17_14_who_cannot_wager_the_minimum_is_out():
    assert places.is_out(rules_for("canberra"), 20, 25)
    assert not places.is_out(rules_for("canberra"), 25, 25)
    assert not places.is_out(rules_for("draw"), 1, 25), "may still tap out (r 14.1)"
    assert places.is_out(rules_for("draw"), 0, 25)


def test_NI2004_492_r17_23_only_ties_that_matter_are_played_off():
    chips = {1: 900, 2: 500, 3: 900, 4: 500, 5: 1}
    state = Tournament(parse(EXAMPLE))
    for number, left in chips.items():
        state.entrants[number] = Entrant(number, str(number), "playing", left)
    assert places.to_play_off(state, None) == [[1, 3], [2, 4]], "in the final every place counts"
    assert places.to_play_off(state, 3) == [[2, 4]], "three go on: who is third?"
    assert places.to_play_off(state, 2) == [] == places.to_play_off(state, 4)
