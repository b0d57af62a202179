"""The bank's edge of Canberra Poker by counting, without an evaluator and without dealing.

For every hand a player can hold, the dealer's hands among the other 47 cards are counted by
kind: products of what is left of each rank, less what is of one suit. Only ranks are compared.
Players bet with ace and king or better and fold the rest.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

DEALER_HANDS = comb(47, 5)

# What all hands together win (the soak counts it anew): the player loses 5.66 % of the ante.
WON_BY_ALL = -225_514_456_308
EDGE = Fraction(WON_BY_ALL, comb(52, 5) * DEALER_HANDS)

FULL = (1 << 13) - 1
_SETS = [frozenset(ranks) for ranks in combinations(range(13), 5)]
_STRAIGHTS = [frozenset((12, 0, 1, 2, 3))] + [frozenset(range(low, low + 5)) for low in range(9)]
_IN_A_ROW = set(_STRAIGHTS)
_ODD = [ranks for ranks in _SETS if ranks not in _IN_A_ROW]
_ACE_KING = [ranks for ranks in _ODD if {11, 12} <= ranks]
_IDLE = [ranks for ranks in _ODD if not {11, 12} <= ranks]
_PAYS = {
    "odd": 1,
    "pair": 1,
    "two": 2,
    "three": 3,
    "straight": 4,
    "flush": 5,
    "full": 7,
    "four": 20,
}


def _bits(ranks) -> int:
    return sum(1 << rank for rank in ranks)


def _down(ranks) -> list[int]:
    return sorted(ranks, reverse=True)


_MASKS = {
    name: [_bits(ranks) for ranks in sets]
    for name, sets in (("idle", _IDLE), ("odd", _ACE_KING), ("straight", _STRAIGHTS))
}


@cache
def suited(name: str, mask: int) -> int:
    """How many rank sets of a kind one suit can make of the ranks it has left."""
    return sum(1 for ranks in _MASKS[name] if ranks & mask == ranks)


@cache
def suited_below(kind: str, ranks: frozenset[int], mask: int) -> tuple[int, int]:
    """The same, of the player's own kind: (lower than the player's ranks, equal)."""
    lower = [_bits(other) for other in _lower(kind, ranks)]
    own = _bits(ranks)
    return sum(1 for one in lower if one & mask == one), int(own & mask == own)


@cache
def _lower(kind: str, ranks: frozenset[int]) -> list[frozenset[int]]:
    if kind == "straight":
        return _STRAIGHTS[: _STRAIGHTS.index(ranks)]
    among = _ACE_KING if kind == "odd" else _ODD
    return [other for other in among if _down(other) < _down(ranks)]


@cache
def by_ranks(held: tuple[int, ...]) -> tuple[str, dict[str, int], int, int]:
    """The player's kind; the dealer's hands by kind, suits aside; own kind lower, and equal.

    `held` counts the player's cards of each rank.
    """
    left = [4 - count for count in held]
    pairs = [comb(count, 2) for count in left]
    threes = [comb(count, 3) for count in left]
    fours = [comb(count, 4) for count in left]
    ways: dict[str, int] = {
        "idle": sum(prod(left[r] for r in ranks) for ranks in _IDLE),
        "odd": sum(prod(left[r] for r in ranks) for ranks in _ACE_KING),
        "straight": sum(prod(left[r] for r in ranks) for ranks in _STRAIGHTS),
    }
    # Hands with equal ranks, as (ranks that count first, …) → ways
    hands: dict[str, dict[tuple[int, ...], int]] = {
        "pair": {
            (a, *_down(rest)): pairs[a] * prod(left[r] for r in rest)
            for a in range(13)
            for rest in combinations([r for r in range(13) if r != a], 3)
        },
        "two": {
            (a, b, c): pairs[a] * pairs[b] * left[c]
            for b, a in combinations(range(13), 2)
            for c in range(13)
            if c not in (a, b)
        },
        "three": {
            (a, *_down(rest)): threes[a] * prod(left[r] for r in rest)
            for a in range(13)
            for rest in combinations([r for r in range(13) if r != a], 2)
        },
        "full": {(a, b): threes[a] * pairs[b] for a in range(13) for b in range(13) if a != b},
        "four": {(a, b): fours[a] * left[b] for a in range(13) for b in range(13) if a != b},
    }
    for name, made in hands.items():
        ways[name] = sum(made.values())
    kind, order = _kind(held)
    lower = equal = 0
    if kind in hands:
        lower = sum(count for key, count in hands[kind].items() if key < order)
        equal = hands[kind].get(order, 0)
    elif kind in ("odd", "straight"):
        ranks = frozenset(order)
        lower = sum(prod(left[r] for r in other) for other in _lower(kind, ranks))
        equal = prod(left[r] for r in ranks)
    return kind, ways, lower, equal


def _kind(held: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The kind of the player's ranks, and the ranks in the order in which they count."""
    ranks = [r for r in range(13) if held[r]]
    order = tuple(sorted(ranks, key=lambda r: (-held[r], -r)))
    counts = [held[r] for r in order]
    if counts[0] == 1:
        if frozenset(ranks) in _IN_A_ROW:
            return "straight", order
        return ("odd" if {11, 12} <= set(ranks) else "idle"), order
    return {4: "four", 3: "full" if counts[1:] == [2] else "three"}.get(
        counts[0], "two" if counts[:2] == [2, 2] else "pair"
    ), order


