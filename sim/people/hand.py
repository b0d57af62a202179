"""A technician's hands: hold a card over an antenna, and take it away again.

Whoever holds a card knows its face; what the board makes of it is another matter.
"""

from sim.chips.tag import Tag

_BLANK = b"\x04\xb1\xa0\xc0\x00"  # the first bytes of new, unwritten tags


class Hand:
    """Holds cards of the deck, a clone of one ("clone As") or a new one ("new 1"), one a place."""

    def __init__(self, felt):
        self._felt = felt
        self._held = {}  # antenna's name → (antenna, tag)

    def hold(self, name: str, antenna) -> None:
        """Take this card and hold it there, in place of the one held there before.

        ValueError when there is no such card, or it lies elsewhere.
        """
        tag = self._find(name)
        self.release(antenna)
        if tag.antenna is not None:
            raise ValueError("{} lies on the table".format(name))
        antenna.put(tag)
        self._held[antenna.name] = (antenna, tag)

    def release(self, antenna=None) -> None:
        """Put the card away that is held there; without a place, every card."""
        for name in [antenna.name] if antenna is not None else list(self._held):
            over, tag = self._held.pop(name, (None, None))
            if over is not None and tag.antenna is over:
                over.take(tag)

    def _find(self, name):
        kind, _, rest = name.rpartition(" ")
        if kind == "new" and rest.isdigit() and int(rest) < 256:
            return Tag(_BLANK + bytes((int(rest), 0x80)))
        for card in self._felt.deck:
            if card.face == rest and kind in ("", "clone"):
                return card.tag if not kind else Tag(card.tag.uid)
        raise ValueError("no card {}: As, clone As or new 1".format(name))
