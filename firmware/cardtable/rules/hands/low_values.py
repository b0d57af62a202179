"""What cards are worth as a low, joker or not, for cards given as codes."""

from cardtable.rules.cards import CardError
from cardtable.rules.hands.lows import LOW_ACE_HIGH, low_of_five, low_of_four_and_joker
from cardtable.rules.hands.values import words_of


def low_value(cards, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of five cards as a low; higher wins."""
    if len(cards) != 5:
        raise CardError("a low is made of five cards; these are %d" % len(cards))
    words = words_of(cards)
    if len(words) == 4:
        return low_of_four_and_joker(words[0], words[1], words[2], words[3], low)
    return low_of_five(words[0], words[1], words[2], words[3], words[4], low)
