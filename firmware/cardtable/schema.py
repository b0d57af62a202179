"""Things declared once, as data: determinations, records, inputs, messages, faults.

A declaration names its fields in one line of text, which costs the board one string:

    "seat:seat amount:cents rule:rule?"

`name:type`, a constraint in brackets (of a text: its length), `[]` for a list of them, `?` for
"may be null":

    deck:int(52|48|44|40|36|32)    level:int(0..10000)    cards:card[]    rule:rule?

Forms, documents, validation on the host and the checks of untrusted input on the board are
all made from the same text. Words for people are not here: they live on the host.
"""

# What each type holds; the second entry is the Python type behind it.
TYPES = {
    "int": int,
    "cents": int,  # money is integer cents, never negative unless the range says so
    "ms": int,
    "flag": int,  # 0 or 1: JSON true/false would cost a byte more and another type
    "seat": int,  # 1 is at the dealer's left
    "place": int,  # see rules/places.py
    "text": str,  # printable ASCII: both interpreters encode it to the same bytes
    "name": str,  # a short lower-case word: a verb, a code, a game
    "rule": str,  # "NI2005-66 9.6(a)"
    "card": str,  # "As", "Td", "Jk"
    "token": str,  # a card as it may be told: its face, or the seal of a face-down card
    "hex": str,
    "cards": str,  # several cards in one text: "AsKd"
    "any": None,  # declared elsewhere (a record inside a message)
}

# Where a declaration names no limit: no amount, count or time at a table is larger, no text longer,
# no list has more. A record of 500 bytes holds what fits these.
MOST = 10**11
_LATEST_MS = 4_102_444_800_000  # 2100
_LONGEST = {"name": 32, "rule": 60, "card": 32, "token": 32, "hex": 64}
_LONGEST_TEXT = 160
_LONGEST_LIST = 64
_HEX = "0123456789abcdef"

_RANGES = {"cents": (0, None), "flag": (0, 1), "seat": (1, 10), "place": (0, 31), "ms": (0, None)}


class Field:
    """One declared field: what may stand in it."""

    def __init__(self, text):
        self.name, _, rest = text.partition(":")
        self.optional = rest.endswith("?")
        if self.optional:
            rest = rest[:-1]
        self.many = rest.endswith("[]")
        if self.many:
            rest = rest[:-2]
        self.type, _, limits = rest.partition("(")
        if self.type not in TYPES or not self.name:
            raise ValueError("declaration not understood: " + text)
        self.low, self.high = _RANGES.get(self.type, (None, None))
        self.choices = None
        limits = limits.rstrip(")")
        if ".." in limits:
            low, _, high = limits.partition("..")
            self.low = int(low) if low else None
            self.high = int(high) if high else None
        elif limits:
            words = limits.split("|")
            self.choices = (
                tuple([int(w) for w in words]) if TYPES[self.type] is int else tuple(words)
            )

    def why_not(self, value):
        """None, or in a few words why `value` may not stand here."""
        if value is None:
            return None if self.optional else "is missing"
        if self.many:
            if not isinstance(value, (list, tuple)):
                return "must be a list"
            if len(value) > _LONGEST_LIST and self.type != "any":
                return "is too long"
            for item in value:
                reason = self._one(item)
                if reason:
                    return reason
            return None
        return self._one(value)

    def _one(self, value):
        kind = TYPES[self.type]
        if kind is None:
            return None
        if not isinstance(value, kind) or isinstance(value, bool):
            return "must be a whole number" if kind is int else "must be text"
        if self.choices is not None and value not in self.choices:
            return "must be one of " + ", ".join([str(c) for c in self.choices])
        size = value if kind is int else len(value)
        most = self.high if self.high is not None else self._most()
        if self.low is not None and size < self.low:
            return "must be at least " + str(self.low) if kind is int else "is too short"
        if size > most:
            return "must be at most " + str(most) if kind is int else "is too long"
        if kind is int:
            return "must be at least " + str(-MOST) if size < -MOST else None
        if not _plain(value):
            return "must be printable ASCII"
        if self.type == "hex":
            for c in value:
                if c not in _HEX:
                    return "must be hex digits"
        return None

    def _most(self):
        if TYPES[self.type] is int:
            return _LATEST_MS if self.type == "ms" else MOST
        return _LONGEST.get(self.type, _LONGEST_TEXT)


def _plain(text):
    for c in text:
        if not " " <= c <= "~":
            return False
    return True


def fields(text):
    """The fields of one declaration, in order."""
    return [Field(word) for word in text.split()]


class Schema:
    """A table of declared kinds: name → fields, parsed when they are asked for.

    A row is (name, fields, …); what follows the fields belongs to the table's owner. Where a board
    keeps a table, it is one text, which costs it nothing but the text's place in ROMFS: a line is a
    name, its fields, and after " / " the rest.
    """

    def __init__(self, *rows):
        self._text = rows[0] if rows and isinstance(rows[0], str) else None
        self._rows = {}
        if self._text is not None:
            return
        for row in rows:
            if row[0] in self._rows:
                raise ValueError("declared twice: " + row[0])
            self._rows[row[0]] = row

    def __contains__(self, name):
        return self._at(name) >= 0 if self._text is not None else name in self._rows

    def names(self):
        return sorted(self.in_order())

    def in_order(self):
        """The names as they are declared."""
        if self._text is None:
            return list(self._rows)
        return [line.split(" ", 1)[0] for line in self._text.split("\n") if line]

    def row(self, name):
        if self._text is None:
            return self._rows[name]
        at = self._at(name)
        if at < 0:
            raise KeyError(name)
        line = self._text[at : self._text.find("\n", at)]
        told, _, rest = line.partition(" / ")
        row = [name, told[len(name) + 1 :]]
        for word in rest.split():
            row.append(int(word) if "0" <= word[0] <= "9" else word)
        return tuple(row)

    def _at(self, name):
        """Where in the text the line of this name begins; -1: nowhere."""
        if not name or " " in name or "\n" in name:
            return -1
        return self._text.find("\n" + name + " ") + 1 or -1  # type: ignore[union-attr]

    def fields(self, name):
        return fields(self.row(name)[1])

    def why_not(self, thing):
        """None, or why `thing` (kind, value, …) does not fit its declaration."""
        if not isinstance(thing, (list, tuple)) or not thing or not isinstance(thing[0], str):
            return "not a list that begins with the name of its kind"
        name = thing[0]
        if name not in self:
            return "unknown kind: " + name
        declared = self.fields(name)
        if len(thing) != len(declared) + 1:
            return "%s has %d fields, not %d" % (name, len(declared), len(thing) - 1)
        for field, value in zip(declared, thing[1:]):
            reason = field.why_not(value)
            if reason:
                return "%s.%s %s" % (name, field.name, reason)
        return None
