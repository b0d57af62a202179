"""Who wins, with what: the answer to a request, by the firmware's own rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.desk import five_cards
from cardtable.desk.readable import cards_text, winners_of
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_category, low_order_of, low_qualifies
from cardtable.rules.hands.rankings import CATEGORIES, category_of, order_of
from cardtable.rules.hands.values import high_value
from host_tools.hand.request import Request


@dataclass(frozen=True)
class Made:
    """The five cards someone plays, and what they are."""

    value: int
    category: str
    cards: str


def answer(request: Request) -> dict[str, Any]:
    """The answer as scripts read it: winners, categories and the five cards of each.

    With mode "high-low" the keys low_winners, low_categories and low_best are added; a low that
    does not qualify is null there, and nobody wins when there is none.
    """
    if request.mode == "low":
        return _told(lows(request))
    told = _told(highs(request))
    if request.mode == "high-low":
        told |= {f"low_{key}": value for key, value in _told(lows(request)).items()}
    return told


def highs(request: Request) -> list[Made | None]:
    """Each one's best hand."""
    order = order_of(request.order, request.deck, request.joker_in_deck, request.ace_low_allowed)
    made: list[Made | None] = []
    for cards in request.hands:
        if request.game == "omaha":
            five = five_cards.omaha_high_five(cards, request.board, order)
        else:
            five = five_cards.high_five(cards + request.board, order)
        value = high_value(five, order)
        made.append(Made(value, CATEGORIES[category_of(value, order)], cards_text(five)))
    return made


def lows(request: Request) -> list[Made | None]:
    """Each one's best low; None where high/low split asks for eight or less and it is not."""
    low = low_order_of(request.deck, request.low_ace == "low")
    # The qualifier is a determination for split games only (NI2005-66 r 3.5(d)).
    qualify = request.qualifier and request.mode == "high-low"
    made: list[Made | None] = []
    for cards in request.hands:
        if request.game == "omaha":
            five = five_cards.omaha_low_five(cards, request.board, low)
        else:
            five = five_cards.low_five(cards + request.board, low)
        value = low_value(five, low)
        if qualify and not low_qualifies(value, low):
            made.append(None)
        else:
            made.append(Made(value, CATEGORIES[low_category(value)], cards_text(five)))
    return made


def winners(made: list[Made | None]) -> list[int]:
    """The places of the winners; none when nobody has a hand that counts."""
    if not any(made):
        return []
    return winners_of([one.value if one else -1 for one in made])


def _told(made: list[Made | None]) -> dict[str, Any]:
    return {
        "winners": winners(made),
        "categories": [one.category if one else None for one in made],
        "best": [one.cards if one else None for one in made],
    }
