"""House players and a house dealer for Canberra Poker: they play by the book, from a seed.

The dealer works the keypad and the shoe; players put chips on the jackpot sensors. What they did
is kept in `history`, so that tests can settle the rounds by their own arithmetic.
"""

from cardtable.desk.card_lists import parse_cards
from cardtable.drivers.keypad import KEYS
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.box import DEAL, WAGERS
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.hands.categories import FIVE_ODD_CARDS
from cardtable.rules.hands.rankings import category_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.places import DEALER

_JACKPOT_PERCENT = 60  # players who wager on the jackpot
_FORGETS_PERCENT = 5  # players who do not declare a jackpot hand
_WHIM_PERCENT = 4  # decisions against the book


class Pace:
    """How long things take, in milliseconds."""

    def __init__(self, key=260, card=450, think=900, between=2500):
        self.key = key
        self.card = card
        self.think = think
        self.between = between


START_MS = 1500  # the people wait until the board has come up

# What the simulated people do
PLAY = "play"
CARDS = "cards"  # only move cards: what players and dealer decide comes from the console
REST = "rest"
_LOOK_MS = 20

LIVELY = Pace()  # as people watch it
STEADY = Pace(key=130, card=220, think=100, between=2500)  # cards lie, and are cleared away
BRISK = Pace(key=130, card=130, think=20, between=150)  # for tests: no longer than it must be


class RoundPlayed:
    """What the people did in one round, as they know it themselves."""

    def __init__(self):
        self.jackpots = []  # seats with a chip on the sensor
        self.hands = {}  # place → five faces
        self.bets = []  # seats that bet; the others folded
        self.declared = []


