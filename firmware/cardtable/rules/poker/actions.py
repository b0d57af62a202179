"""What players do with their chips: check, call, bet, raise, tap out, fold; in turn and out of it.

Amounts are totals in this betting round. A bet below the call is short chips, one between call
and raise is deemed a call, one above the limit is refused.
"""

from cardtable.rules.poker.betting import (
    BET,
    CALL,
    CALL_FOLD,
    CHECK,
    FOLD,
    RAISE,
    UNDER_RAISE,
    opening_options,
)
from cardtable.rules.poker.pots import unmatched
from cardtable.rules.poker.showdown import Showdown
from cardtable.rules.poker.state import BETS, SHOW


class Actions(Showdown):
    """The betting."""

    # ---- what a player may do

    def options(self, seat):
        """(call, least, most): the bet to meet and the totals a bet or raise may come to.

        `least` and `most` are 0 when the player may not raise; a tap-out may lie below `least`.
        """
        betting = self.betting
        if self.chips(seat) <= betting.level or self._no_raise(seat):
            return betting.level, 0, 0
        least, most = betting.bounds(seat, self.pot())
        chips = self.chips(seat)
        return betting.level, min(least, chips), min(most, chips)

    def _expects_action(self, seat):
        betting = self.betting
        call, least, most = self.options(seat)
        told = []
        if call > self.bet[seat]:
            if not self._must_raise(seat):
                told.append(("call", seat))
        elif self._why_no_check(seat) is None:
            told.append(("check", seat))
        if most:
            told.append(("raise" if betting.level else "bet", seat, (least, most)))
            if self.chips(seat) <= most:
                told.append(("all_in", seat))
        elif self.bet[seat] < self.chips(seat) <= call:
            told.append(("all_in", seat))
        if self._why_no_fold(seat) is None:
            told.append(("fold", seat))
        elif self._may_call_and_fold():
            told.append(("call_fold", seat))
        return told

    def _why_no_check(self, seat):
        betting = self.betting
        if self.short == seat:
            return "short"
        if self.street == 1:
            # Only a blind that nobody raised may check in the first betting round.
            return None if betting.level and self.bet[seat] == betting.level else "check_first"
        if betting.level:
            return "check"
        if self.street == len(self.streets) and not self.values.get("final_check", 1):
            return "final_check"  # NI2005-66 r 11.4
        return None

    def _why_no_fold(self, seat):
        options = self._opening()
        if options and FOLD not in options:
            return "open_a" if CALL_FOLD in options else "open_ante"
        return None

    def _no_raise(self, seat):
        """None, or which rule keeps a player from raising."""
        if self.short == seat:
            return "short"
        if self.early[seat] and self.puck:  # TGC-2006 C19.11, C19.12, B17.1
            return "early_over" if self.betting.level > self.early[seat] else "early"
        return self.betting.why_no_raise(seat)

    # ---- inputs

    def _too_late(self, kind):
        if self.outcome == "won" and kind in ("check", "call", "bet", "raise", "all_in", "fold"):
            return self._rule("alone")
        if self.law == "act" and kind.startswith("rule_"):
            return self.document + " 17.14"  # what was decided of the last round stands
        return self.document

    def _betting_for(self, seat):
        """The betting round, when `seat` may have a say in it."""
        if not self.bets:
            self._refuse("bets_are_not_followed", self.cites["follow"])
        if self._deal_is_open():
            self._refuse("deal_not_set_right", self._open_deal_rule())
        if self.phase != BETS:
            rule = self.cites["bet_first" if not self.street else "bet_then"]
            if self.street and seat in self.players and not (self.out[seat] or self.stack[seat]):
                rule += ", " + self.cites["tap"]
            if self.exposed:  # the burn card comes first (TGC-2006 C19.4, NI2006-156 r 17.19)
                rule += ", " + self.cites["exposed_burn"]
            self._refuse("no_betting_now", rule)
        if seat not in self.players or self.out[seat]:
            self._refuse("not_in_the_hand", self._turn_rule())
        if not self.stack[seat] and not self.front[seat]:
            self._refuse("tapped_out_players_stay", self.cites["tap"])
        return self.betting

    def _open_deal_rule(self):
        """No bet before the deal is complete; by which rules it has gone wrong, when it has."""
        cites = self.cites
        rule = cites["bet_first"] + ", " + cites["deal"]
        if self.fault:
            rule += ", " + cites["out_of_turn"] + ", " + cites["excess"] + ", " + cites["count"]
        if self.exposed:  # the burn card comes first (TGC-2006 C19.4, NI2006-156 r 17.19)
            rule += ", " + cites["exposed_burn"]
        return rule

    def _turn_rule(self):
        return self.cites["turn_first" if self.street < 2 else "turn"]

    def _must_owe(self, seat):
        """Out of turn is something for those whose turn is still to come."""
        if not self.betting.owes[seat] or self.early[seat]:
            self._refuse("not_your_turn", self._turn_rule())

    def _judge_check(self, seat):
        betting = self._betting_for(seat)
        if seat != betting.turn:
            self._refuse("not_your_turn", self._turn_rule())
        reason = self._why_no_check(seat)
        if reason is None and betting.level > self.bet[seat]:
            reason = "check"
        if reason:
            self._refuse("no_check", self.cites[reason])
        self._act(seat, CHECK, self.bet[seat])

    def _judge_call(self, seat):
        betting = self._betting_for(seat)
        to = min(betting.level, self.chips(seat))
        if seat != betting.turn:
            self._must_owe(seat)
            if to <= self.bet[seat]:
                self._refuse("not_your_turn", self._turn_rule())
            self._aside().place_early(self, seat, to)
        elif to <= self.bet[seat]:
            # Out of turn in Tasmania: "call" is also said to a check (TGC-2006 B17.1.a, C19.11).
            if self.street > 1 and not (self.puck and self.early[seat]):
                self._refuse("nothing_to_call", self.cites["open_then"])
            if self._why_no_check(seat):
                self._refuse("nothing_to_call", self.cites["open_ante"])
            self._act(seat, CHECK, to)
        else:
            self._call(seat, to)

    def _call(self, seat, to):
        if self._must_raise(seat):
            self._refuse("raise_or_fold", self.cites["open_c"])
        self._act(seat, CALL, to)

    def _judge_all_in(self, seat):
        self._wager(seat, self.chips(seat))

    def _wager(self, seat, to):
        betting = self._betting_for(seat)
        if to is None:
            self._refuse("how_much", self.cites["least"])
        chips = self.chips(seat)
        if to > chips:
            self._refuse("not_enough_chips", self.cites["tap"])
        placed = self.front[seat] if self.short == seat else 0
        if to <= self.bet[seat] + placed and to != chips:
            self._refuse("nothing_added", self.cites["short" if placed else "least"])
        if seat != betting.turn:
            self._must_owe(seat)
            if chips == self.bet[seat]:
                self._refuse("nothing_added", self.cites["tap"])
            self._aside().place_early(self, seat, to)
        elif to < betting.level and to < chips:
            self._aside().place_short(self, seat, to)
        elif to <= betting.level:
            self._call(seat, to)
        else:
            self._raise(seat, to, chips)

    _judge_bet = _judge_raise = _wager

    def _raise(self, seat, to, chips):
        betting = self.betting
        least, most = betting.bounds(seat, self.pot())
        reason = self._no_raise(seat)
        if reason in ("short", "early", "early_over"):
            self._refuse("call_or_fold", self.cites[reason])
        if to < least and to < chips and betting.level:
            self._aside().deemed_call(self, seat, to)  # TGC-2006 C19.13, NI2006-156 r 17.7
            return
        if reason:
            self._refuse("no_raise", self._why_rule(reason))
        if to > most:
            rule = self.cites["most"]
            if (
                self.law == "holdem"
                and self.limits.limit == "fixed"
                and betting.level > betting.base
            ):
                rule += ", " + self.cites["closed_fixed"]  # C16.2: to the structured level
            self._refuse("above_the_limit", rule)
        if to < least and to < chips:
            self._refuse("below_the_minimum", self.cites["least"])
        self._act(seat, self._kind_of(to, least), to)

    def _why_rule(self, reason):
        if reason == "closed" and self.limits.limit in ("fixed", "straddle"):
            reason = "closed_fixed"
        return self.cites[reason]

    def _aside(self):
        """What the document makes of chips that are no bet yet."""
        from cardtable.rules.poker import out_of_turn

        return out_of_turn

    def _early_bet_stands(self, seat):
        return self.early[seat] and self._aside().early_bet_stands(self, seat)

    def _stands(self, seat):
        """Whether the document lets an out-of-turn bet stand; in Tasmania the player acts again."""
        return not self.puck

    def _act(self, seat, what, to, rule=None):
        """An action in turn; chips placed before that are not needed come back."""
        self._emit("act", seat, what, to, rule)
        if self.front[seat]:
            self._emit("return", seat, self.front[seat], self._rule("early"))
        self._advance()

    # ---- folds

    def _judge_fold(self, seat):
        if self.phase == SHOW and self.bets:
            self._judge_muck(seat)
            return
        if not self.bets:
            if self.street == 0 or seat not in self.players or self.out[seat]:
                self._refuse("not_in_the_hand", self.cites["bet_first"])
            self._emit("act", seat, FOLD, 0, None)
            self._fold_ends()
            return
        betting = self._betting_for(seat)
        if seat == betting.turn:
            reason = self._why_no_fold(seat)
            if reason:
                self._refuse("opening_player_may_not_fold", self.cites[reason])
        else:
            self._emit("irregular", self._rule("fold_line"), "fold_out_of_turn", seat)
        self.fold_by(seat, None)

    def fold_by(self, seat, rule):
        """A hand is folded; chips placed out of turn or short of a call come back by their rule."""
        to = self.bet[seat]
        if self.front[seat]:
            to = self._aside().folds_with(self, seat, rule)
        self._emit("act", seat, FOLD, to, rule)
        if self.front[seat]:
            self._emit("return", seat, self.front[seat], self._rule("early"))
        self._fold_ends()

    def _fold_ends(self):
        """One player left wins at once, whatever the phase (TGC-2006 C12.3.a, C14.4.a)."""
        if self.phase != BETS and len(self.in_hand()) == 1:
            self._win_alone()
        self._advance()

    def _may_call_and_fold(self):
        options = self._opening()
        return options is not None and CALL_FOLD in options

    def _judge_call_fold(self, seat):
        betting = self._betting_for(seat)
        if seat != betting.turn:
            self._refuse("not_your_turn", self._turn_rule())
        if not self._may_call_and_fold():
            self._refuse("for_the_opener_of_blind_a", self.cites["call_fold"])
        self._act(seat, CALL_FOLD, min(betting.level, self.chips(seat)))

    # ---- the opening player; the end of a betting round

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

    def _uncalled(self):
        """What goes back at the end of a betting round: (seat, cents)."""
        seat, cents = unmatched(self.bet, self.out)
        if seat and len(self.in_hand()) == 1:
            # Everyone folded: a blind is in the pot, nobody had to call it.
            cents = min(cents, self.bet[seat] - self.blind[seat])
        return seat, cents