_ABOVE = ("odd", "pair", "two", "three", "straight", "flush", "full", "four", "royal")


def won_by(hand: tuple[int, ...]) -> int:
    """What a hand (4 x rank + suit) wins against all the dealer's hands together, per ante."""
    held = [0] * 13
    masks = [FULL] * 4
    for card in hand:
        held[card >> 2] += 1
        masks[card & 3] &= ~(1 << (card >> 2))
    kind, by_rank, lower, equal = by_ranks(tuple(held))
    of_one_suit = len({card & 3 for card in hand}) == 1
    if kind == "idle" and not of_one_suit:
        return -DEALER_HANDS  # folded
    ways = dict(by_rank)
    for name in ("idle", "odd", "straight"):
        ways[name] -= sum(suited(name, mask) for mask in masks)
    ways["royal"] = sum(suited("straight", mask) for mask in masks)  # straight flushes as well
    ways["flush"] = sum(comb(mask.bit_count(), 5) for mask in masks) - ways["royal"]
    if sum(ways.values()) != DEALER_HANDS:
        raise AssertionError(f"{hand}: {sum(ways.values())} hands counted")
    ranks = frozenset(card >> 2 for card in hand)
    if of_one_suit:
        runs = kind == "straight"
        kind, own = ("royal", "straight") if runs else ("flush", "flush")
        below = [suited_below(own, ranks, mask) for mask in masks]
        lower, equal = sum(one[0] for one in below), sum(one[1] for one in below)
    elif kind in ("odd", "straight"):
        below = [suited_below(kind, ranks, mask) for mask in masks]
        lower -= sum(one[0] for one in below)
        equal -= sum(one[1] for one in below)
    pays = _PAYS.get(kind) or (250 if 11 in ranks and 12 in ranks else 50)
    at = _ABOVE.index(kind)
    lower += sum(ways[name] for name in _ABOVE[:at])
    higher = DEALER_HANDS - ways["idle"] - lower - equal
    return ways["idle"] + lower * (1 + 2 * pays) - 3 * higher


def won_from(first_cards: tuple[int, ...]) -> dict[str, int]:
    """The sum over every hand whose lowest card is one of these."""
    hands = won = 0
    for first in first_cards:
        for rest in combinations(range(first + 1, 52), 4):
            hands += 1
            won += won_by((first, *rest))
    return {"exact: hands": hands, "exact: won": won}
