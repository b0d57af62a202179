"""The categories of hands by number, in the sequence of `orders.CATEGORIES`."""

FIVE_ODD_CARDS = 0
ONE_PAIR = 1
TWO_PAIRS = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8
FIVE_OF_A_KIND = 9
ROYAL_FLUSH = 10
