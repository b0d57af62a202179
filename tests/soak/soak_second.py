"""Irregular rounds in volume against the second model of each game: at least 20,000 a game."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.second import bank_duel, duel, sitting
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/**/*.py",
    "firmware/cardtable/jackpot/*.py",
    "host_tools/scenarios/*.py",
    "tests/oracles/plain.py",
    "tests/oracles/canberra_plain.py",
    "tests/oracles/second/*.py",
)
_CHUNKS = 20
_ROUNDS = 1000
_SITTINGS = 200
_BANK = ("canberra", "canberra-1997")


def chunks() -> Iterator[Chunk]:
    for seed in range(0, _CHUNKS * _ROUNDS, _ROUNDS):
        for game in duel.MODELS:
            arguments = {"game": game, "seed": seed, "count": _ROUNDS}
            yield Chunk(f"{game} from seed {seed}", duel.play_many, arguments)
        for game in _BANK:
            arguments = {"game": game, "seed": seed, "count": _ROUNDS}
            yield Chunk(f"{game} from seed {seed}", bank_duel.play_many, arguments)
    for seed in range(0, _CHUNKS * _SITTINGS, _SITTINGS):
        for game in duel.MODELS:
            arguments = {"game": game, "seed": seed, "count": _SITTINGS}
            yield Chunk(f"sittings of {game} from seed {seed}", sitting.play_many, arguments)


def check(figures: Figures) -> str | None:
    for game in (*duel.MODELS, *_BANK):
        if figures.get(f"{game}: rounds") != _CHUNKS * _ROUNDS:
            return f"{game}: {figures.get(f'{game}: rounds')} rounds of {_CHUNKS * _ROUNDS}"
        for ended in ("void", "settled" if game in _BANK else "won"):
            if not figures.get(f"{game}: ended {ended}"):
                return f"{game}: no round ended {ended}"
        if not any(what.startswith(f"{game}: irregular") for what in figures):
            return f"{game}: nothing irregular was met"
    return None
