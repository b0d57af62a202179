"""The tracker of a table with a shoe and nothing else: a card that leaves it lands where it is due.

A table with readers under its boxes has the tracker in fusion.py.
"""

from cardtable.rules.cards import card_text, parse_card
from cardtable.rules.places import DISCARD, SHOE
from cardtable.tracker.deck import FOREIGN, OTHER, OTHER_DECK, TWICE, UNKNOWN
from cardtable.tracker.places import CARDS, MISSING, Places


class Tracker:
    """Where each card lies, as far as the shoe tells. `judge`: see fusion.py."""

    def __init__(self, deck, round_port):
        self._deck = deck
        self._round_port = round_port
        self.places = Places(deck.codes())
        self._last = UNKNOWN

    def left_shoe(self, uid):
        """A card passes the shoe's reader: None, or what it was instead."""
        card = self._deck.find(uid)
        if card == UNKNOWN:
            return FOREIGN
        if card & OTHER != self._deck.in_use and not self.decks_change():
            self._round_port.give(("other_deck", SHOE))
            return OTHER_DECK
        card &= 63
        if card == self._last:
            return None  # the card last dealt, still over the antenna
        if self.places.of(card) not in (SHOE, MISSING):
            return TWICE
        self._last = card
        expected = self._round_port.expected()
        # A card that nobody is due has left the shoe for nowhere: the round says what that means.
        place = expected[0] if expected else SHOE
        self.places.put(card, place)
        if not self._round_port.give(("card", place, card_text(card))):
            self.places.put(card, SHOE)  # the round did not take it
        return None

    def decks_change(self):
        """Between rounds the decks of a shuffling shoe take turns (NI2004-492 r 12.2)."""
        for card in self._deck.codes():
            if self.places.of(card) not in (SHOE, MISSING):
                return False  # a card of this round has been dealt
        self._deck.swap()
        self.places = Places(self._deck.codes())
        self._last = UNKNOWN
        return True

    def put(self, card, place):
        """A card ("As") lies there: known from the records of a round that goes on."""
        self.places.put(parse_card(card), place)

    def follow(self, record, face):
        """Learn from a record where cards went; `face(token)` gives the card under a seal."""
        if record[0] == "collect":
            for card in range(CARDS):
                if self.places.of(card) == record[1]:
                    self.places.put(card, DISCARD)
        elif record[0] == "move":
            self.put(face(record[1]), record[3])
        elif record[0] == "deck":
            for card in record[3]:
                self.put(card, MISSING)
        elif record[0] == "round":
            self._last = UNKNOWN
            self.places.shuffle()

    def count(self, place):
        return self.places.count(place)
