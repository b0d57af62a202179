"""Chips followed through the records of a round between players, for what is told of them.

Whoever begins to listen in the middle of a round knows no stacks: then nothing is told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Chips:
    """Stacks and bets by seat, in cents."""

    def __init__(self, stacks: dict[int, int] | None = None) -> None:
        self.stack = dict(stacks or {})
        self.bet: dict[int, int] = {}  # in this betting round
        self.front: dict[int, int] = {}  # placed, and not yet a bet

    def level(self) -> int:
        """The bet to meet."""
        return max(self.bet.values(), default=0)

    def to_call(self, seat: int) -> int:
        return max(0, self.level() - self.bet.get(seat, 0))

    def left(self, seat: int) -> int | None:
        return self.stack.get(seat)

    def brought(self, seat: int, amount: int) -> None:
        self.stack[seat] = self.stack.get(seat, 0) + amount

    def post(self, seat: int, what: str, amount: int, dead: int) -> bool:
        """Whether these were the last chips."""
        if what != "ante":
            self.bet[seat] = self.bet.get(seat, 0) + amount - dead
        return self._take(seat, amount)

    def place(self, seat: int, to: int) -> None:
        added = to - self.bet.get(seat, 0) - self.front.get(seat, 0)
        self.front[seat] = self.front.get(seat, 0) + added
        self._take(seat, added)

    def act(self, seat: int, to: int) -> bool:
        """Whether these were the last chips."""
        need = to - self.bet.get(seat, 0)
        placed = min(need, self.front.get(seat, 0))
        self.front[seat] = self.front.get(seat, 0) - placed
        self.bet[seat] = to
        out = self._take(seat, need - placed)
        return out and need > 0 and not self.front[seat]

    def back(self, seat: int, amount: int) -> None:
        if self.front.get(seat):
            self.front[seat] -= amount
        elif seat in self.bet:  # else out of the pot (TGC-2006 B17.2)
            self.bet[seat] -= amount
        if seat in self.stack:
            self.stack[seat] += amount

    def gather(self) -> None:
        self.bet, self.front = {}, {}

    def won(self, seat: int, amount: int) -> None:
        if seat in self.stack:
            self.stack[seat] += amount

    def _take(self, seat: int, amount: int) -> bool:
        if seat not in self.stack:
            return False
        self.stack[seat] -= amount
        return self.stack[seat] <= 0


def of_round(table: Any, given: Sequence[Any], code: str, money: Callable[[int], str]) -> str:
    """The number behind a refusal, by a round between players itself: what there is to call,
    what may be bet, what the player has left. Nothing where none explains it."""
    seat = given[1] if len(given) > 1 else 0
    if getattr(table, "phase", "") != "bets" or seat not in getattr(table, "players", ()):
        return ""
    bounds = next((one[2] for one in table.expects() if one[0] in ("bet", "raise")), None)
    if code == "below_the_minimum" and bounds:
        return f": at least {money(bounds[0])}"
    if code == "above_the_limit" and bounds:
        return f": at most {money(bounds[1])}"
    owed = max(0, table.betting.level - table.bet[seat])
    return in_numbers(code, owed, table.stack[seat], money)


# Refusals that a number explains: what is to call, or what the player has left
_ABOUT_THE_CALL = ("no_check", "below_the_call", "short_of_a_call", "call_or_fold", "nothing_added")
_ABOUT_THE_STACK = ("not_enough_chips",)


def in_numbers(code: str, to_call: int, left: int | None, money: Callable[[int], str]) -> str:
    """ ": $2.00 to call", or nothing; `money` writes an amount."""
    if code in _ABOUT_THE_CALL and to_call:
        return f": {money(to_call)} to call"
    if code in _ABOUT_THE_STACK and left is not None:
        return f": {money(left)} left"
    return ""
