"""How much may be bet: fixed, half-pot, full-pot, no-limit, straddle; and how often raised.

`law` is whose betting rules apply: "act" (Omaha, draw), "holdem" or "stud" (Tasmania).
"""

NO_MAXIMUM = 1 << 29  # cents; a small int on the board


def pot_share(law, limit, pot, to_call):
    """The largest raise under a pot limit; `pot` is all money bet in the round so far."""
    # NI2006-156 r 4.2(g): the call is included first; TGC-2006 B5.4: half of the pot as it lies
    if law != "stud":
        pot += to_call
    return pot // 2 if limit == "half-pot" else pot


def raise_cap(law, limit, blinds, number):
    """How many raises betting round `number` may see; None = any number."""
    if law == "act":  # NI2006-156 r 5.1: games with blinds, whatever the limit
        return 3 if blinds else None
    if law == "holdem" and limit in ("fixed", "straddle") and number < 4:
        return 3  # TGC-2006 C7.1; C7.2 frees the last round, C7.5 the other limits
    return None


def under_raise_closes(law, limit):
    """Whether nobody may raise after a tap-out above the call and below a raise."""
    # NI2006-156 r 14.5, TGC-2006 C16.3; in fixed games C16.2 keeps the betting open
    return law == "act" or (law == "holdem" and limit not in ("fixed", "straddle"))


class Limits:
    """The determinations that bound a bet."""

    def __init__(self, law, values):
        self.law = law
        self.limit = values["limit"]
        self.blinds = bool(values.get("blinds"))
        self.min_bet = values["min_bet"]
        self.max_bet = values.get("max_bet")
        self.small = values.get("small_bet")  # None: any bet between minimum and maximum
        self.big = values.get("big_bet")
        self.big_from = values.get("big_bet_from", 3)

    def size(self, number):
        """The one size of bets and raises in a structured game; 0 when there is none."""
        if self.limit != "fixed" or not self.small:
            return 0
        return self.big if number >= self.big_from else self.small

    def bounds(self, number, level, base, step, pot, to_call):
        """(least, most) that a bet or raise may come to, as totals in this betting round.

        `level` is the bet to meet, `base` the last full bet or raise below it (they differ after
        an under-raise), `step` the largest bet or raise so far, `to_call` what this player owes.
        """
        size = self.size(number)
        if size:
            return base + size, base + size
        if self.law == "stud" and level:
            least = level + max(to_call, self.min_bet if not step else 0)  # TGC-2006 B11.1.b.ii
        else:
            least = base + max(step, self.min_bet)  # TGC-2006 C7.3, C8.1; NI2006-156 r 5.1, 6.1
        if self.limit in ("half-pot", "full-pot"):
            most = level + pot_share(self.law, self.limit, pot, to_call)
        elif self.limit == "straddle" and level:
            most = 2 * level  # NI2006-156, dictionary Straddle
        else:
            most = NO_MAXIMUM
        if self.max_bet:
            most = min(most, base + self.max_bet)
        return least, max(least, most)

    def may_raise_again(self, number, raises, contesting):
        """Whether one more raise is within the cap; two players may raise without end."""
        cap = raise_cap(self.law, self.limit, self.blinds, number)
        return cap is None or raises < cap or contesting <= 2
