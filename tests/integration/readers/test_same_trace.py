"""CPython and MicroPython put the same bytes on the bus at the same virtual times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sim import paths
from sim.micropython import bench
from sim.roots import FIRMWARE, ROOT

_SCRIPT = str(Path(__file__).with_name("trace.py"))


def test_a_recorded_trace_of_faulty_scans_is_identical_on_both_interpreters():
    paths.driver_dir()
    here = subprocess.run(
        [sys.executable, _SCRIPT, str(FIRMWARE), str(ROOT)],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    board = bench.run(
        [_SCRIPT],
        report=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert here.stdout.startswith("bus ")
    assert board.stdout == here.stdout
