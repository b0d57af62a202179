"""Kinds about Canberra Poker's hands."""

from __future__ import annotations

from typing import Any

from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra_hands import dealer_qualifies
from cardtable.rules.cards import parse_cards
from tests.examples.registry import Example, answers


@answers("dealer_qualifies")
def qualifies(example: Example) -> dict[str, Any]:
    return {"qualifies": dealer_qualifies(parse_cards(example.given["hand"]))}


@answers("boomerang_class")
def prize(example: Example) -> dict[str, Any]:
    return {"prize": boomerang_class(parse_cards(example.given["hand"]))}
