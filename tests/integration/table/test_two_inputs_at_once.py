"""A console's input is judged in pieces while a key is pressed: one after the other, both whole."""

from __future__ import annotations

import pytest

from cardtable.records import decode
from tests.integration.undo.table import GAMES, SEATS, Table


def _first_two(table: Table) -> list[tuple]:
    """Two inputs that come from two places in the same moment."""
    if table.banked:
        return [("ante", 2, 500), ("ante", 5, 500)]
    return [("join", seat, 20_000) for seat in SEATS[:2]]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ahead", range(7))
def test_the_second_waits_for_the_first(name: str, ahead: int) -> None:
    """`ahead`: pieces of the first that are done when the second comes."""
    table = Table(name, 3)
    first_number = table.vault.journal.last + 1
    one, other = [table.controller.giving(given) for given in _first_two(table)]
    for _ in range(ahead):
        next(one, None)
    under_way = [one, other]
    turns = 0
    while under_way:
        for task in list(under_way):
            if next(task, under_way) is under_way:
                under_way.remove(task)
        turns += 1
        assert turns < 1000
    assert table.controller.taken and not table.controller.busy
    lines = [
        decode(table.vault.journal.get(number))
        for number in range(first_number, table.vault.journal.last + 1)
    ]
    seats = [line[7] for line in lines if line[6] in ("ante", "join")]
    assert seats == [given[1] for given in _first_two(table)]
    assert [line[2] for line in lines] == list(range(first_number, first_number + len(lines)))
    state = table.state()
    table.restart()  # the ring is read again: every record continues the one before it
    assert table.state() == state
