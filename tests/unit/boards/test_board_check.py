"""board.json as a board checks it before it is in force: what the desk makes is taken, no more."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.service.board_check import why_not
from host_tools.boards import shape
from host_tools.boards.compiled import compile_board
from host_tools.boards.load import load, names
from sim.harness.world import BOARD, BOARD_PARTS

BOARDS = {name: compile_board(load(name).data) for name in names()}


def _copy(board: dict) -> dict[str, Any]:
    return json.loads(json.dumps(board))


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_desk_makes_of_every_board_is_taken(name):
    assert why_not(_copy(BOARDS[name])) is None


def test_the_simulated_tables_are_taken():
    assert why_not(_copy({**BOARD, **BOARD_PARTS})) is None


def _leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict):
        for name in value:
            yield from _leaves(value[name], (*path, name))
    elif isinstance(value, list):
        for at in range(len(value)):
            yield from _leaves(value[at], (*path, at))
    yield path


def _with(board: dict, path: tuple, value: Any) -> dict:
    made = _copy(board)
    at: Any = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return made


@pytest.mark.parametrize("name", ["pico", "pico_spi", "pico_keys", "esp32s3"])
def test_no_value_of_another_kind_or_size_is_taken(name):
    board = {**BOARDS[name], "clock": [150_000_000, 1150]}
    taken = []
    for path in _leaves(board):
        if not path or path[0] == "name":  # checked as every configuration's name is
            continue
        for value in (-1, 10**9, True, 1.5, "x" * 99, [[]], {"a": 1}):
            if why_not(_with(board, path, value)) is None:
                taken.append((path, value))
    assert taken == []


@pytest.mark.parametrize(
    "change",
    [
        {"jumper": {"pin": 2}},  # the lamps' pin
        {"jumper": {"pin": 4}},  # a bus's
        {"keypad": {"i2c": "1", "address": 80}},  # the memory's address
        {"muxes": {"i2c": "0", "addresses": [112, 112]}},
        {"key_swich": {"pin": 20}},  # nobody would read it: void would be open to everybody
        {"key_switch": {"pin": 14, "pull": 1}},
        {"dealer": 0},  # box 1's output
        {"boxes": {"1": 0, "11": 1}, "groups": [["box 1"]]},
        {"boxes": {"1": 24}},
        {"groups": [["box 1"], ["box 1"]]},
        {"groups": [["box 12"]]},
        {"targets": 3},
        {"clock": [400_000_000, 1300]},
        {"clock": [250_000_000, 1800]},
        {"clock": [250_000_000]},
        {"fram": {"i2c": "1", "address": 80, "size": 40000}},
        {"fram": {"i2c": "7", "address": 80}},
        {"shoe": {}},
        {"shoe": {"i2c": "0", "spi": 1}},
        {"i2c": {"0": [5, 5, 400_000], "1": [7, 6, 400_000]}},
        {"i2c": {"0": [5, 4, 4_000_000], "1": [7, 6, 400_000]}},
    ],
)
def test_what_would_start_and_be_wrong_is_refused(change):
    assert why_not(_copy(BOARDS["pico"])) is None
    assert why_not({**_copy(BOARDS["pico"]), **change}) is not None


def test_parts_that_are_missing_are_named():
    for part in ("i2c", "keypad", "sensors", "muxes", "shoe"):
        board = copy.deepcopy(BOARDS["pico"])
        del board[part]
        refused = why_not(board)
        assert (refused is not None) == (part != "shoe"), part  # dealt by hand: boxes name cards
    bare = {name: BOARDS["pico"][name] for name in ("i2c", "keypad", "sensors")}
    assert why_not(bare) == "shoe is missing"
    assert why_not({**bare, "shoe": {"i2c": "0"}}) is None  # no readers under the boxes


def test_the_bounds_are_the_desks():
    """One declaration a number: the desk's checks and the board's agree at their ends."""
    clock = shape.BOARD.optional["clock"]
    low, high = clock.needed["freq"].least, clock.needed["freq"].most
    volts = clock.optional["core_millivolts"]
    pico = BOARDS["pico"]
    for told, good in (
        ([low, 0], True), ([high, volts.most], True), ([low, volts.least], True),
        ([low - 1, 0], False), ([high + 1, 0], False),
        ([low, volts.most + 1], False), ([low, volts.least - 1], False),
    ):  # fmt: skip
        assert (why_not({**pico, "clock": told}) is None) == good, told
    freq = shape.BOARD.optional["i2c"].item.needed["freq"]
    for value, good in ((freq.least, True), (freq.most, True), (freq.most + 1, False)):
        assert (why_not(_with(pico, ("i2c", "0", 2), value)) is None) == good, value
    for value, good in ((0x08, True), (shape.ADDRESS.most, True), (shape.ADDRESS.most + 1, False)):
        assert (why_not(_with(pico, ("sensors", "address"), value)) is None) == good, value
