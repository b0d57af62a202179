"""How the readers of a table are wired, for the emulator: as a board's definition has it.

Pins and buses are those of boards/pico; its variants have the same.
"""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from typing import Any

from cardtable.rules.places import DISCARD
from sim.harness import full_table
from sim.rp2040.problem import Problem

CHANNEL = dict(full_table.CHANNELS)  # of the muxes (or outputs of a decoder), by place
RACK = CHANNEL[DISCARD]


def wiring(board: dict[str, Any] | None = None) -> dict[str, Any]:
    """Which channels have a reader, which antennas are neighbours, and what is not as usual."""
    parts = full_table.BOARD_PARTS if board is None else board
    channel = dict(full_table.channels_of(parts))
    beside = [[channel[one], channel[other]] for one, other in full_table.neighbours(channel)]
    return {
        "channels": sorted(channel.values()),
        "beside": beside,
        "selects": parts.get("selects"),
        "keypad": parts.get("keypad", {}).get("chip"),
        "shoe": "shoe" in parts,
    }


@functools.cache
def board_json(name: str) -> dict[str, Any]:
    """What the firmware reads about a board, as the project's own command makes it."""
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.main", "boards", name, "--json"],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Problem(done.stderr.strip())
    board = json.loads(done.stdout)
    if "boxes" not in board:
        raise Problem(f"{name} has no readers under the boxes", "A full table is played here.")
    return board
