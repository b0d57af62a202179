"""The deck registry: which tag is which card."""

from binascii import unhexlify


class Deck:
    """UID → card, for the enrolled cards and no others."""

    def __init__(self, enrolled):
        """`enrolled` maps the UID in hex digits to the card ("04a1…": "As")."""
        self._cards = {unhexlify(uid): enrolled[uid] for uid in enrolled}

    def card(self, uid):
        """The card of a tag, or None for a tag that is not of this deck."""
        return self._cards.get(uid)

    def cards(self):
        return sorted(self._cards.values())
