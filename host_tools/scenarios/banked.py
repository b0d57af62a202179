"""Canberra Poker from a file: the round, the jackpot's meter, and what came of both.

A file has no line for the dealer's hand, and need not have one for the players': they are turned
over here, when a line takes it for granted. A script that ends with every hand decided is taken
to its end: hands are turned over and collected.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from cardtable.jackpot.books import new_books
from cardtable.jackpot.moves import settle
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.box import ACT, COLLECT, HAND, SETTLE, TURN
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.cards import parse_card
from cardtable.rules.determinations import resolve
from cardtable.rules.hands.rankings import CATEGORIES, category_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.places import DEALER
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.rulebook.numbers import matches
from host_tools.scenarios.banked_seats import LINES, Seated
from host_tools.scenarios.determined import determined
from host_tools.scenarios.grounds import grounds
from host_tools.scenarios.narration import told_of
from host_tools.scenarios.player import Played, Record, not_by, nothing, why
from host_tools.scenarios.reader import RoundFile
from host_tools.scenarios.script import Input, Step
from host_tools.scenarios.taking_back import Entries, standing

_POOL_SHARE = Decimal(80)  # percent, where a file says nothing
_AFTER_THE_END = ("card", "collect", "show")  # cards gathered up, when the round is void


_DEALT = {"canberra": "NI2004-492 6.3", "canberra-1997": "S89-1997 8.2"}
_OTHER_CARDS = "these cards were not dealt there; decide: supervisor fold SEAT or supervisor void"


class BankedFile:
    """One round against the bank; `before` is the round before it, with its seats and meter."""

    def __init__(self, file: RoundFile, before: BankedFile | None = None) -> None:
        self.file = file
        self.before = before
        self.seats = file.seats if before is None else before.left_seats()
        self.marker = file.marker or (before.next_marker() if before else None)
        self.advised = [] if before is None else list(before.round.advised)
        self.records: list[Record] = []
        self.problems: list[str] = []
        self.refused: list[tuple[int, str]] = []
        self.entries = Entries()

    def play(self) -> Played:
        try:
            if self.file.marker_name:
                raise Refused(f"this game has no {self.file.marker_name}", _DEALT[self.file.game])
            self.values = resolve(self.file.game, self._given())
            self._open_books()
        except Refused as refusal:
            if "error" not in self.file.expect:
                self.problems.append(f"determinations refused: {why(refusal)}")
            return Played(nothing(refusal.rule), self.problems)
        tournament = bool(self.values["tournament"])
        self.seated = Seated(self.file.game, self.seats, tournament)
        self.round = self._fresh()
        self._place_marker()
        for step in self.file.steps:
            if not self._step(step):
                break
        else:
            self._finish()
        return Played(self._results(), self.problems, self.records, self.refused)

    # ---- determinations

    def _given(self) -> dict[str, Any]:
        given = determined(self.file)
        if "wager" in self.file.jackpot:
            given["jackpot_wager"] = self.file.jackpot["wager"]
        return given

    def _open_books(self) -> None:
        if self.before is not None:
            self.books = self.before.books
            self.displayed = self.books.meter.display
            return
        told = self.file.jackpot
        share = told.get("pool_share")
        if share is None:
            share = 100 - told["reserve_share"] if "reserve_share" in told else _POOL_SHARE
        if share + told.get("reserve_share", 100 - share) != 100 or not 0 <= share <= 100:
            rule = "S89-1997 11.3" if self.file.game == "canberra-1997" else "NI2004-492 10.5"
            raise Refused("shares_are_not_the_whole", rule)
        self.displayed = told.get("displayed", told.get("pool", 0))
        signs = [step.inputs[0][1] for step in self.file.steps if step.inputs[0][0] == "display"]
        # A pool that is not told holds what its sign shows: r 11.3 caps by a pool that is known.
        pool = told.get("pool", self.displayed or (signs[0] if signs else 0))
        self.books = new_books(pool, told.get("reserve", 0), 0, int(share * 100))

    def _fresh(self) -> Canberra:
        seats, game = self.seated.at_the_table(), self.file.game
        advised = self.advised
        return Canberra(
            self.values, seats, Open(), boomerang_class, self.displayed, advised, game=game
        )

    def left_seats(self) -> dict[int, int]:
        """What lies before the players when the round is over."""
        return {s: cents for s, cents in self.stacks.items() if s not in self.seated.left}

    def next_marker(self) -> int | None:
        """Who makes the first ante of the next round of a tournament."""
        told = [record[1] for record in standing(self.records) if record[0] == "marker"]
        return told[-1] if told else None

    def _place_marker(self) -> None:
        """A tournament's starting marker, where no line tells of it: at the dealer's left."""
        told = any(step.inputs[0][0] == "marker" for step in self.file.steps)
        able = [s for s, cents in self.seats.items() if cents >= self.values["ante_min"]]
        if not told and (able or self.marker):
            marker = ("marker", self.marker or min(able))
            if self.round.why_not(marker) is None:
                self.records += self.round.take(marker)

    # ---- lines

    def _step(self, step: Step) -> bool:
        """Take one line; False when the round cannot go on."""
        refusal = None
        taken = False
        for turned in (False, True):
            # A line may speak of a time when the hands have been turned over.
            if turned and not self._turn_over(step.inputs[0]):
                break
            before, entries = len(self.records), self.entries.copy()
            refusal = self._refusal_of(step)
            taken = refusal is None
            if step.refuse:
                self._back_to(before)
                self.entries = entries
                if refusal and (step.rule is None or self._rests_on(step, refusal)):
                    self.refused.append((step.line, refusal.rule))
                    return True
                if taken:
                    break
            elif refusal is None:
                return True
        if step.refuse:
            if taken or refusal is None:
                self._problem(step, "was taken, and must be refused")
            else:
                self._problem(step, not_by(refusal, step.rule))
            return True
        self._problem(step, f"refused: {why(refusal)}" if refusal else "was not taken")
        return False

    def _rests_on(self, step: Step, refusal: Refused) -> bool:
        tournament = bool(self.values["tournament"])
        rules = grounds(self.file.game, tournament, step.inputs[0][0], refusal)
        return matches(step.rule or "", rules)

    def _refusal_of(self, step: Step) -> Refused | None:
        """None when the whole line was taken; else nothing of it was."""
        before, entries = len(self.records), self.entries.copy()
        try:
            for given in step.inputs:
                ended = self.round.outcome in ("void", "misdeal")
                idle = given[0] in (*_AFTER_THE_END, f"rule_{self.round.outcome}")
                if ended and idle and not step.refuse:
                    continue
                over = self.round.outcome == "settled" and given == ("collect", None)
                if over and not step.refuse:  # every hand has been collected one by one
                    continue
                if given[0] in LINES:
                    self._seat(given)
                    continue
                if given[0] == "take_back":
                    self.round = self.entries.take_back(self.round, self.records, given, self._anew)
                    continue
                self._same_cards(given)
                made = self.round.take(given)
                self.entries.note(given, len(self.records), made)
                self.records += made
        except Refused as refusal:
            self._back_to(before)
            self.entries = entries
            return refusal
        return None

    def _seat(self, given: Input) -> None:
        self.seated.take(self.round, given)
        if given[0] in ("leave", "change_seat"):
            self.records += self.round.take(("leave", given[1]))
        elif given[0] == "direct":
            self.records += self.round.take(given)
        self._again()

    def _same_cards(self, given: Input) -> None:
        """Five cards turned over that were not dealt: what follows is a decision, not a rule."""
        if given[0] != "show" or given[1] not in self.round.boxes:
            return
        box, named = self.round.boxes[given[1]], given[2]
        dealt = set(box.tokens + box.racked)
        if isinstance(named, list) and len(named) == HAND and set(named) != dealt:
            rule = "S89-1997 6.9" if self.file.game == "canberra-1997" else "NI2004-492 13.2"
            raise Refused(_OTHER_CARDS, rule)

    def _turn_over(self, line: Input) -> bool:
        """Turn over the hands that a line takes for granted; whether there was one."""
        table = self.round
        found = False
        while table.outcome is None:
            due = [given for given in table.expects() if given[0] == "show"]
            if line[0] == "show":  # the dealer's hand comes before a player's
                due = [given for given in due if given[1] == DEALER]
            elif line[0] == "collect" and line[1] is not None:
                due = [given for given in due if given[1] in self._turned_for(int(str(line[1])))]
            no_hand = line[0] == "collect" and table.phase == ACT
            if not due or not (no_hand or table.phase in (TURN, SETTLE)):
                break
            self.records += table.take(due[0])
            found = True
        return found

    def _turned_for(self, seat: int) -> tuple[int, ...]:
        """Whose hands are turned over before the one of `seat` is collected, and its own."""
        if seat not in self.round.boxes or self.round.boxes[seat].settled:
            return ()
        return DEALER, seat, self.round.turned_next(seat)  # in turn: S89-1997 r 9.5

    def _finish(self) -> None:
        """The script is over: what has been decided is settled."""
        self._turn_over(("collect", None))
        if self.round.phase == COLLECT and self.round.why_not(("collect", None)) is None:
            self.records += self.round.take(("collect", None))

    def _back_to(self, count: int) -> None:
        if len(self.records) > count:
            del self.records[count:]
            self._again()

    def _again(self) -> None:
        """The round from its beginning, with what has been recorded of it."""
        self.round = self._anew(standing(self.records))

    def _anew(self, records: list[Record]) -> Canberra:
        made = self._fresh()
        made.sealer = self.round.sealer  # knows what was dealt face down
        for record in records:
            made.apply(record)
        return made

    def _problem(self, step: Step, text: str) -> None:
        self.problems.append(f"line {step.line}: '{step.text}' {text}")

    # ---- results

    def _results(self) -> dict[str, Any]:
        results = nothing(None)
        table = self.round
        paid = self._settle_jackpot()
        brought, left = self.seated.brought, self.seated.left
        stacks = {seat: table.stacks[seat] + paid.get(seat, 0) for seat in brought} | left
        results["stacks"] = self.stacks = dict(sorted(stacks.items()))
        results["net"] = {seat: stacks[seat] - brought[seat] for seat in stacks}
        results["outcome"] = table.outcome or "unfinished"
        for record in standing(self.records):
            if record[0] == "irregular" and record[1] not in results["irregular"]:
                results["irregular"].append(record[1])
            elif record[0] == "settle" and record[4] == "returned":
                box = table.boxes[record[1]]
                results["returned"][record[1]] = box.ante + box.bet
        for seat, box in table.boxes.items():
            tokens = box.tokens + box.racked
            if len(tokens) == HAND:
                cards = [parse_card(token) for token in tokens]
                results["hands"][seat] = CATEGORIES[category_of(high_value(cards))]
        meter = self.books.meter
        results["jackpot"] = {"pool": meter.pool, "reserve": meter.reserve, "paid": paid}
        acts = [given[1] for given in table.expects() if given[0] in ("bet", "fold")]
        results["next"]["act"] = acts[0] if acts else None
        results["next"]["marker"] = self.next_marker() if table.outcome else None
        results["told"] = told_of(self.records)
        return results

    def _settle_jackpot(self) -> dict[int, int]:
        """Move the meter by the finished round; what each seat is paid."""
        table = self.round
        if table.outcome != "settled":
            return {}
        edition = table.edition
        made = settle(self.books, table.jackpots(), table.display_for, edition.limited)
        for record in made:
            self.books.apply(record)
        self.records += made
        hits = [record for record in made if record[0] in ("jackpot_hit", "jackpot_paid")]
        return {record[1]: record[3] for record in hits}
