"""A hand's money in whole units: chips as they are, or cents where amounts have decimals."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from cardtable.rules.poker.limits import NO_MAXIMUM
from host_tools.histories.problems import Unsupported
from host_tools.histories.reader import History

_CENTS = 2
_MOST_PLACES = 4


class Units:
    """Between amounts as written and whole numbers of the smallest amount."""

    def __init__(self, history: History) -> None:
        self.places = needed = max(map(_places, _amounts(history)))
        if needed > _MOST_PLACES:
            raise Unsupported(f"an amount with {needed} decimals: no chip is that small")
        if not history.whole or history.determinations:
            self.places = max(_CENTS, needed)  # a file in dollars divides pots to the cent
        most = max([stack for stack in history.stacks if stack.is_finite()], default=Decimal(0))
        if most * 10**self.places > NO_MAXIMUM:
            self.places = needed
        if most * 10**self.places > NO_MAXIMUM:
            raise Unsupported(f"a stack of {most} is more than the table can count")

    def whole(self, amount: Decimal) -> int:
        return int(amount * 10**self.places)

    def exact(self, amount: Decimal) -> Fraction:
        """An amount in units, whole or not."""
        return Fraction(amount) * 10**self.places

    def told(self, units: int | Fraction) -> int | float:
        """Units as the file would write them."""
        amount = Fraction(units) / 10**self.places
        return int(amount) if amount.denominator == 1 else float(amount)


def _amounts(history: History) -> list[Decimal]:
    known = [stack for stack in history.stacks if stack.is_finite()]
    given = [*known, *history.antes, *history.blinds, *history.sizes.values()]
    return given + [one.amount for one in history.actions if one.amount is not None]


def _places(amount: Decimal) -> int:
    exponent = amount.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
