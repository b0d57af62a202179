"""Hands against the oracles, whole where the whole can be counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.property.hands import checks
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/rules/cards.py",
    "firmware/cardtable/rules/decks.py",
    "firmware/cardtable/rules/hands/rankings.py",
    "firmware/cardtable/rules/hands/*.py",
    "firmware/cardtable/rules/hands/lows.py",
    "firmware/cardtable/rules/hands/values.py",
    "firmware/cardtable/desk/five_cards.py",
    "tests/property/hands/checks.py",
    "tests/oracles/*.py",
)

_FIVES = 2_598_960  # 52 choose 5
_FOURS = 270_725  # 52 choose 4: every hand with the joker
_FIRST_CARDS = [(0,), (1,), (2,), (3,), (4, 5), (6, 7), (8, 9, 10), range(11, 16), range(16, 52)]


def counted(what: str, function: Callable[..., int], **arguments: Any) -> Figures:
    return {what: function(**arguments)}


def chunks() -> Iterator[Chunk]:
    for first in _FIRST_CARDS:
        yield _chunk(
            "five cards (all) = phevaluator = treys",
            checks.five_cards_of_the_full_deck,
            first_cards=tuple(first),
        )
        yield _chunk(
            "joker and four cards (all) = substitution",
            checks.every_joker_hand,
            first_cards=tuple(first),
            book="act",
            size=52,
            ace_low=True,
        )
    for book, size, ace_low in _reduced():
        label = "reduced deck, every class = PokerKit"
        yield _chunk(label, checks.reduced_order_by_pokerkit, book=book, size=size, ace_low=ace_low)
    for size in (32, 36, 40):
        for book in ("act", "tas"):
            yield _chunk(
                "five cards of 32, 36, 40 (all) = brute force",
                checks.every_hand_of_a_deck,
                book=book,
                size=size,
                ace_low=True,
            )
    for low_ace in ("high", "low"):
        yield _chunk("low, every class = PokerKit", checks.low_order_by_pokerkit, low_ace=low_ace)
    yield from _seeded("best of six and seven = phevaluator", checks.best_of_seven, 10, 300_000)
    yield from _seeded("seven with a flush = phevaluator", checks.suited_seven, 4, 300_000)
    yield from _seeded("Omaha = phevaluator", checks.omaha_of_the_full_deck, 8, 100_000)
    yield from _seeded("Omaha low = PokerKit", checks.omaha_low_by_pokerkit, 4, 10_000)
    for joker in (False, True):
        title = "with joker" if joker else "without joker"
        for cards, count in ((5, 40_000), (6, 6_000), (7, 2_500)):
            yield from _seeded(
                f"{cards} cards of any deck {title} = brute force",
                checks.high_by_brute_force,
                2,
                count if joker else 3 * count,
                cards=cards,
                joker=joker,
            )
        yield from _seeded(
            f"Omaha of any deck {title} = brute force",
            checks.omaha_by_brute_force,
            2,
            2_000 if joker else 8_000,
            joker=joker,
        )
        yield from _seeded(
            f"low of any deck {title} = brute force",
            checks.low_by_brute_force,
            2,
            40_000 if joker else 200_000,
            joker=joker,
        )


def check(figures: Figures) -> str | None:
    for what, whole in (
        ("five cards (all) = phevaluator = treys", _FIVES),
        ("joker and four cards (all) = substitution", _FOURS),
    ):
        if figures.get(what) != whole:
            return f"{what}: {figures.get(what)} compared, there are {whole}"
    return None


def _reduced() -> Iterator[tuple[str, int, bool]]:
    for size in checks.SIZES[1:]:
        yield from (("act", size, True), ("act", size, False), ("tas", size, True))


def _seeded(what: str, function: Callable[..., int], times: int, count: int, **more: Any):
    for seed in range(1000, 1000 + times):
        yield _chunk(what, function, seed=seed, count=count, **more)


def _chunk(what: str, function: Callable[..., int], **arguments: Any) -> Chunk:
    name = f"{what} {sorted(arguments.items())}"
    return Chunk(name, counted, {"what": what, "function": function, **arguments})
