"""The state of a round of Canberra Poker, and how each record moves it. Nothing is judged here."""

from cardtable.rules.cards import parse_card
from cardtable.rules.places import DEALER
from cardtable.rules.round import Round

# Phases, in their order
WAGERS = "wagers"
DEAL = "deal"
ACT = "act"
TURN = "turn"  # the dealer's own hand is due
SETTLE = "settle"
COLLECT = "collect"

HAND = 5


class Box:
    """One player's wagers and cards."""

    def __init__(self):
        self.ante = 0
        self.bet = 0
        self.jackpot = 0
        self.prize = None  # of a declared jackpot hand
        self.tokens = []
        self.net = 0  # what the round has brought the player so far; wagers out count below zero
        self.folded = False
        self.settled = False
        self.shown = False
        self.declared = False
        self.collected = False


class CanberraState(Round):
    """What is known of the round. `stacks` is seat → cents, None where chips are not counted."""

    def __init__(self, values, stacks, sealer, display=0, advised=()):
        super().__init__(sealer)
        self.values = values
        self.stacks = dict(stacks)
        self.display = display  # on the sign now; latched when the round begins (r 11.1)
        self.advised = list(advised)  # seats told once about wagers under the minimum (r 3.4)
        self.phase = WAGERS
        self.boxes = {}
        self.dealer = []  # tokens
        self.dealer_up = False  # one of the dealer's cards lies face up
        self.dealt = 0
        self.exposed = 0
        self.qualifies = False
        self.house = 0  # what the bank has won (or, below zero, lost)

    def due(self):
        """The place the next card belongs to (r 6.3); None when the deal is done."""
        order = sorted(self.boxes) + [DEALER]
        if self.dealt >= HAND * len(order):
            return None
        return order[self.dealt % len(order)]

    def jackpots(self):
        """(seat, wager, prize or None) of every jackpot wager, by seat."""
        boxes = self.boxes
        return [(s, boxes[s].jackpot, boxes[s].prize) for s in sorted(boxes) if boxes[s].jackpot]

    # ---- records

    def _apply_ante(self, seat, amount):
        box = self.boxes[seat] = Box()
        box.ante = amount
        self._pay(seat, -amount)

    def _apply_jackpot(self, seat, amount):
        self.boxes[seat].jackpot = amount
        self._pay(seat, -amount)

    def _apply_display(self, amount):
        if self.phase == WAGERS:  # later changes are for the next round (r 11.1)
            self.display = amount

    def _apply_begin(self, boxes, display):
        self.phase = DEAL
        self.display = display

    def _apply_deal(self, place, token):
        if place == DEALER:
            self.dealer.append(token)
        else:
            self.boxes[place].tokens.append(token)
        self.dealt += 1
        if self.due() is None:
            self.phase = ACT

    def _apply_bet(self, seat, amount):
        self.boxes[seat].bet = amount
        self._pay(seat, -amount)
        self._after_act()

    def _apply_fold(self, seat):
        self.boxes[seat].folded = True
        self._after_act()

    def _apply_hand(self, seat, category):
        self.boxes[seat].shown = True

    def _apply_dealer_hand(self, category, qualifies):
        self.qualifies = bool(qualifies)
        self.phase = SETTLE

    def _apply_settle(self, seat, ante, bet, result, rule):
        box = self.boxes[seat]
        box.settled = True
        self._pay(seat, box.ante + box.bet + ante + bet)
        self.house -= ante + bet
        if self.phase == SETTLE and not self._unsettled():
            self.phase = COLLECT

    def _apply_declare(self, seat):
        self.boxes[seat].declared = True

    def _apply_jackpot_won(self, seat, prize, wager):
        # Only non-winning wagers are lost (r 10.5): the chip goes back; the meter pays the prize.
        self.boxes[seat].prize = prize
        self._pay(seat, wager)

    def _apply_jackpot_lost(self, seat, wager):
        pass  # it lies in the pools now; the meter's records say how

    def _apply_collect(self, place, count):
        if place != DEALER:
            self.boxes[place].collected = True

    def _apply_irregular(self, rule, what, place):
        if what == "card_exposed":
            self.exposed += 1
        elif what == "dealer_card_exposed":
            self.dealer_up = True
        elif what == "under_minimum":
            self.advised.append(place)

    def _apply_end(self, outcome, rule):
        self.outcome = outcome
        if outcome == "void":  # as if the round had never been (dictionary: Void)
            for seat in self.boxes:
                self._pay(seat, -self.boxes[seat].net)
            self.house = 0

    def _apply_turn(self, place, token, card, salt):
        tokens = self.dealer if place == DEALER else self.boxes[place].tokens
        tokens[tokens.index(token)] = card

    # ---- inside

    def _after_act(self):
        if not self._undecided():
            self.phase = TURN if self._playing() else COLLECT

    def _undecided(self):
        return [s for s in sorted(self.boxes) if not (self.boxes[s].folded or self.boxes[s].bet)]

    def _playing(self):
        return [seat for seat in sorted(self.boxes) if self.boxes[seat].bet]

    def _unsettled(self):
        return [seat for seat in self._playing() if not self.boxes[seat].settled]

    def _faces(self):
        tokens = self.dealer[:]
        for box in self.boxes.values():
            tokens += box.tokens
        return [self.sealer.face(token) for token in tokens]

    def _cards(self, tokens):
        return [parse_card(self.sealer.face(token)) for token in tokens]

    def _pay(self, seat, amount):
        self.boxes[seat].net += amount
        if self.stacks.get(seat) is not None:
            self.stacks[seat] += amount
