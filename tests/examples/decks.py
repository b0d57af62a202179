"""Kinds about decks."""

from __future__ import annotations

from typing import Any

from cardtable.desk import deck_facts
from cardtable.rules import deck_choice, decks
from tests.examples.registry import Example, answers

_GAMES = ("canberra", "holdem", "stud", "omaha", "draw")


@answers("deck_kind")
def deck_kind(example: Example) -> dict[str, Any]:
    cards, joker = example.given["cards"], example.given.get("joker", False)
    return {
        "total": deck_facts.total_cards(cards, joker),
        "order": "reduced" if decks.is_reduced(cards, joker) else "full",
    }


@answers("deck_valid")
def deck_valid(example: Example) -> dict[str, Any]:
    game = next((game for game in _GAMES if game in example.game), "draw")
    given = example.given
    return {"valid": deck_choice.is_deck(given["cards"], game, given.get("joker", False))}


@answers("reduced_deck_allowed")
def reduced_deck_allowed(example: Example) -> dict[str, Any]:
    allowed = deck_facts.reduced_deck_allowed(**example.given)
    cards = deck_choice.STUD_REDUCED if allowed else deck_choice.STUD_FULL
    return {"allowed": allowed, "removed": deck_facts.removed_ranks(cards), "cards": cards}
