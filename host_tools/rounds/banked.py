"""Canberra Poker from a file: the round, the jackpot's meter, and what came of both.

A file has no line for turning hands over: that is done here, when nothing else is due. A script
that ends with every hand decided is taken to its end: hands are turned over and collected.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from cardtable.jackpot.books import new_books
from cardtable.jackpot.moves import settle
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra import Canberra
from cardtable.rules.canberra_box import ACT, COLLECT, HAND, SETTLE, TURN
from cardtable.rules.cards import parse_card
from cardtable.rules.determinations import resolve, taken_by
from cardtable.rules.orders import CATEGORIES, category_of
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from cardtable.rules.values import high_value
from host_tools.rounds.player import Played, Record, nothing, why
from host_tools.rounds.reader import RoundFile
from host_tools.rounds.script import Input, Step
from host_tools.rulebook.numbers import matches

_POOL_SHARE = Decimal(80)  # percent, where a file says nothing
_AFTER_THE_END = ("card", "collect", "show")  # cards gathered up, when the round is void


class BankedFile:
    """One round against the bank."""

    def __init__(self, file: RoundFile) -> None:
        self.file = file
        self.records: list[Record] = []
        self.problems: list[str] = []

    def play(self) -> Played:
        try:
            self.values = resolve(self.file.game, self._given())
            self._open_books()
        except Refused as refusal:
            if "error" not in self.file.expect:
                self.problems.append(f"determinations refused: {why(refusal)}")
            return Played(nothing(refusal.rule), self.problems)
        self.round = self._fresh()
        for step in self.file.steps:
            if not self._step(step):
                break
        else:
            self._finish()
        return Played(self._results(), self.problems, self.records)

    # ---- determinations

    def _given(self) -> dict[str, Any]:
        """The determinations, without those that say nothing in this game."""
        names = taken_by(self.file.game)
        idle = (0, "high", "none", "bets", [], None)
        given = self.file.determinations
        given = {name: v for name, v in given.items() if name in names or v not in idle}
        if "wager" in self.file.jackpot:
            given["jackpot_wager"] = self.file.jackpot["wager"]
        return given

    def _open_books(self) -> None:
        told = self.file.jackpot
        share = told.get("pool_share")
        if share is None:
            share = 100 - told["reserve_share"] if "reserve_share" in told else _POOL_SHARE
        if share + told.get("reserve_share", 100 - share) != 100 or not 0 <= share <= 100:
            rule = "S89-1997 11.3" if self.file.game == "canberra-1997" else "NI2004-492 10.5"
            raise Refused("shares_are_not_the_whole", rule)
        pool = told.get("pool", 0)
        self.books = new_books(pool, told.get("reserve", 0), 0, int(share * 100))
        self.displayed = told.get("displayed", pool)

    def _fresh(self) -> Canberra:
        seats, game = self.file.seats, self.file.game
        return Canberra(self.values, seats, Open(), boomerang_class, self.displayed, game=game)

    # ---- lines

    def _step(self, step: Step) -> bool:
        """Take one line; False when the round cannot go on."""
        refusal = None
        taken = False
        for turned in (False, True):
            # A line may speak of a time when the hands have been turned over.
            if turned and not self._turn_over(step.inputs[0][0] == "collect"):
                break
            before = len(self.records)
            refusal = self._refusal_of(step.inputs)
            taken = refusal is None
            if step.refuse:
                self._back_to(before)
                if refusal and (step.rule is None or matches(step.rule, refusal.rule)):
                    return True
            elif refusal is None:
                return True
        if step.refuse:
            if taken or refusal is None:
                self._problem(step, "was taken, and must be refused")
            else:
                self._problem(step, f"refused by {refusal.rule}, not by {step.rule}")
            return True
        self._problem(step, f"refused: {why(refusal)}" if refusal else "was not taken")
        return False

    def _refusal_of(self, inputs: list[Input]) -> Refused | None:
        """None when the whole line was taken; else nothing of it was."""
        before = len(self.records)
        try:
            for given in inputs:
                if self.round.outcome in ("void", "misdeal") and given[0] in _AFTER_THE_END:
                    continue
                self.records += self.round.take(given)
        except Refused as refusal:
            self._back_to(before)
            return refusal
        return None

    def _turn_over(self, collecting: bool) -> bool:
        """Turn over every hand that is due; whether there was one."""
        table = self.round
        found = False
        while table.outcome is None:
            due = [given for given in table.expects() if given[0] == "show"]
            no_hand = collecting and table.phase == ACT
            if not due or not (no_hand or table.phase in (TURN, SETTLE)):
                break
            self.records += table.take(due[0])
            found = True
        return found

    def _finish(self) -> None:
        """The script is over: what has been decided is settled."""
        self._turn_over(True)
        if self.round.phase == COLLECT and self.round.why_not(("collect", None)) is None:
            self.records += self.round.take(("collect", None))

    def _back_to(self, count: int) -> None:
        if len(self.records) > count:
            del self.records[count:]
            self.round = self._fresh()
            for record in self.records:
                self.round.apply(record)

    def _problem(self, step: Step, text: str) -> None:
        self.problems.append(f"line {step.line}: '{step.text}' {text}")

    # ---- results

    def _results(self) -> dict[str, Any]:
        results = nothing(None)
        table = self.round
        paid = self._settle_jackpot()
        stacks = {seat: cents or 0 for seat, cents in table.stacks.items()}
        for seat, amount in paid.items():
            stacks[seat] += amount
        results["stacks"] = dict(sorted(stacks.items()))
        results["net"] = {seat: stacks[seat] - self.file.seats[seat] for seat in stacks}
        results["outcome"] = table.outcome or "unfinished"
        for record in self.records:
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
