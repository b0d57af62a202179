"""What the readers show, all together: which of them shows a card, and whether two do.

A card that one reader shows and another has not lost yet has moved; one that both go on showing is
a clone or a neighbour's ghost.
"""

from cardtable.diag.readings import CardReadings
from cardtable.rules.places import DISCARD
from cardtable.tracker.deck import OTHER, UNKNOWN
from cardtable.tracker.flags import Flags
from cardtable.tracker.places import CARDS, Places
from cardtable.tracker.presence import Presence

UNSEEN = 30  # no reader shows the card


class Sightings:
    """Fed with scans; `_arrived`, `_left` and `_decks_change` are what a tracker makes of them."""

    def __init__(self, deck, judge, places):
        self._deck = deck
        self._judge = judge
        self.places = Places(deck.codes())
        self.lies = bytearray([UNSEEN] * CARDS)  # the place whose reader shows it
        self.also = bytearray([UNSEEN] * CARDS)  # a second one that shows it too
        self.twice = bytearray(CARDS)  # 1: both show it again and again
        self.spots = {place: Presence() for place in places}
        self.blind = dict.fromkeys(places, True)  # until its first scan
        self.readings = CardReadings()
        self.flags = Flags(self, judge)
        self._place = 0  # of the scan that is worked on
        self._gone_call = self._gone  # a bound method made once

    def waiting(self, card):
        """True while the card is on its way to its input."""
        raise NotImplementedError

    def _arrived(self, card, place):
        raise NotImplementedError

    def _left(self, card, place):
        raise NotImplementedError

    def _decks_change(self):
        raise NotImplementedError

    def look(self, place, count, uid, clean):
        """One answered scan: `uid(k)` gives the k-th of `count` tags."""
        spot = self.spots[place]
        self._place = place
        self.blind[place] = False
        for k in range(count):
            tag = uid(k)
            card = self._deck.find(tag)
            if card == UNKNOWN:
                spot.saw_unknown(tag)
                continue
            if card & OTHER != self._deck.in_use:
                spot.saw(card | OTHER)
                continue
            card &= 63
            self.readings.hits[card] += 1
            if spot.saw(card):
                self._shown(card, place)
        spot.end(clean, self._gone_call, self.readings.misses)
        self.flags.foreign(place, spot.foreign)
        if self.flags.other_deck(place, spot.other_deck) and not self._decks_change():
            self._judge.give(("other_deck", place))

    def cannot_see(self, place):
        """The reader there is out of action: what it showed stands, what comes is unseen."""
        if not self.blind[place]:
            self.blind[place] = True
            for card in range(CARDS):
                if self.lies[card] == place and self.also[card] != UNSEEN:
                    self._gone(card, place)

    def _shown(self, card, place):
        """A reader shows a card: for the first time, again, or beside another reader."""
        lies = self.lies[card]
        if lies == place:
            if self.also[card] != UNSEEN and not self.twice[card]:
                self.twice[card] = 1  # both go on showing it: a clone, or a neighbour's field
                self.flags.count()
        elif lies == UNSEEN or lies == DISCARD or self.blind[lies]:
            self.lies[card] = place
            self._arrived(card, place)
        elif self.also[card] == UNSEEN:
            self.also[card] = place  # moved, if the other reader loses it now

    def _gone(self, card, place=None):
        """A reader shows the card no longer."""
        if card >= CARDS:
            return  # of the other deck
        if place is None:
            place = self._place
        if place == self.also[card]:
            self.also[card] = UNSEEN
            self.twice[card] = 0
        elif place == self.lies[card]:
            other = self.also[card]
            self.also[card] = UNSEEN
            self.twice[card] = 0
            if other != UNSEEN:
                self.lies[card] = other
                self._arrived(card, other)
            elif place != DISCARD:  # deeper in the rack it lies where nobody reads
                self.lies[card] = UNSEEN
                self._left(card, place)
        else:
            return
        self.flags.count()
