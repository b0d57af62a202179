"""One betting round: whose turn it is, what the call is, who may still raise and how far.

The round of play owns the money (stack, bet, front, out: lists indexed by seat) and moves it;
this counts what the rules ask for. `act` only follows a fact; what is allowed is asked before.
"""

from cardtable.rules.poker.limits import under_raise_closes
from cardtable.rules.positions import clockwise

# Facts about an action, as they stand in the records
CHECK = "check"
CALL = "call"  # also a tap-out below the call
BET = "bet"
RAISE = "raise"
UNDER_RAISE = "under_raise"  # a tap-out above the call and below a raise
FOLD = "fold"
CALL_FOLD = "call_fold"  # Blind A


_BLIND_OPTIONS = {
    "A": (CALL, RAISE, CALL_FOLD),
    "B": (CALL, RAISE, FOLD),
    "C": (RAISE, FOLD),
}


def opening_options(law, number, blinds, kind="B"):
    """What the opening player of betting round `number` may do."""
    if number > 1:
        # TGC-2006 B11.2.a, C14.2; NI2006-156 r 12.2
        return (BET, CHECK) if law == "stud" else (BET, CHECK, FOLD)
    if blinds:
        return _BLIND_OPTIONS[kind]  # NI2006-156 r 10.2(a)-(c); TGC-2006 C12.1 is kind B
    if law == "holdem":
        return BET, FOLD  # TGC-2006 C8.1, C12.1
    return (BET,)  # NI2006-156 r 10.2(d); TGC-2006 B11.1.b


class Betting:
    """The betting round in progress."""

    def __init__(self, limits, number, players, first, money, opening):
        self.limits = limits
        self.number = number
        self.players = players  # clockwise
        self.money = money
        self.level = max(money.bet)  # the bet to meet
        self.base = self.level  # the last full bet or raise
        self.step = opening  # the least raise: the opening bet or the largest raise
        self.raises = 0
        self.closed = False  # an under-raise has ended all raising
        self.unopened = True  # the opening player has not acted yet
        self.owes = [False] * len(money.bet)  # still has to act
        self.acted = [False] * len(money.bet)  # since the last full bet or raise
        self.before = []  # who has acted in this betting round
        able = [s for s in players if not money.out[s] and money.stack[s] > 0]
        if len(able) > 1 or (able and money.bet[able[0]] < self.level):
            for seat in able:  # one player alone has nobody to bet against
                self.owes[seat] = True
        self.turn = 0  # 0: nobody has to act any more
        self.seek(first)

    def seek(self, seat):
        """The turn goes to the first who still has to act, from `seat` clockwise."""
        self.turn = 0
        for s in clockwise(self.players, seat):
            if self.owes[s]:
                self.turn = s
                return

    def act(self, seat, what, to):
        """Follow one action; the money has moved already."""
        self.owes[seat] = False
        self.acted[seat] = True
        if seat not in self.before:
            self.before.append(seat)
        if seat == self.turn:
            self.unopened = False
        if what == BET or what == RAISE:
            if what == RAISE:
                self.raises += 1
            self.step = max(self.step, to - self.base)
            self.level = self.base = to
            self._reopen(seat, True)
        elif what == UNDER_RAISE:
            self.level = to
            if under_raise_closes(self.limits.law, self.limits.limit):
                self.closed = True
            for s in self.before:  # may only call, unless somebody raises after it (C16.2)
                self.acted[s] = True
            self._reopen(seat, False)
        if self.turn == seat:
            self.seek(seat + 1)
        else:
            self.seek(self.turn)

    def _reopen(self, seat, full):
        money = self.money
        for s in self.players:
            if s != seat and not money.out[s] and money.stack[s] + money.front[s] > 0:
                self.owes[s] = True
                if full:
                    self.acted[s] = False

    def pointless(self):
        """Whether the player to act has nothing to call and nobody left to bet against."""
        return (
            self.turn > 0
            and self.contesting() == 1
            and self.money.bet[self.turn] >= self.level
            and not self.money.front[self.turn]
        )

    def contesting(self):
        """How many players can still bet."""
        money = self.money
        return sum([1 for s in self.players if not money.out[s] and money.stack[s] > 0])

    def why_no_raise(self, seat):
        """None, or what keeps `seat` from raising: "closed" (after an under-raise) or "cap"."""
        if self.closed or (self.acted[seat] and self.limits.law != "stud"):
            return "closed"
        if self.level and not self.limits.may_raise_again(
            self.number, self.raises, self.contesting()
        ):
            return "cap"
        return None

    def bounds(self, seat, pot):
        """(least, most) that a bet or raise of `seat` may come to; `pot` is all money bet."""
        to_call = self.level - self.money.bet[seat]
        return self.limits.bounds(self.number, self.level, self.base, self.step, pot, to_call)
