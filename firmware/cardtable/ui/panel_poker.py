"""The dealer's keypad where players play against each other.

A seat key chooses a seat; without one a key acts for whoever's turn it is. What a key means depends
on what the round expects when its turn comes: keys wait behind cards that are on their way.

    key       before the deal        betting               draw        showdown
    ante      seat: plays again      check or call
    bet       seat: posts the blind  least bet or raise
    fold      seat: sits out         fold                              muck
    declare   seat: below the stake  seat: all in          stands pat
              dealer: the last entry is taken back
    collect   the deck is together: begin; seat: leaves    reshuffle
    show                                                               show
    expose    seat: a hole card was seen; dealer: the next card was
    void      the round is void; seat: hand folded; dealer: misdeal

Other amounts, and chips bought, come from the console.
"""

from cardtable.rules.places import DEALER, SHOE
from cardtable.rules.poker.state import BEFORE, SHOW


class PokerPanel:
    """`later(make)` keeps what a key meant until its turn comes: `make(round)` gives the input."""

    def __init__(self, keypad, later):
        self._keypad = keypad
        self._later = later
        self._place = None

    def look(self):
        """Take what happened since the last look; whether a key was heard. OSError when the
        expander does not answer."""
        key = self._keypad.look()
        if key is not None:
            self._choose(key)
        return key is not None

    def _choose(self, key):
        if key == "dealer":
            self._place = DEALER
        elif key == "clear":
            self._place = None
        elif "0" <= key[0] <= "9":
            self._place = int(key)
        else:
            place = self._place
            self._place = None
            if key == "declare" and place == DEALER:
                self._later(("take_back", getattr(self._keypad, "role", "dealer"), None))
                return
            self._later(lambda played: input_of(played, key, place))


def input_of(played, key, place):  # noqa: C901  # one key a branch
    """The input a key makes now, or None when it has no meaning.

    What the rules do not allow is made all the same where it can be: the refusal says why.
    """
    if key == "void":
        if place is None:
            return ("rule_void", None)
        return ("rule_misdeal", None) if place == DEALER else ("rule_fold", place)
    if key == "expose":
        return None if place is None else ("expose", place or SHOE)
    if place == DEALER:
        return None
    if played.phase == BEFORE:
        return _before(played, key, place)
    expected = played.expects()
    if key == "collect":
        return ("reshuffle",)
    if key == "declare":
        if place is not None and _find(expected, "stand", place) is None:
            return ("all_in", place)
        stands = _find(expected, "stand", place)  # nobody is all in without a seat key
        return None if stands is None else ("stand", stands[1])
    if key == "show" or (key == "fold" and played.phase == SHOW):
        seat = place or _first_to_show(played, expected)
        if not seat:
            return None
        return ("show", seat, None) if key == "show" else ("muck", seat)
    seat = place or played.to_act()
    if not seat:
        return None
    if key == "fold":
        return ("fold" if _find(expected, "call_fold", seat) is None else "call_fold", seat)
    if key == "ante":
        return ("call" if _find(expected, "check", seat) is None else "check", seat)
    if key == "bet":
        return _least(played, expected, seat)
    return None


def _before(played, key, place):
    if key == "collect":
        return ("begin",) if place is None else ("leave", place)
    if place is None:
        return None
    if key == "ante":
        return ("back", place)
    if key == "fold":
        return ("away", place)
    if key == "declare":
        return ("declare", place)
    if key == "bet" and played.values["blinds"]:
        levels = played.values["blinds"]
        return ("post", place, levels[min(1, len(levels) - 1)])  # the big blind
    return None


def _first_to_show(played, expected):
    """The player called shows first (TGC-2006 C15.1, NI2006-156 r 13.1), then the others."""
    if _find(expected, "show", played.called) is not None:
        return played.called
    shows = _find(expected, "show", None)
    return 0 if shows is None else shows[1]


def _least(played, expected, seat):
    """The least bet or raise there is, or would be in turn."""
    for kind in ("bet", "raise"):
        found = _find(expected, kind, seat)
        if found is not None:
            return (kind, seat, found[2][0])
    if not played.to_act():
        return ("bet", seat, None)
    return ("bet", seat, min(played.betting.bounds(seat, played.pot())[0], played.chips(seat)))


def _find(expected, kind, seat):
    for given in expected:
        if given[0] == kind and (seat is None or given[1] == seat):
            return given
    return None
