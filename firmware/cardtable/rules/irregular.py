"""Irregularities: cards astray or exposed, hands seen, the ninety seconds, decisions.

What may be set right is kept as `fault` until the first action; what may not ends the round as a
misdeal. The rule numbers are in the games' `cites`.
"""

from cardtable.rules import places
from cardtable.rules.actions import Actions
from cardtable.rules.betting import FOLD
from cardtable.rules.poker_state import BEFORE, BETS, DEAL, SHOW

NINETY_SECONDS_MS = 90000


class Irregular(Actions):
    """What goes wrong."""

    # ---- cards astray

    def _must_be_taken(self, place):
        """Refuse only what cannot lie there; a card in the wrong box is taken as it lies."""
        if place != places.BOARD and not places.is_seat(place):
            self._refuse("no_card_goes_there", self.cites["deal"])

    def _card_in_wrong_place(self, place, card, due):
        """In the initial deal: out of turn, to an empty box, too many, or a communal card."""
        self._must_be_taken(place)
        if place == places.BOARD:
            self._shuffle_back(card)
            return
        excess = place not in self.players or len(self.held[place]) >= self.hole
        key = "excess" if excess else "out_of_turn"
        self._allow()
        self._emit("deal", place, self.sealer.seal(card))
        if self.fault != self._rule(key):
            self._emit("irregular", self._rule(key), key, place)
            self._emit("astray", self._rule(key))
        if excess and place in self.players and self.law == "act":
            self._misdeal("excess")  # NI2006-156 r 17.1(f)
        elif excess and self._any_seen():
            self._misdeal(key)  # TGC-2006 C19.1.e
        self._advance()

    def _card_in_betting(self, place, card):
        """A communal card too early goes back; before the first action a hand may be completed."""
        self._must_be_taken(place)
        if place == places.BOARD or not self._may_set_right():
            if place != places.BOARD:
                self._refuse("no_card_is_due", self.cites["board"])
            self._shuffle_back(card)
        elif place in self.players and len(self.held[place]) < self.hole:
            self._allow()
            self._emit("deal", place, self.sealer.seal(card))
        else:
            self._card_in_wrong_place(place, card, None)

    def _shuffle_back(self, card):
        # TGC-2006 C19.2, NI2006-156 r 17.17
        self._emit("irregular", self._rule("premature"), "premature", places.BOARD)
        self._emit("deal", places.BOARD, card)
        self._emit("move", card, places.BOARD, places.SHOE, self._rule("premature"))

    def _any_seen(self):
        return True in self.seen

    def _may_set_right(self):
        """Whether the initial deal can still be put in order: no player has acted."""
        if self.street == 0:
            return self.phase == DEAL
        return self.street == 1 and self.phase == BETS and self.betting.unopened

    def _judge_move(self, card, start, end):
        """Reconstruction (TGC-2006 C19.1.d-e, NI2006-156 r 17.1(d)-(e))."""
        if not self._may_set_right():
            self._refuse("betting_has_begun", self.cites["late"])
        if not self.fault:
            self._refuse("nothing_to_set_right", self.cites["out_of_turn"])
        if self.place_of(card) != start:
            self._refuse("card_is_not_there", self.cites["out_of_turn"])
        if end != places.SHOE and end != places.DISCARD and end not in self.players:
            self._refuse("no_card_goes_there", self.cites["deal"])
        token = None
        for one in self._pile(start):
            if self.sealer.face(one) == card:
                token = one
        rule = self.fault
        self._emit("move", token, start, end, rule)
        if self._in_order():
            self._emit("astray", None)
        self._advance()

    def _in_order(self):
        """Whether every hand holds what a deal round the table gives it so far."""
        counts = [len(self.held[seat]) for seat in self.players]
        for seat in range(1, len(self.held)):
            if self.held[seat] and seat not in self.players:
                return False
        for n in range(1, len(counts)):
            if counts[n] > counts[n - 1]:
                return False
        return counts[0] <= self.hole and counts[0] - counts[-1] <= 1

    def _judge_see(self, seat):
        if seat not in self.players or self.phase == BEFORE:
            self._refuse("no_hole_cards", self.cites["deal"])
        self._emit("see", seat)
        if self.fault and self._may_set_right():
            # Whoever looks now may hold a card that was another's.
            self._misdeal_by(self.fault)

    def _judge_discard(self, seat, card):
        """A player's card got into the discards (TGC-2006 C19.16, NI2006-156 r 17.10)."""
        if self.place_of(card) != seat or self.out[seat]:
            self._refuse("card_is_not_there", self.cites["discard"])
        token = card
        for one in self.held[seat]:
            if self.sealer.face(one) == card:
                token = one
        self._emit("irregular", self._rule("discard"), "discarded", seat)
        self._emit("move", token, seat, places.DISCARD, self._rule("discard"))
        if self.phase == SHOW:
            self._dead_hand(seat)
        elif self.phase == BETS or self.street:
            # Too few cards during the betting: the hand is folded (C19.15, r 17.9).
            self._emit("irregular", self._rule("count"), "wrong_count", seat)
            self.fold_by(seat, self._rule("count"))

    # ---- exposed cards

    def _judge_expose_cut(self):
        if self.street or self.phase == BETS:
            self._refuse("the_deal_is_over", self.cites["late"])
        self._emit("irregular", self._rule("cut"), "cut_exposed", None)
        self._misdeal("cut")

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
            self._misdeal("exposed_no_burn")
        elif self.exposed or self.skip_burn:
            self._emit("irregular", self._rule("exposed"), "exposed", seat)
            self._misdeal("exposed")
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
        self._end_without_winner("misdeal", self._given(rule, "misdeal"))

    def _first_round(self):
        return self.street == 1 and self.phase == BETS

    def _judge_rule_void(self, rule):
        self._end_without_winner("void", self._given(rule, "void"))

    def _given(self, rule, key):
        if rule is None:
            return self._rule(key)
        return rule if rule.startswith(self.document) else self.document + " " + rule

    def _misdeal(self, key):
        self._misdeal_by(self._rule(key))

    def _misdeal_by(self, rule):
        self._end_without_winner("misdeal", rule)
