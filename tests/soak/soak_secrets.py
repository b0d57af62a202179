"""Five hundred rounds of all games: no tag and no hidden face in anything the board says."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.table.byte_stream import search
from tests.soak.framework import Chunk

SOURCES = ("firmware/cardtable/**/*.py", "sim/**/*.py", "tests/integration/table/byte_stream.py")

_GAMES = {  # game → (chunks, rounds in each)
    "omaha": (5, 30), "holdem": (10, 8), "draw": (10, 5), "stud": (10, 6),
    "canberra": (5, 20), "canberra-1997": (3, 20),
}  # fmt: skip


def chunks() -> Iterator[Chunk]:
    for game, (count, rounds) in _GAMES.items():
        for seed in range(count):
            arguments = {"game": game, "seed": 900 + seed, "rounds": rounds}
            yield Chunk(f"{game} {seed}", search, arguments)
