"""A round of play between players: the cards, what is expected, and what follows by itself.

A game says what differs: its law, its rule numbers (`cites`), its streets, what a hand is worth.
The judges are stacked, one a file, from what a round ends with to what it begins with:

    poker_state ◁ showdown ◁ actions ◁ between ◁ poker

What most rounds never see is in modules of functions that take the round: `_rare` names them.
"""

from cardtable.rules import places
from cardtable.rules.cards import JOKER, CardError, card_text, parse_card
from cardtable.rules.decks import lowest_rank
from cardtable.rules.poker.pre_deal import PreDeal
from cardtable.rules.poker.state import AWAY, BEFORE, BETS, DEAL, SHOW
from cardtable.rules.positions import after, from_marker

# Inputs that most rounds never see, by module; one text costs a board less than many names
_SEATING = " join buy leave change_seat declare away back post over_blind rule_remove"
_SEATING += " newcomer direct "
_ASTRAY = " move see discard count "
_IRREGULAR = " expose expose_cut clock rule_fold rule_misdeal rule_void "


class Poker(PreDeal):
    """Shared by every game of players against each other."""

    def rare_modules(self, kind) -> tuple:
        word = " %s " % kind
        if word in _SEATING:
            return ("poker.rare_records", "poker.seating")
        if word in _ASTRAY:
            return ("poker.misplaced",)
        if word in _IRREGULAR:
            return ("rule_numbers", "poker.misplaced", "poker.irregular", "poker.rare_records")
        return ()

    def _rare(self, kind):
        word = " %s " % kind
        if word in _SEATING:
            from cardtable.rules.poker import seating as room
        elif word in _ASTRAY:
            from cardtable.rules.poker import misplaced as room
        elif word in _IRREGULAR:
            from cardtable.rules.poker import irregular as room
        else:
            return None
        return getattr(room, kind)

    def _judge_wait(self, time_ms):
        """Time passes at every table; it matters while somebody's ninety seconds run."""
        if self.clock and time_ms:
            from cardtable.rules.poker import irregular

            irregular.clock_runs(self, time_ms)

    # ---- what is expected

    def expects(self) -> list:
        """What may come next; amounts are (least, most), None where anything fits."""
        if self.outcome is not None:
            return []
        if self.phase == BEFORE:
            return self._expects_before()
        told = []
        if self._deal_is_open():
            due = self._due_hole()
            told = [("card", due, None)] if due else [("rule_misdeal", None)]
        elif self.phase == SHOW:
            told = self._expects_show()
        elif self.phase == BETS:
            told = self._expects_action(self.betting.turn)
            if self._may_go_on() and self._due() is not None:
                told.append(("card", self._due(), None))
        else:
            told = self._expects_deal()
            if not self.bets and self.street:
                told += [("fold", seat) for seat in self.in_hand()]
        return told

    def _expects_deal(self) -> list:
        return [("card", self._due(), None)]

    def left(self):
        """How many cards are in the shoe."""
        gone = len(self.board) + len(self.burnt) + len(self.discards)
        return self.values["deck"] + self.values["joker"] - gone - sum([len(h) for h in self.held])

    def _due(self):
        """The place of the next card; None when the street is complete."""
        if self.street == 0:
            return self._due_hole()
        if self.street == len(self.streets):
            return None
        need = sum(self.streets[: self.street + 1])
        if len(self.board) >= need:
            return None
        if len(self.board) == sum(self.streets[: self.street]):
            # One burn less when the burn card has replaced an exposed card.
            times = self.street - 1 if self.skip_burn else self.street
            if len(self.burnt) < self.values["burn"] * times:
                return places.BURN
        return places.BOARD

    def _due_hole(self):
        """Round the table, one card at a time; then the replacement of an exposed card."""
        fewest = min([self._dealt_to(seat) for seat in self.players])
        if fewest < self.initial:
            for seat in self.players:
                if self._dealt_to(seat) == fewest:
                    return seat
        return self.exposed[0] if self.exposed else None

    def _dealt_to(self, seat):
        """How many hole cards a seat has been dealt; one that no reader has seen counts when the
        dealer has counted it, an exposed one also when it is gone."""
        seen = len(self.held[seat]) + (self.exposed == [seat, None])
        return seen + self.unseen.get(seat, 0)

    def _deal_is_open(self):
        """Whether a hand in play has too few or too many cards before the first bet.

        Until that is set right, or a misdeal declared, nobody bets (TGC-2006 C11.4, B11.1.a;
        NI2006-156, NI2005-66 r 9.3). Once a player has acted it is the hand that is wrong.
        """
        if self.street > 1 or self.phase not in (DEAL, BETS):
            return False
        if self.street and (self.phase == DEAL or not self.betting.unopened):
            return False
        for seat in self.in_hand():
            if self._dealt_to(seat) != self.initial:
                return True
        return False

    # ---- cards

    def _judge_card(self, place, card):
        card = self._card_of_deck(card)
        if self.phase == BEFORE:
            self._ready_or_refuse()
            self._begin(place, card)
            return
        if self._may_go_on() and place == self._due():
            self._go_on()
        due = self._due() if self.phase == DEAL else None
        if place == due:
            self._deal(place, card)
            self._advance()
        else:
            self._card_astray(place, card, due)

    def _card_astray(self, place, card, due):
        if self.unseen.get(place):  # counted by the dealer, and read after all
            self._deal(place, card)
            return
        from cardtable.rules.poker import misplaced

        misplaced.landed(self, place, card, due)

    def _token(self, place, card):
        """A card as it is told when it lands: its face on the board, else a seal."""
        return card if place == places.BOARD else self.sealer.seal(card)

    def _card_of_deck(self, text):
        """The card, as it is always written; refused when the deck has no such card left."""
        try:
            code = parse_card(text)
        except CardError:
            self._refuse("no_such_card", self.cites["deck"])
        if code == JOKER:
            wrong = not self.values["joker"]
        else:
            wrong = code >> 2 < lowest_rank(self.values["deck"])
        if wrong:
            self._refuse("not_in_the_deck", self.cites["deck"])
        card = card_text(code)
        if self.place_of(card) is not None:
            self._refuse("card_is_on_the_table", self.cites["twice"])
        return card

    def _deal(self, place, card):
        """A card lands: face up on the board, else under a seal."""
        self._allow()
        token = self._token(place, card)
        if self.exposed and place == self.exposed[0] and self._dealt_to(place) == self.initial:
            from cardtable.rules.poker import irregular

            irregular.replace_exposed(self, place)
        self._emit("deal", place, token)

    def _hand_size(self):
        """How many cards of its own a hand has in this betting round."""
        return self.hole

    # ---- what comes by itself

    def _advance(self):
        """Everything that follows without another input."""
        while self.outcome is None:
            if self.phase == DEAL:
                if not self._dealt():
                    return
                self._emit("street", self.street + 1, self._opens())
            elif self.phase == BETS:
                if len(self.in_hand()) == 1:
                    self._gather()
                    self._win_alone()
                elif not self.bets or self.betting.turn == 0:
                    self._gather()
                elif self.waits[self.betting.turn] >= AWAY:
                    self.fold_by(self.betting.turn, self._absent_rule())  # r 20.11
                elif not self._early_bet_stands(self.betting.turn):
                    return
            else:
                if not self._showdown_done():
                    return
                self._settle()

    def _absent_rule(self):
        """Why a player who is away is dealt out, or dealt in and folded."""
        return self._rule("freeze_away" if self.values.get("freeze_wager") else "absent")

    def _dealt(self):
        """Whether the street is complete."""
        return self._due() is None and not self._deal_is_open()

    def _opens(self):
        """Who opens the betting round that begins now."""
        if self.street == 0 and self.posted:
            return after(self.players, self.over or self.posted[-1])
        # TGC-2006 C12.4, C12.5; NI2006-156 r 10.1
        return from_marker(self.in_hand(), self.marker, self.puck)[0]

    def _gather(self):
        """The betting round ends: what nobody called goes back, the rest is in the pots."""
        for seat in self.players:
            if self.front[seat]:
                self._emit("return", seat, self.front[seat], self._rule("early"))
        seat, cents = self._uncalled()
        if cents:
            self._emit("return", seat, cents, self._rule("uncalled"))
        self._emit("gather", self.pot())
