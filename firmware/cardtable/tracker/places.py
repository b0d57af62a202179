"""Every card of the deck in exactly one place, always: a byte a card.

A place is a number of rules/places.py, MISSING, or with HELD beside a box: lifted from it, in the
player's hand.
"""

from cardtable.rules.places import SHOE

MISSING = 24  # a check has not found it
HELD = 32  # HELD | 3: in the hand of the player at box 3
CARDS = 53  # codes: 52 and the joker

_PLACE = 31
_NO_CARD = 31  # not in this deck
CONFIRMED = 0x40  # its own reader has seen it there
STALE = 0x80  # of an earlier round or collected, and not cleared away yet


class Places:
    """Where the round has each card."""

    def __init__(self, codes):
        self.at = bytearray([_NO_CARD] * CARDS)
        for code in codes:
            self.at[code] = SHOE

    def __contains__(self, card):
        return self.at[card] & _PLACE != _NO_CARD

    def of(self, card):
        """The place of a card by its code."""
        return self.at[card] & _PLACE

    def put(self, card, place, flags=0):
        self.at[card] = place | flags

    def has(self, card, flag):
        return bool(self.at[card] & flag)

    def set(self, card, flag):
        self.at[card] |= flag

    def drop(self, card, flag):
        self.at[card] &= 0xFF ^ flag

    def count(self, place):
        """How many cards lie there."""
        n = 0
        for byte in self.at:
            if byte & _PLACE == place:
                n += 1
        return n

    def shuffle(self, out_flag=0):
        """Everything into the shoe; cards that were out of it get `out_flag`."""
        at = self.at
        for card in range(CARDS):
            place = at[card] & _PLACE
            if place != _NO_CARD and place != MISSING:
                at[card] = SHOE if place == SHOE and not at[card] & STALE else SHOE | out_flag
