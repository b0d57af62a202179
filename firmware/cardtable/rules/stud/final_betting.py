"""Stud's betting where part B differs, and what only a shown hand tells: checks and hopeless calls.

A check or a call in the last betting round is never refused for what lies face down: that would
tell the card. It is judged when the hand has been shown (TGC-2006 B12.3, B17.2).
"""

from cardtable.rules.decks import deck_cards
from cardtable.rules.poker.betting import CALL, CHECK, FOLD
from cardtable.rules.poker.pots import unmatched
from cardtable.rules.poker.state import SEATS, SHOW
from cardtable.rules.positions import clockwise
from cardtable.rules.stud.streets import Streets


class Final(Streets):
    """Betting by part B."""

    def __init__(self, values, sealer):
        super().__init__(values, sealer)
        self.ahead = [()] * SEATS  # who should have wagered before an early bet
        self.checked = []  # in the last betting round, in order
        self.last_call = [0, 0]  # in the last betting round: seat, cents

    def _stands(self, seat):
        """An early bet stands when nobody before it plays (B17.1.b)."""
        ahead = self.ahead[seat]
        return len(ahead) > 0 and len([s for s in ahead if self.out[s]]) == len(ahead)

    # ---- judged when shown

    def _hand_shown(self, seat):
        if seat in self.checked and not self.may_check(seat):
            self._emit("irregular", self._rule("final_check"), "check_not_earned", seat)

    def may_check(self, seat):
        """Whether the hand beats the four open cards of whoever checked before it (B12.3)."""
        mine = self.high(self._codes(self.held[seat]), [], self._ranking())
        for other in self.checked[: self.checked.index(seat)]:
            if self.showing(other) >= mine:
                return False
        return True

    def cannot_win(self, seat):
        """Whether an open hand beats `seat`, whatever card may lie under it (B17.2)."""
        order = self._ranking()
        own = self._codes(self.held[seat])
        mine = self.high(own, [], order)
        known = list(own)
        for other in self.players:
            known += self.open_cards(other)
        unseen = [card for card in deck_cards(self.values["deck"], False) if card not in known]
        for other in self.in_hand():
            # Who is all in for less does not play for this wager.
            if other != seat and self.put[other] >= self.put[seat]:
                if not self._may_beat(mine, self.open_cards(other), unseen, order):
                    return True
        return False

    def _may_beat(self, mine, showing, unseen, order):
        if len(showing) != 4:
            return True  # a hand set right in some other way: no card is certain
        for card in unseen:
            if self.high(showing + [card], [], order) <= mine:
                return True
        return False

    def _settle(self):
        seat, cents = self.last_call
        left = self.in_hand()
        if self.bets and seat in left and len(left) > 1 and self.cannot_win(seat):
            rule = self._rule("hopeless")
            self._emit("irregular", rule, "cannot_win", seat)
            self._emit("return", seat, cents, rule)
            self._emit("act", seat, FOLD, 0, rule)
            seat, cents = unmatched(self.put, self.out)
            if cents:
                self._emit("return", seat, cents, self._rule("uncalled"))
        super()._settle()

    # ---- records

    def _apply_place(self, seat, to):
        turn = self.betting.turn
        super()._apply_place(seat, to)
        if turn != seat:
            order = clockwise(self.players, turn)
            between = order[: order.index(seat)]
            self.ahead[seat] = [s for s in between if self.betting.owes[s]]

    def _apply_act(self, seat, what, to, rule):
        if self.street == len(self.streets) and self.phase != SHOW:
            if what == CHECK:
                self.checked.append(seat)
            elif what == CALL:
                self.last_call = [seat, to - self.bet[seat]]
        super()._apply_act(seat, what, to, rule)

    def _apply_return(self, seat, cents, rule):
        if self.phase == SHOW:  # from what has been gathered
            self.put[seat] -= cents
            self.stack[seat] += cents
        else:
            super()._apply_return(seat, cents, rule)
