"""Omaha with the joker, which may lie in the hole or on the board (NI2006-156 r 2.3, r 9.1).

The joker is never worse than the card it takes the place of, so only the ways that use it count:
with one of the three other hole cards and three of the board, or with two hole cards and two of
the rest of the board.
"""

from cardtable.rules.cards import JOKER
from cardtable.rules.hands.values import words_of


def with_joker(hole, board, evaluate, order: tuple) -> int:
    """The best value of a hand with the joker; `evaluate` takes four words beside it."""
    if JOKER in hole:
        return _joker_in_hole(words_of(hole), words_of(board), evaluate, order)
    return _joker_on_board(words_of(hole), words_of(board), evaluate, order)


def _joker_in_hole(hole, board, evaluate, order):
    best = -1
    for i in range(2, len(board)):
        for j in range(1, i):
            for k in range(j):
                for word in hole:
                    value = evaluate(word, board[i], board[j], board[k], order)
                    if value > best:
                        best = value
    return best


def _joker_on_board(hole, board, evaluate, order):
    best = -1
    for i in range(1, len(hole)):
        for j in range(i):
            for k in range(1, len(board)):
                for n in range(k):
                    value = evaluate(hole[i], hole[j], board[k], board[n], order)
                    if value > best:
                        best = value
    return best
