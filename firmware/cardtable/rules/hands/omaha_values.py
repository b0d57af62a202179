"""What Omaha hands are worth, joker or not: two of the hole with three of the board."""

from cardtable.rules.cards import JOKER, CardError
from cardtable.rules.hands.omaha import omaha_high, triples_of
from cardtable.rules.hands.rankings import FULL
from cardtable.rules.hands.values import words_of


def omaha_high_value(hole, board, order: tuple = FULL) -> int:
    """The value of the best Omaha hand of four hole cards and three to five communal cards."""
    check_omaha(hole, board)
    if JOKER in hole or JOKER in board:
        from cardtable.rules.hands.jokers import value_of_four_and_joker
        from cardtable.rules.hands.omaha_jokers import with_joker

        return with_joker(hole, board, value_of_four_and_joker, order)
    return omaha_high(words_of(hole), triples_of(words_of(board)), order)


def check_omaha(hole, board) -> None:
    """Raise CardError unless there are four hole cards and three to five communal cards."""
    if len(hole) != 4:
        raise CardError("Omaha has four hole cards (NI2006-156 r 9.1); these are %d" % len(hole))
    if not 3 <= len(board) <= 5:
        raise CardError("an Omaha board has three to five cards; this has %d" % len(board))
