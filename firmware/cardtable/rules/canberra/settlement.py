"""Canberra Poker's settlement: hands turned over, wagers paid, jackpots declared, cards counted."""

from cardtable.rules.canberra.box import ACT, COLLECT, DEAL, HAND, PLACED, SETTLE, TURN, WAGERS
from cardtable.rules.canberra.deal import CanberraDeal
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.canberra.payouts import settle
from cardtable.rules.hands.rankings import CATEGORIES, category_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.places import DEALER
from cardtable.rules.positions import after


class CanberraSettlement(CanberraDeal):
    """`classify` tells the Boomerang prize of five cards, or None."""

    def __init__(self, values, stacks, sealer, classify, display=0, advised=(), game="canberra"):
        super().__init__(values, stacks, sealer, display, advised, game)
        self.classify = classify

    # ---- hands turned over

    def _judge_show(self, place, cards=None):
        if place == DEALER:
            if not self._dealer_may_show():
                self._refuse_by("players_have_not_decided", "dealer_shows")
        elif place not in self.boxes or not self._may_show(self.boxes[place]):
            self._refuse_by("not_to_be_shown_now", "shows")
        elif self.boxes[place].racked:
            self._refuse_by("hand_in_the_discard_rack", "rack")
        elif place != self.turned_next(place):  # S89-1997 r 9.5: in turn from the right
            self._emit("irregular", self._cite("shows"), "shown_out_of_order", place)
        if cards is not None and len(cards) != HAND:  # what is turned over is not five cards
            self._judge_count(place, len(cards))
        elif place == DEALER:
            self._show_dealer()
        else:
            self._show(place)
            if not self.boxes[place].settled:
                self._settle(place)

    def _dealer_may_show(self):
        return self.phase == TURN or (self.phase == ACT and self.no_hand)

    def _may_show(self, box):
        if box.folded or box.shown or box.collected or box.fate == "returned":
            return False
        return self.phase in (SETTLE, COLLECT)

    def turned_next(self, place):
        """Whose hand is turned over before that of `place`, or `place` itself."""
        if self.edition.whole_round or self.phase != SETTLE:
            return place
        return max(self.staying() or [place])

    def _show_dealer(self):
        self._turn(DEALER, self.dealer)
        if self.no_hand:
            self._emit("dealer_hand", "no_hand", 0)
        else:
            hand = self._cards(self.dealer)
            category = CATEGORIES[category_of(high_value(hand))]
            self._emit("dealer_hand", category, 1 if dealer_qualifies(hand) else 0)
        if not self.qualifies:
            rule = "dealer_miscounted" if self.no_hand else "no_hand"
            for seat in self.staying():  # no player's hand need be seen
                self._pay_ante_only(seat, rule)

    def _show(self, seat):
        box = self.boxes[seat]
        if not box.shown:
            self._turn(seat, box.tokens)
            category = CATEGORIES[category_of(high_value(self._cards(box.tokens)))]
            self._emit("hand", seat, category)

    def _settle(self, seat):
        box = self.boxes[seat]
        ante, bet, fate = settle(
            box.ante,
            box.bet,
            self._cards(box.tokens),
            self._cards(self.dealer),
            self._ante_max(seat),
            self.values["max_payout"],
        )
        self._emit("settle", seat, ante, bet, fate, self._cite(fate))

    # ---- jackpot hands

    def _judge_declare(self, seat):
        if self.phase in (WAGERS, DEAL):
            self._refuse_by("dealer_has_not_five_cards", "declare")
        if seat not in self.boxes:
            self._refuse_by("not_in_this_round", "jackpot_ante")
        reason = self._why_not_declare(self.boxes[seat])
        if reason:
            self._refuse_by(reason[0], reason[1])
        self._emit("declare", seat)

    def _why_not_declare(self, box):
        if not box.jackpot:
            return "no_jackpot_wager", "jackpot_ante"
        if box.folded:
            return "folded", "fold"
        if box.fate == "returned":
            return "hand_is_void", "miscounted"
        if box.collected:
            return "cards_are_collected", "declare"
        if box.declared:
            return "declared_already", "declare"
        return None

    def _settle_jackpot(self, seat):
        """The cards go to the rack: the jackpot wager is won now, or never."""
        box = self.boxes[seat]
        prize = None
        if box.declared and not box.folded:
            self._show(seat)
            prize = self.classify(self._cards(box.tokens))
        if not prize:
            self._emit("jackpot_lost", seat, box.jackpot)
            return
        self._emit("jackpot_won", seat, prize, box.jackpot)
        kept = self.values["winning_chip"] == "collected"
        kind = "jackpot_kept" if kept else "jackpot_back"
        self._emit(kind, seat, box.jackpot, self._cite("jackpot_chip"))

    # ---- count and collection

    def _judge_count(self, place, count):
        """The dealer has counted a hand (NI2004-492 r 7.4, 9.7)."""
        if place != DEALER and place not in self.boxes:
            self._refuse_by("no_cards_there", "count")
        folded = place != DEALER and self.boxes[place].folded
        rule = "count_folded" if folded else "count"
        if self.phase == WAGERS or (self.phase == DEAL and self.by_shoe):
            self._refuse_by("dealer_has_not_five_cards", rule)
        if place != DEALER and self.boxes[place].collected:
            self._refuse_by("cards_are_collected", rule)
        if count == HAND and self.count(place) != HAND:
            self._refuse_by("card_not_read", rule)
        self._emit("count", place, count)
        if count != HAND:
            self._spoil(place, "wrong_count")

    def _judge_collect(self, place):
        if self.phase in (WAGERS, DEAL):  # while cards are dealt, every hand still gets its own
            self._refuse_by("hands_not_settled", "count")
        if place is None or place == DEALER:
            if self.phase != COLLECT:
                self._refuse_by("hands_not_settled", "count")
            places = self._uncollected()
        else:
            places = [place]
            self._hand_there(place)
        for seat in places:
            if self._hand_missing(self.boxes[seat]):
                self._refuse_by("hand_in_the_discard_rack", "rack")
        for seat in places:
            if self.outcome is None:
                self._collect(seat)
        if self.outcome is None and self.phase == COLLECT and not self._uncollected():
            self._emit("collect", DEALER, len(self.dealer))
            if self.starter:
                seats = [s for s in self.able() if s not in self.absent and self.stacks[s]]
                seat = after(seats or sorted(self.boxes), self.starter)
                self._emit("marker", seat, "next", self._cite("tournament_ante"))
            self._emit("end", "settled", None)

    def _hand_there(self, seat):
        box = self.boxes.get(seat)
        if box is None or box.collected:
            self._refuse_by("no_cards_there", "count")
        elif not box.settled:
            self._refuse_by("hand_not_settled", "count")

    def _hand_missing(self, box):
        """Whether cards must come out of the rack before the hand can be verified."""
        return box.racked and box.declared and not box.folded and box.chip == PLACED

    def _collect(self, seat):
        box = self.boxes[seat]
        if box.chip == PLACED:
            self._settle_jackpot(seat)
        self._emit("collect", seat, self.count(seat))

    def _uncollected(self):
        return [seat for seat in sorted(self.boxes) if not self.boxes[seat].collected]
