"""Places as people call them: for files and words, at the desk."""

from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, SEATS, SHOE, is_seat

_NAMES = {DEALER: "dealer", BOARD: "board", BURN: "burn", DISCARD: "discard", SHOE: "shoe"}


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
