"""Which deck a game may be played with: asked when determinations are made, at the desk."""

from cardtable.rules.decks import SIZES

STUD_FULL = 52  # TGC-2006 B 14.1
STUD_REDUCED = 32  # TGC-2006 B 3.4.a: without the twos to sixes

# game -> (sizes, may hold the joker)
_BY_GAME = {
    "draw": (SIZES, True),  # NI2005-66 r 2.2-2.3
    "omaha": (SIZES, True),  # NI2006-156 r 2.2-2.3
    "canberra": ((52,), False),  # NI2004-492 r 2.1, S89-1997 r 3.1
    "stud": ((STUD_FULL, STUD_REDUCED), False),  # TGC-2006 B 3.1, B 3.4.a
    "holdem": ((52,), False),  # TGC-2006 C 2.1-2.2
}


def is_deck(cards: int, game: str = "draw", joker: bool = False) -> bool:
    """Whether `game` may be played with `cards` suited cards, with or without the joker."""
    sizes, may_joker = _BY_GAME[game]
    return cards in sizes and (may_joker or not joker)
