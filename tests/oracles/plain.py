"""Hands by brute force, read off the rule text and sharing nothing with the firmware.

A card is a text of two letters ("Td"); the joker is "Jk". A hand's key is a tuple; a greater key
is the better hand. Slow, and meant to be obviously right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
JOKER = "Jk"

# Lowest to highest, as the documents list them.
FULL = (  # NI2005-66 r 3.3
    "five_odd_cards",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "royal_flush",
)
ACT_REDUCED = (  # NI2005-66 r 3.4
    "five_odd_cards",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "full_house",
    "flush",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "royal_flush",
)
TAS_REDUCED = (  # TGC-2006 B 14.2
    "five_odd_cards",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "full_house",
    "four_of_a_kind",
    "flush",
    "straight_flush",
    "five_of_a_kind",
    "royal_flush",
)

_BY_COUNTS = {
    (1, 1, 1, 1, 1): "five_odd_cards",
    (2, 1, 1, 1): "one_pair",
    (2, 2, 1): "two_pairs",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
    (5,): "five_of_a_kind",
}

Key = tuple[int, ...]


def deck(size: int) -> list[str]:
    return [rank + suit for rank in RANKS[13 - size // 4 :] for suit in "cdhs"]


def order(book: str, size: int, joker: bool) -> Sequence[str]:
    if size + joker >= 52:
        return FULL
    return ACT_REDUCED if book == "act" else TAS_REDUCED


def straight_top(ranks: Iterable[str], size: int, ace_low: bool) -> int | None:
    """The place of the straight's top card, or None when there is no straight."""
    places = sorted(RANKS.index(rank) for rank in ranks)
    if places == list(range(places[0], places[0] + 5)):
        return places[-1]
    lowest = 13 - size // 4
    if ace_low and places == [*range(lowest, lowest + 4), 12]:
        return lowest + 3
    return None


def five(cards: Sequence[str], names: Sequence[str], size: int, ace_low: bool) -> tuple[str, Key]:
    """Category and key of five cards without the joker; the same card may not come twice,
    except that five of one rank are taken as such."""
    ranks = [card[0] for card in cards]
    counts = Counter(ranks)
    category = _BY_COUNTS[tuple(sorted(counts.values(), reverse=True))]
    by_weight = sorted(counts, key=lambda r: (counts[r], RANKS.index(r)), reverse=True)
    tie = tuple(RANKS.index(r) for r in by_weight)
    if category == "five_odd_cards":
        suited = len({card[1] for card in cards}) == 1
        top = straight_top(ranks, size, ace_low)
        if top is not None:
            tie = (top,)
            category = "straight"
            if suited:
                category = "royal_flush" if top == 12 else "straight_flush"
        elif suited:
            category = "flush"
    return category, (names.index(category), *tie)


def high(cards: Sequence[str], names: Sequence[str], size: int, ace_low: bool) -> tuple[str, Key]:
    """Category and key of the best five of any number of cards, the joker tried as every card."""
    return max(
        (
            five(hand, names, size, ace_low)
            for chosen in combinations(cards, 5)
            for hand in substituted(chosen, size)
        ),
        key=lambda found: found[1],
    )


def substituted(cards: Sequence[str], size: int) -> Iterable[list[str]]:
    """The hand with the joker as each card not held, and as a fifth of four alike."""
    if JOKER not in cards:
        yield list(cards)
        return
    rest = [card for card in cards if card != JOKER]
    for card in deck(size):
        if card not in rest or len({held[0] for held in rest} | {card[0]}) == 1:
            yield [*rest, card]


def low_key(cards: Sequence[str], low_ace: str) -> Key:
    """The key of five cards as a low: the least is the best. Straights and flushes are nothing."""
    ranking = RANKS if low_ace == "high" else "A23456789TJQK"
    counts = Counter(card[0] for card in cards)
    category = _BY_COUNTS[tuple(sorted(counts.values(), reverse=True))]
    by_weight = sorted(counts, key=lambda r: (counts[r], ranking.index(r)), reverse=True)
    return (FULL.index(category), *(ranking.index(r) for r in by_weight))


def low(cards: Sequence[str], low_ace: str, size: int) -> Key:
    """The least low key of any number of cards, the joker tried as every card."""
    return min(
        low_key(hand, low_ace)
        for chosen in combinations(cards, 5)
        for hand in substituted(chosen, size)
    )


def omaha_fives(hole: Sequence[str], board: Sequence[str]) -> Iterable[tuple[str, ...]]:
    for pair in combinations(hole, 2):
        for triple in combinations(board, 3):
            yield pair + triple


def omaha_high(
    hole: Sequence[str], board: Sequence[str], names: Sequence[str], size: int, ace_low: bool
) -> tuple[str, Key]:
    return max(
        (high(hand, names, size, ace_low) for hand in omaha_fives(hole, board)),
        key=lambda found: found[1],
    )


def omaha_low(hole: Sequence[str], board: Sequence[str], low_ace: str, size: int) -> Key:
    return min(low(hand, low_ace, size) for hand in omaha_fives(hole, board))


def qualifies(key: Key, low_ace: str) -> bool:
    """Five odd cards, none above an eight (NI2005-66 r 3.5(d))."""
    ranking = RANKS if low_ace == "high" else "A23456789TJQK"
    return key[0] == 0 and key[1] <= ranking.index("8")
