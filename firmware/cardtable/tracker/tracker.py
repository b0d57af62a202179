"""The tracker: every card of the deck in exactly one place, always.

Sightings come in (which reader saw which tag), inputs for the round go out. With only the shoe to
go by, a card that leaves it lands where the next card is due.
"""

from cardtable.rules.places import DISCARD, SHOE

# What a sighting was, when it makes no input
LINGERS = "lingers"  # the card last dealt, still over the antenna
FOREIGN = "foreign_card"  # a tag that is not of this deck
TWICE = "card_seen_twice"  # a card that already lies on the table leaves the shoe again


class Tracker:
    """Where each card lies, as far as the sensors tell."""

    def __init__(self, deck):
        self._deck = deck
        self.places = dict.fromkeys(deck.cards(), SHOE)
        self._last = None

    def left_shoe(self, uid, due):
        """(card, None) when a card has left the shoe for `due`, or (None, what it was instead)."""
        card = self._deck.card(uid)
        if card is None:
            return None, FOREIGN
        if card == self._last:
            return None, LINGERS
        if self.places[card] != SHOE:
            return None, TWICE
        self._last = card
        self.places[card] = due
        return card, None

    def put_back(self, card):
        """The round did not take the card: it belongs in the shoe."""
        self.places[card] = SHOE

    def collected(self, place):
        """What lay at `place` is in the discard rack now."""
        for card in self.places:
            if self.places[card] == place:
                self.places[card] = DISCARD

    def shuffled(self):
        """The whole deck is in the shoe again."""
        self._last = None
        for card in self.places:
            self.places[card] = SHOE

    def count(self, place):
        return len([card for card in self.places if self.places[card] == place])
