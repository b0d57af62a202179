"""Two or three of a box's cards answer: nothing is lost, doubled or told elsewhere."""

from __future__ import annotations

import pytest

from sim.chips.overlap import Overlap
from sim.harness.rig import Rig, tag
from sim.people.dice import Dice
from tests.integration.tracker import partial


@pytest.mark.parametrize("answering", [2, 3])
@pytest.mark.parametrize("game", ["canberra", "holdem", "omaha", "draw", "stud"])
def test_a_round_is_told_as_if_every_card_answered(game, answering):
    figures = partial.compared(game, 5, answering, 4)
    assert figures[f"{game}: cards"] >= 8


def test_the_emulated_overlap_does_hide_cards():
    """Else the rounds above would show nothing."""
    rig = Rig(1)
    overlap = Overlap(Dice(1), 2)
    rig.antennas[0].answering = overlap
    for n in range(5):
        rig.antennas[0].put(tag(n))
    seen = rig.scan()[1]
    assert len(seen) == 2
    assert all(rig.scan()[1] == seen for _ in range(5))  # as long as nobody moves them
    overlap.fan()
    assert len(rig.scan()[1]) == 5


def test_what_does_not_answer_is_told_to_people():
    figures = partial.compared("canberra", 3, 2, 5)
    assert figures["canberra: told as unseen"] > 0
