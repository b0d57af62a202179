"""The felt: a deck of tagged cards, antennas under it, and hands that move cards and chips.

Nothing here knows the firmware. Hands act at their own times on the virtual clock; what the
firmware learns of it, it learns through readers, sensors and keys.
"""

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from cardtable.rules.places import DISCARD, SHOE
from sim.chips.tag import Tag

DWELL_MS = 60  # over the shoe's antenna as a card is drawn (assumed; a brisk deal)
FLIGHT_MS = 150  # from the shoe to a box (assumed)
RACK_MS = 1800  # at the mouth of the rack, before a hand is pushed down (assumed)
HELD = 32  # HELD | 3: in the hand of the player at box 3
AWAY = 25  # off the table


class Card:
    """A physical card: its face, the tag inside, and where it is."""

    def __init__(self, face: str, tag: Tag):
        self.face = face
        self.tag = tag
        self.where = SHOE


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
    """Where the cards physically are: in the shoe, at a place, or in the discard rack.

    `antennas` has an antenna for each place with a reader; without it only the shoe has one.
    """

    def __init__(self, clock, deck, shoe, dwell_ms: int = DWELL_MS, antennas=None):
        self._clock = clock
        self.deck = deck
        self._shoe = shoe  # its antenna
        self._dwell_us = dwell_ms * 1000
        self._antennas = antennas or {}
        self.in_shoe = list(deck)
        self.at = {}  # place → cards
        self.rack = []

    def shuffle(self, dice) -> None:
        """Everything back into the shoe, shuffled. A card of the shoe that a technician holds over
        an antenna (hand.py) stays in that hand."""
        for card in self.deck:
            if card.where != SHOE:
                self._off(card)
            card.where = SHOE
        self.in_shoe = list(self.deck)
        self.at = {}
        self.rack = []
        dice.shuffle(self.in_shoe)

    def lay_out(self, place_of) -> None:
        """The cards as they lay when the people left: `place_of(face)`."""
        for card in list(self.in_shoe):
            place = place_of(card.face)
            if place == DISCARD:
                self.in_shoe.remove(card)
                self.rack.append(card)
                card.where = DISCARD
            elif place != SHOE:
                self.in_shoe.remove(card)
                self.at.setdefault(place, []).append(card)
                card.where = place
                self._land(card, place)

    # ---- from the shoe

    def dwell(self, ms: int) -> None:
        """From now on a card passes the shoe's antenna in this time."""
        self._dwell_us = ms * 1000

    def draw(self, place, dwell_ms=None) -> Card:
        """The next card passes the shoe's antenna and lands at `place`."""
        card = self.in_shoe.pop(0)
        self.pass_shoe(card, dwell_ms)
        self.at.setdefault(place, []).append(card)
        card.where = place
        if place in self._antennas:
            self._clock.at(self._dwell_us + FLIGHT_MS * 1000, self._land, card, place)
        return card

    def pass_shoe(self, card, dwell_ms=None) -> None:
        """Any card, also a foreign one, over the shoe's antenna for the time of a draw."""
        self._shoe.put(card.tag)
        dwell_us = self._dwell_us if dwell_ms is None else dwell_ms * 1000
        self._clock.at(dwell_us, self._shoe.take, card.tag)

    def hold_to_shoe(self, card) -> None:
        """A card on the felt is held over the shoe's antenna and laid back."""
        self._off(card)
        self.pass_shoe(card)
        self._clock.at(self._dwell_us + FLIGHT_MS * 1000, self._land, card, card.where)

    def deal_by_hand(self, place) -> Card:
        """The next card of the deck in the dealer's hand lands at `place`."""
        card = self.in_shoe.pop(0)
        self.at.setdefault(place, []).append(card)
        card.where = place
        self._clock.at(FLIGHT_MS * 1000, self._land, card, place)
        return card

    # ---- on the felt

    def faces(self, place) -> list:
        return [card.face for card in self.at.get(place, [])]

    def lift(self, place) -> None:
        """The player takes the hand up."""
        for card in self.at.get(place, []):
            self._off(card)
            card.where = HELD | place

    def lay(self, place) -> None:
        """The player puts the hand down again."""
        for card in self.at.get(place, []):
            card.where = place
            self._land(card, place)

    def stack(self, place, aligned: bool) -> None:
        """The cards lie exactly on each other, or fanned out."""
        self._antennas[place].aligned = aligned

    def push(self, card, place) -> None:
        """One card from where it lies to another place."""
        for cards in self.at.values():
            if card in cards:
                cards.remove(card)
        if card in self.rack:
            self.rack.remove(card)
        self._off(card)
        self.at.setdefault(place, []).append(card)
        card.where = place
        self._land(card, place)

    def put_stranger(self, card, place) -> None:
        """A card that belongs to nobody: foreign, or a clone."""
        card.where = place
        self._antennas[place].put(card.tag)

    def remove(self, card) -> None:
        """A card leaves the table."""
        for cards in self.at.values():
            if card in cards:
                cards.remove(card)
        self._off(card)
        card.where = AWAY

    def collect(self, place) -> None:
        """A hand goes to the discard rack."""
        self.into_rack(self.at.pop(place, []))

    def into_rack(self, cards) -> None:
        """Cards pass the mouth of the rack, where its reader sees them for a while."""
        self.rack += cards
        for card in cards:
            for others in self.at.values():
                if card in others:
                    others.remove(card)
            self._off(card)
            card.where = DISCARD
            if DISCARD in self._antennas:
                self._land(card, DISCARD)
                self._clock.at(RACK_MS * 1000, self._sink, card)

    def has_reader(self, place) -> bool:
        return place in self._antennas

    def at_the_mouth(self) -> bool:
        """Whether the rack's reader still sees cards that were put in."""
        return DISCARD in self._antennas and len(self._antennas[DISCARD].tags) > 0

    def back_into_shoe(self, card) -> None:
        """A card out of the rack goes under the cards of the shoe."""
        self.rack.remove(card)
        self._off(card)
        card.where = SHOE
        self.in_shoe.append(card)

    def _land(self, card, place):
        if card.where == place and card.tag.antenna is None and place in self._antennas:
            self._antennas[place].put(card.tag)

    def _sink(self, card):
        if card.where == DISCARD:
            self._off(card)

    def _off(self, card):
        if card.tag.antenna is not None and card.tag.antenna is not self._shoe:
            card.tag.antenna.take(card.tag)
