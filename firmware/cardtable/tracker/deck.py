"""The deck registry: which tag is which card, of one deck or of two.

An automated shuffling shoe has two decks of different colours (NI2004-492 r 12.2); only one of
them is in a round. Cards of the second have codes from OTHER on.
"""

from binascii import hexlify, unhexlify

from cardtable.rules.cards import card_text, parse_card

UNKNOWN = -1  # a tag that is of no deck here
OTHER = 64  # added to the code of a card of the second deck

# What a sighting was, when it is no card of the round
FOREIGN = "foreign_card"  # a tag that is not of this deck
TWICE = "card_seen_twice"  # a card that already lies on the table leaves the shoe again
OTHER_DECK = "other_deck"  # a card of the deck that is not in use


class Deck:
    """UID → card, for the enrolled cards and no others."""

    def __init__(self, enrolled, other=None):
        """`enrolled` and `other` map the UID in hex digits to the card ("04a1…": "As")."""
        self._codes = {}
        for cards, first in ((enrolled, 0), (other or {}, OTHER)):
            for uid in cards:
                self._codes[unhexlify(uid)] = first + parse_card(cards[uid])
        self.in_use = 0  # or OTHER

    def find(self, uid):
        """The code of a tag's card, OTHER added when it is of the second deck; or UNKNOWN."""
        return self._codes.get(uid, UNKNOWN)

    def codes(self):
        """The codes of the cards of the deck in use."""
        found = self._codes.values()
        return sorted([code & 63 for code in found if code & OTHER == self.in_use])

    def swap(self):
        """The other deck is used from now on."""
        self.in_use ^= OTHER

    def uid(self, code):
        """The UID of a card of the deck in use; None when it is not enrolled."""
        for uid in self._codes:
            if self._codes[uid] == code + self.in_use:
                return uid
        return None

    def change(self, uid, code):
        """A card is replaced: the tag it had counts no longer (NI2005-66 r 2.5)."""
        old = self.uid(code)
        if old is not None:
            del self._codes[old]
        self._codes[bytes(uid)] = code + self.in_use

    def dump(self):
        """Both decks as they are kept in deck.json."""
        decks = {"deck": {}, "other": {}}
        for uid in self._codes:
            code = self._codes[uid]
            decks["other" if code & OTHER else "deck"][hexlify(uid).decode()] = card_text(code & 63)
        return decks

    def names(self):
        """The cards of the deck in use, as people write them."""
        return [card_text(code) for code in self.codes()]
