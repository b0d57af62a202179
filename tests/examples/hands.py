"""Kinds about hands."""

from __future__ import annotations

from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.desk.deck_facts import check_in_deck
from cardtable.desk.readable import joker_rank_in_low, low_ranks, ranks_text, read_ranks, winners_of
from cardtable.rules.cards import JOKER
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_category, low_order_of, low_qualifies
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import CATEGORIES, category_of, order_of
from cardtable.rules.hands.values import high_value
from tests.examples.registry import Example, answers


@answers("hand_compare")
def hand_compare(example: Example) -> dict[str, Any]:
    given = example.given
    size, joker = given.get("deck", 52), given.get("joker_in_deck", False)
    hands = [_cards(hand, size, joker) for hand in given["hands"]]
    mode = given.get("mode", "high")
    if mode == "high":
        order = order_of(given.get("order", "act"), size, joker, given.get("ace_low_allowed", True))
        values = [high_value(hand, order) for hand in hands]
        categories = [category_of(value, order) for value in values]
    elif mode == "low":
        low = _low_order(given)
        values = [low_value(hand, low) for hand in hands]
        categories = [low_category(value) for value in values]
    else:
        raise ValueError(f"mode is high or low, not {mode!r}")
    return {
        "winners": winners_of(values),
        "categories": [CATEGORIES[category] for category in categories],
    }


@answers("low_qualifies")
def qualifies(example: Example) -> dict[str, Any]:
    low = _low_order(example.given)
    return {"qualifies": low_qualifies(low_value(_hand(example.given), low), low)}


@answers("low_joker")
def low_joker(example: Example) -> dict[str, Any]:
    low = _low_order(example.given)
    hand = _hand(example.given)
    value = low_value(hand, low)
    return {
        "counts_as": ranks_text([joker_rank_in_low(hand, low)]),
        "low": ranks_text(low_ranks(value, low)),
        "qualifies": low_qualifies(value, low),
        "category": CATEGORIES[low_category(value)],
    }


@answers("omaha_hand")
def omaha_hand(example: Example) -> dict[str, Any]:
    given = example.given
    size = given.get("deck", 52)
    hole, board = parse_cards(given["hole"]), parse_cards(given["board"])
    joker = given.get("joker_in_deck", JOKER in hole + board)
    check_in_deck(hole + board, size, joker)
    order = order_of(given.get("order", "act"), size, joker, given.get("ace_low_allowed", True))
    high = omaha_high_value(hole, board, order)
    got: dict[str, Any] = {
        "high_category": CATEGORIES[category_of(high, order)],
        "high_cards": ranks_text(read_ranks(high, order)),
        "low": None,
    }
    if given.get("hi_lo", False):
        low_order = _low_order(given)
        low = omaha_low_value(hole, board, low_order)
        if low_qualifies(low, low_order):
            got["low"] = ranks_text(low_ranks(low, low_order))
    return got


def _hand(given: dict[str, Any]) -> list[int]:
    return _cards(given["hand"], given.get("deck", 52), given.get("joker_in_deck", True))


def _cards(text: str, size: int, joker: bool) -> list[int]:
    cards = parse_cards(text)
    check_in_deck(cards, size, joker)
    return cards


def _low_order(given: dict[str, Any]) -> tuple:
    # The setting's default is the literal text: the ace is high (NI2005-66 r 3.1).
    return low_order_of(given.get("deck", 52), given.get("low_ace", "high") == "low")
