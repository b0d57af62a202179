"""Cards astray: out of turn, too many, too early, back in the discards; hands looked at.

A card lies where it lies: it is taken, and what the document makes of it follows. A deal that may
still be set right is kept as `fault` until the first action; what may not be ends as a misdeal.
"""

from cardtable.rules import places
from cardtable.rules.actions import Actions
from cardtable.rules.poker_state import BEFORE, BETS, DEAL, SHOW


class Astray(Actions):
    """Cards in the wrong place."""

    def _must_be_taken(self, place):
        """Refuse only what cannot lie there; a card in the wrong box is taken as it lies."""
        board = place == places.BOARD and sum(self.streets)
        if not board and not places.is_seat(place):
            self._refuse("no_card_goes_there", self.cites["deal"])

    def _token(self, place, card):
        """A card as it is told when it lands: its face on the board, else a seal."""
        return card if place == places.BOARD else self.sealer.seal(card)

    def _card_in_wrong_place(self, place, card):
        """In the initial deal: out of turn, to an empty box, too many, or a communal card."""
        self._must_be_taken(place)
        if place == places.BOARD:
            self._shuffle_back(place, card, "premature")
            return
        excess = place not in self.players or len(self.held[place]) >= self.initial
        key = "excess" if excess else "out_of_turn"
        rule = self._rule(key)
        self._allow()
        self._emit("deal", place, self._token(place, card))
        if self.fault != rule:
            self._emit("irregular", rule, key, place)
        self._emit("astray", rule, place)
        if excess and place in self.players and self.law == "act":
            self._misdeal(rule)  # NI2006-156 r 17.1(f)
        elif excess and True in self.seen:
            self._misdeal(rule)  # TGC-2006 C19.1.e
        self._advance()

    def _card_too_early(self, place, card):
        """While players bet: a communal card goes back, an extra hole card kills the hand."""
        if place in (places.BOARD, places.BURN) and sum(self.streets):
            self._shuffle_back(place, card, "premature")
            return
        self._must_be_taken(place)
        if not self._may_set_right():
            self._card_too_many(place, card)
        elif place in self.players and len(self.held[place]) < self.initial:
            self._allow()
            self._emit("deal", place, self._token(place, card))
        else:
            self._card_in_wrong_place(place, card)

    def _card_too_many(self, place, card):
        """Too many cards in a hand, once betting has begun (TGC-2006 C19.15, NI2006-156 r 17.9)."""
        self._must_be_taken(place)
        self._allow()
        self._emit("deal", place, self._token(place, card))
        self._wrong_count(place)

    def _wrong_count(self, seat):
        if seat not in self.players or self.out[seat]:
            self._emit("irregular", self._rule("count"), "card_without_a_hand", seat)
        elif self.phase == SHOW:
            self._dead_hand(seat)
        else:
            self._emit("irregular", self._rule("count"), "wrong_count", seat)
            self.fold_by(seat, self._rule("count"))

    def _shuffle_back(self, place, card, key):
        # TGC-2006 C19.2, NI2006-156 r 17.17
        self._allow()
        token = self._token(place, card)
        self._emit("irregular", self._rule(key), "premature", place)
        self._emit("deal", place, token)
        self._emit("move", token, place, places.SHOE, self._rule(key))

    # ---- set right

    def _may_set_right(self):
        """Whether the initial deal can still be put in order: no player has acted."""
        if self.street == 0:
            return self.phase == DEAL
        if self.street > 1 or self.board or self.burnt or not self.betting.unopened:
            return False
        return self.phase == BETS or (not self.bets and not self.folds)

    def _token_of(self, card, place):
        """The card at a place, as it has been told; None when it is not there."""
        for token in self._pile(place):
            if self.sealer.face(token) == card:
                return token
        return None

    def _judge_move(self, card, start, end):
        """Reconstruction (TGC-2006 C19.1.d-e, NI2006-156 r 17.1(d)-(e))."""
        if not self._may_set_right():
            self._refuse("betting_has_begun", self.cites["late"])
        if not self.fault:
            self._refuse("nothing_to_set_right", self.cites["out_of_turn"])
        aside = (places.SHOE, places.DISCARD, places.BURN)
        if not places.is_seat(start) or (end not in aside and end not in self.players):
            self._refuse("no_card_goes_there", self.cites["deal"])
        token = self._token_of(card, start)
        if token is None:
            self._refuse("card_is_not_there", self.cites["out_of_turn"])
        self._emit("move", token, start, end, self.fault)
        if self._in_order():
            self._emit("astray", None, None)
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
        return counts[0] <= self.initial and counts[0] - counts[-1] <= 1

    def _judge_see(self, seat):
        """A player looks at the hole cards."""
        if self.phase == BEFORE or not self.held[seat]:
            self._refuse("no_hole_cards", self.cites["deal"])
        self._emit("see", seat)
        if self.fault and self._may_set_right():
            # Out of turn: whoever looks at a card that was another's (C19.1.d, r 17.1(d));
            # too many: whoever looks at all (C19.1.e, r 17.1(e)).
            if seat in self.strays or self.fault == self._rule("excess"):
                self._misdeal(self.fault)

    def _judge_discard(self, seat, card):
        """A player's card got into the discards (TGC-2006 C19.16, NI2006-156 r 17.10)."""
        token = self._token_of(card, seat)
        if token is None:
            self._refuse("card_is_not_there", self.cites["discard"])
        self._emit("irregular", self._rule("discard"), "discarded", seat)
        self._emit("move", token, seat, places.DISCARD, self._rule("discard"))
        if self.street and not self.out[seat]:
            self._wrong_count(seat)  # too few cards now

    def _misdeal(self, rule):
        """New shuffle, new cut, the marker stays (TGC-2006 C19.6, NI2006-156 r 17.3)."""
        self._end_without_winner("misdeal", rule + ", " + self.cites["again"])
