"""Places and prizes of a tournament, a second time: by asking of each pair who was better.

Written from NI2005-66 and NI2006-156 r 20.17–20.19, NI2004-492 r 17.21–17.24; knows nothing of
the director's code. A finish is (moment, amount): for who was eliminated the round and what was
put into its pots, for who was left at the end of a session that moment and the chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Finish:
    moment: int  # later is better
    amount: int  # of chips put in (eliminated), or held (at the end of a session)
    by_chips_held: bool = False


def better(one: Finish, other: Finish, contribution_decides: bool) -> bool:
    if one.moment != other.moment:
        return one.moment > other.moment
    if one.by_chips_held or contribution_decides:
        return one.amount > other.amount
    return False


def places(finishes: dict[int, Finish], contribution_decides: bool) -> dict[int, int]:
    """One more than there are better players; who tie have the same place."""
    return {
        number: 1 + sum(better(rival, mine, contribution_decides) for rival in finishes.values())
        for number, mine in finishes.items()
    }


def exact_prizes(place_of: dict[int, int], pool: int, percents: list[int]) -> dict[int, Fraction]:
    """What each would get if cents could be divided: prizes of tied places combined and shared."""
    exact = {}
    for number, place in place_of.items():
        tied = sum(other == place for other in place_of.values())
        shares = percents[place - 1 : place - 1 + tied]
        exact[number] = Fraction(pool * sum(shares), 100 * tied)
    return exact
