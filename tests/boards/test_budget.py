"""What fits on a board, reckoned from what was measured."""

from __future__ import annotations

import copy

import pytest

from host_tools.boards import budget
from host_tools.boards.load import Board, load


def with_boxes(name: str, boxes: int) -> Board:
    board = load(name)
    data = copy.deepcopy(board.data)
    for box in range(boxes + 1, 11):
        del data["readers"][f"box {box}"]
    return Board(board.file, data)


@pytest.mark.parametrize("game", ["canberra", "holdem", "omaha", "draw", "stud"])
@pytest.mark.parametrize("boxes", [7, 10])
def test_a_plain_pico_needs_romfs_for_readers_under_the_felt(game, boxes):
    board = with_boxes("pico", boxes)
    assert budget.reckon(board, budget.ROMFS, game).fits
    stock = budget.reckon(board, budget.STOCK, game)
    assert stock.fits is False
    assert f"{boxes} boxes need a Pico 2" in stock.way_out and "ROMFS" in stock.way_out
    assert "ROMFS" in budget.needs(board, game)


def test_what_was_not_measured_is_said_to_be_so_and_not_refused():
    found = budget.reckon(load("pico2"), budget.STOCK, "canberra")
    assert found.fits is None and "not measured" in found.words
    alone = with_boxes("pico", 0)
    assert budget.reckon(alone, budget.STOCK, "canberra").fits
    assert budget.reckon(alone, budget.STOCK, "stud").fits is None


def test_every_figure_says_where_it_comes_from():
    for one in budget.budget()["figures"]:
        assert one["from"] and one["games"]
        assert set(one["place_ms"]) <= set(one["games"])
