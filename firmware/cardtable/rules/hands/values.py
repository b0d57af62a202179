"""What cards are worth, joker or not: the door to the evaluators for cards given as codes."""

from cardtable.rules.cards import JOKER, WORDS, CardError
from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.rankings import FULL


def words_of(cards) -> list:
    """The evaluators' words of the cards, the joker left out."""
    return [WORDS[card] for card in cards if card != JOKER]


def high_value(cards, order: tuple = FULL) -> int:
    """The value of the best five of five to seven cards; higher wins."""
    count = len(cards)
    if not 5 <= count <= 7:
        raise CardError("a hand is made of five to seven cards; these are %d" % count)
    words = words_of(cards)
    if len(words) < count:
        from cardtable.rules.hands.jokers import value_of_more_and_joker

        return value_of_more_and_joker(words, order)
    if count == 5:
        return value_of_five(words[0], words[1], words[2], words[3], words[4], order)
    from cardtable.rules.hands.seven import value_of_seven, value_of_six

    if count == 6:
        return value_of_six(words[0], words[1], words[2], words[3], words[4], words[5], order)
    return value_of_seven(
        words[0], words[1], words[2], words[3], words[4], words[5], words[6], order
    )
