"""Draw and stud in full counts: random rounds against the second account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.oracles.draw_stud_play import play
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/**/*.py",
    "tests/oracles/draw_stud_*.py",
    "tests/oracles/plain.py",
)
_CHUNKS = 20
_ROUNDS = {"draw": 1000, "stud": 1500}


def rounds(game: str, first: int, count: int) -> Figures:
    met: Counter[str] = Counter()
    for seed in range(first, first + count):
        met += play(seed, game)
    # Decks are counted in the tests ("draw 52+joker"); here they would only lengthen the table.
    return {f"{game}: {what}": n for what, n in met.items() if what.split()[0] != game}


def chunks() -> Iterator[Chunk]:
    for number in range(_CHUNKS):
        for game, count in _ROUNDS.items():
            # Other seeds than those of the tests.
            first = 1_000_000 + number * count
            yield Chunk(
                f"{game} {number + 1}", rounds, {"game": game, "first": first, "count": count}
            )


def check(figures: Figures) -> str | None:
    """Every rule that matters here has been met often."""
    for what in ("draw: reshuffles", "stud: checks not earned", "stud: calls that cannot win"):
        if figures.get(what, 0) < 500:
            return f"{what}: only {figures.get(what, 0)}"
    return None
