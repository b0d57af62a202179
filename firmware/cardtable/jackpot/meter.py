"""The Boomerang meter: where non-winning wagers go, and what winning hands take. Cents, pure.

    pool + reserve + house = what they were + wagers in - prizes out        (the audit equation)

A share is in basis points; what a share leaves over is carried to the next wager, never dropped.
"""

from cardtable.jackpot.payouts import is_major, payouts

_WHOLE = 10000  # basis points


class Meter:
    """Prize pool, reserve, and the part of a cent that is still to be shared out."""

    def __init__(self, pool, reserve, start_up, pool_share):
        self.pool = pool
        self.reserve = reserve
        self.start_up = start_up
        self.pool_share = pool_share  # basis points to the pool; the rest to the reserve
        self.carry = 0  # of the pool's share, in ten-thousandths of a cent
        self.house = 0  # what the house has put in (below zero)

    @property
    def display(self):
        """The amount on the sign."""
        return self.pool

    def wager(self, amount):
        """A non-winning wager (r 10.5): (to the pool, to the reserve, new carry)."""
        share = amount * self.pool_share + self.carry
        to_pool = share // _WHOLE
        return to_pool, amount - to_pool, share % _WHOLE

    def prizes(self, won, display):
        """Cents for each prize of one round, by the display latched for it (r 11.1, 11.2)."""
        return payouts(won, display)

    def sources(self, prize, amount):
        """(from the pool, from the reserve, from the house) for one payment.

        A major prize empties the pool first; then the reserve and last the house make it up.
        Bonus prizes are the house's.
        """
        if not is_major(prize):
            return 0, 0, amount
        from_pool = min(amount, self.pool)
        from_reserve = min(amount - from_pool, self.reserve)
        return from_pool, from_reserve, amount - from_pool - from_reserve

    def seed(self):
        """(from the reserve, from the house) that bring the pool back to its start-up amount."""
        missing = max(0, self.start_up - self.pool)
        from_reserve = min(missing, self.reserve)
        return from_reserve, missing - from_reserve

    # ---- records

    def apply(self, record):
        """Move the meter by one record: meter_in, jackpot_paid or meter_seed."""
        kind = record[0]
        if kind == "meter_in":
            self.pool += record[1]
            self.reserve += record[2]
            self.carry = record[3]
        elif kind == "jackpot_paid":
            self.pool -= record[4]
            self.reserve -= record[5]
            self.house -= record[6]
        elif kind == "meter_seed":
            self.pool += record[1] + record[2]
            self.reserve -= record[1]
            self.house -= record[2]
