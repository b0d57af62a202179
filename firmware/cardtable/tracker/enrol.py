"""A deck made known, card by card; and one card replaced by another (NI2005-66 r 2.5).

Pure machines: `seen(uid)` is fed with what a reader shows, `nothing()` when it shows nothing. No
UID is believed before it was seen twice.
"""

from binascii import hexlify

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from cardtable.tracker.deck import OTHER, OTHER_DECK, UNKNOWN, entry

# What a sighting came to
ONCE = "once"  # seen once: leave it there
TAKEN = "taken"
LINGERS = "lingers"  # the card just taken: put the next one there
DUPLICATE = "duplicate"  # this tag is another card of the deck already
DONE = "done"  # there is no card left to enrol


class _Twice:
    """Says of a UID whether it has been seen before, without another in between."""

    def __init__(self):
        self._uid = b""

    def again(self, uid):
        same = uid == self._uid
        self._uid = bytes(uid)
        return same


class Enrolment:
    """The cards in their order, lowest first; `known` is a Deck of the cards of the other deck."""

    def __init__(self, cards=52, joker=False, known=None):
        self._order = deck_cards(cards, joker)
        self._known = known
        self._uids = []
        self._twice = _Twice()

    @property
    def progress(self):
        """(cards enrolled, cards of the deck)."""
        return len(self._uids), len(self._order)

    @property
    def due(self):
        """The card that is to be shown next ("2c"); None when all are enrolled."""
        at = len(self._uids)
        return card_text(self._order[at]) if at < len(self._order) else None

    def seen(self, uid):
        """(what it came to, the card): the card taken, the card that has this tag already."""
        uid = bytes(uid)
        if uid in self._uids:
            at = self._uids.index(uid)
            what = LINGERS if at == len(self._uids) - 1 else DUPLICATE
            return what, card_text(self._order[at])
        if self._known is not None and self._known.find(uid) != UNKNOWN:
            return OTHER_DECK, card_text(self._known.find(uid) & 63)
        card = self.due
        if card is None:
            return DONE, None
        if not self._twice.again(uid):
            return ONCE, card
        self._uids.append(uid)
        return TAKEN, card

    def undo(self):
        """Take back the last card; its name, or None."""
        if not self._uids:
            return None
        self._uids.pop()
        self._twice = _Twice()
        return self.due

    def table(self):
        """UID in hex digits → card, as the table's configuration has it."""
        named = zip(self._uids, self._order)
        return {hexlify(uid).decode(): card_text(code) for uid, code in named}


class Replacement:
    """A new card for one of a deck: read twice, then checked by dealer and by supervisor.

    `code` as in the registry, with OTHER for a card of the second deck.
    """

    def __init__(self, deck, code):
        self._deck = deck
        self._code = code
        self._uid = b""
        self._twice = _Twice()
        self._checked = []

    def seen(self, uid):
        """As Enrolment.seen()."""
        found = self._deck.find(uid)
        if found != UNKNOWN:
            own = found & OTHER == self._code & OTHER
            return DUPLICATE if own else OTHER_DECK, card_text(found & 63)
        card = card_text(self._code & 63)
        if uid == self._uid:
            return LINGERS, card  # whoever has looked at it, has
        if not self._twice.again(uid):
            return ONCE, card
        self._uid = bytes(uid)
        self._checked = []
        return TAKEN, card

    def checked(self, who):
        """ "dealer" and "supervisor" have looked at the face; True when the card is in play now."""
        if not self._uid or who not in ("dealer", "supervisor"):
            return False
        if who not in self._checked:
            self._checked.append(who)
        if len(self._checked) < 2:
            return False
        change(self._deck, self._uid, self._code)
        return True


def change(deck, uid, code):
    """A card is replaced: the tag it had counts no longer (NI2005-66 r 2.5)."""
    new = entry(bytes(uid), code)
    kept = [e for e in deck.entries() if e[-1] != new[-1] and e[:-1] != new[:-1]]
    deck.fill(kept + [new])


def dump(deck):
    """Both decks as they are kept in deck.json."""
    decks = {"deck": {}, "other": {}}
    for one in deck.entries():
        code = one[-1]
        uid = hexlify(one[1 : one[0] + 1]).decode()
        decks["other" if code & OTHER else "deck"][uid] = card_text(code & 63)
    return decks
