"""Showdown and settlement: hands turned over, pots, commission, shares, the marker passed."""

from cardtable.rules import shares
from cardtable.rules.cards import CardError, as_written, parse_card
from cardtable.rules.hands.rankings import CATEGORIES, category_of, order_of
from cardtable.rules.poker import commission
from cardtable.rules.poker.pots import side_pots
from cardtable.rules.poker.state import DEAD, FOLDED, MUCKED, SHOW, PokerState
from cardtable.rules.positions import after


class Showdown(PokerState):
    """The end of a round."""

    # ---- hands turned over

    def _expects_show(self):
        told = []
        for seat in self.in_hand():
            if not self.shown[seat] and not self._before_the_called(seat):
                told.append(("show", seat, None))
                if seat != self.called:
                    told.append(("muck", seat))
        return told

    def _at_showdown(self, seat):
        last = self.street == len(self.streets) and self._may_go_on()
        if self.phase != SHOW and not last:
            self._refuse("no_showdown_yet", self.cites["show"])
        if seat not in self.players or self.shown[seat]:
            self._refuse("nothing_to_show", self.cites["show"])

    def _before_the_called(self, seat):
        """Whether the player who was called has to show before `seat` (C15.1, r 13.1)."""
        called = self.called
        if called == seat or not called or self.law == "stud":
            return False
        return not self.out[called] and not self.shown[called]

    def _judge_show(self, seat, cards):
        if seat in self.eager and self.shown[seat]:
            return  # it lies face up already, and has waited
        self._at_showdown(seat)
        held = [self.sealer.face(token) for token in self.held[seat]]
        if self.out[seat]:
            if len(held) == self.hole or self.out[seat] == MUCKED:
                self._refuse("not_in_the_hand", self.cites["show"])
            self._emit("irregular", self._rule("count"), "wrong_count", seat)  # folded before
            return
        named = held if cards is None else [self._named(card) for card in cards]
        if self.phase != SHOW:
            self._go_on()
        if self._before_the_called(seat):  # taken, and waits for the hand that was called
            self._emit("irregular", self._rule("show"), "shown_out_of_order", seat)
        if self.unseen.get(seat):
            from cardtable.rules.poker import misplaced

            misplaced.read_by_eye(self, seat, named)
            held = [self.sealer.face(token) for token in self.held[seat]]
        for token, card in zip(list(self.held[seat]), held):
            if card in named and token != card:
                self._emit("turn", seat, token, card, self.sealer.opening(token)[1])
        if len(named) != self.hole or len(held) != self.hole:
            self._dead_hand(seat, "count")
        elif sorted(named) != sorted(held):
            self._dead_hand(seat, "exchange")
        else:
            self._emit("hand", seat, self.category(seat))
            self._hand_shown(seat)
            self._advance()

    def _dead_hand(self, seat, key):
        from cardtable.rules.poker import misplaced

        misplaced.dead_hand(self, seat, key)

    def _hand_shown(self, seat):
        """What a game finds out when a hand is turned over."""

    def _named(self, text):
        """A card by its face, as it is always written, or by its seal."""
        if len(text) > 3:
            return self.sealer.face(text) or text
        try:
            return as_written(text)
        except CardError:
            self._refuse("no_such_card", self.cites["deck"])

    def _judge_muck(self, seat):
        self._at_showdown(seat)
        if self.out[seat]:
            self._refuse("not_in_the_hand", self.cites["show"])
        if seat == self.called:
            self._refuse("the_player_called_shows", self.cites["show"])
        if self.phase != SHOW:
            self._go_on()
        self._emit("muck", seat)
        self._advance()

    def _showdown_done(self):
        left = self.in_hand()
        if len(left) == 1 and (left[0] == self.called or DEAD in self.out):
            # The player called shows, whoever gives up; after a hand with a wrong count the last
            # one has to show the right count (TGC-2006 C19.15, NI2006-156 r 17.9).
            return self.shown[left[0]]
        return len(left) < 2 or all(self.shown[seat] for seat in left)

    # ---- what hands are worth

    def _ranking(self):
        """The order of hands in this round."""
        values = self.values
        book = "act" if self.law == "act" else "tas"
        return order_of(book, values["deck"], bool(values["joker"]), bool(values["ace_low"]))

    def _codes(self, tokens):
        return [parse_card(self.sealer.face(token)) for token in tokens]

    def category(self, seat):
        """What the hand of a seat is called, of the cards it holds now."""
        hole = self._codes(self.held[seat])
        board = self._codes(self.board)
        if self.values["win"] == "low":
            from cardtable.rules.poker import high_low

            return high_low.category(self, hole, board)
        order = self._ranking()
        return CATEGORIES[category_of(self._worth(seat, hole, board, order), order)]

    def _worth(self, seat, hole, board, order):
        """Reckoned when the hand is turned over, and at the settlement only if its cards are
        others by then: ten hands of Omaha at once would stop a board for 50 ms."""
        cards = hole + board
        known = self.worth.get(seat)
        if known is None or known[0] != cards:
            known = self.worth[seat] = (cards, self.high(hole, board, order))
        return known[1]

    def _best(self, seats):
        """(high winners, low winners) among the seats; one list is empty where it has no say."""
        if len(seats) == 1:
            return seats, []
        if self.values["win"] == "high":
            return self.best_high(seats), []
        from cardtable.rules.poker import high_low

        return high_low.best(self, seats)

    def best_high(self, seats):
        board = self._codes(self.board)
        order = self._ranking()
        worth = [self._worth(seat, self._codes(self.held[seat]), board, order) for seat in seats]
        return winners(seats, worth)

    # ---- settlement

    def _settle(self):
        if not self.in_hand() and not self.folds:
            self._end_without_winner("void", self._rule("count"))
            return
        if not self.bets:
            self._settle_cards()
            return
        gone = [out == FOLDED for out in self.out]
        pots = side_pots(self.put, gone, sum(self.dead))
        if not pots:  # every contributor was folded before the showdown
            pots = [[sum(self.put) + sum(self.dead), []]]
        won = []
        for _, seats in pots:
            won.append(self._winners_of(seats, won))
        self._pay([cents for cents, _ in pots], won)

    def _winners_of(self, seats, won):
        """(high, low) winners of the pot that `seats` may win."""
        left = [seat for seat in seats if not self.out[seat]]
        if left:
            return self._best(left)
        mucked = [seat for seat in self.folds if seat in seats and self.out[seat] == MUCKED]
        if mucked:
            return [mucked[-1]], []  # the last to give up had nobody left to beat
        if won:
            return won[-1]
        return [self.folds[-1]], []  # the last to fold wins (C19.15, r 17.9)

    def _settle_cards(self):
        left = self.in_hand()
        high, low = self._best(left) if left else ([self.folds[-1]], [])
        for seat in high:
            self._emit("win", 0, seat, 0, "high" if low else "all")
        for seat in low:
            self._emit("win", 0, seat, 0, "low")
        self._finish("show")

    def _win_alone(self):
        seat = self.in_hand()[0]
        if self.bets:
            self._pay([sum(self.put) + sum(self.dead)], [([seat], [])], "alone")
        else:
            self._emit("win", 0, seat, 0, "all")
            self._finish("alone")

    def _pay(self, amounts, won, key="show"):
        """Pots, commission, shares: what the records tell, in this order."""
        for n in range(len(amounts)):
            high, low = won[n]
            self._emit("pot", n, amounts[n], high + [s for s in low if s not in high])
        taken = self._commission(amounts, won)
        for n in range(len(amounts)):
            if taken[n]:
                self._emit("commission", n, taken[n], self._rule("commission"))
        unit = self._unit()
        for n in range(len(amounts)):
            high, low = won[n]
            net = amounts[n] - taken[n]
            if low:
                from cardtable.rules.poker.high_low import high_low

                parts = high_low(net, unit, high, low, self.marker, self.puck)
            else:
                parts = [
                    (seat, cents, "all")
                    for seat, cents in shares.split(net, unit, high, self.marker, self.puck)
                ]
            for seat, cents, part in parts:
                self._emit("win", n, seat, cents, part)
        self._finish(key)

    def _unit(self):
        """ACT: the smallest chip (r 13.2); Tasmania: the table minimum (C15.2)."""
        return self.values["smallest_chip" if self.law == "act" else "table_min"]

    def _commission(self, amounts, won):
        if self.values["tournament"]:
            return [0] * len(amounts)
        bettors = [s for s in range(len(self.put)) if self.put[s] or self.dead[s]]
        equal = len(bettors) > 1
        for high, low in won:
            if (low and low != high) or [seat for seat in bettors if seat not in high]:
                equal = False
        return commission.taken(
            self.values["commission"],
            amounts,
            self.values.get("commission_max"),
            sum(amounts) <= self.forced,
            equal,
        )

    def _finish(self, key):
        """The marker passes (TGC-2006 C10.1, NI2006-156 r 8.3), except after C19.9."""
        for seat in list(self.declared) if self.bets else ():
            if not self.stack[seat]:  # has lost the table stake: leaves the table (r 14.3)
                self._emit("leave", seat, 0)
        if self.stays:
            self._emit("marker", self.marker, "next", self._rule("vacated"))
        else:
            seats = [seat for seat in self.seated if self.plays(seat)]
            if self.values["tournament"] or self.values.get("freeze_wager"):
                seats = [seat for seat in seats if self.stack[seat]] or seats
            # The puck of a box that is empty was the next player's: who got the first card.
            here = self.players[0] if self.puck else self.marker
            self._emit("marker", after(seats, here), "next", self._rule("marker"))
        self._emit("end", "won", self._rule(key))

    def _end_without_winner(self, outcome, rule):
        """As if it had never been: every chip back, the marker stays."""
        for seat in range(1, len(self.stack)):
            cents = self.front[seat] + self.bet[seat] + self.put[seat] + self.dead[seat]
            if cents:
                self._emit("refund", seat, cents, rule)
        self._emit("end", outcome, rule)


def winners(seats, worth):
    """The seats with the highest value."""
    best = max(worth)
    return [seats[n] for n in range(len(seats)) if worth[n] == best]
