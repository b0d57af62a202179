"""What Omaha hands are worth as a low: two of the hole with three of the board."""

from cardtable.rules.cards import JOKER
from cardtable.rules.hands.lows import LOW_ACE_HIGH, low_from, low_of_four_and_joker
from cardtable.rules.hands.omaha import triples_of
from cardtable.rules.hands.omaha_values import check_omaha
from cardtable.rules.hands.values import words_of


def omaha_low_value(hole, board, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of the best Omaha low; higher wins. Whether it qualifies: `low_qualifies`."""
    check_omaha(hole, board)
    if JOKER in hole or JOKER in board:
        from cardtable.rules.hands.omaha_jokers import with_joker

        return with_joker(hole, board, low_of_four_and_joker, low)
    return omaha_low(words_of(hole), triples_of(words_of(board)), low)


def omaha_low(hole, triples: list, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of the best low of four hole words with a board; higher wins."""
    best = -1
    ace_low = low[0]
    for i in range(1, 4):
        a = hole[i] & 8191
        for j in range(i):
            b = hole[j] & 8191
            for m, x, s, _ in triples:
                value = low_from(m | a | b, x ^ a ^ b, s + a + b, ace_low)
                if value > best:
                    best = value
    return best
