"""What a release takes on a board's flash is never more than the plan has reckoned."""

from __future__ import annotations

import pytest

from host_tools.flashing.plan import blocks_of_files
from sim.harness.pico import BLOCK, BLOCKS
from sim.people.dice import Dice

littlefs = pytest.importorskip("littlefs")
_PAIR = 2  # what a folder takes before anything is in it


def _taken(folders: list[list[int]]) -> int:
    """Blocks that littlefs itself takes for files of these sizes, configured as on a Pico."""
    there = littlefs.LittleFS(
        block_size=BLOCK, block_count=BLOCKS, prog_size=256, read_size=32, cache_size=1024,
        lookahead_size=32,
    )  # fmt: skip
    for number in range(len(folders)):
        there.mkdir(f"folder_{number}")
    before = there.used_block_count
    for number, sizes in enumerate(folders):
        for at, size in enumerate(sizes):
            path = f"folder_{number}/a_module_with_a_long_name_{at}.mpy"
            with there.open(path + ".new", "wb") as file:
                file.write(b"x" * size)
            there.rename(path + ".new", path)
    return there.used_block_count - before


@pytest.mark.parametrize("most", [60, 200, 511, 512, 513, 2000, 9000])
def test_no_files_take_more_than_was_reckoned(most):
    dice = Dice(most)
    for _ in range(6):
        folders = [
            [1 + dice.below(most) for _ in range(1 + dice.below(30))]
            for _ in range(1 + dice.below(4))
        ]
        sizes = [size for one in folders for size in one]
        assert _taken(folders) <= blocks_of_files(sizes) + _PAIR, folders


def test_a_small_file_is_not_reckoned_a_block():
    """The modules that only name their folder: 0.1.0 would find no room for this release."""
    assert blocks_of_files([30] * 20) == 4
    assert blocks_of_files([513] * 20) == 20
