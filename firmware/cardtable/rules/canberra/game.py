"""Canberra Poker (NI2004-492, S89-1997): the house banks; ante, five cards each, bet or fold.

    wagers → deal → act → turn → settle → collect

The first card out of the shoe closes the wagers (dictionary: Round of Play). The dealer's hand
and each player's hand are told only when they are turned over: ("show", place). Antes and bets
are settled then; jackpot wagers when the hand is collected, for until then it may be declared.
"""

from cardtable.rules.canberra.box import ACT, COLLECT, DEAL, HAND, SETTLE, WAGERS
from cardtable.rules.canberra.payouts import bet_of
from cardtable.rules.canberra.settlement import CanberraSettlement
from cardtable.rules.places import DEALER, DISCARD, SEATS
from cardtable.rules.positions import clockwise

# Inputs that most rounds never see: in irregular.py
_RARE = (
    " expose shoe_fail other_deck discard move marker box_limit leave away back"
    " join buy change_seat"
    " rule_fold rule_return rule_void rule_misdeal direct "
)
_MOST_BOXES = 9  # five cards each and five for the dealer, of 52


class Canberra(CanberraSettlement):
    """One round, judged. `game` is "canberra" (2004) or "canberra-1997"."""

    def _rare(self, kind):
        if " %s " % kind in _RARE:
            from cardtable.rules.canberra import irregular

            return getattr(irregular, kind)
        return None

    # ---- what may come next

    def expects(self):  # noqa: C901  # one phase a branch; stack is small
        """The ordinary course. Irregularities and decisions may come at any time besides."""
        if self.outcome is not None:
            return []
        if self.phase == WAGERS:
            return self._expects_wagers()
        found = []
        if self.phase == DEAL:
            found += [("card", place, None) for place in self._expects_cards()]
        if self.phase == ACT:
            for seat in self._undecided():
                due = bet_of(self.boxes[seat].ante)
                if self._affords(seat, due) and not self.boxes[seat].racked:
                    found.append(("bet", seat, due))
                found.append(("fold", seat))
        if self._dealer_may_show():
            found.append(("show", DEALER))
        if self.phase in (SETTLE, COLLECT):
            for seat in sorted(self.boxes):
                box = self.boxes[seat]
                if self._may_show(box) and not box.racked and seat == self.turned_next(seat):
                    found.append(("show", seat))
        if self.phase != DEAL:
            for seat in sorted(self.boxes):
                if self._why_not_declare(self.boxes[seat]) is None:
                    found.append(("declare", seat))
        for seat in self._uncollected():
            if self.boxes[seat].racked and not self.boxes[seat].folded:
                found.append(("move", None, DISCARD, seat))
        return found + self._expects_collect()

    def _expects_wagers(self):
        found = []
        if len(self.boxes) < _MOST_BOXES:
            found.append(("ante", None, None))
        for seat in sorted(self.boxes):
            if not self._hasty(seat):
                found.append(("ante", seat, 0))
            if not self._why_not_jackpot(seat):
                found.append(("jackpot", seat))
        if self.boxes and self._all_wagered():
            found += [("card", place, None) for place in self._expects_cards()]
            if self.edition.rule("no_more_bets"):
                found.append(("begin",))
        return found

    def _expects_cards(self):
        if self.by_shoe:
            return [self.due()]
        places = sorted(self.boxes) + [DEALER]
        begun = [place for place in places if 0 < self.count(place) < HAND]
        if begun and self.values["deal"] == "packets":
            return begun
        return [place for place in places if self.count(place) < HAND]

    def _expects_collect(self):
        if self.phase == DEAL:
            return []
        missing = [s for s in self._uncollected() if self._hand_missing(self.boxes[s])]
        found = [
            ("collect", seat)
            for seat in self._uncollected()
            if self.boxes[seat].settled and seat not in missing
        ]
        if self.phase == COLLECT and not missing:
            found.append(("collect", None))
        return found

    # ---- wagers

    def _hasty(self, seat):
        """Whose antes were placed before this one's turn, and its own before the first."""
        if not self.starter:
            return []
        order = clockwise(range(1, SEATS + 1), self.starter)
        later = [s for s in self.boxes if order.index(s) > order.index(seat)]
        return later if self.starter in self.boxes or seat == self.starter else [seat]

    def _judge_ante(self, seat, amount):  # noqa: C901  # one refusal a branch, by rule
        if self.phase != WAGERS:
            self._refuse_by("cards_are_dealt", "closed")
        if seat in self.boxes:
            if amount:
                self._refuse_by("ante_placed_already", "one_wager")
            if self._hasty(seat):
                self._refuse_by("the_next_ante_is_placed", "tournament_ante")
            self._emit("ante", seat, 0)
            return
        if not amount:
            self._refuse_by("no_wager", "wager")
        if len(self.boxes) >= _MOST_BOXES:
            self._refuse_by("too_many_boxes_for_the_deck", "deck")
        if not self._affords(seat, amount):
            self._refuse_by("not_enough_chips", "wager")
        if amount < self.values["ante_min"]:
            if self.values["tournament"] and self.edition.rule("tournament_minimum"):
                self._refuse_by("under_minimum", "tournament_minimum")
            if seat in self.advised:
                self._refuse_by("under_minimum_again", "minimum")
            self._emit("irregular", self._cite("minimum"), "under_minimum", seat)
        elif amount % self.values["ante_multiple"]:
            self._refuse_by("not_a_multiple", "multiple")
        if amount > self._ante_max(seat):
            self._emit("irregular", self._cite("maximum"), "over_maximum", seat)
        for other in self._hasty(seat):  # stands; a repetition may be declared void
            if other not in self.hasty:
                rule = self._cite("tournament_ante")
                self._emit("irregular", rule, "ante_out_of_order", other)
        self._emit("ante", seat, amount)

    def _judge_jackpot(self, seat):
        reason = self._why_not_jackpot(seat)
        if reason:
            self._refuse_by(reason[0], reason[1])
        self._emit("jackpot", seat, self.values["jackpot_wager"])

    def _why_not_jackpot(self, seat):
        if self.values["tournament"]:
            return "no_jackpot_in_tournaments", "tournament_jackpot"
        if self.phase != WAGERS:
            return "cards_are_dealt", "closed"
        if seat not in self.boxes:
            return "no_ante", "jackpot_ante"
        if not self.values["jackpot_wager"]:
            return "no_jackpot_here", "jackpot_wager"
        if self.boxes[seat].jackpot:
            return "jackpot_wagered_already", "jackpot_wager"
        if not self._affords(seat, self.values["jackpot_wager"]):
            return "not_enough_chips", "wager"
        return None

    def _judge_display(self, amount):
        self._emit("display", amount)

    def _affords(self, seat, amount):
        stack = self.stacks.get(seat)
        return stack is None or amount <= stack

    # ---- bet or fold

    def _judge_bet(self, seat, to):
        box = self._to_act(seat)
        due = bet_of(box.ante)
        if to is not None and to != due:
            self._refuse_by("bet_is_twice_the_ante", "bet")
        if not self._affords(seat, due):
            self._refuse_by("not_enough_chips", "bet")
        if box.racked:
            self._refuse_by("hand_in_the_discard_rack", "rack")
        self._emit("bet", seat, due)

    def _judge_fold(self, seat):
        self._to_act(seat)
        self._fold(seat, "fold")

    def _judge_see(self, seat):
        if self.phase in (WAGERS, DEAL):
            self._refuse_by("dealer_has_not_five_cards", "look")

    def _to_act(self, seat):
        self._judge_see(seat)
        if seat not in self.boxes:
            self._refuse_by("not_in_this_round", "wager")
        if seat not in self._undecided():
            self._refuse_by("decided_already", "look")
        return self.boxes[seat]

    def _fold(self, seat, rule):
        """Ante and jackpot wager are lost; a bet that lies there goes back."""
        loss = min(self.boxes[seat].ante, self._ante_max(seat))
        self._emit("fold", seat)
        self._emit("settle", seat, -loss, 0, "lost", self._cite(rule))

    def _judge_wait(self, time_ms):
        pass  # nothing in these rules runs out
