"""Keys and cards are judged in the order in which they happened."""

from __future__ import annotations

import pytest

from sim.harness.tracked import Tracked, new_round
from sim.people.dice import Dice

_SEATS = [1, 2, 5]
_TICK_MS = 20  # of reader_array.py


def _table() -> Tracked:
    table = Tracked(Dice(1), True)
    table.felt.shuffle(Dice(5))
    table.run_for(1_500)
    table.keeper.open(*new_round("canberra", _SEATS, 1, None, {}))
    for seat in _SEATS[:2]:
        assert table.people("ante", seat, 500)
    return table


def _kinds(table: Tracked) -> list:
    return [record[:2] for _, record in table.said if record[0] in ("ante", "deal", "refused")]


@pytest.mark.parametrize("after_ms", [1, 3, 9])
def test_a_key_is_judged_before_a_card_that_leaves_the_shoe_after_it(after_ms):
    """It waits for the task that judges; meanwhile a card comes."""
    table = _table()
    table.run_for(_TICK_MS + 2 - table.clock.ticks_ms() % _TICK_MS)  # it has just looked
    before = len(_kinds(table))
    table.round_port.later(("ante", 5, 500))
    table.run_for(after_ms)
    card = next(one for one in table.felt.deck if one.face)
    assert table.fusion.left_shoe(card.tag.uid) is None
    table.run_for(6_000)
    told = _kinds(table)[before:]
    table.close()
    assert told[0] == ("ante", 5)
    assert [kind for kind, _ in told[1:2]] == ["deal"]


def test_a_key_waits_for_the_card_that_left_the_shoe_before_it():
    table = _table()
    before = len(_kinds(table))
    card = next(one for one in table.felt.deck if one.face)
    assert table.fusion.left_shoe(card.tag.uid) is None
    table.run_for(3)
    table.round_port.later(("ante", 5, 500))
    table.run_for(6_000)
    told = _kinds(table)[before:]
    table.close()
    assert [kind for kind, _ in told[:2]] == ["deal", "refused"]  # wagers are closed by then
