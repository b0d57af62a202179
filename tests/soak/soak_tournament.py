"""A hundred players on twelve tables, from entries to prizes, with everything that goes wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.soak.framework import Chunk, Figures
from tests.tournament.whole_tournament import whole

SOURCES = (
    "host_tools/tournament/*.py",
    "host_tools/ledger/*.py",
    "firmware/cardtable/rules/**/*.py",
    "tests/oracles/tournament_places.py",
    "tests/tournament/*.py",
)
TOURNAMENTS = 10
PLAYERS, TABLES = 100, 12


def one(seed: int) -> Figures:
    with tempfile.TemporaryDirectory() as made:
        figures = whole(Path(made), PLAYERS, TABLES, seed)
    return {"tournaments": 1, **figures}


def chunks() -> Iterator[Chunk]:
    for seed in range(TOURNAMENTS):
        yield Chunk(f"seed {seed}", one, {"seed": seed})


def check(figures: Figures) -> str | None:
    if figures.get("players") != TOURNAMENTS * PLAYERS:
        return f"{figures.get('players')} players; {TOURNAMENTS * PLAYERS} were meant"
    missing = [w for w in ("void round", "cut cable", "restart", "mistake") if not figures.get(w)]
    return f"never happened: {', '.join(missing)}" if missing else None
