"""What one reader shows, and does not show: no single scan is believed.

A card is present once two scans within three have seen it: a neighbour's ghost and a garbled UID
do not repeat. It is gone after some clean scans without it: a collision, cards that lie exactly on
each other and a card lifted for a moment all look like an empty field.
"""

_SLOTS = 8  # a hand of five, and what bleeds over from the neighbours
_FREE = 255
_SEEN_ONCE = 2  # 1: and then missed once
_PRESENT = 3  # from here on
_TOP = 5  # after three clean scans without it, it is gone
_OTHER = 64  # codes from here on are of the other deck
_FRESH = 0x80  # seen in the scan that goes on


class Presence:
    """Fixed memory: eight cards with a score each, and one unknown tag."""

    # Of the class until something happens: there are thirteen of these.
    _stranger = b""
    _stranger_score = 0
    lost = 0  # cards and strangers that found no slot
    passing = 0  # cards and strangers seen once, and not again

    def __init__(self):
        self._cards = bytearray([_FREE] * _SLOTS)
        self._scores = bytearray(_SLOTS)

    @property
    def foreign(self):
        """True while an unknown tag lies there, seen in two scans."""
        return self._stranger_score & 0x7F >= _PRESENT

    def saw(self, card):
        """The scan that goes on has seen it; True when the card is present."""
        cards = self._cards
        free = -1
        for k in range(_SLOTS):
            if cards[k] == card:
                score = self._scores[k] & 0x7F
                self._scores[k] = (_TOP if score else _SEEN_ONCE) | _FRESH
                return score > 0
            if free < 0 and cards[k] == _FREE:
                free = k
        if free < 0:
            self.lost += 1
            return False
        cards[free] = card
        self._scores[free] = _SEEN_ONCE | _FRESH
        return False

    def saw_unknown(self, uid):
        """The scan that goes on has seen a tag of no deck."""
        if not self._stranger_score:
            self._stranger = uid
            self._stranger_score = _SEEN_ONCE | _FRESH
        elif uid != self._stranger:
            self.lost += 1
        elif not self._stranger_score & _FRESH:
            self._stranger_score = _TOP | _FRESH

    @property
    def other_deck(self):
        """True while a card of the deck that is not in use lies there, seen in two scans."""
        for k in range(_SLOTS):
            if _OTHER <= self._cards[k] < _FREE and self._scores[k] & 0x7F >= _PRESENT:
                return True
        return False

    def forget(self):
        """Start anew: codes mean other cards from now on."""
        for k in range(_SLOTS):
            self._cards[k] = _FREE
            self._scores[k] = 0

    def end(self, clean, gone, misses):
        """The scan is over; `gone(card)` is called for each card that is present no longer.

        Only a clean scan counts against a card; `misses` counts those by card.
        """
        scores = self._scores
        for k in range(_SLOTS):
            score = scores[k]
            if score & _FRESH:
                scores[k] = score & 0x7F
            elif score and clean:
                if score >= _PRESENT and self._cards[k] < len(misses):
                    misses[self._cards[k]] += 1
                left = _less(score)
                scores[k] = left
                if not left:
                    if score < _PRESENT:
                        self.passing += 1
                    card = self._cards[k]
                    self._cards[k] = _FREE
                    gone(card)
        score = self._stranger_score
        if score & _FRESH:
            self._stranger_score = score & 0x7F
        elif score and clean:
            self._stranger_score = _less(score)
            if score == 1:
                self.passing += 1


def _less(score):
    return 0 if score == _PRESENT else score - 1
