"""What does not add up, by place: told when it begins and when it is over, never with a face.

card_unseen      the round has cards here that the reader has not shown
card_elsewhere   the reader shows cards here that belong elsewhere
card_seen_twice  another reader shows the same card
foreign_card     a tag of no deck lies here
"""

from cardtable.rules.places import BOARD, DISCARD
from cardtable.tracker.places import CARDS, CONFIRMED, STALE

_UNSEEN = 30  # sightings.UNSEEN
_PLACES = 25


class Flags:
    """Counts by place, in fixed memory."""

    def __init__(self, fusion, judge):
        self._fusion = fusion
        self._judge = judge
        self._told = bytearray(5 * _PLACES)  # 1: told and not over
        self._now = bytearray(3 * _PLACES)

    def twice_at(self, place):
        return bool(self._told[2 * _PLACES + place])

    def foreign_at(self, place):
        return bool(self._told[3 * _PLACES + place])

    def count(self):
        """Something has changed: count anew and tell what is different."""
        now = self._now
        for k in range(len(now)):
            now[k] = 0
        fusion = self._fusion
        places = fusion.places
        for card in range(CARDS):
            if card not in places:
                continue
            own = places.of(card)
            lies = fusion.lies[card]
            if lies != own and not places.has(card, CONFIRMED) and own in fusion.spots:
                if own != DISCARD:
                    now[own] += 1
            if lies != own and lies != _UNSEEN and not self._quiet(card, own, lies):
                now[_PLACES + lies] += 1
            if fusion.twice[card]:
                now[2 * _PLACES + fusion.also[card]] += 1
        for place in range(_PLACES):
            self._tell("card_unseen", place, now[place])
            self._tell("card_elsewhere", _PLACES + place, now[_PLACES + place])
            self._tell("card_seen_twice", 2 * _PLACES + place, now[2 * _PLACES + place])

    def _quiet(self, card, own, lies):
        """Where it should not be for long, and will not be."""
        fusion = self._fusion
        if lies == DISCARD:  # whether a hand in the rack is right, rack.py finds out
            return own != BOARD
        if fusion.waiting(card):
            return True
        return fusion.places.has(card, STALE) and (own == DISCARD or not fusion.dealing)

    def foreign(self, place, present):
        self._tell("foreign_card", 3 * _PLACES + place, 1 if present else 0)

    def other_deck(self, place, present):
        """A card of the deck that is not in use (NI2004-492 r 12.2): True when that is new."""
        new = present and not self._told[4 * _PLACES + place]
        self._tell("other_deck", 4 * _PLACES + place, 1 if present else 0)
        return new

    def _tell(self, code, k, count):
        if bool(count) != bool(self._told[k]):
            self._told[k] = 1 if count else 0
            self._judge.fault(code, k % _PLACES, count)
