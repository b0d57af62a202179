"""Canberra Poker in volume: rounds against the oracle, every dealer's hand, the bank's edge."""

from __future__ import annotations

from collections.abc import Iterator

from tests.property.canberra import checks, exact
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/**/*.py",
    "firmware/cardtable/jackpot/payouts.py",
    "firmware/cardtable/jackpot/prizes.py",
    "tests/property/canberra/checks.py",
    "tests/property/canberra/exact.py",
    "tests/oracles/canberra_plain.py",
)

_FIRST_CARDS = [(0,), (1,), (2,), (3,), (4, 5), (6, 7), (8, 9, 10), range(11, 16), range(16, 52)]
_PLAYERS = (
    "AsKdQhJc9s", "AcKc4h3d2s", "2s2d3h4c5s", "KsKdQhJc9s", "8s8d4h4c2s", "QsQdQh8c5s",
    "As2d3h4c5s", "KhJh8h6h2h", "7s7d7h4c4d", "7s7d7h7c4d", "8h7h6h5h4h", "AhKhQhJhTh",
)  # fmt: skip
_EDGE_CHUNKS = 20
_EDGE_ANTES = 200_000


def chunks() -> Iterator[Chunk]:
    for game in checks.GAMES:
        for seed in range(10):
            arguments = {"game": game, "seed": 100 + seed, "count": 2_000}
            yield Chunk(f"rounds {game} {seed}", checks.rounds, arguments)
    for first in _FIRST_CARDS:
        yield Chunk(f"qualifying {first}", checks.qualifying, {"first_cards": tuple(first)})
    for player in _PLAYERS:
        yield Chunk(f"against {player}", checks.against_every_dealer, {"player": player})
    for first in _FIRST_CARDS:
        yield Chunk(f"exact {first}", exact.won_from, {"first_cards": tuple(first)})
    for seed in range(_EDGE_CHUNKS):
        yield Chunk(f"edge {seed}", checks.edge, {"seed": 50 + seed, "count": _EDGE_ANTES})


def check(figures: Figures) -> str | None:
    counted = figures.get(checks.ALL_DEALERS)
    if counted != 2_598_960 or figures.get("exact: hands") != 2_598_960:
        return f"not every hand: {counted}, {figures.get('exact: hands')}"
    if figures["dealer plays"] != 1_463_700:
        return f"the dealer plays with {figures['dealer plays']} hands, not 1,463,700"
    if figures["exact: won"] != exact.WON_BY_ALL:
        return f"counting says {figures['exact: won']}, the tests say {exact.WON_BY_ALL}"
    mean, error = checks.mean_and_error(figures)
    if abs(mean - float(exact.EDGE)) > 4 * error:
        return f"the players' mean is {mean:.5f} of the ante, counting says {float(exact.EDGE):.5f}"
    return None
