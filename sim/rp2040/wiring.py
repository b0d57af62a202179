"""How the readers of a full table are wired, for the emulator: as sim/full_table.py has it."""

from __future__ import annotations

from typing import Any

from cardtable.rules.places import DISCARD
from sim import full_table

CHANNEL = dict(full_table.CHANNELS)  # of the muxes, by place
RACK = CHANNEL[DISCARD]


def wiring() -> dict[str, Any]:
    """How many channels have a reader, and which antennas are neighbours."""
    beside = [[CHANNEL[one], CHANNEL[other]] for one, other in full_table._BESIDE]
    return {"channels": len(CHANNEL), "beside": beside}
