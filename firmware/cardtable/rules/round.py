"""A round of play as a machine: what is expected, why not, and the records of what was taken.

Judging an input makes records; applying a record never judges, it only moves state. So replaying
records is the same code as playing, and a corrected rule never changes how an old journal reads.
"""

# Inputs that may name a card (a test holds this to rules/inputs.py). Whether one is taken depends
# on cards that lie face down: what people give may name those by their seals only.
NAMING = ("card", "move", "discard", "throw", "show")
_FACE = 3  # characters at most; a seal is longer
# Inputs that nobody keys: they come from readers, the clock and the jackpot's sign
NOT_KEYED = ("card", "wait", "display", "other_deck", "shoe_fail")


def names_cards(given):
    """Whether this input names a card, by its face or its seal."""
    if given[0] in NAMING:
        for value in given[1:]:
            if isinstance(value, (str, list, tuple)) and value:
                return True
    return False


def names_a_face(given):
    """Whether this input names a card by its face."""
    if given[0] in NAMING:
        for value in given[1:]:
            if isinstance(value, str):
                value = (value,)
            if isinstance(value, (list, tuple)):
                for card in value:
                    if len(card) <= _FACE:
                        return True
    return False


def closes(given, records):
    """Whether a dealer may no longer take back what was keyed before this input."""
    if given[0] == "display":
        return False
    return given[0] != "wait" or len(records) > 1  # time that passes is no action; its end is


def ended(pieces):
    """What a piece of work in pieces comes to, when nobody waits in between."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            return end.value


class Refused(Exception):
    """An input the rules do not allow. Data, not words: the host has the words."""

    def __init__(self, code, rule):
        super().__init__(code, rule)
        self.code = code
        self.rule = rule


class Round:
    """What every game shares. A game adds `_judge_<input>` and `_apply_<record>` methods.

    `_judge_x(self, field, …)` raises Refused before it emits anything, or emits records.
    `_apply_x(self, field, …)` moves state and nothing else.
    """

    game = ""
    document = ""  # cited before every rule number: "NI2004-492"

    def __init__(self, sealer):
        self.sealer = sealer
        self.outcome = None  # None while in play; then won, settled, misdeal, void
        self._made = []
        self._trying = False

    def expects(self):
        """What may come next, as a list of (kind, field, …) with None where anything fits."""
        raise NotImplementedError

    def why_not(self, given):
        """None when `given` would be taken, else Refused with code and rule. Changes nothing."""
        self._trying = True
        try:
            self._judge(given)
        except Refused as refusal:
            return refusal
        except _Allowed:
            pass
        finally:
            self._trying = False
        return None

    def take(self, given):
        """The records that `given` makes, already applied; raises Refused and changes nothing."""
        self._made = made = []
        judge = getattr(self, "_judge_" + given[0], None)
        if judge is None or self.outcome is not None:
            self._judge(given)
        else:
            judge(*given[1:])  # not by _judge(): a board's stack is small
        self._made = []  # else the round would hold on to them until the next input
        return made

    def apply(self, record):
        """Move the state by one record: (kind, field, …)."""
        if not self.follow(record):
            raise ValueError("no record of a round: " + record[0])

    def follow(self, record):
        """Move the state by a record of the journal; False when it is not about the round."""
        move = getattr(self, "_apply_" + record[0], None)
        if move is not None:
            move(*record[1:])
            return True
        move = self._rare_record(record[0])
        if move is not None:
            move(self, *record[1:])
        return move is not None

    def _rare_record(self, kind):
        """The function that follows a record which most rounds never see, or None: as `_rare`."""

    def _judge(self, given):
        judge = getattr(self, "_judge_" + given[0], None)
        rare = self._rare(given[0]) if judge is None else None
        if self.outcome is not None:
            raise Refused("round_is_over", self._too_late(given[0]))
        if judge is not None:
            judge(*given[1:])
        elif rare is not None:
            rare(self, *given[1:])
        else:
            raise Refused("not_in_this_game", self.document)

    def _too_late(self, kind):
        """The rule by which an input of that kind comes too late when the round is over."""
        return self.document

    def _rare(self, kind):
        """The function that judges an input which most rounds never see, or None.

        It takes the round and the input's fields, and stands in a module that is loaded when it
        is first needed: a board has no room for what hardly ever happens.
        """

    def rare_modules(self, kind) -> tuple:
        """The modules that judge it, below cardtable.rules, the lowest first: loading one takes a
        board so long that each is to have a turn of its own."""
        return ()

    def _judge_decide(self, what, place, rule):
        """A decision of people that moves nothing at the table: recorded, with its rule."""
        self._emit("decision", what, place, self._given(rule))

    def _apply_decision(self, what, place, rule):
        pass

    def _given(self, rule):
        """A rule as people name it, with its document; refused when there is no such rule."""
        if rule.startswith(self.document):
            rule = rule[len(self.document) :].strip()
        from cardtable.rules.rule_numbers import is_numbered

        if not is_numbered(self.document, rule):
            raise Refused("no_such_rule", self.document)
        return self.document + " " + rule

    def _allow(self):
        """Every check has passed. Call it before the first effect (such as making a seal)."""
        if self._trying:
            raise _Allowed

    def _emit(self, *record):
        """One more fact: applied at once, so that what follows is judged on it."""
        if self._trying:
            raise _Allowed  # the first record is the proof that the input is allowed
        move = getattr(self, "_apply_" + record[0], None)
        if move is None:
            self.apply(record)
        else:
            move(*record[1:])  # not by apply(): a board's stack is small
        self._made.append(record)

    def _refuse(self, code, rule):
        raise Refused(code, self.document + " " + rule)


class _Allowed(Exception):
    """Raised in place of the first effect while only trying."""
