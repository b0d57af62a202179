"""200 boards that die at a device write, a host attached, over all games."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.integration.table import kills
from tests.soak.framework import Chunk, Figures

SOURCES = ("firmware/cardtable/**/*.py", "sim/**/*.py", "tests/integration/table/kills.py")

_KILLS = 200
_CHUNK = 10


def chunks() -> Iterator[Chunk]:
    for start in range(0, _KILLS, _CHUNK):
        yield Chunk(f"kills {start} to {start + _CHUNK}", some, {"start": start})


def some(start: int) -> Figures:
    records = 0
    for game, die_at in kills.points(_KILLS, seed=2)[start : start + _CHUNK]:
        with tempfile.TemporaryDirectory() as folder:
            found = kills.killed(Path(folder), game, die_at)
        wrong = kills.why_wrong(found)
        if wrong or found["last"] != len(found["told"]):
            raise AssertionError(f"{game}, died at write {die_at}: {wrong}")
        records += found["last"]
    return {"kills": _CHUNK, "records": records}


def check(figures: Figures) -> str | None:
    return None if figures["kills"] == _KILLS else f"{figures['kills']} kills, not {_KILLS}"
