"""Hundreds of rounds of draw and stud against a second account of the same rounds."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracles.draw_stud_play import Disagreement, play

ROUNDS = 350


@pytest.mark.parametrize("game", ["draw", "stud"])
def test_random_rounds_agree_with_a_second_account(game: str):
    met: Counter[str] = Counter()
    for seed in range(ROUNDS):
        try:
            met += play(seed, game)
        except Disagreement as parting:
            raise AssertionError(f"{game}, seed {seed}: {parting}") from parting
    assert met["rounds"] == ROUNDS and met["hands shown"] > ROUNDS
    # What has to have been met for the comparison to mean something.
    if game == "draw":
        assert met["reshuffles"] > 10 and met["five replaced"] > 100
        assert met["draw 32"] and met["draw 52+joker"]
    else:
        assert met["checks not earned"] > 5 and met["calls that cannot win"] > 5
        assert met["stud 32"] > 50
