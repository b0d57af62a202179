"""Cards that overlap: 1,000 hands a game and more, two or three of a box's cards answering."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.tracker import partial
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/**/*.py",
    "sim/chips/*.py",
    "sim/people/*.py",
    "tests/integration/tracker/partial.py",
)
_HANDS = 1_000
_A_CHUNK = 10  # rounds
_CHUNKS = 12  # of six hands at least


def chunks() -> Iterator[Chunk]:
    for game in partial.GAMES:
        many = _CHUNKS if partial.SEATS.get(game, 10) > 6 else 18
        for n in range(many):
            arguments = {"game": game, "seed": 1_000 + n * _A_CHUNK, "count": _A_CHUNK}
            yield Chunk(f"{game} {n}", partial.rounds, arguments)


def check(figures: Figures) -> str | None:
    for game in partial.GAMES:
        if figures.get(f"{game}: hands", 0) < _HANDS:
            return f"{game}: {figures.get(f'{game}: hands', 0)} hands, not {_HANDS}"
    return None
