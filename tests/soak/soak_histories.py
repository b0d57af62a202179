"""Hand histories in full counts: every game exported, replayed, and played in PokerKit."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.round_trips import GAMES, many
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/**/*.py",
    "host_tools/histories/*.py",
    "tests/oracles/round_trips.py",
    "tests/oracles/draw_stud_conditions.py",
)
_CHUNKS = 12
_ROUNDS = 100


def chunks() -> Iterator[Chunk]:
    for number in range(_CHUNKS):
        for game in GAMES:
            first = 1_000_000 + number * _ROUNDS  # other seeds than those of the tests
            arguments = {"game": game, "first": first, "count": _ROUNDS}
            yield Chunk(f"{game} {number + 1}", many, arguments)


def check(figures: Figures) -> str | None:
    for game in GAMES:
        if figures[f"{game}: equal"] < 1_000:
            return f"{game}: only {figures[f'{game}: equal']} rounds equal"
        if figures.get(f"{game}: taken back", 0) < 300:
            return f"{game}: only {figures.get(f'{game}: taken back', 0)} entries taken back"
        if figures.get(f"{game}: PokerKit", 0) < 20:
            return f"{game}: PokerKit has played {figures.get(f'{game}: PokerKit', 0)} only"
    return None
