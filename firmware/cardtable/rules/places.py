"""Where a card can lie. Seats are their own numbers, 1 (at the dealer's left) to 10."""

DEALER = 0
SEATS = 10
BOARD = 20  # communal cards
BURN = 21
DISCARD = 22
SHOE = 23


def is_seat(place):
    return 1 <= place <= SEATS
