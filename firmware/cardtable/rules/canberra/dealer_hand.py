"""The hand with which Canberra Poker's dealer plays on."""

from cardtable.rules.hands.categories import FIVE_ODD_CARDS
from cardtable.rules.hands.rankings import category_of
from cardtable.rules.hands.values import high_value

_ACE_AND_KING = 0x1800


def dealer_qualifies(cards) -> bool:
    """Whether five cards are an ace and a king or higher (NI2004-492 r 9.2, S89-1997 r 9.3)."""
    value = high_value(cards)
    if category_of(value) != FIVE_ODD_CARDS:
        return True
    return value & _ACE_AND_KING == _ACE_AND_KING
