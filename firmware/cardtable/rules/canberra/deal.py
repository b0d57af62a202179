"""Canberra Poker's deal: card by card from a shoe, or in packets; and what goes wrong.

From a shoe every card has its turn, whether a reader at the shoe names it or its box does.
An automated shuffling shoe gives packets of five (NI2004-492 r 12.4), each named by its box.
"""

from cardtable.rules.canberra.box import ACT, COLLECT, DEAL, HAND, PLACED, SETTLE, TURN, WAGERS
from cardtable.rules.canberra.state import CanberraState
from cardtable.rules.cards import JOKER, CardError, card_text, parse_card
from cardtable.rules.places import DEALER, SHOE, is_seat

# Inputs that come too late once the cards are in the rack, and what they are refused by.
_TOO_LATE = {"declare": "declare", "bet": "bet", "ante": "closed", "jackpot": "closed"}


class CanberraDeal(CanberraState):
    """What is judged when cards move."""

    # ---- cards

    def _judge_card(self, place, card):
        if not self.boxes:
            self._refuse_by("no_ante_on_the_table", "order")
        card = self._card_of_deck(card)
        if place == SHOE and self.phase in (TURN, SETTLE, COLLECT):
            self._refuse_by("deal_is_over", "order")  # the rest of the deck leaves the shoe
        if place in self.boxes and self.boxes[place].collected:
            self._refuse_by("cards_are_collected", "count")
        if self.phase == WAGERS:
            self._close_wagers()
        if place not in self.order:
            self._card_for_nobody(place, card)
        elif self.phase != DEAL:
            self._spoil(place, "card_after_the_deal")
            self._lay(place, card)
        elif self.by_shoe:
            self._next_from_shoe(place, card)
        else:
            self._next_by_count(place, card)

    def _judge_begin(self):
        if self.edition.rule("no_more_bets") is None:
            self._refuse_by("first_card_closes_wagers", "closed")
        if self.phase != WAGERS:
            self._refuse_by("cards_are_dealt", "closed")
        if not self.boxes:
            self._refuse_by("no_ante_on_the_table", "order")
        self._close_wagers()

    def _all_wagered(self):
        """In a tournament everybody who can wagers in every round (NI2004-492 r 17.14)."""
        if self.values["tournament"] and self.edition.rule("tournament_minimum"):
            for seat in self.able():
                if seat not in self.boxes and seat not in self.absent:
                    return False
        return True

    def _close_wagers(self):
        if not self._all_wagered():
            self._refuse_by("player_has_not_wagered", "tournament_minimum")
        self._emit("begin", sorted(self.boxes), self.display)

    def _card_of_deck(self, text):
        try:
            code = parse_card(text)
        except CardError:
            self._refuse_by("no_such_card", "deck")
        if code == JOKER:
            self._refuse_by("not_in_the_deck", "deck")
        card = card_text(code)
        if self._is_dealt(card):
            self._refuse_by("card_dealt_already", "deck")
        return card

    def _next_from_shoe(self, place, card):
        passed, extra = self.reach(place)
        if (passed or extra) and self.edition.whole_round:
            self._void("misdealt", "dealt_out_of_order", place)
            return
        for missed in passed:
            if missed != DEALER:  # whether the dealer has five is seen when the deal is done
                self._spoil(missed, "missed_in_the_deal", "missed")
        if extra:
            late = self.belated(place)  # five cards after all; the dealer's count is what matters
            if not late or place != DEALER:
                self._spoil(place, "dealt_out_of_order", "misdealt" if late else "missed")
        # The dealer's last card lies face up, unless an exposed one does (NI2004-492 r 6.2, 14.2).
        last = place == DEALER and self.passes == HAND - 1 and not extra
        self._lay(place, card, last and not self.dealer_up)
        if self.phase == ACT and len(self.dealer) != HAND and not self.no_hand:
            self._spoil(DEALER, "miscounted")

    def _next_by_count(self, place, card):
        if self.due() != place:
            begun = self.due()
            if begun is not None and self.count(begun):  # five at once, or not by r 12.4
                self._void("misdealt", "packet_broken", begun)
                return
        if self.count(place) >= HAND:
            self._spoil(place, "card_too_many")
        self._lay(place, card)

    def _card_for_nobody(self, place, card):
        """A card for a box without an ante, or for no box at all."""
        rule = "no_ante_there" if is_seat(place) else "order"
        if self.edition.whole_round:
            self._void("misdealt", "no_ante_there", place)
            return
        self._emit("irregular", self._cite(rule), "no_ante_there", place)
        self._lay(place, card)

    def _lay(self, place, card, face_up=False):
        """The card lies there. Only a shoe's sequence tells which one the dealer turns up."""
        if self.outcome is None:
            self._allow()
            self._emit("deal", place, card if face_up else self.sealer.seal(card))

    # ---- a hand that was dealt wrong

    def _spoil(self, place, what, rule="miscounted"):
        """The whole round is void, or that hand alone; the dealer's is no hand."""
        if self.edition.whole_round:
            self._void(rule, what, place)
        elif place == DEALER:
            if not self.no_hand:
                self._emit(
                    "irregular", self._cite("dealer_miscounted"), "dealer_miscounted", DEALER
                )
            if self.dealer_shown:  # found late: nothing is compared any more
                for seat in self.staying():
                    self._pay_ante_only(seat, "dealer_miscounted")
        else:
            self._emit("irregular", self._cite(rule), what, place)
            self._give_back(place, self._cite(rule))

    def _give_back(self, seat, rule):
        """The hand is void: every wager of that player is returned."""
        box = self.boxes[seat]
        if box.fate != "returned":
            self._emit("settle", seat, 0, 0, "returned", rule)
        if box.chip == PLACED:
            self._emit("jackpot_back", seat, box.jackpot, rule)

    # ---- small helpers

    def _too_late(self, kind):
        if self.outcome == "settled" and kind in _TOO_LATE:
            return self._cite(_TOO_LATE[kind])  # NI2004-492 r 10.3, 7.2, 4.4
        return self.document

    def _turn(self, place, tokens):
        for token in list(tokens):
            card, salt = self.sealer.opening(token)
            if salt:
                self._emit("turn", place, token, card, salt)

    def _void(self, rule, what, place):
        rule = self._cite(rule)
        self._emit("irregular", rule, what, place)
        self._emit("end", "void", rule)

    def _pay_ante_only(self, seat, rule):
        """The dealer has no hand: the ante wins, the bet goes back (S89-1997 r 9.4)."""
        won = min(self.boxes[seat].ante, self._ante_max(seat))
        self._emit("settle", seat, won, 0, "void", self._cite(rule))

    def _ante_max(self, seat):
        return self.limits.get(seat, self.values["ante_max"])

    def _cite(self, what):
        return self.document + " " + self._number(what)

    def _refuse_by(self, code, what):
        self._refuse(code, self._number(what))

    def _number(self, what):
        return self.edition.rule(what, self.values.get("shuffling_shoe")) or ""
