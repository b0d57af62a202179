"""A round's file played through the firmware's rules: records in, results out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.desk import games
from cardtable.rules.determinations import fingerprint, resolve
from cardtable.rules.places import SHOE
from cardtable.rules.poker import next_round
from cardtable.rules.poker.state import DEAL
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.rulebook.numbers import matches
from host_tools.scenarios.amounts import written
from host_tools.scenarios.determined import determined
from host_tools.scenarios.grounds import grounds
from host_tools.scenarios.narration import told_of
from host_tools.scenarios.reader import RoundFile, is_money
from host_tools.scenarios.script import Input, Step
from host_tools.scenarios.taking_back import Entries, standing
from host_tools.wording import REFUSALS, money
from host_tools.wording.chips import of_round

Record = tuple[Any, ...]


_MARKER_RULES = {
    "draw": "NI2005-66 8.3",
    "omaha": "NI2006-156 8.3",
    "holdem": "TGC-2006 C10.1",
    "stud": "TGC-2006 B9.1",
}


_TOO_FEW = ("three_players_needed", "two_players_needed")


class NotPlayable(Exception):
    """A game that this version does not play yet."""


@dataclass
class Played:
    """What came of a file: the results by the names of [expect], and what went wrong on the way."""

    results: dict[str, Any]
    problems: list[str] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)  # line that had to be: by rule


def play(file: RoundFile) -> Played:
    """Play a file to its end, or to the first line that the rules refuse."""
    if file.rounds:
        from host_tools.scenarios.session import play_rounds

        return play_rounds(file)
    return table_of(file).play()


def table_of(file: RoundFile, before: Any = None, number: int = 1) -> Any:
    """The table that a round is played at; `before` is that of the round before it."""
    if file.game in ("canberra", "canberra-1997"):
        from host_tools.scenarios.banked import BankedFile

        return BankedFile(file, before)
    if file.game not in games.PLAYERS_AGAINST_EACH_OTHER:
        raise NotPlayable(f"{file.game} is not yet playable from a file")
    return _Table(file, before, number)


class _Table:
    """One round between players; `before` is the table of the round before it."""

    def __init__(self, file: RoundFile, before: _Table | None = None, number: int = 1) -> None:
        self.file = file
        self.number = number
        self.seats: list[Any] = [[seat, cents] for seat, cents in file.seats.items()]
        self.carried: tuple[Any, ...] = (file.marker, 0, 0)  # marker, lap, gone
        if before is not None:
            self.seats, marker, lap, gone = next_round.carried(before.round)
            self.carried = (file.marker or marker, lap, gone)
        self.records: list[Record] = []
        self.problems: list[str] = []
        self.late_hands: dict[int, str] = {}
        self.refused: list[tuple[int, str]] = []
        self.entries = Entries()
        self.next_seen = False  # the next hole card, in the shoe
        self.returns: dict[int, Any] = {} if before is None else before.returns
        self.time_ms: int = 0 if before is None else before.time_ms

    def play(self) -> Played:
        file = self.file
        try:
            wrong = "button" if file.game in games.PUCK else "puck"
            if file.marker_name == wrong:
                raise Refused(f"this game has no {wrong}", _MARKER_RULES[file.game])
            self.round: Any = self._started()
        except Refused as refusal:
            if "error" not in file.expect:
                self.problems.append(f"determinations refused: {why(refusal)}")
            return Played(nothing(refusal.rule), self.problems)
        self.values = self.round.values
        self._at_the_table(self.round)
        self.records += self.round.opening
        for step in file.steps:
            if not self._step(step):
                break
        else:
            self._last_hand()
        return Played(self._results(), self.problems, self.records, self.refused)

    def _started(self) -> Any:
        """The round before its first card. Where players are missing and lines follow, these may
        bring them, or be refused for it: only a file without a line has its seats refused."""
        file, seats = self.file, self.seats
        marker, lap, gone = self.carried
        told = determined(file)
        try:
            return games.start(file.game, told, seats, marker, Open(), self.number, lap, gone)
        except Refused as refusal:
            if refusal.code not in _TOO_FEW or not file.steps or "error" in file.expect:
                raise
        values = resolve(file.game, told)
        made: Any = games.make(file.game, values, Open())
        made.opening = made.open(self.number, fingerprint(values), seats, marker, lap, gone)
        return made

    def _step(self, step: Step) -> bool:
        """Take one line; False when the round cannot go on."""
        before, entries = len(self.records), self.entries.copy()
        seen = self.next_seen
        try:
            for given in step.inputs:
                if step.refuse or not self._idle(given):
                    self._take(given)
        except Refused as refusal:
            self._back_to(before, entries, seen)
            if step.refuse:
                self.refused.append((step.line, refusal.rule))
                rules = grounds(self.file.game, False, step.inputs[0][0], refusal)
                if step.rule and not matches(step.rule, rules):
                    self._problem(step, not_by(refusal, step.rule))
                return True
            if self._needless_check(step):
                return True
            self._problem(step, f"refused: {why(refusal, self._numbers(step, refusal))}")
            return False
        if step.refuse:
            self._back_to(before, entries, seen)
            self._problem(step, "was taken, and must be refused")
        return True

    def _idle(self, given: Input) -> bool:
        """After a misdeal or a void round cards are gathered up, and it may be declared as well."""
        ended = self.round.outcome
        return ended in ("misdeal", "void") and given[0] in ("card", f"rule_{ended}")

    def _numbers(self, step: Step, refusal: Refused) -> str:
        return of_round(self.round, step.inputs[0], str(refusal.code), money)

    def _problem(self, step: Step, text: str) -> None:
        self.problems.append(f"line {step.line}: '{step.text}' {text}")

    def _needless_check(self, step: Step) -> bool:
        """All others have tapped out: the table asks for no check, and one that is told is none."""
        table = self.round
        if len(step.inputs) != 1 or step.inputs[0][0] != "check" or table.outcome is not None:
            return False
        able = [seat for seat in table.in_hand() if table.stack[seat]]
        return table.street > 0 and not table.to_act() and able == [step.inputs[0][1]]

    def _take(self, given: Input) -> None:
        if self.round.outcome == "won" and given[0] in ("show", "muck"):
            self._shown_after_the_end(given)
            return
        if given[0] == "take_back":
            self.round = self.entries.take_back(self.round, self.records, given, self._anew)
            return
        if given[0] == "wait":
            self.time_ms += int(str(given[1]))
        if given == ("expose", SHOE) and self._hole_card_is_next():
            self.next_seen = True
            return
        made = self.round.take(given)
        self.entries.note(given, len(self.records), made)
        self.records += made
        if self.next_seen and given[0] == "card":
            self.next_seen = False
            self._take(("expose", given[1]))

    def _hole_card_is_next(self) -> bool:
        """A hole card that was seen in the shoe is judged when it lies in its box."""
        table = self.round
        return table.phase == DEAL and not table.street and table._due() is not None

    def _anew(self, records: list[Record]) -> Any:
        made: Any = games.make(self.file.game, self.values, self.round.sealer)
        for record in records:
            made.apply(record)
        return self._at_the_table(made)

    def _at_the_table(self, made: Any) -> Any:
        """What goes on beside the rounds: the time, and who left a box."""
        made.returns = self.returns
        made.uptime_ms = lambda: self.time_ms
        return made

    def _last_hand(self) -> None:
        """Only one hand is left to show and the file says no more: it shows what was dealt."""
        table = self.round
        if table.outcome is None and table.phase == "show" and len(table.in_hand()) == 1:
            self.records += table.take(("show", table.in_hand()[0], None))

    def _shown_after_the_end(self, given: Input) -> None:
        """Cards may be turned over when the pot is won already: nothing comes of it."""
        seat = given[1]
        held = self.round.held[seat]
        if given[0] == "show" and len(held) == self.round.hole and self._all_dealt():
            self.late_hands[int(str(seat))] = self.round.category(seat)

    def _all_dealt(self) -> bool:
        return len(self.round.board) == sum(self.round.streets)

    def _back_to(self, count: int, entries: Entries, seen: bool) -> None:
        """The state as it was before a line of which only the beginning was taken."""
        self.next_seen = seen
        if len(self.records) == count:
            return
        del self.records[count:]
        self.entries = entries
        self.round = self._anew(standing(self.records))

    def _results(self) -> dict[str, Any]:
        results = nothing(None)
        table = self.round
        stacks = {seat: table.stack[seat] for seat in table.seated}
        brought = {entry[0]: entry[1] for entry in self.seats}
        for record in standing(self.records):
            _tell(record, results, brought, stacks)
        results["hands"] |= self.late_hands
        results["stacks"] = dict(sorted(stacks.items()))
        results["net"] = {seat: cents - brought.get(seat, 0) for seat, cents in stacks.items()}
        results["outcome"] = table.outcome or "unfinished"
        marker = results["next"].pop("marker", None) or table.marker or None
        results["next"]["puck" if table.puck else "button"] = marker
        results["next"]["act"] = table.turn() or None
        if table.outcome is not None:
            results["next"] |= self._after()
        results["told"] = told_of(self.records)
        return results

    def _after(self) -> dict[str, Any]:
        """Who is dealt first, who posts and how large the ante is in the round that comes."""
        coming: Any = games.make(self.file.game, self.values, Open())
        coming.open(self.number + 1, "", *next_round.carried(self.round))
        if coming._why_not_ready():
            return {}
        order = coming._order()
        blinds = coming._blind_seats(order) if self.values["blinds"] else []
        return {
            "first": order[0],
            "blinds": [seat for seat in blinds if seat],
            "ante": coming.values["ante"],
        }


def why(refusal: Refused, numbers: str = "") -> str:
    """A refusal in words, with its rule."""
    text = str(REFUSALS.get(refusal.code, refusal.code)) + numbers
    name, _, bound = text.partition(" must be at ")
    if is_money(name):  # a determination out of its bounds, which are in cents
        least_or_most, _, amount = bound.partition(" ")
        text = f"{name} must be at {least_or_most} {written(int(amount))}"
    return f"{text} ({refusal.rule})" if refusal.rule else text


def not_by(refusal: Refused, rule: str | None) -> str:
    """A refusal that had to be by another rule; a custom of the house or the order of entries has
    none."""
    return f"refused by {refusal.rule or 'no rule'}, not by {rule}: {why(refusal)}"


def nothing(error: str | None) -> dict[str, Any]:
    return {
        "stacks": {},
        "net": {},
        "returned": {},
        "hands": {},
        "pots": [],
        "commission": 0,
        "outcome": "unfinished",
        "irregular": [],
        "jackpot": {},
        "next": {},
        "error": error,
        "told": [],
    }


# By which rules bets come back that nobody called; what else comes back was never a bet
_UNCALLED = ("TGC-2006 B13", "TGC-2006 C16.1", "NI2005-66 15.2(b)", "NI2006-156 15.2(b)")
# Records whose rule tells of an ordinary course, not of something irregular
_ORDINARY = ("return", "commission", "round", "refund", "eliminated")


def _tell(
    record: Record, results: dict[str, Any], brought: dict[int, int], stacks: dict[int, int]
) -> None:
    """What one record adds to the results."""
    from cardtable.desk.record_kinds import KINDS

    kind = record[0]
    fields = {one.name: value for one, value in zip(KINDS.fields(kind), record[1:], strict=True)}
    if kind == "return" and fields["rule"] in _UNCALLED:
        seat = fields["seat"]
        results["returned"][seat] = results["returned"].get(seat, 0) + fields["amount"]
    elif kind == "hand":
        results["hands"][fields["seat"]] = fields["category"]
    elif kind == "pot":
        results["pots"].append({"amount": fields["amount"], "winners": sorted(fields["winners"])})
    elif kind == "commission":
        results["commission"] += fields["amount"]
    elif kind == "join":  # who has left took the chips of before along
        brought[fields["seat"]] = fields["amount"]
    elif kind == "buy":
        brought[fields["seat"]] = brought.get(fields["seat"], 0) + fields["amount"]
    elif kind == "corrected":  # nobody has won or lost these
        brought[fields["seat"]] += fields["amount"] - fields["was"]
    elif kind == "change_seat":
        brought[fields["to"]] = brought.pop(fields["seat"], 0)
    elif kind == "leave":
        stacks.setdefault(fields["seat"], fields["amount"])
    elif kind == "marker" and fields["why"] == "next":
        results["next"]["marker"] = fields["seat"]
    rule = fields.get("rule")
    usual = kind in _ORDINARY or (kind == "marker" and fields["why"] != "vacated")
    usual = usual or (kind == "end" and fields["outcome"] == "won")
    if rule and not usual and rule not in results["irregular"]:
        results["irregular"].append(rule)
