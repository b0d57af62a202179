"""Canberra Poker (NI2004-492): the house banks; ante, five cards each, bet or fold, settlement.

    wagers → deal → act → turn → settle → collect

The first card out of the shoe closes the wagers (dictionary: Round of Play). The dealer's hand
and each player's hand are told only when they are turned over: ("show", place).
"""

from cardtable.rules.canberra_hands import dealer_qualifies
from cardtable.rules.canberra_pay import bet_of, settle
from cardtable.rules.canberra_state import ACT, COLLECT, DEAL, HAND, SETTLE, TURN, WAGERS
from cardtable.rules.canberra_state import CanberraState as State
from cardtable.rules.orders import CATEGORIES, category_of
from cardtable.rules.places import DEALER
from cardtable.rules.values import high_value

_EXPOSED_LIMIT = 3  # r 14.1
_MOST_BOXES = 9  # five cards each and five for the dealer, of 52 (r 2.1, 6.3)


class Canberra(State):
    """One round, judged. `classify` tells the Boomerang prize of five cards, or None."""

    game = "canberra"
    document = "NI2004-492"

    def __init__(self, values, stacks, sealer, classify, display=0, advised=()):
        super().__init__(values, stacks, sealer, display, advised)
        self.classify = classify

    # ---- what may come next

    def expects(self):
        if self.outcome is not None:
            return []
        if self.phase == WAGERS:
            found = [("ante", None, None)]
            for seat in sorted(self.boxes):
                if not self.boxes[seat].jackpot and self.values["jackpot_wager"]:
                    found.append(("jackpot", seat))
            if self.boxes:
                found.append(("card", self.due(), None))
            return found
        if self.phase == DEAL:
            return [("card", self.due(), None)]
        if self.phase == ACT:
            found = []
            for seat in self._undecided():
                found += [("bet", seat, bet_of(self.boxes[seat].ante)), ("fold", seat)]
            return found
        if self.phase == TURN:
            return [("show", DEALER)]
        if self.phase == SETTLE:
            return [("show", seat) for seat in self._unsettled()]
        found = [
            ("declare", seat)
            for seat in sorted(self.boxes)
            if self._why_not_declare(self.boxes[seat]) is None
        ]
        return found + [("collect", None)]

    # ---- wagers

    def _judge_ante(self, seat, amount):
        if self.phase != WAGERS:
            self._refuse("cards_are_dealt", "4.4")
        if seat in self.boxes:
            self._refuse("ante_placed_already", "4.3")
        if not amount:
            self._refuse("no_wager", "4.2")
        if len(self.boxes) >= _MOST_BOXES:
            self._refuse("too_many_boxes_for_the_deck", "2.1")
        stack = self.stacks.get(seat)
        if stack is not None and amount > stack:
            self._refuse("not_enough_chips", "4.2")
        if amount < self.values["ante_min"]:
            if seat in self.advised:
                self._refuse("under_minimum_again", "3.4")
            self._emit("irregular", self._cite("3.4"), "under_minimum", seat)
        if amount > self.values["ante_max"]:
            self._emit("irregular", self._cite("3.5"), "over_maximum", seat)
        self._emit("ante", seat, amount)

    def _judge_jackpot(self, seat):
        if self.phase != WAGERS:
            self._refuse("cards_are_dealt", "4.1")
        if seat not in self.boxes:
            self._refuse("no_ante", "10.1")
        if not self.values["jackpot_wager"]:
            self._refuse("no_jackpot_here", "10.2")
        if self.boxes[seat].jackpot:
            self._refuse("jackpot_wagered_already", "10.2")
        stack = self.stacks.get(seat)
        if stack is not None and self.values["jackpot_wager"] > stack:
            self._refuse("not_enough_chips", "4.2")
        self._emit("jackpot", seat, self.values["jackpot_wager"])

    def _judge_display(self, amount):
        self._emit("display", amount)

    # ---- the deal

    def _judge_card(self, place, card):
        if not self.boxes:
            self._refuse("no_ante_on_the_table", "6.3")
        if card in self._faces():
            self._refuse("card_dealt_already", "2.1")
        if self.phase == WAGERS:
            self._emit("begin", sorted(self.boxes), self.display)
        due = self.due()
        if self.phase != DEAL or place != due:
            self._void("14.3", "dealt_out_of_order", place)
            return
        self._allow()
        # The dealer's last card lies face up, unless an earlier one was exposed (r 6.2, 14.2).
        last_of_all = place == DEALER and len(self.dealer) == HAND - 1 and not self.dealer_up
        self._emit("deal", place, card if last_of_all else self.sealer.seal(card))

    def _judge_expose(self, place):
        if self.phase != DEAL:
            self._refuse("not_while_dealing", "14.1")
        if place == DEALER:
            if not self.dealer or self.dealer_up:
                self._refuse("no_card_to_expose", "14.2")
            token = self.dealer[-1]
            self._emit("irregular", self._cite("14.2"), "dealer_card_exposed", DEALER)
            self._turn(DEALER, [token])
            return
        if place not in self.boxes or not self.boxes[place].tokens:
            self._refuse("no_card_to_expose", "14.1")
        self._emit("irregular", self._cite("14.1"), "card_exposed", place)
        if self.exposed >= _EXPOSED_LIMIT:
            self._emit("end", "void", self._cite("14.1"))

    # ---- bet or fold

    def _judge_bet(self, seat, to):
        box = self._to_act(seat)
        due = bet_of(box.ante)
        if to is not None and to != due:
            self._refuse("bet_is_twice_the_ante", "7.2")
        stack = self.stacks.get(seat)
        if stack is not None and due > stack:
            self._refuse("not_enough_chips", "7.2")
        self._emit("bet", seat, due)

    def _judge_fold(self, seat):
        box = self._to_act(seat)
        self._emit("fold", seat)
        loss = min(box.ante, self.values["ante_max"])
        self._emit("settle", seat, -loss, 0, "lost", self._cite("7.3"))

    def _to_act(self, seat):
        if self.phase in (WAGERS, DEAL):
            self._refuse("dealer_has_not_five_cards", "7.1")
        if seat not in self.boxes:
            self._refuse("not_in_this_round", "4.1")
        if self.phase != ACT or seat not in self._undecided():
            self._refuse("decided_already", "7.1")
        return self.boxes[seat]

    # ---- settlement

    def _judge_show(self, place, cards=None):
        if place == DEALER:
            if self.phase != TURN:
                self._refuse("players_have_not_decided", "9.1")
            self._turn(DEALER, self.dealer)
            hand = self._cards(self.dealer)
            qualifies = dealer_qualifies(hand)
            category = CATEGORIES[category_of(high_value(hand))]
            self._emit("dealer_hand", category, 1 if qualifies else 0)
            if not qualifies:
                for seat in self._playing():  # r 9.3: no player's hand need be seen
                    self._settle(seat)
            return
        if self.phase != SETTLE or place not in self._unsettled():
            self._refuse("not_to_be_shown_now", "9.4")
        self._show(place)
        self._settle(place)

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
            self.values["ante_max"],
            self.values["max_payout"],
        )
        if not self.qualifies:
            rule = "9.3"
        else:
            rule = {"won": "9.4", "lost": "9.5", "void": "9.6"}[fate]
        self._emit("settle", seat, ante, bet, fate, self._cite(rule))

    # ---- jackpot hands and the end

    def _why_not_declare(self, box):
        if not box.jackpot:
            return "no_jackpot_wager", "10.1"
        if box.folded:
            return "folded", "7.3"
        if box.collected:
            return "cards_are_collected", "10.3"
        if box.declared:
            return "declared_already", "10.3"
        return None

    def _judge_declare(self, seat):
        if self.phase in (WAGERS, DEAL):
            self._refuse("dealer_has_not_five_cards", "10.3")
        if seat not in self.boxes:
            self._refuse("not_in_this_round", "10.1")
        reason = self._why_not_declare(self.boxes[seat])
        if reason:
            self._refuse(reason[0], reason[1])
        self._emit("declare", seat)

    def _judge_collect(self, place):
        if self.phase == WAGERS:
            self._refuse("no_cards_dealt", "9.7")
        if place is not None:
            self._judge_collect_one(place)
        elif self.phase != COLLECT:
            self._refuse("hands_not_settled", "9.7")
        else:
            for seat in sorted(self.boxes):
                if not self.boxes[seat].collected:
                    self._collect(seat)
            self._emit("collect", DEALER, len(self.dealer))
        if self.phase == COLLECT and not [b for b in self.boxes.values() if not b.collected]:
            self._emit("end", "settled", None)

    def _judge_collect_one(self, seat):
        box = self.boxes.get(seat)
        if box is None or box.collected:
            self._refuse("no_cards_there", "9.7")
        elif not box.settled:
            self._refuse("hand_not_settled", "9.7")
        else:
            self._collect(seat)

    def _collect(self, seat):
        """The hand's cards go to the rack: its jackpot wager is won now, or never (r 10.3)."""
        box = self.boxes[seat]
        if box.jackpot:
            prize = None
            if box.declared:
                self._show(seat)
                prize = self.classify(self._cards(box.tokens))
            if prize:
                self._emit("jackpot_won", seat, prize, box.jackpot)
            else:
                self._emit("jackpot_lost", seat, box.jackpot)
        self._emit("collect", seat, len(box.tokens))

    def _judge_rule_void(self, rule):
        self._void(rule or "16.3", "supervisor", None)

    def _void(self, rule, what, place):
        self._emit("irregular", self._cite(rule), what, place)
        self._emit("end", "void", self._cite(rule))

    # ---- small helpers

    def _turn(self, place, tokens):
        for token in tokens:
            card, salt = self.sealer.opening(token)
            if salt:
                self._emit("turn", place, token, card, salt)

    def _cite(self, rule):
        return rule if " " in rule else self.document + " " + rule
