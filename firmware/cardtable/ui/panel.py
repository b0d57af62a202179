"""The dealer's panel: keys and chip sensors become inputs.

A chip that comes to lie on its sensor is a jackpot wager. Whether chips and wagers agree is looked
at when the cards begin: a chip that was refused, taken back or left lying from a void round is
told, and people put it right.

A seat key (or "dealer") chooses a place; an action key then acts on it. "dealer" and "declare" take
the last entry back. Amounts other than the
minimum ante are entered on the console.
"""

from cardtable.rules.places import DEALER, SEATS

# Keys that act on the chosen seat, and the input they make
_ON_SEAT = ("fold", "declare")


class Panel:
    """`give(input)` keeps what the keys mean for its turn; `ante` is the amount of one ante key.

    `notice(code, where)` is told when chips and wagers differ.
    """

    def __init__(self, keypad, sensors, contacts, give, ante, notice):
        self._keypad = keypad
        self._sensors = sensors
        self._contacts = contacts
        self._give = give
        self._ante = ante
        self._notice = notice
        self._place = None

    def look(self):
        """Take what happened since the last look; whether a key was heard. OSError when an
        expander does not answer."""
        contacts = self._contacts
        if contacts.look(self._sensors.read()):
            for seat in range(1, SEATS + 1):
                if contacts.pressed >> (seat - 1) & 1:
                    self._give(("jackpot", seat))
        key = self._keypad.look()
        if key is not None:
            given = self.input_of(key)
            if given is not None:
                self._give(given)
        return key is not None

    def compare(self, boxes):
        """The cards begin: `boxes` are the round's, by seat."""
        for seat in range(1, SEATS + 1):
            chip = self._contacts.closed >> (seat - 1) & 1
            wager = seat in boxes and boxes[seat].jackpot
            if chip and not wager:
                self._notice("chip_without_wager", "box " + str(seat))
            elif wager and not chip:
                self._notice("wager_without_chip", "box " + str(seat))

    def input_of(self, key):
        """The input a key makes now, or None when it only chose a place (or chose none)."""
        if key == "dealer":
            self._place = DEALER
            return None
        if key == "clear":
            self._place = None
            return None
        if "0" <= key[0] <= "9":
            self._place = int(key)
            return None
        place, self._place = self._place, None
        if key == "collect":
            return ("collect", place)
        if key == "void":
            return ("rule_void", None)
        if place is None:
            return None
        if key == "show":
            return ("show", place)
        if key == "expose":
            return ("expose", place)
        if place == DEALER:
            return (
                ("take_back", getattr(self._keypad, "role", "dealer"), None)
                if key == "declare"
                else None
            )
        if key == "ante":
            return ("ante", place, self._ante)
        if key == "bet":
            return ("bet", place, None)
        return (key, place) if key in _ON_SEAT else None
