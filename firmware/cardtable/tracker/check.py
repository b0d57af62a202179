"""The deck checked one by one before and after gaming (NI2005-66 r 2.4), or counted (r 2.6)."""

from cardtable.rules.cards import card_text
from cardtable.tracker.deck import OTHER, UNKNOWN
from cardtable.tracker.places import CARDS

# What a sighting came to
COUNTED = "counted"
LINGERS = "lingers"  # the same card, still there
TWICE = "card_seen_twice"  # two cards with one identity: a clone
FOREIGN = "foreign_card"
OTHER_DECK = "other_deck"


class Check:
    """Fed with `seen(uid)` and, when the reader shows nothing, `nothing()`.

    Of two decks the first card says which is checked: `change()` takes the other one into use, and
    is False while that may not be.
    """

    def __init__(self, deck, change=None):
        self._deck = deck
        self._change = change  # None once a card of either deck came
        self._seen = bytearray(CARDS)
        self._last = b""
        self.count = 0  # cards that passed, whatever they were
        self.strangers = 0
        self.others = 0  # of the other deck

    def seen(self, uid):
        """(what it came to, the card or None)."""
        if uid == self._last:
            return LINGERS, None
        self._last = bytes(uid)
        self.count += 1
        code = self._deck.find(uid)
        if code == UNKNOWN:
            self.strangers += 1
            return FOREIGN, None
        card = card_text(code & 63)
        change = self._change
        self._change = None
        if code & OTHER != self._deck.in_use and not (change is not None and change()):
            self.others += 1
            return OTHER_DECK, card
        code &= 63
        self._seen[code] = min(self._seen[code] + 1, 9)
        return (COUNTED if self._seen[code] == 1 else TWICE), card

    def nothing(self):
        """The reader shows nothing: the same UID after this is another card."""
        self._last = b""

    @property
    def target(self):
        """Which deck is checked: "deck" or "other", the second."""
        return "other" if self._deck.in_use else "deck"

    @property
    def progress(self):
        """(different cards of the deck seen, cards of the deck)."""
        codes = self._deck.codes()
        return len([code for code in codes if self._seen[code]]), len(codes)

    def missing(self):
        """The cards that have not been seen."""
        return [card_text(code) for code in self._deck.codes() if not self._seen[code]]

    def twice(self):
        """The cards that came more than once."""
        return [card_text(code) for code in self._deck.codes() if self._seen[code] > 1]

    def record(self, why):
        """The result as a record; `why` is "before", "after" or "count", here of the first deck."""
        wrong = self.strangers + self.others
        if self._deck.in_use:
            why += "_second"
        return ("deck", why, self.count, self.missing(), self.twice(), wrong)

    @property
    def complete(self):
        """True when every card came once, and nothing else."""
        return self.count == len(self._deck.codes()) and not self.missing()
