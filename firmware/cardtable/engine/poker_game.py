"""A table where players play against each other: seats, chips and marker go from round to round.

Everything is in the records: a restart goes on with the open round, or with what the last one left.
"""

from cardtable.rules.poker.next_round import carried
from cardtable.rules.registry import PLAYERS_AGAINST_EACH_OTHER, make
from cardtable.rules.round import ended
from cardtable.rules.seals import SECRET, Sealer, restored

_NOBODY = ([], None, 0, 0)  # seats, marker, lap of the button, gone from a freeze-out
# Records that move chips, seats or the marker: the same in every game
_CHIPS = (
    "round", "lap", "freeze_out", "eliminated", "join", "leave", "change_seat", "buy", "declared",
    "away", "marker", "players", "post", "act", "place", "return", "gather", "commission", "win",
    "refund", "end", "corrected",
)  # fmt: skip


class PokerGame:
    """Makes rounds of one game; the first of them opens with nobody seated."""

    def __init__(self, config, random_bytes, books):
        self.game = config["game"]
        # The host has checked the determinations and filled in defaults before it pushed them.
        self.values = config["values"]
        self._fingerprint = config["fingerprint"]
        self._random_bytes = random_bytes
        self._next = _NOBODY
        self._lost = None  # a round that could not go on
        self._returns = {}  # who left a box, for who comes back
        self.uptime_ms = None  # of the board
        self.reveal = None  # (scope, minutes): when faces are released (vault/delayed_faces.py)

    def new_round(self, number):
        """(round, its opening records)."""
        made = self._make(Sealer(self._random_bytes(SECRET)))
        opening = made.open(number, self._fingerprint, *self._next)
        if self.reveal is not None:
            opening.append(("reveal",) + self.reveal)
        return made, opening

    def _make(self, sealer):
        made = make(self.game, self.values, sealer)
        made.returns = self._returns
        if self.uptime_ms is not None:
            made.uptime_ms = self.uptime_ms
        return made

    def restore(self, records, private):
        """The round that these records made, or None when it cannot go on."""
        sealer = restored(private) if private else Sealer(self._random_bytes(SECRET))
        return ended(self.rebuilding(records, sealer))

    def rebuilding(self, records, sealer):
        """The same in pieces."""
        opening = next(records)
        if opening[2] != self.game or opening[3] != self._fingerprint:
            self._lost = self._chips_of(opening, records)
            return None
        made = self._make(sealer)
        made.apply(opening)
        known = True
        for record in records:
            if record[0] == "deal" and sealer.face(record[2]) is None:
                known = False  # nobody knows what lies under this seal any more
            made.follow(record)
            yield 0
        if known:
            return made
        self._lost = made
        return None

    def give_up(self):
        """The records that end a round which cannot go on: every chip goes back."""
        lost = self._lost
        self._lost = None
        if lost.staked():  # type: ignore[union-attr]  # restore() left it
            records = lost.take(("rule_void", None))  # type: ignore[union-attr]
        else:
            records = [("end", "void", None)]
        self._leave(lost)
        return records

    def resume(self, records):
        """Between rounds: go on from the records of the last one."""
        for opening in records:  # one, when there was a round at all
            self._leave(self._chips_of(opening, records))
            return

    def _chips_of(self, opening, records):
        """Seats, chips and marker alone, also of a round of another game."""
        made = self._make(Sealer(b""))
        if opening[2] not in PLAYERS_AGAINST_EACH_OTHER:
            return made  # the house banked: no chips were counted
        made.apply(opening)
        for record in records:
            if record[0] in _CHIPS:
                made.follow(record)
        if opening[2] != self.game:  # chips stay, the game begins anew
            made.marker = made.passes_to = made.lap = made.eliminated = 0
            made.waits = [0] * len(made.waits)
        return made

    def guard(self, given):
        """Nothing beside the round has a say."""

    def news(self, played):
        """Nothing beside the round moves."""

    def after(self, ended):
        """The commission is among the round's own records: the books take it from there."""
        self._leave(ended)
        return []

    def _leave(self, ended):
        self._next = carried(ended)
        if not self._next[0]:
            self._next = _NOBODY  # an empty table: whoever comes begins a game
