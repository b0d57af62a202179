"""A hand called by its ranks, as players call it, with the document's term beside it.

The record has the document's term; the ranks come from the cards that lie open. Where those do
not make that hand (a joker, a low, cards nobody has seen), the term stands alone.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from cardtable.desk.card_lists import parse_cards
from cardtable.rules.cards import JOKER, CardError
from cardtable.rules.hands.rankings import CATEGORIES, category_of, order_of
from cardtable.rules.hands.values import high_value

_RANKS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_MANY = {"six": "sixes"}
_ACE = 12
_KING = 11
_HAND = 5


def hand_name(game: str, category: str, term: str, own: list[str], board: list[str]) -> str:
    """ "pair of eights, ace kicker (one pair)"; `term` alone where the cards do not say more."""
    five = _five_of(game, category, own, board)
    called = _called(category, five) if five else ""
    plain = term.removeprefix("a ")
    if not called:
        return term
    return called if called.startswith(plain) else f"{called} ({plain})"


def _five_of(game: str, category: str, own: list[str], board: list[str]) -> list[int]:
    """The best five cards that make a hand of this category."""
    try:
        mine, shared = parse_cards(" ".join(own)), parse_cards(" ".join(board))
    except CardError:
        return []
    if JOKER in mine or len(set(mine + shared)) != len(mine + shared):
        return []
    if game == "omaha":  # NI2006-156: two of one's own with three of the board
        found = [[*a, *b] for a in combinations(mine, 2) for b in combinations(shared, 3)]
    else:
        found = [list(five) for five in combinations(mine + shared, _HAND)]
    book = "tas" if game in ("holdem", "stud") else "act"
    best: list[int] = []
    worth = -1
    for low in (True, False):
        order = order_of(book, 52, False, low)
        for five in found:
            value = high_value(five, order)
            if value > worth and CATEGORIES[category_of(value, order)] == category:
                best, worth = five, value
        if best:
            break
    return best


def _called(category: str, five: list[int]) -> str:
    ranks = [card >> 2 for card in five]
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first, second = order[0], order[1] if len(order) > 1 else 0
    top = max(ranks)
    if top == _ACE and _KING not in ranks:
        top = sorted(ranks)[-2]  # the ace counts low in this straight
    made = {
        "five_odd_cards": f"{_one(order[0])} high, {_one(second)} next",
        "one_pair": f"pair of {_many(first)}, {_one(second)} kicker",
        "two_pairs": f"two pairs, {_many(first)} and {_many(second)}, {_one(order[-1])} kicker",
        "three_of_a_kind": f"three {_many(first)}, {_one(second)} kicker",
        "straight": f"straight to the {_one(top)}",
        "flush": f"flush, {_one(max(ranks))} high",
        "full_house": f"full house, {_many(first)} over {_many(second)}",
        "four_of_a_kind": f"four {_many(first)}, {_one(second)} kicker",
        "straight_flush": f"straight flush to the {_one(top)}",
    }
    return made.get(category, "")


def _one(rank: int) -> str:
    return _RANKS[rank]


def _many(rank: int) -> str:
    name = _RANKS[rank]
    return _MANY.get(name, f"{name}s")
