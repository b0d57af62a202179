"""Our cards in the form of other libraries, and orders of hands built from PokerKit's parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import treys
from phevaluator.evaluator import evaluate_5cards, evaluate_6cards, evaluate_7cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards
from pokerkit import Card
from pokerkit.lookups import Label, Lookup
from pokerkit.utilities import RankOrder

from cardtable.rules.cards import card_text
from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.values import words_of

__all__ = [
    "POKERKIT",
    "TREYS",
    "class_representatives",
    "evaluate_5cards",
    "evaluate_6cards",
    "evaluate_7cards",
    "evaluate_omaha_cards",
    "phevaluator_ranks",
    "pokerkit_low",
    "pokerkit_order",
    "treys_five",
]

# phevaluator numbers the 52 cards as we do: 4 x rank + suit, clubs first.
TREYS = [treys.Card.new(card_text(card)) for card in range(52)]
POKERKIT = [next(iter(Card.parse(card_text(card)))) for card in range(52)]

treys_five = treys.Evaluator()._five


def class_representatives(lowest: int = 0) -> list[tuple[int, ...]]:
    """One hand of five for each class that suits cannot tell apart, in a deck from `lowest` up."""
    ranks = range(lowest, 13)
    hands = [tuple(4 * rank + 3 for rank in five) for five in combinations(ranks, 5)]
    for five in combinations_with_replacement(ranks, 5):
        if max(Counter(five).values()) < 5:
            # Suits in turn: never all five alike, never the same card twice.
            hands.append(tuple(4 * rank + place % 4 for place, rank in enumerate(five)))
    return hands


@cache
def phevaluator_ranks() -> dict[int, int]:
    """Our value of every class of the full deck -> phevaluator's rank (1 is the best)."""
    table: dict[int, int] = {}
    for hand in class_representatives():
        table[value_of_five(*words_of(hand))] = evaluate_5cards(*hand)
    return table


@cache
def pokerkit_order(book: str, size: int, ace_low: bool) -> Lookup:
    """PokerKit's lookup with the categories in a reduced deck's order."""

    def flush(lookup: Any) -> None:
        lookup._add_multisets(Counter({1: 5}), (True,), Label.FLUSH)

    @dataclass
    class Reduced(Lookup):
        rank_order: Any = tuple(RankOrder.STANDARD)[13 - size // 4 :]

        def _add_entries(self) -> None:
            self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
            self._add_multisets(Counter({2: 1, 1: 3}), (False,), Label.ONE_PAIR)
            self._add_multisets(Counter({2: 2, 1: 1}), (False,), Label.TWO_PAIR)
            self._add_multisets(Counter({3: 1, 1: 2}), (False,), Label.THREE_OF_A_KIND)
            self._add_straights(5, (False,), Label.STRAIGHT, ace_low)
            self._add_multisets(Counter({3: 1, 2: 1}), (False,), Label.FULL_HOUSE)
            if book == "act":
                flush(self)
            self._add_multisets(Counter({4: 1, 1: 1}), (False,), Label.FOUR_OF_A_KIND)
            if book == "tas":
                flush(self)
            self._add_straights(5, (True,), Label.STRAIGHT_FLUSH, ace_low)

    return Reduced()


@cache
def pokerkit_low(low_ace: str) -> Lookup:
    """PokerKit's lookup of lows without straights and flushes, the ace high or low."""

    @dataclass
    class Low(Lookup):
        rank_order: Any = RankOrder.STANDARD if low_ace == "high" else RankOrder.REGULAR

        def _add_entries(self) -> None:
            self._add_multisets(Counter({1: 5}), (False, True), Label.HIGH_CARD)
            self._add_multisets(Counter({2: 1, 1: 3}), (False,), Label.ONE_PAIR)
            self._add_multisets(Counter({2: 2, 1: 1}), (False,), Label.TWO_PAIR)
            self._add_multisets(Counter({3: 1, 1: 2}), (False,), Label.THREE_OF_A_KIND)
            self._add_multisets(Counter({3: 1, 2: 1}), (False,), Label.FULL_HOUSE)
            self._add_multisets(Counter({4: 1, 1: 1}), (False,), Label.FOUR_OF_A_KIND)

    return Low()
