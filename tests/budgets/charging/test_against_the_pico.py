"""The desk that charges beside the emulated Pico, where a MicroPython for it is in the cache.

If this fails after a change of the firmware, the costs are old: python -m sim.charging measure
"""

from __future__ import annotations

import pytest

from sim.charging.__main__ import FIT_SEED, WITHIN, side_by_side
from sim.charging.clock import ChargingClock
from sim.charging.replay import replay
from sim.rp2040 import flashed, micropython, recorder
from sim.rp2040 import tools as installing
from sim.rp2040.micropython import MicroPython
from sim.rp2040.play import Conditions, observe
from sim.rp2040.problem import Problem
from sim.rp2040.recorder import Setting
from sim.rp2040.tools import Tools

SEED = 8
IDLE_MS = 8000  # in its first seconds a board still loads what comes after hello


@pytest.fixture(scope="module")
def tools() -> Tools:
    missing = installing.missing()
    if missing:
        pytest.skip(f"the emulated Pico is not installed here: {missing}. Run: make picosetup")
    return installing.tools()


@pytest.fixture(scope="module")
def romfs() -> MicroPython:
    try:
        return micropython.find("romfs")
    except Problem as problem:
        pytest.skip(f"{problem}: the charging desk is not compared with an emulated Pico")


def test_a_play_that_was_not_measured_takes_the_board_as_long(
    tools: Tools, romfs: MicroPython
) -> None:
    assert SEED != FIT_SEED
    recording = recorder.record(Setting("canberra", seed=SEED))
    board = flashed.flashed(tools, romfs)
    seen = observe(tools, board, recording, Conditions(idle_ms=IDLE_MS, fram_bytes=65536))
    assert seen["outcome"] == "done"
    off = {
        name: (pico, desk)
        for name, pico, desk in side_by_side(seen, replay(recording, ChargingClock(), IDLE_MS))
        if abs(desk / pico - 1) > WITHIN
    }
    assert off == {}
