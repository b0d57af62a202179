"""The round in play, as a tracker sees it: where cards may come, what is taken, what is told.

What people do meanwhile waits here, in order, for the one task that judges (`judging`): behind the
cards that are on their way, and behind an input that is being judged in pieces.
"""

from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, is_seat

READERS = (("dealer", DEALER), ("board", BOARD), ("burn", BURN), ("rack", DISCARD))
_MOST = 32  # inputs of people that may wait
_ONCE = ("shoe_missed", "hand_in_rack")  # over as soon as they are told


def where(place):
    """How faults and wiring call the reader of a place."""
    for name, known in READERS:
        if known == place:
            return name
    return "box " + str(place) if is_seat(place) else "shoe"


class RoundPort:
    """`fault(code, where, present)` tells a fault while it lasts, `notice(code, where)` once."""

    def __init__(self, controller, fault, notice, clock):
        self._controller = controller
        self._clock = clock
        self.tell_fault = fault
        self.notice = notice
        controller.on_rebuild = self._rebuilds
        self._waiting = []  # (input, or what makes one of the round; the round that was on; ms)

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

    def give(self, given):
        """True when the round took it, at once."""
        return self._controller.give(given)

    def giving(self, given):
        """The same in pieces: `taken` says what came of it."""
        return self._controller.giving(given)

    @property
    def busy(self):
        """Whether an input is being judged."""
        return self._controller.busy

    @property
    def taken(self):
        return self._controller.taken

    # ---- what waits

    @property
    def waiting(self):
        """How many inputs wait."""
        return len(self._waiting)

    @property
    def since_ms(self):
        """When the one that waits longest came."""
        return self._waiting[0][2]

    def later(self, given):
        """An input that waits for its turn, or a function that makes one of the round it finds
        then (None: none); False when no room is left."""
        if len(self._waiting) >= _MOST:
            return False
        played = self.played
        if played is not None and played.outcome is not None:
            played = None  # its end is being written down: what comes now is meant for the next
        self._waiting.append((given, played, self._clock.ticks_ms()))
        return True

    def judging(self):
        """Judge the input that waits longest, in pieces."""
        given, meant, _ = self._waiting.pop(0)
        played = self.played
        if callable(given):
            given = None if played is None else given(meant or played)
        if given is None:
            return ()
        if meant is not None and meant is not played:
            self._controller.refuse(given, "round_is_over", "")
            return ()
        return self._controller.giving(given)

    def _rebuilds(self, played):
        """Another takes this round's place: what was meant for it is meant for that one."""
        self._waiting = [(g, None if m is played else m, ms) for g, m, ms in self._waiting]

    @property
    def played(self):
        """The round that is on; None while there is none."""
        return self._controller.round

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
