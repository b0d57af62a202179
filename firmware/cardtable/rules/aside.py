"""Chips that are not a bet yet, or no longer: placed out of turn, short of a call, uncalled."""

from cardtable.rules.betting import BET, CALL, CHECK, RAISE, UNDER_RAISE, opening_options
from cardtable.rules.poker_state import BETS
from cardtable.rules.pots import unmatched
from cardtable.rules.showdown import Showdown


class Aside(Showdown):
    """Chips before a player's bet, and chips that go back."""

    def _place_early(self, seat, to):
        self._emit("irregular", self._rule("early"), "out_of_turn", seat)
        self._emit("place", seat, to)

    def _place_short(self, seat, to):
        if self._must_raise(seat):
            self._refuse("raise_or_fold", self.cites["open_c"])
        if self.short != seat:
            self._emit("irregular", self._rule("short"), "short_of_a_call", seat)
        self._emit("place", seat, to)

    def _early_bet_stands(self):
        """ACT: an out-of-turn bet stands when nobody before bet more (NI2006-156 r 17.5)."""
        betting = self.betting
        seat = betting.turn
        to = self.early[seat]
        if not to or not self._stands(seat) or (to < betting.level and self.stack[seat]):
            return False
        least, most = betting.bounds(seat, self.pot())
        if to > betting.level:
            if betting.why_no_raise(seat) or (to < least and self.stack[seat]):
                to = betting.level
            else:
                to = min(to, most)
        if to > betting.level:
            what = self._kind_of(to, least)
        else:
            what = CALL if to > self.bet[seat] else CHECK
        self._emit("act", seat, what, to, self._rule("early"))
        if self.front[seat]:
            self._emit("return", seat, self.front[seat], self._rule("early"))
        return True

    def _stands(self, seat):
        """Whether the document lets an out-of-turn bet stand; in Tasmania the player acts again."""
        return not self.puck

    def _uncalled(self):
        """What goes back at the end of a betting round: (seat, cents)."""
        seat, cents = unmatched(self.bet, self.out)
        if seat and len(self.in_hand()) == 1:
            # Everyone folded: a blind is in the pot, nobody had to call it.
            cents = min(cents, self.bet[seat] - self.blind[seat])
        return seat, cents

    def _opening(self):
        """What the opening player may do in the first betting round; None when it is opened."""
        if self.street > 1 or not self.betting.unopened:
            return None
        return opening_options(self.law, 1, bool(self.posted), self.values.get("blind_kind", "B"))

    def _must_raise(self, seat):
        """Blind C: the opening player raises or folds (NI2006-156 r 10.2(c))."""
        options = self._opening()
        # Who cannot raise may still tap out (r 14.1).
        return options and CALL not in options and self.chips(seat) > self.betting.level

    def _kind_of(self, to, least):
        if to < least:
            return UNDER_RAISE
        return RAISE if self.betting.base else BET

    def _may_go_on(self):
        """Whether the next card or hand may come although a player could still check."""
        return self.phase == BETS and self.bets and self.betting.pointless()

    def _go_on(self):
        """Taken as the check it comes to: all others have tapped out."""
        seat = self.betting.turn
        self._emit("act", seat, CHECK, self.bet[seat], None)
        self._advance()
