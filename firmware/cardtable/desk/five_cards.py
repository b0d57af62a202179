"""The five cards that make a hand, in the order people read them (33AKQ, 5432A).

For showing a result, once a showdown: here clearness comes before speed.
"""

from cardtable.desk.readable import low_ranks, rank_of, read_ranks
from cardtable.rules.cards import JOKER
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import LOW_ACE_HIGH
from cardtable.rules.hands.rankings import FULL
from cardtable.rules.hands.values import high_value


def high_five(cards, order: tuple = FULL) -> list:
    """The best five of five to seven cards."""
    return _best(choose(cards, 5), high_value, order, read_ranks)


def low_five(cards, low: tuple = LOW_ACE_HIGH) -> list:
    """The lowest five of five to seven cards."""
    return _best(choose(cards, 5), low_value, low, low_ranks)


def omaha_high_five(hole, board, order: tuple = FULL) -> list:
    """The best two of the hole with three of the board."""
    return _best(_omaha_fives(hole, board), high_value, order, read_ranks)


def omaha_low_five(hole, board, low: tuple = LOW_ACE_HIGH) -> list:
    """The lowest two of the hole with three of the board."""
    return _best(_omaha_fives(hole, board), low_value, low, low_ranks)


def choose(cards, count: int):
    """Every way to take `count` of the cards, in their order."""
    if count == 0:
        yield []
        return
    for first in range(len(cards) - count + 1):
        for rest in choose(cards[first + 1 :], count - 1):
            yield [cards[first]] + rest


def _omaha_fives(hole, board):
    for pair in choose(hole, 2):
        for triple in choose(board, 3):
            yield pair + triple


def _best(fives, evaluate, order, ranks):
    best = []
    best_value = -1
    for five in fives:
        value = evaluate(five, order)
        # Of equal hands people name the one that needs no joker.
        if value > best_value or (value == best_value and JOKER in best and JOKER not in five):
            best = five
            best_value = value
    return _arranged(best, ranks(best_value, order))


def _arranged(five, ranks):
    """The cards laid along the ranks; the joker fills the rank that no card has."""
    left = list(five)
    arranged = []
    for rank in ranks:
        chosen = JOKER
        for card in left:
            if card != JOKER and rank_of(card) == rank:
                chosen = card
                break
        left.remove(chosen)
        arranged.append(chosen)
    return arranged
