"""What coverage finds to say on the link (atheris), and declared kinds with odd values by seed, on
CPython and on real MicroPython with a board's stack: nothing raises out of its handler."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sim.harness.world import GAMES
from sim.roots import ROOT
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/link/*.py",
    "firmware/cardtable/service/*.py",
    "firmware/cardtable/rules/**/*.py",
    "tests/property/link/*.py",
)

_RUNS = 100_000
_SEEDED = 10_000
_ON_BOARD = 2_000
_SEEDS = 4
_SKIPPED = "skipped: atheris is not installed (make soaksetup; Linux on x86-64 only)"


def chunks() -> Iterator[Chunk]:
    there = importlib.util.find_spec("atheris") is not None
    for game in GAMES:
        if there:
            yield Chunk(f"atheris, {game}", led_by_coverage, {"game": game})
        for seed in range(_SEEDS):
            yield Chunk(f"by seed {seed}, {game}", by_seed, {"game": game, "seed": seed})
        yield Chunk(f"on MicroPython, {game}", on_board, {"game": game})
    if not there:
        yield Chunk(_SKIPPED, _nothing)


def _nothing() -> Figures:
    return {_SKIPPED: 1}


def led_by_coverage(game: str) -> Figures:
    with tempfile.TemporaryDirectory(prefix="ct-") as folder:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.property.link.atheris_link",
                f"{folder}/",
                game,
                str(_RUNS),
                "1",
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    assert done.returncode == 0 and f"Done {_RUNS} runs" in done.stdout, done.stdout[-3000:]
    return {"messages led by coverage": _RUNS}


def by_seed(game: str, seed: int) -> Figures:
    from sim.people.dice import Dice
    from tests.property.link.fuzzed import Fuzzed, made_up

    dice = Dice(1000 + seed)
    with tempfile.TemporaryDirectory(prefix="ct-") as folder:
        table = Fuzzed(f"{folder}/", game)
        for _ in range(_SEEDED):
            table.take(*made_up(dice))
        assert table.alive()
    return {"messages by seed": _SEEDED}


def on_board(game: str) -> Figures:
    from tests.property.link.test_fuzz import on_micropython

    with tempfile.TemporaryDirectory(prefix="ct-") as folder:
        found = on_micropython(Path(folder), game, 3, _ON_BOARD)
    assert found["alive"]
    return {"messages on MicroPython": _ON_BOARD}


def check(figures: Figures) -> str | None:
    wanted = len(GAMES) * _SEEDS * _SEEDED
    return None if figures["messages by seed"] == wanted else f"not {wanted} messages by seed"
