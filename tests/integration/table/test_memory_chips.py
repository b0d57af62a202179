"""A table with either memory chip: the board learns its size, and plays and goes on with it."""

from __future__ import annotations

import json

import pytest

from sim.chips.fram import LARGE, SIZE
from sim.harness import serve
from sim.harness.cable import Cable
from sim.harness.world import World
from tests.integration.table.rounds import bodies, on_charging_desk


def _size_on_board(folder):
    return json.loads((folder / "board.json").read_text())["fram"]["size"]


@pytest.mark.parametrize("full", [False, True])
def test_a_new_table_has_the_larger_chip(full, tmp_path):
    world, listener = on_charging_desk(tmp_path, 1, 1, full=full)
    assert world.fram.size == _size_on_board(tmp_path) == LARGE
    assert [record[1] for record in bodies(listener.lines) if record[0] == "end"] == ["settled"]


@pytest.mark.parametrize("size", [SIZE, LARGE])
def test_a_table_is_wired_for_the_chip_that_it_is_given(size, tmp_path):
    memory = bytearray(size)
    world = World(f"{tmp_path}/", Cable(), fram=memory)
    assert world.fram.size == _size_on_board(tmp_path) == size
    assert not world.fram.is_blank()  # its books were opened


def test_a_table_keeps_its_chip_from_one_visit_to_the_next(tmp_path):
    path = tmp_path / "fram.bin"
    with serve.fram_file(str(path)) as memory:
        assert len(memory) == LARGE
        memory[LARGE - 1] = 7
    with serve.fram_file(str(path)) as memory:
        assert memory[LARGE - 1] == 7
    path.write_bytes(bytes(SIZE))  # a table from before there was a choice
    with serve.fram_file(str(path)) as memory:
        assert len(memory) == SIZE
