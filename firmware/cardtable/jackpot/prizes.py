"""Which Boomerang prize a player's five cards win (NI2004-492 r 11.1, S89-1997 r 12)."""

from cardtable.rules.cards import ACE
from cardtable.rules.hands.categories import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
)
from cardtable.rules.hands.rankings import CATEGORIES, category_of
from cardtable.rules.hands.values import high_value

_PRIZES = (ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, FLUSH)
_EIGHT = 6  # as a rank
_ACES_AND_EIGHTS = 1 << ACE | 1 << _EIGHT


def is_dead_mans_hand(cards) -> bool:
    """Whether five cards are aces and eights and a card that is neither, in any suits.

    NI2004-492, dictionary: a third ace or eight makes a full house instead.
    """
    value = high_value(cards)
    return category_of(value) == TWO_PAIRS and value >> 13 & 8191 == _ACES_AND_EIGHTS


def boomerang_class(cards):
    """The prize's name (a category of `orders`, or "dead_mans_hand"), or None."""
    category = category_of(high_value(cards))
    if category in _PRIZES:
        return CATEGORIES[category]
    if is_dead_mans_hand(cards):
        return "dead_mans_hand"
    return None
