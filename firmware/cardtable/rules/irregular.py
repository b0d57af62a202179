"""Irregularities: exposed cards, the ninety seconds, the supervisor's decisions."""

from cardtable.rules import places
from cardtable.rules.astray import Astray
from cardtable.rules.betting import FOLD
from cardtable.rules.poker_state import BEFORE, BETS, DEAL, SHOW

NINETY_SECONDS_MS = 90000


class Irregular(Astray):
    """What goes wrong, and what the supervisor decides."""

    # ---- exposed cards

    def _judge_expose_cut(self):
        if self.street or self.phase == BETS:
            self._refuse("the_deal_is_over", self.cites["late"])
        self._emit("irregular", self._rule("cut"), "cut_exposed", None)
        self._misdeal(self._rule("cut"))

    def _judge_expose(self, place):
        if self.phase == BEFORE:
            self._refuse("nothing_dealt", self.cites["deal"])
        if places.is_seat(place):
            self._expose_hole(place)
        elif place == places.SHOE or place == places.BOARD:
            self._expose_shoe()
        else:
            self._refuse("no_card_to_see", self.cites["deal"])

    def _expose_hole(self, seat):
        if not self.held[seat]:
            self._refuse("no_hole_cards", self.cites["deal"])
        if not self._may_set_right():
            # No rule names an outcome: told, and left to a decision (C19.18, r 17.16).
            self._emit("irregular", self._rule("not_covered"), "exposed", seat)
            return
        if not self.values["burn"]:
            self._emit("irregular", self._rule("exposed_no_burn"), "exposed", seat)
            self._misdeal(self._rule("exposed_no_burn"))
        elif self.exposed or self.skip_burn:
            self._emit("irregular", self._rule("exposed"), "exposed", seat)
            self._misdeal(self._rule("exposed"))
        else:
            # TGC-2006 C19.4, NI2006-156 r 17.19: the first burn card replaces it
            card, salt = self.sealer.opening(self.held[seat][-1])
            self._emit("irregular", self._rule("exposed_burn"), "exposed", seat)
            self._emit("turn", seat, self.held[seat][-1], card, salt)
            self._emit("replace", seat, card)
            self._advance()

    def _replace_exposed(self, seat):
        self._emit("move", self.exposed[1], seat, places.DISCARD, self._rule("exposed_burn"))
        self._emit("replaced", seat)

    def _expose_shoe(self):
        if self.phase == BETS:
            # Seen before the betting round ends: shuffled with the rest (C19.2, r 17.17).
            self._emit("irregular", self._rule("premature"), "premature", places.SHOE)
        elif self.street and self._due() is not None:
            # At the conclusion of a betting round: used in the normal sequence (C19.3, r 17.18).
            self._emit("irregular", self._rule("first_card"), "first_card", places.SHOE)
        elif self.phase == DEAL:
            # The next hole card: judged when it lies in its box.
            self._refuse("deal_it_then_expose_it", self.cites["exposed"])
        else:
            self._refuse("no_card_is_due", self.cites["cards_end"])

    # ---- time and decisions

    def _judge_clock(self, seat):
        if self.phase != BETS or self.betting.turn != seat:
            self._refuse("not_to_act", self.cites["clock"])
        self._emit("clock", seat, NINETY_SECONDS_MS)

    def _judge_wait(self, time_ms):
        if not self.clock or not time_ms:
            return
        self._emit("clock", self.clock, max(0, self.left_ms - time_ms))
        if not self.left_ms:
            self.fold_by(self.clock, self._rule("clock"))  # TGC-2006 C5.7, NI2006-156 r 4.8

    def _judge_rule_fold(self, seat):
        if seat not in self.players or self.out[seat]:
            self._refuse("not_in_the_hand", self.cites["decision"])
        if self.street == 0:
            self._refuse("the_deal_is_not_over", self.cites["bet_first"])
        self._emit("irregular", self._rule("decision"), "hand_folded", seat)
        if self.phase == SHOW or not self.bets:
            self._emit("act", seat, FOLD, self.bet[seat], self._rule("decision"))
            self._fold_ends()
        else:
            self.fold_by(seat, self._rule("decision"))

    def _judge_rule_misdeal(self, rule):
        if self.law == "act" and self.street and not self._first_round():
            self._refuse("first_betting_round_is_over", self.cites["late"])  # r 17.2
        self._misdeal(self._given(rule or self.cites["misdeal"]))

    def _first_round(self):
        return self.street == 1 and self.phase == BETS

    def _judge_rule_void(self, rule):
        self._end_without_winner("void", self._given(rule or self.cites["void"]))
