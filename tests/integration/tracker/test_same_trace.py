"""CPython and MicroPython see, place and tell the same at the same virtual times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sim import paths
from sim.micropython import bench
from sim.roots import FIRMWARE, ROOT

_SCRIPT = str(Path(__file__).with_name("trace.py"))
_LIMIT_S = 180


def test_two_rounds_in_trouble_are_followed_identically_on_both_interpreters():
    paths.driver_dir()
    here = subprocess.run(
        [sys.executable, _SCRIPT, str(FIRMWARE), str(ROOT)],
        capture_output=True, text=True, timeout=_LIMIT_S, check=True,
    )  # fmt: skip
    board = bench.run(
        [_SCRIPT],
        heap_bytes=4 << 20,  # the emulated table lives beside the firmware here
        report=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_LIMIT_S,
    )
    assert "\nscans " in here.stdout and "('deal', 1, " in here.stdout
    assert board.stdout == here.stdout
