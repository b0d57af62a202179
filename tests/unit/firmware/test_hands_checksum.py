"""One number over a fixed sample of every evaluator: the same on every interpreter.

Values are proved right on the desk; this proves that the board computes the same ones.
"""

from cardtable.desk.five_cards import high_five, omaha_low_five
from cardtable.rules.decks import SIZES, deck_cards
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_order_of
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import order_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.stud.open_cards import open_value

EXPECTED = 261138829
ROUNDS = 600

# A generator and a mixer whose every step stays below 2**30, a small int on the board.
_seed = 1


def random_below(limit):
    global _seed
    _seed = (_seed * 75 + 74) % 65537
    return _seed * limit // 65537


def mixed(total, value):
    return (total & 0x1FFFFFF) * 31 ^ value


def dealt(deck, count):
    """Cards drawn from the deck without putting them back."""
    left = list(deck)
    return [left.pop(random_below(len(left))) for _ in range(count)]


def test_every_evaluator_gives_the_same_numbers_on_every_interpreter():
    global _seed
    _seed = 1
    total = 0
    for turn in range(ROUNDS):
        size = SIZES[turn % 6]
        joker = turn % 4 == 3
        order = order_of("tas" if turn % 5 == 0 else "act", size, joker, turn % 3 != 0)
        low = low_order_of(size, turn % 2 == 0)
        cards = dealt(deck_cards(size, joker), 9)
        hole, board = cards[:4], cards[4:]
        for count in (5, 6, 7):
            total = mixed(total, high_value(cards[:count], order))
        total = mixed(total, low_value(cards[:5], low))
        total = mixed(total, omaha_high_value(hole, board, order))
        total = mixed(total, omaha_low_value(hole, board, low))
        if not joker:
            total = mixed(total, open_value(cards[: turn % 4 + 1], order))
        if turn % 10 == 0:
            for card in high_five(cards[:7], order) + omaha_low_five(hole, board, low):
                total = mixed(total, card)
    assert total == EXPECTED, total
