"""The linked jackpot's protocol, explored to the last state; larger worlds: make soak."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tests.property.linked_jackpot.explorer import explored
from tests.property.linked_jackpot.model import Bugs, World, healed, with_bug
from tests.property.linked_jackpot.worlds import WORLDS

FOUND_IN = {
    "taken_twice": "two tables",
    "not_fenced": "failover",
    "late_lease": "leaving",
    "settled_at_once": "two tables",
    "mark_without_records": "leaving",
    "epoch_forgotten": "two rooms",
    "removed_too_soon": "leaving",
    "told_is_paid": "two tables",
}


@pytest.mark.parametrize("world", WORLDS)
def test_nothing_is_wrong_in_any_state(world: str) -> None:
    found = explored(WORLDS[world], most=60_000)
    assert found.wrong is None, (found.wrong, found.way)
    assert found.states > 300


def test_the_worlds_come_to_wins_and_to_two_of_them() -> None:
    settled: set[int] = set()
    orders: set[tuple[int, ...]] = set()

    def look(world: World) -> None:
        at_last = healed(world).store.settled
        settled.add(len(at_last))
        orders.add(tuple(hit.table for hit, _ in at_last))

    explored(WORLDS["two tables"], seen_too=look)
    assert settled == {0, 1, 2}
    assert {(0, 1), (1, 0)} <= orders


def test_a_place_is_named_for_each_planted_bug() -> None:
    assert set(FOUND_IN) == {one.name for one in fields(Bugs)}


@pytest.mark.parametrize("bug", FOUND_IN)
def test_a_planted_bug_is_found(bug: str) -> None:
    found = explored(WORLDS[FOUND_IN[bug]], with_bug(bug), most=60_000)
    assert found.wrong is not None
    assert found.way
