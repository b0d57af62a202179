"""Hands on their way to the discard rack: a fold, a collection, or a hand in two places.

The rack's antenna is at its mouth: it shows a hand for a moment. When all cards of a hand have
been shown it is a fold (or what the round takes it for). When only some have, nobody guesses: if
the others still lie in the box, those in the rack are told as discards; if they are not to be seen
at all, the hand is told as split and the dealer decides by a key.
"""

from array import array

from cardtable.rules.cards import card_text
from cardtable.rules.places import DISCARD, SEATS
from cardtable.tracker.places import CARDS

_TOGETHER_MS = 1500  # a hand put into the rack is shown card by card within this time


class Rack:
    """For each seat whether a card of it has been in the rack, and since when."""

    def __init__(self, fusion, round_port, clock):
        self._fusion = fusion
        self._round_port = round_port
        self._clock = clock
        self._since = array("I", [0] * (SEATS + 1))
        self._open = 0  # seats, bit by bit
        self._split = 0

    def saw(self, seat):
        """A card of the hand is in the rack."""
        if not self._open >> seat & 1:
            self._open |= 1 << seat
            self._since[seat] = self._clock.ticks_ms()

    def clear(self):
        """A new round."""
        self._open = 0
        for seat in range(1, SEATS + 1):
            self._over(seat)

    @property
    def busy(self):
        """Whether a hand is between its box and the rack."""
        return self._open or self._split

    def telling(self, now):
        """Tell what has become of such hands, in pieces."""
        for seat in range(1, SEATS + 1):
            if (self._open | self._split) >> seat & 1:
                yield from self._look(seat, now)

    def _look(self, seat, now):
        fusion = self._fusion
        hand = racked = boxed = 0
        for card in range(CARDS):
            if fusion.places.of(card) == seat:
                hand += 1
                if fusion.lies[card] == DISCARD:
                    racked += 1
                elif fusion.lies[card] == seat:
                    boxed += 1
        if not racked:
            self._open &= ~(1 << seat)
            self._over(seat)
        elif racked == hand:
            self._open &= ~(1 << seat)
            self._over(seat)
            yield from self._whole(seat)
        elif self._clock.ticks_diff(now, self._since[seat]) >= _TOGETHER_MS:
            if self._open >> seat & 1:
                self._open &= ~(1 << seat)
                if (yield from self._throws(seat)):
                    return
                if racked + boxed == hand and (yield from self._discards(seat)):
                    return
                self._split |= 1 << seat
                self._round_port.fault("hand_split", seat, racked)

    def _over(self, seat):
        if self._split >> seat & 1:
            self._split &= ~(1 << seat)
            self._round_port.fault("hand_split", seat, 0)

    def _whole(self, seat):
        """The hand is in the rack: what the round makes of it."""
        if (yield from self._throws(seat)):  # all five, in their turn of a draw
            return
        for given in (("fold", seat), ("collect", seat)):
            if (yield from self._takes(given)):
                self._fusion.collected(seat)
                return
        if not (yield from self._discards(seat)):
            self._round_port.fault("hand_in_rack", seat, 1)
            self._fusion.collected(seat)

    def _throws(self, seat):
        """Cards to be replaced (NI2005-66 r 9.5): True when the round takes them for that."""
        given = ("throw", seat, [card_text(card) for card in self._in_order(seat)])
        return self._takes(given)

    def _takes(self, given):
        """Whether the round takes it; what it would refuse is not given."""
        if self._round_port.why_not(given) is not None:
            return False
        yield self._round_port.giving(given)
        return self._round_port.taken

    def _discards(self, seat):
        """Tell each card of the hand that is in the rack; False when the round takes none."""
        fusion = self._fusion
        taken = False
        for card in self._in_order(seat):
            given = ("discard", seat, card_text(card))
            if (yield from self._takes(given)):
                fusion.places.put(card, DISCARD)
                taken = True
        return taken

    def _in_order(self, seat):
        """The cards of a hand in the rack, as they were dealt: by rank would tell their ranks."""
        fusion = self._fusion
        found = []
        for card in range(CARDS):
            if fusion.places.of(card) == seat and fusion.lies[card] == DISCARD:
                found.append(card)
        found.sort(key=lambda card: fusion.dealt[card])
        return found
