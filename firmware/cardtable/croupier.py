"""The croupier: opens rounds, gives them what happens, writes down what they say.

placed → judged → recorded: inputs come in, records go to the journal in the order of their truth.
"""

from cardtable.rules.round import Refused

_HIDDEN = ("card", "move", "discard")  # inputs that name a card nobody may learn from a refusal


class Croupier:
    """Keeps one game going: `new_round(number)` makes a round, `after(round)` settles meters."""

    def __init__(self, journal, new_round, after, first_round=1):
        self._journal = journal
        self._new_round = new_round
        self._after = after
        self.number = first_round - 1
        self.round = None
        self.listeners = []  # told every record after it is kept: (kind, field, …)

    def open(self):
        """Begin the next round with its snapshot."""
        self.number += 1
        self.round, snapshot = self._new_round(self.number)
        self.record(snapshot)

    def give(self, given):
        """Judge one input; True when it was taken."""
        try:
            records = self.round.take(given)
        except Refused as refusal:
            told = list(given)
            if given[0] in _HIDDEN:
                told = [given[0]]
            self.record(("refused", told, refusal.code, refusal.rule))
            return False
        for record in records:
            self.record(record)
        if self.round.outcome is not None:
            for record in self._after(self.round):
                self.record(record)
            self.open()
        return True

    def record(self, body):
        """Keep one fact and tell whoever listens on the board."""
        self._journal.write(body)
        for listener in self.listeners:
            listener(body)
