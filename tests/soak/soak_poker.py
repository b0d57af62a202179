"""Thousands of hands against PokerKit: every decision and every final stack."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles import poker_play
from tests.soak.framework import Chunk, Figures

SOURCES = ("firmware/cardtable/rules/**/*.py", "tests/oracles/poker_play.py")

# game → (chunks, hands in a chunk)
_COUNTS = {
    "no-limit Hold-Em": (10, 1000),
    "fixed Hold-Em": (10, 1000),
    "pot-limit Omaha": (10, 400),
    "Omaha 8-or-better": (10, 300),
    "Hold-Em shared in units": (4, 500),
    "Omaha shared in chips": (4, 250),
}
_ELSEWHERE = {"two players"}  # proved by a test of its own: play here has three and more


def chunks() -> Iterator[Chunk]:
    for name, (times, count) in _COUNTS.items():
        for seed in range(0, times * count, count):
            arguments = {"name": name, "seed": seed, "count": count}
            yield Chunk(f"{name} from seed {seed}", told, arguments)


def told(name: str, seed: int, count: int) -> Figures:
    figures = poker_play.play_many(name, seed, count)
    return {
        what if what.startswith("exception") else f"{name}: {what}": times
        for what, times in figures.items()
    }


def check(figures: Figures) -> str | None:
    for name, (times, count) in _COUNTS.items():
        if figures.get(f"{name}: hands") != times * count:
            return f"{name}: {figures.get(f'{name}: hands')} hands of {times * count}"
    for name in set(poker_play.EXCEPTIONS) - _ELSEWHERE:
        if not figures.get(f"exception: {name}"):
            return f"the exception '{name}' was never met"
    return None
