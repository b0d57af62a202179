"""The deck registry: which tag is which card, of one deck or of two.

An automated shuffling shoe has two decks of different colours (NI2004-492 r 12.2); only one of
them is in a round. Cards of the second have codes from OTHER on.
"""

from binascii import hexlify, unhexlify

from cardtable.rules.cards import card_text, parse_card

UNKNOWN = -1  # a tag that is of no deck here
OTHER = 64  # added to the code of a card of the second deck

# What a sighting was, when it is no card of the round
FOREIGN = "foreign_card"  # a tag that is not of this deck
TWICE = "card_seen_twice"  # a card that already lies on the table leaves the shoe again
OTHER_DECK = "other_deck"  # a card of the deck that is not in use


_ENTRY = 12  # bytes of a card in the table: length of its UID, the UID (10 at most), its code


class Deck:
    """UID → card, for the enrolled cards and no others: sorted, in a fifth of a dict's room."""

    def __init__(self, enrolled, other=None):
        """`enrolled` and `other` map the UID in hex digits to the card ("04a1…": "As")."""
        entries = []
        for cards, first in ((enrolled, 0), (other or {}, OTHER)):
            for uid in cards:
                entries.append(_entry(unhexlify(uid), first + parse_card(cards[uid])))
        self._fill(entries)
        self.in_use = 0  # or OTHER

    def _fill(self, entries):
        entries.sort()
        self._table = b"".join(entries)

    def _entries(self):
        table = self._table
        return [table[at : at + _ENTRY] for at in range(0, len(table), _ENTRY)]

    def find(self, uid):
        """The code of a tag's card, OTHER added when it is of the second deck; or UNKNOWN."""
        table = self._table
        wanted = _entry(uid, 0)[:-1]
        low = 0
        high = len(table) // _ENTRY
        while low < high:
            middle = (low + high) // 2
            at = middle * _ENTRY
            here = table[at : at + _ENTRY - 1]
            if here == wanted:
                return table[at + _ENTRY - 1]
            if here < wanted:
                low = middle + 1
            else:
                high = middle
        return UNKNOWN

    def codes(self):
        """The codes of the cards of the deck in use."""
        found = [entry[-1] for entry in self._entries()]
        return sorted([code & 63 for code in found if code & OTHER == self.in_use])

    def swap(self):
        """The other deck is used from now on."""
        self.in_use ^= OTHER

    def uid(self, code):
        """The UID of a card of the deck in use; None when it is not enrolled."""
        for entry in self._entries():
            if entry[-1] == code + self.in_use:
                return entry[1 : entry[0] + 1]
        return None

    def change(self, uid, code):
        """A card is replaced: the tag it had counts no longer (NI2005-66 r 2.5)."""
        new = _entry(bytes(uid), code + self.in_use)
        kept = [e for e in self._entries() if e[-1] != new[-1] and e[:-1] != new[:-1]]
        self._fill(kept + [new])

    def dump(self):
        """Both decks as they are kept in deck.json."""
        decks = {"deck": {}, "other": {}}
        for entry in self._entries():
            code = entry[-1]
            uid = hexlify(entry[1 : entry[0] + 1]).decode()
            decks["other" if code & OTHER else "deck"][uid] = card_text(code & 63)
        return decks

    def names(self):
        """The cards of the deck in use, as people write them."""
        return [card_text(code) for code in self.codes()]


def _entry(uid, code):
    return bytes((len(uid),)) + uid + bytes(_ENTRY - 2 - len(uid)) + bytes((code,))
