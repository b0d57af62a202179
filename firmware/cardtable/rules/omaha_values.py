"""What Omaha hands are worth, joker or not: two of the hole with three of the board."""

from cardtable.rules.cards import JOKER, CardError
from cardtable.rules.lows import LOW_ACE_HIGH
from cardtable.rules.omaha_hands import omaha_high, omaha_low, triples_of
from cardtable.rules.omaha_jokers import (
    high_with_joker_in_hole,
    high_with_joker_on_board,
    low_with_joker_in_hole,
    low_with_joker_on_board,
)
from cardtable.rules.orders import FULL
from cardtable.rules.values import words_of


def omaha_high_value(hole, board, order: tuple = FULL) -> int:
    """The value of the best Omaha hand of four hole cards and three to five communal cards."""
    check_omaha(hole, board)
    if JOKER in hole:
        return high_with_joker_in_hole(words_of(hole), words_of(board), order)
    if JOKER in board:
        return high_with_joker_on_board(words_of(hole), words_of(board), order)
    return omaha_high(words_of(hole), triples_of(words_of(board)), order)


def omaha_low_value(hole, board, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of the best Omaha low; higher wins. Whether it qualifies: `low_qualifies`."""
    check_omaha(hole, board)
    if JOKER in hole:
        return low_with_joker_in_hole(words_of(hole), words_of(board), low)
    if JOKER in board:
        return low_with_joker_on_board(words_of(hole), words_of(board), low)
    return omaha_low(words_of(hole), triples_of(words_of(board)), low)


def check_omaha(hole, board) -> None:
    """Raise CardError unless there are four hole cards and three to five communal cards."""
    if len(hole) != 4:
        raise CardError("Omaha has four hole cards (NI2006-156 r 9.1); these are %d" % len(hole))
    if not 3 <= len(board) <= 5:
        raise CardError("an Omaha board has three to five cards; this has %d" % len(board))
