"""The state of a round of Canberra Poker, and how each record moves it. Nothing is judged here.

Money is conserved: what the players have won, what lies on the table, what the bank and the
jackpot's pools have taken add up to nothing after every record (`money`).
"""

from cardtable.rules.canberra.box import (
    ACT,
    BACK,
    COLLECT,
    DEAL,
    HAND,
    KEPT,
    LOST,
    PLACED,
    SETTLE,
    TURN,
    WAGERS,
    Box,
)
from cardtable.rules.canberra.editions import EDITIONS
from cardtable.rules.cards import parse_card
from cardtable.rules.places import DEALER, DISCARD, SHOE
from cardtable.rules.round import Round


class CanberraState(Round):
    """What is known of the round. `stacks` is seat → cents, None where chips are not counted."""

    def __init__(self, values, stacks, sealer, display=0, advised=(), game="canberra"):
        super().__init__(sealer)
        self.game = game
        self.edition = EDITIONS[game]
        self.document = self.edition.document
        self.values = values
        self.stacks = dict(stacks)
        self.sign = display  # on the sign now
        self.display = display  # what the jackpot is reckoned by
        self.advised = list(advised)  # seats told once about wagers under the minimum
        self.limits = {}  # seat → the box's own maximum
        self.starter = 0  # who has a tournament's starting marker
        self.hasty = []  # seats whose ante was placed out of order
        self.absent = []  # seats that a tournament's director has marked absent
        self.phase = WAGERS
        self.boxes = {}
        self.order = []  # places in the sequence of the deal
        self.at = 0  # whose turn in that sequence
        self.passes = 0  # times round the table
        self.last = None  # who got the last card
        self.dealer = []  # tokens
        self.dealer_up = False  # an exposed card of the dealer's serves as the open one
        self.astray = []  # tokens of cards that belong to no hand
        self.exposed = 0
        self.seen = {}  # place → cards there when one of them was last seen
        self.no_hand = False  # the dealer's hand has a wrong count (S89-1997)
        self.dealer_shown = False
        self.qualifies = False
        self.house = 0  # what the bank has won (or, below zero, lost)
        self.pools = 0  # jackpot wagers lost

    def able(self):
        """Seats whose chips are counted and reach the least ante, or lie in a box."""
        stacks, least = self.stacks, self.values["ante_min"]
        return [s for s in sorted(stacks) if s in self.boxes or (stacks[s] or 0) >= least]

    def in_play(self):
        """Whether a wager has been placed."""
        return bool(self.boxes)

    def due(self):
        """The place the next card belongs to; None when the deal is done."""
        if self.phase == WAGERS:
            return (sorted(self.boxes) + [DEALER])[0]
        if self.phase != DEAL:
            return None
        if self.by_shoe:
            return self.order[self.at]
        for place in self.order:  # a packet that has been begun goes first
            if 0 < self.count(place) < HAND:
                return place
        for place in self.order:
            if self.count(place) < HAND:
                return place
        return None

    @property
    def by_shoe(self):
        """Whether the sequence of the deal is seen; else the count decides."""
        return self.values["deal"] == "shoe"

    def count(self, place):
        """Cards of a hand, those in the rack included."""
        if place == DEALER:
            return len(self.dealer)
        return len(self.boxes[place].tokens) + len(self.boxes[place].racked)

    def reach(self, place):
        """How a card at `place` fits the sequence: (places passed over, one card too many there).

        A card for a place farther on passes over those before it; a card for the place that has
        just had one, or for one behind, is one too many; unless the dealer forgot his own.
        """
        at = self.order.index(place)
        if at == self.at:
            return (), False
        if place == self.last or self.belated(place):
            return (), True
        if at > self.at:
            return self.order[self.at : at], False
        # The dealer forgot his own; or had it late, and the rest of this pass was left out.
        if DEALER in (self.order[self.at], self.last) and self.passes < HAND - 1:
            return self.order[self.at :] + self.order[:at], False
        return (), True

    def belated(self, place):
        """Whether a card at `place` makes up for one that was passed over there."""
        turn = self.order.index(place) < self.at  # it has had its turn in this pass
        return self.count(place) < self.passes + turn

    def jackpots(self):
        """(seat, wager, prize or None) of every jackpot wager won or lost, by seat."""
        boxes = self.boxes
        return [
            (seat, boxes[seat].jackpot, boxes[seat].prize)
            for seat in sorted(boxes)
            if boxes[seat].prize or boxes[seat].chip == LOST
        ]

    def display_for(self, seat):
        """The jackpot amount that counts for a winning hand: of the round, or of its moment."""
        return self.boxes[seat].display

    def money(self):
        """(players' winnings, wagers on the table, bank, jackpot pools): always sums to zero."""
        table = 0
        if self.outcome not in ("void", "misdeal"):
            for box in self.boxes.values():
                table += 0 if box.settled else box.ante + box.bet
                table += box.jackpot if box.chip == PLACED else 0
        return sum([box.net for box in self.boxes.values()]), table, self.house, self.pools

    # ---- records: wagers and cards

    def _apply_ante(self, seat, amount):
        if not amount:  # taken back before the deal, and the jackpot wager with it
            self._pay(seat, self.boxes[seat].ante + self.boxes[seat].jackpot)
            del self.boxes[seat]
            return
        box = self.boxes[seat] = Box()
        box.ante = amount
        self._pay(seat, -amount)

    def _apply_jackpot(self, seat, amount):
        self.boxes[seat].jackpot = amount
        self.boxes[seat].chip = PLACED
        self._pay(seat, -amount)

    def _apply_marker(self, seat, why, rule):
        if why == "first":
            self.starter = seat

    def _apply_leave(self, seat, amount):
        while seat in self.advised:  # each player has a grace of his own (r 3.4, 5.1(c))
            self.advised.remove(seat)

    def _apply_away(self, seat, waits, rule):
        if waits:
            self.absent.append(seat)
        else:
            self.absent.remove(seat)

    def _apply_box_limit(self, seat, amount, rule):
        self.limits[seat] = amount

    def _apply_display(self, amount):
        self.sign = amount
        if self.phase == WAGERS or not self.edition.latched:
            self.display = amount

    def _apply_begin(self, boxes, display):
        self.phase = DEAL
        self.order = list(boxes) + [DEALER]
        self.display = display

    def _apply_deal(self, place, token):
        if self.phase == DEAL and self.by_shoe and place in self.order:
            passed, extra = self.reach(place)
            if not extra:
                if DEALER in passed:
                    self.passes += 1
                self.at = self.order.index(place) + 1
                if self.at == len(self.order):
                    self.at = 0
                    self.passes += 1
            self.last = place
        self._pile(place).append(token)
        self._progress()

    def _apply_turn(self, place, token, card, salt):
        pile = self._pile(place)
        pile[pile.index(token)] = card

    def _apply_move(self, token, start, end, rule):
        # A hand's card into the discard rack, or out of it again.
        box = self.boxes[end if start == DISCARD else start]
        out, into = (box.racked, box.tokens) if start == DISCARD else (box.tokens, box.racked)
        out.remove(token)
        into.append(token)

    # ---- records: play and settlement

    def _apply_bet(self, seat, amount):
        self.boxes[seat].bet = amount
        self._pay(seat, -amount)
        self._progress()

    def _apply_fold(self, seat):
        self.boxes[seat].folded = True
        self._progress()

    def _apply_hand(self, seat, category):
        self.boxes[seat].shown = True

    def _apply_dealer_hand(self, category, qualifies):
        self.qualifies = bool(qualifies)
        self.dealer_shown = True
        self.phase = SETTLE
        self._progress()

    def _apply_settle(self, seat, ante, bet, result, rule):
        box = self.boxes[seat]
        if box.settled:  # settled anew: what came of it before is undone
            self._pay(seat, -(box.ante + box.bet + box.won))
            self.house += box.won
        box.fate = result
        box.won = ante + bet
        self._pay(seat, box.ante + box.bet + box.won)
        self.house -= box.won
        self._progress()

    def _apply_declare(self, seat):
        self.boxes[seat].declared = True
        self.boxes[seat].display = self.display

    def _apply_jackpot_won(self, seat, prize, wager):
        self.boxes[seat].prize = prize  # the meter pays it

    def _apply_jackpot_back(self, seat, amount, rule):
        self.boxes[seat].chip = BACK
        self._pay(seat, amount)

    def _apply_jackpot_kept(self, seat, amount, rule):
        self.boxes[seat].chip = KEPT
        self.house += amount

    def _apply_jackpot_lost(self, seat, wager):
        self.boxes[seat].chip = LOST
        self.pools += wager

    def _apply_count(self, place, count):
        pass  # what a wrong count means is told by the records after it

    def _apply_collect(self, place, count):
        if place != DEALER:
            self.boxes[place].collected = True

    def _apply_irregular(self, rule, what, place):
        if what == "card_exposed":
            self.exposed += 1
            self._saw(place)
        elif what == "dealer_card_exposed":
            self.dealer_up = True
            self._saw(place)
        elif what == "dealer_miscounted":
            self.no_hand = True
            self._progress()
        elif what == "under_minimum":
            self.advised.append(place)
        elif what == "ante_out_of_order":
            self.hasty.append(place)

    def _saw(self, place):
        # From a shoe it was the last card there; of a packet nobody knows which one.
        self.seen[place] = self.lie(place) if self.by_shoe else self.seen.get(place, 0) + 1

    def lie(self, place):
        """How many cards lie at a place; of the shoe, how many have left it."""
        if place == SHOE:
            return 1 + len(self.astray) + sum([self.count(p) for p in self.order])
        return len(self._pile(place))

    def _apply_end(self, outcome, rule):
        self.outcome = outcome
        if outcome != "settled":  # as if the round had never been (dictionary: Void)
            for seat in self.boxes:
                self._pay(seat, -self.boxes[seat].net)
            self.house = 0
            self.pools = 0

    # ---- inside

    def _progress(self):
        """The phase that follows from what has happened."""
        if self.phase == DEAL and self._deal_is_done():
            self.phase = ACT
        if self.phase == ACT and not self._undecided():
            self.phase = TURN
        if self.phase in (DEAL, TURN, SETTLE) and not self.staying():
            self.phase = COLLECT

    def _deal_is_done(self):
        if self.by_shoe:
            return self.passes >= HAND
        for place in self.order[:-1]:
            if self.count(place) < HAND and not self.boxes[place].settled:
                return False
        return len(self.dealer) >= HAND or self.no_hand

    def _undecided(self):
        return [seat for seat in self.staying() if not self.boxes[seat].bet]

    def staying(self):
        """Boxes neither folded nor settled."""
        boxes = self.boxes
        return [s for s in sorted(boxes) if not (boxes[s].folded or boxes[s].settled)]

    def _pile(self, place):
        if place == DEALER:
            return self.dealer
        return self.boxes[place].tokens if place in self.boxes else self.astray

    def _is_dealt(self, card):
        """Whether the card ("As") is on the table or in the rack already."""
        lies_in = self.sealer.lies_in
        for box in self.boxes.values():
            if lies_in(card, box.tokens) or lies_in(card, box.racked):
                return True
        return lies_in(card, self.dealer) or lies_in(card, self.astray)

    def _cards(self, tokens):
        return [parse_card(self.sealer.face(token)) for token in tokens]

    def _pay(self, seat, amount):
        self.boxes[seat].net += amount
        if self.stacks.get(seat) is not None:
            self.stacks[seat] += amount