class CanberraHouse:
    """A dealer and players on some seats, round after round."""

    def __init__(self, felt, keypad, chips, dice, seats, pace=LIVELY, round_in_play=None):
        """`round_in_play()` is what people who come late see of the table."""
        self._felt = felt
        self._round = round_in_play or (lambda: None)
        self._sees = round_in_play is not None
        self.mode = PLAY
        self.rounds_due: "int | None" = (
            None  # so many more, then the dealer waits to be told; None: no end
        )
        self.mistakes = 0  # every so manieth entry is taken back, and keyed again
        self.deals = False  # somebody has told the dealer's hands to close the wagers
        self.patient = True  # nothing waits here for ever
        self._keypad = keypad
        self._chips = chips  # the expander under the jackpot chip sensors
        self._dice = dice
        # Five cards a box and five for the dealer: a tenth player waits (NI2004-492 r 2.1).
        self.seats = list(seats)[: len(felt.deck) // 5 - 1]
        self.pace = pace
        self.from_the_right = False  # how hands are turned over
        self.history = []
        self.looks = True  # they always do here: by the book
        self.always = set()  # seats that wager on the jackpot and declare, in a scenario
        self.exposes = 0  # cards that the dealer turns over in the next deal, in a scenario

    def script(self, rounds: int = 0):
        """Play `rounds` rounds, 0 for ever; yields milliseconds to wait."""
        yield START_MS
        while rounds == 0 or len(self.history) < rounds:
            there = self._round()
            if self._sees and there is None:
                yield _LOOK_MS  # the board is not up yet, or has stopped
                continue
            if self.rounds_due == 0 and not (there is not None and there.in_play()):
                yield _LOOK_MS
                continue
            played = RoundPlayed()
            self.history.append(played)
            if self.mode != PLAY or (there is not None and there.in_play()):
                yield from self._follow()
                continue
            self._felt.shuffle(self._dice)
            ends_early = self.exposes > 0
            for step in (self._wagers, self._deal, self._act, self._settle, self._collect):
                yield from step(played)
                if ends_early and step == self._deal:
                    self._clear(played)
                    break
            if self.rounds_due:
                self.rounds_due -= 1
            yield self.pace.between

    def _wagers(self, played):
        for seat in self.seats:
            yield from self._keys(seat, "ante")
            if self._dice.chance(_JACKPOT_PERCENT) or seat in self.always:
                played.jackpots.append(seat)
                self._chips.pull(seat - 1)
                yield self.pace.key

    def _deal(self, played):
        for _ in range(5):
            for place in self.seats + [DEALER]:
                self._felt.draw(place)
                yield self.pace.card
                if self.exposes:
                    yield self.pace.between  # until the table has it
                    yield from self._keys("dealer" if place == DEALER else place, "expose")
                    self.exposes -= 1
                    if not self.exposes:
                        yield self.pace.between
                        return
        for place in self.seats + [DEALER]:
            played.hands[place] = self._felt.faces(place)

    def _clear(self, played):
        """Everything back: the round has ended in the middle of it."""
        for place in sorted(self._felt.at):
            self._felt.collect(place)
        for seat in played.jackpots:
            self._chips.release(seat - 1)

    def _act(self, played):
        for seat in self.seats:
            yield self.pace.think
            bets = self._would_bet(played.hands[seat])
            bets = bets or seat in self.always
            if bets:
                played.bets.append(seat)
            key = "bet" if bets else "fold"
            yield from self._keys(seat, key)
            if self.mistakes and seat % self.mistakes == 0:  # not what the player said, or was it?
                yield from self._keys("dealer", "declare")
                yield from self._keys(seat, key)

    def _settle(self, played):
        if not played.bets:
            return
        yield from self._keys("dealer", "show")
        if not dealer_qualifies(_codes(played.hands[DEALER])):
            return
        # S89-1997 r 9.5: from the dealer's right
        for seat in reversed(played.bets) if self.from_the_right else played.bets:
            yield self.pace.think
            yield from self._keys(seat, "show")

    def _collect(self, played):
        for seat in played.bets:
            if seat in played.jackpots and boomerang_class(_codes(played.hands[seat])):
                if self._dice.chance(_FORGETS_PERCENT) and seat not in self.always:
                    continue
                played.declared.append(seat)
                yield from self._keys(seat, "declare")
        yield from self._keys("collect")
        for seat in self.seats + [DEALER]:
            self._felt.collect(seat)
        for seat in played.jackpots:
            self._chips.release(seat - 1)

    # ---- a round that is under way, or that others play: one step after the other

    def _follow(self):
        """Do what the table expects, as far as the mode goes, until the round is over."""
        table = self._round()
        if table is None:
            yield _LOOK_MS
            return
        if table.phase == WAGERS:  # no card is out yet, however early the wagers came
            self._felt.shuffle(self._dice)
        while self._round() is table and table.outcome is None:
            if self.mode == PLAY and not table.in_play():
                return
            due = [wish[1] for wish in table.expects() if wish[0] == "card"]
            closing = self.deals and table.phase == WAGERS and table.in_play()
            if self.mode != REST and due and (table.phase == DEAL or closing):
                self.deals = False
                self._felt.draw(due[0])
                yield self.pace.card
                yield from self._taken(table, due[0])
            elif self.mode == PLAY:
                yield from self._step(table)
            yield _LOOK_MS
        for place in sorted(self._felt.at):
            self._felt.collect(place)
        yield self.pace.between

    def _taken(self, table, place):
        """Wait until the table has seen the card; not for ever, it may be a bad day."""
        cards = len(self._felt.at.get(place, ()))
        for _ in range(150):
            if self._round() is not table or table.count(place) >= cards:
                return
            yield _LOOK_MS

    def _step(self, table):
        if table.phase == WAGERS:
            self._felt.draw(table.due())  # the first card closes the wagers
            yield self.pace.card
            yield from self._taken(table, table.due())
            return
        for wish in table.expects():
            if wish[0] in ("bet", "fold"):
                bets = self._would_bet(self._felt.faces(wish[1]))
                yield from self._keys(wish[1], "bet" if bets else "fold")
                return
            if wish[0] == "show":
                place = "dealer" if wish[1] == DEALER else wish[1]
                yield from self._keys(place, "show")
                return
        yield from self._keys("collect")

    def _would_bet(self, faces):
        """By the book: a pair or better, or ace and king. And now and then a whim."""
        cards = _codes(faces)
        good = category_of(high_value(cards)) > FIVE_ODD_CARDS or dealer_qualifies(cards)
        return good != self._dice.chance(_WHIM_PERCENT)

    def _keys(self, *names):
        for name in names:
            self._keypad.tap(KEYS.index(str(name)), hold_ms=self.pace.key // 2)
            yield self.pace.key


def _codes(faces):
    return parse_cards("".join(faces))
