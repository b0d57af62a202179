"""What fits on a board, reckoned from what was measured."""

from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest

from host_tools.boards import budget
from host_tools.boards.load import Board, load
from host_tools.common.problems import DOES_NOT_FIT
from sim.roots import ROOT


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
    counted = budget.reckon(alone, budget.STOCK, "canberra")
    assert counted.fits is None and "not played" in counted.words
    assert budget.reckon(alone, budget.STOCK, "stud").fits is None


def test_every_figure_says_where_it_comes_from():
    for one in budget.budget()["figures"]:
        assert one["from"] and one["games"]
        assert set(one["place_ms"]) <= set(one["games"])


@pytest.mark.parametrize("limits, word", [({"free": 90_000}, "memory"), ({"place_ms": 400}, "ms")])
def test_what_fits_with_no_micropython_is_refused_in_words(monkeypatch, limits, word):
    """Other limits than those in force, under which nothing that was measured is enough."""
    board = load("pico")
    budget.must_fit(board, "canberra")
    told = copy.deepcopy(budget.budget())
    told["limits"] |= limits
    monkeypatch.setattr(budget, "budget", lambda: told)
    with pytest.raises(budget.DoesNotFit) as refused:
        budget.must_fit(board, "canberra")
    assert refused.value.code == DOES_NOT_FIT
    assert word in str(refused.value) and "10 boxes need a Pico 2" in refused.value.hint
    assert "ROMFS" not in refused.value.hint  # that would not help


def check(*options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "host_tools.main", "config", "check", *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_config_check_refuses_what_does_not_fit_with_the_micropython_that_is_named():
    said = check("docs/table.toml")
    assert said.returncode == 0 and "7 boxes need a Pico 2" in said.stdout
    fits = check("docs/table.toml", "--micropython", "romfs")
    assert fits.returncode == 0 and "fits with MicroPython with ROMFS: 81 kB" in fits.stdout
    assert "508 ms" in fits.stdout and "no hardware" in fits.stdout
    refused = check("docs/table.toml", "--micropython", "stock")
    assert refused.returncode == DOES_NOT_FIT and not refused.stdout
    assert "MicroPython with ROMFS" in refused.stderr and refused.stderr.count("\n") == 1
    told = check("docs/table.toml", "--micropython", "stock", "--json")
    assert told.returncode == DOES_NOT_FIT
    found = json.loads(told.stdout)
    assert found["ok"] is False and found["fits"]["stock"]["fits"] is False
    assert found["fits"]["romfs"]["fits"] is True
    assert json.loads(check("docs/table.toml", "--json").stdout)["ok"] is True
