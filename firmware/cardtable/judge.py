"""The round in play, as a tracker sees it: where cards may come, what is taken, what is told."""

from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, is_seat

READERS = (("dealer", DEALER), ("board", BOARD), ("burn", BURN), ("rack", DISCARD))
_ONCE = ("shoe_missed", "hand_in_rack")  # over as soon as they are told


def where(place):
    """How faults and wiring call the reader of a place."""
    for name, known in READERS:
        if known == place:
            return name
    return "box " + str(place) if is_seat(place) else "shoe"


class Judge:
    """`fault(code, where, present)` tells a fault while it lasts, `notice(code, where)` once."""

    def __init__(self, croupier, fault, notice):
        self._croupier = croupier
        self.tell_fault = fault
        self.notice = notice

    def expected(self):
        """The places a card may come to now."""
        played = self.played
        if played is None:
            return ()
        return [given[1] for given in played.expects() if given[0] == "card"]

    def ordered(self):
        """Whether of two cards in a box the first lies face down and the second does not (stud)."""
        played = self.played
        return played is not None and hasattr(played, "down") and not played.street

    def give(self, given, meant=None):
        """True when the round took it; refused when another was meant, which is over by now."""
        if meant is not None and meant is not self.played:
            return self._croupier.refuse(given, "round_is_over", "")
        return self._croupier.give(given)

    @property
    def played(self):
        """The round that is on; None while there is none."""
        return self._croupier.round

    def why_not(self, given):
        """None when the round would take it."""
        played = self.played
        return "no_round" if played is None else played.why_not(given)

    def fault(self, code, place, count):
        """A fault of `count` cards at a place; 0: it is over."""
        if code in _ONCE:
            self.notice(code, where(place))
        else:
            self.tell_fault(code, where(place), count > 0)
