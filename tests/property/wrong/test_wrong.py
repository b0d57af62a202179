"""Irregularities at random points of random rounds: money, a way on, an outcome that is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.property.wrong.table import GAMES, Table, play_many

DICE = st.randoms(use_true_random=False)


class Wrong(RuleBasedStateMachine):
    """Any game; it goes on, or it goes wrong, and in the end there is always a way to the end."""

    @initialize(game=st.sampled_from(GAMES), dice=DICE)
    def begin(self, game: str, dice: Any):
        self.table = Table(game, dice)

    def open(self) -> bool:
        return hasattr(self, "table") and self.table.round.outcome is None

    @precondition(open)
    @rule(count=st.integers(1, 20))
    def it_goes_on(self, count: int):
        self.table.go_on(count)

    @precondition(open)
    @rule()
    def it_goes_wrong(self):
        self.table.go_wrong()

    @precondition(lambda self: not self.open())
    @rule()
    def it_is_over(self):
        assert self.table.round.expects() == [] and not self.table.go_wrong()

    def teardown(self):
        if hasattr(self, "table"):
            self.table.to_the_end()


TestWrong = Wrong.TestCase
TestWrong.settings = settings(max_examples=40, stateful_step_count=12, deadline=None)

# What a sample has to meet to be worth anything
_POKER = {"out_of_turn", "exposed", "wrong_count", "discarded", "hand_folded"}
_MET = {
    "draw": _POKER,
    "omaha": _POKER | {"premature"},
    "holdem": _POKER | {"premature"},
    "stud": _POKER | {"burnt"},
    "canberra": {"card_exposed", "dealer_card_exposed", "dealt_out_of_order", "excluded"},
    "canberra-1997": {"card_exposed", "dealer_miscounted", "missed_in_the_deal", "wagers_void"},
}


@pytest.mark.parametrize("game", GAMES)
def test_irregularities_in_volume(game: str):
    figures = play_many(game, 60, 60)
    met = {name.removeprefix("irregular ") for name in figures}
    assert _MET[game] - met == set()
    usual = "settled" if game.startswith("canberra") else "won"
    assert figures[f"{game}: {usual}"] > 15
    assert sum(figures.get(f"{game}: {end}", 0) for end in ("misdeal", "void")) > 0
