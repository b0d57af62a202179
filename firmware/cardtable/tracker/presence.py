"""What one reader shows, and does not show: no single scan is believed.

A card is present once two scans within three have seen it: a neighbour's ghost and a garbled UID
do not repeat. It is gone after some clean scans without it: a collision, cards that lie exactly on
each other and a card lifted for a moment all look like an empty field.
"""

from micropython import const

_SLOTS = const(8)  # a hand of five, and what bleeds over from the neighbours
_FREE = const(255)
_SEEN_ONCE = const(2)  # 1: and then missed once
_PRESENT = const(3)  # from here on
_TOP = const(5)  # after three clean scans without it, it is gone
_FRESH = const(0x80)  # seen in the scan that goes on


class Presence:
    """Fixed memory: eight cards with a score each, and one unknown tag."""

    def __init__(self):
        self._cards = bytearray([_FREE] * _SLOTS)
        self._scores = bytearray(_SLOTS)
        self._stranger = b""
        self._stranger_score = 0
        self.lost = 0  # cards that found no slot

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
        score = self._stranger_score & 0x7F
        if uid == self._stranger and score:
            self._stranger_score = _TOP | _FRESH
        elif score < _PRESENT:
            self._stranger = uid
            self._stranger_score = _SEEN_ONCE | _FRESH

    def shows(self, card):
        """True when the card is present."""
        for k in range(_SLOTS):
            if self._cards[k] == card:
                return self._scores[k] & 0x7F >= _PRESENT
        return False

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
                if score >= _PRESENT:
                    misses[self._cards[k]] += 1
                score = _less(score)
                scores[k] = score
                if not score:
                    card = self._cards[k]
                    self._cards[k] = _FREE
                    gone(card)
        score = self._stranger_score
        self._stranger_score = (
            score & 0x7F if score & _FRESH else _less(score) if clean and score else score
        )


def _less(score):
    return 0 if score == _PRESENT else score - 1
