"""Fees, commission and prizes of a tournament, to the cent.

Every cent of the pool goes back as prizes (NI2004-492 r 17.22, NI2005-66 and NI2006-156 r 20.18);
commission is kept apart (17.25, 20.20, S89-1997 16.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from host_tools.tournament.documents import TournamentRules

Name = TypeVar("Name", int, str)
WHOLE = 10_000  # shares are in hundredths of a per cent


@dataclass(frozen=True)
class Takings:
    """What came in; `paid_in` is the sum of the other three at all times."""

    paid_in: int
    returned: int  # to entrants whose seat was sold to a reserve player, or all when cancelled
    commission: int
    pool: int


def most_retained(rules: TournamentRules, fees: int) -> int | None:
    """The most that may be kept of so much in fees; None where any approved amount may be."""
    percent = rules.most_commission_percent
    return None if percent is None else fees * percent // 100


def takings(paid: int, replaced: int, fee: int, commission: int) -> Takings:
    """`paid` entries of `fee`, `commission` of each retained; `replaced` got theirs back."""
    kept = paid - replaced
    return Takings(paid * fee, replaced * fee, kept * commission, kept * (fee - commission))


def prizes(pool: int, shares: Sequence[int]) -> list[int]:
    """The prize of each place, best first; a cent that does not divide goes to the first places."""
    if sum(shares) != WHOLE:
        raise ValueError(f"the shares come to {sum(shares) / 100} per cent, not to 100")
    paid = [pool * share // WHOLE for share in shares]
    for place in range(pool - sum(paid)):
        paid[place % len(paid)] += 1
    return paid


def awards(groups: Sequence[Sequence[Name]], prize_list: Sequence[int]) -> dict[Name, int]:
    """{entrant: cents}; `groups` are the entrants by place, best first, ties in one group.

    Prizes of tied places are combined and divided (17.24, 20.19). A cent that does not divide goes
    to the first of the group, by the number of the entry.
    """
    won: dict[Name, int] = {}
    at = 0
    for group in groups:
        combined = sum(prize_list[at : at + len(group)])
        share, rest = divmod(combined, len(group))
        for n, entrant in enumerate(group):
            won[entrant] = share + (n < rest)
        at += len(group)
    return won
