"""Rule numbers by what is asked, kept as one text: a dictionary costs the board twice as much.

Cites('''
turn C12.2
check C13.2, C13.1
''')["check"]  →  "C13.2, C13.1"
"""


class RuleRefs:
    """Looks like a dictionary; a line is a key and its rules."""

    def __init__(self, text):
        self._text = text

    def __getitem__(self, key):
        at = self._text.find("\n" + key + " ")
        if at < 0:
            raise KeyError(key)
        at += len(key) + 2
        return self._text[at : self._text.find("\n", at)]
