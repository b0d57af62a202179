"""Irregularities in volume: random rounds of all games, with mistakes at random points."""

from __future__ import annotations

from collections.abc import Iterator

from tests.property.wrong.table import GAMES, play_many
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/**/*.py",
    "host_tools/wording/instructions.py",
    "tests/property/wrong/allowed.py",
    "tests/property/wrong/table.py",
)
_CHUNKS = 10
_ROUNDS = 500


def chunks() -> Iterator[Chunk]:
    for game in GAMES:
        for seed in range(0, _CHUNKS * _ROUNDS, _ROUNDS):
            arguments = {"game": game, "seed": 1000 + seed, "count": _ROUNDS}
            yield Chunk(f"{game} from seed {seed}", play_many, arguments)


def check(figures: Figures) -> str | None:
    for game in GAMES:
        if figures.get(f"{game}: rounds") != _CHUNKS * _ROUNDS:
            return f"{game}: {figures.get(f'{game}: rounds')} rounds of {_CHUNKS * _ROUNDS}"
        if not figures.get(f"{game}: void"):
            return f"{game}: no round was void"
    for what in ("out_of_turn", "excess", "exposed", "premature", "wrong_count", "deemed_a_call"):
        if not figures.get(f"irregular {what}"):
            return f"{what} was never met"
    return None
