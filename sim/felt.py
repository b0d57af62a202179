"""The felt: a deck of tagged cards, antennas under it, and hands that move cards and chips.

Nothing here knows the firmware. Hands act at their own times on the virtual clock; what the
firmware learns of it, it learns through readers, sensors and keys.
"""

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from sim.hardware.tag import Tag

DWELL_MS = 60  # over the shoe's antenna as a card is drawn (assumed; a brisk deal)


class Card:
    """A physical card: its face and the tag inside."""

    def __init__(self, face: str, tag: Tag):
        self.face = face
        self.tag = tag


def make_deck(dice, cards: int = 52, joker: bool = False) -> list:
    """A deck in order, each card with a tag of its own (seven bytes, 04: NXP)."""
    made = []
    seen = []
    for code in deck_cards(cards, joker):
        uid = b"\x04" + dice.bytes(5) + b"\x80"
        while uid in seen:
            uid = b"\x04" + dice.bytes(5) + b"\x80"
        seen.append(uid)
        made.append(Card(card_text(code), Tag(uid)))
    return made


class Felt:
    """Where the cards physically are: in the shoe, at a place, or in the discard rack."""

    def __init__(self, clock, deck, shoe, dwell_ms: int = DWELL_MS):
        self._clock = clock
        self.deck = deck
        self._shoe = shoe  # its antenna
        self._dwell_us = dwell_ms * 1000
        self.in_shoe = list(deck)
        self.at = {}  # place → cards
        self.rack = []

    def shuffle(self, dice) -> None:
        """Everything back into the shoe, shuffled."""
        self.in_shoe = list(self.deck)
        self.at = {}
        self.rack = []
        dice.shuffle(self.in_shoe)

    def draw(self, place) -> Card:
        """The next card passes the shoe's antenna and lands at `place`."""
        card = self.in_shoe.pop(0)
        self.pass_shoe(card)
        self.at.setdefault(place, []).append(card)
        return card

    def pass_shoe(self, card) -> None:
        """Any card, also a foreign one, over the shoe's antenna for the time of a draw."""
        self._shoe.put(card.tag)
        self._clock.at(self._dwell_us, self._shoe.take, card.tag)

    def faces(self, place) -> list:
        return [card.face for card in self.at.get(place, [])]

    def collect(self, place) -> None:
        """A hand goes to the discard rack."""
        self.rack += self.at.pop(place, [])
