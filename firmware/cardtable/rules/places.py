"""Where a card can lie. Seats are their own numbers, 1 (at the dealer's left) to 10."""

DEALER = 0
SEATS = 10
BOARD = 20  # communal cards
BURN = 21
DISCARD = 22
SHOE = 23

_NAMES = {DEALER: "dealer", BOARD: "board", BURN: "burn", DISCARD: "discard", SHOE: "shoe"}


def is_seat(place):
    return 1 <= place <= SEATS


def name(place):
    """ "3", "dealer", "board", …"""
    return _NAMES.get(place) or str(place)


def parse(text):
    """The place called `text`; ValueError when there is none."""
    for place in _NAMES:
        if _NAMES[place] == text:
            return place
    try:
        place = int(text)
    except ValueError:
        place = -1
    if not is_seat(place):
        raise ValueError(
            "no such place: %s (a seat from 1 to %d, dealer, board, burn, discard, shoe)"
            % (text, SEATS)
        )
    return place
