"""A hundred players on twelve tables, from entries to prizes, with everything that goes wrong: by
the rules engine alone, many times, and on emulated boards that follow by themselves."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.soak.framework import Chunk, Figures
from tests.tournament import whole_on_boards
from tests.tournament.whole_tournament import whole

SOURCES = (
    "host_tools/tournament/*.py",
    "host_tools/directing/*.py",
    "sim/people/house_poker.py",
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


def on_boards(seed: int) -> Figures:
    with tempfile.TemporaryDirectory() as made:
        figures = whole_on_boards.whole(Path(made), PLAYERS, TABLES, seed)
    return {"on boards": 1, **{f"on boards: {name}": n for name, n in figures.items()}}


def chunks() -> Iterator[Chunk]:
    yield Chunk("on boards", on_boards, {"seed": 1})
    for seed in range(TOURNAMENTS):
        yield Chunk(f"seed {seed}", one, {"seed": seed})


def check(figures: Figures) -> str | None:
    if figures.get("players") != TOURNAMENTS * PLAYERS:
        return f"{figures.get('players')} players; {TOURNAMENTS * PLAYERS} were meant"
    on_boards = [w for w in whole_on_boards.GOES_WRONG if not figures.get(f"on boards: {w}")]
    if on_boards:
        return f"never happened on boards: {', '.join(on_boards)}"
    missing = [w for w in ("void round", "cut cable", "restart", "mistake") if not figures.get(w)]
    return f"never happened: {', '.join(missing)}" if missing else None
