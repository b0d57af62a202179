"""The supervisor's key switch: a contact to ground while the key is turned."""

_LOOKS = 3  # in a row, before a new position counts: at 20 ms a look longer than contacts bounce


class KeySwitch:
    """`level()` gives 0 while the contact is closed, as `board.input(n).value` does.

    A broken wire, or an expander that does not answer, is a key that is not turned.
    """

    def __init__(self, level):
        self._level = level
        self._seen = 0  # looks in a row that differ from `on`
        self.on = False

    def look(self):
        """True when the key has just been turned on, False when off, None when nothing happened."""
        try:
            now = not self._level()
        except OSError:
            now = False
        if now == self.on:
            self._seen = 0
            return None
        self._seen += 1
        if self._seen < _LOOKS:
            return None
        self._seen = 0
        self.on = now
        return now


SUPERVISORS = ("void",)


class Supervised:
    """A keypad whose supervisor's keys count only while the key is turned; looked at alike.

    `refused(key)` is told of a key that did not count, `turned(on)` of every turn.
    """

    def __init__(self, keypad, key_switch, refused, turned):
        self._keypad = keypad
        self.key_switch = key_switch
        self._refused = refused
        self._turned = turned

    @property
    def role(self):
        """Whose keys they are now."""
        return "supervisor" if self.key_switch.on else "dealer"

    def look(self):
        turned = self.key_switch.look()
        if turned is not None:
            self._turned(turned)
        key = self._keypad.look()
        if key in SUPERVISORS and not self.key_switch.on:
            self._refused(key)
            return None
        return key
