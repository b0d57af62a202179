"""Two thousand rounds a game on real MicroPython: the heap in use does not grow."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from sim.micropython import bench
from tests.soak.framework import Chunk, Figures

SOURCES = ("firmware/cardtable/**/*.py", "sim/micropython/growth.py")

GAMES = ("canberra", "omaha")
ROUNDS = 2000
EVERY = 100
# Between the first hundred rounds (rare modules are loaded by then) and the last: a round's own
# length differs by some hundred bytes. One small object a round would be 64 kB.
_SLACK = 8 * 1024


def chunks() -> Iterator[Chunk]:
    for game in GAMES:
        yield Chunk(f"{ROUNDS} rounds of {game}", told, {"game": game, "rounds": ROUNDS})


def heaps(game: str, rounds: int, every: int) -> list[int]:
    """The heap in use after every so many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        done = bench.run(
            ["-m", "sim.micropython.growth", folder + "/", game, str(rounds), str(every)],
            heap_bytes=4 << 20,
            report=False,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise AssertionError(done.stderr)
    return [int(line.split()[1]) for line in done.stdout.splitlines()]


def told(game: str, rounds: int) -> Figures:
    found = heaps(game, rounds, EVERY)
    return {
        f"{game}: rounds": EVERY * len(found),
        f"{game}: bytes grown": max(0, found[-1] - found[0]),
    }


def check(figures: Figures) -> str | None:
    for game in GAMES:
        if figures.get(f"{game}: rounds") != ROUNDS:
            return f"{game}: {figures.get(f'{game}: rounds')} rounds of {ROUNDS}"
        if figures[f"{game}: bytes grown"] > _SLACK:
            return f"{game}: the heap grew by {figures[f'{game}: bytes grown']} bytes"
    return None
