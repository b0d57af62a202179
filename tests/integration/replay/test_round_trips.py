"""Rounds of ours as hand histories and back; the full counts are in soak_histories.py."""

from __future__ import annotations

import pytest

from tests.oracles import round_trips

_COUNT = {"holdem": 60, "omaha": 25, "draw": 50, "stud": 60}


@pytest.mark.parametrize("game", round_trips.GAMES)
def test_a_round_is_the_same_there_and_back(game):
    """Exported, read again and played: equal stacks; and the same in PokerKit, where it can."""
    met = round_trips.many(game, 5_000, _COUNT[game])
    told = {what.removeprefix(f"{game}: "): n for what, n in met.items()}
    left_out = told.get("void", 0) + told.get("reshuffle that PHH cannot tell", 0)
    assert told["equal"] + left_out == told["rounds"] == _COUNT[game]
    assert told["equal"] > 0.85 * _COUNT[game] and told["PokerKit"] > 0
    assert told["taken back"] >= 10, "entries keyed by mistake are among the rounds"
    if game in ("omaha", "draw"):
        assert told["two players"] > 0
