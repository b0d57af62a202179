"""Whether stacks differ by a rake alone: chips that the winners are short of, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

MOST = Fraction(1, 10)  # of all that was bet; card rooms took 5 to 8 per cent, up to a maximum
_ROUNDED = Fraction(5, 2)  # units: nickels shared by two; each site rounds by its own custom


def is_rake(told: Sequence[Fraction], got: Sequence[int], won: dict[int, int], bet: int) -> bool:
    """`told` are the file's stacks, `got` ours without a rake, `won` what each took of the pots,
    `bet` all that was bet: some sites reckon it with what nobody called.

    Each winner must be short in proportion to what was won, and all others equal: an error in
    the betting or in who won looks otherwise.
    """
    missing = [mine - Fraction(theirs) for mine, theirs in zip(got, told, strict=True)]
    total, pots = sum(missing), sum(won.values())
    if not 0 < total <= bet * MOST:
        return False
    for player, short in enumerate(missing, 1):
        if abs(short - total * won.get(player, 0) / pots) > (_ROUNDED if player in won else 0):
            return False
    return True
