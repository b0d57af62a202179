"""Pots, shares and commission, in cents, as the documents describe them."""

from __future__ import annotations

from collections.abc import Iterable

DOLLAR = 100


def clockwise(seats: Iterable[int], first: int) -> list[int]:
    """The seats in the order of the table, counted from `first`."""
    return sorted(seats, key=lambda seat: (seat - first) % 10)


def uncalled(bets: dict[int, int], folded: set[int]) -> tuple[int, int]:
    """(seat, what of its bet nobody matched): no part of any pot (NI2006-156 15.2(b), C16.1)."""
    ranked = sorted(bets, key=lambda seat: -bets[seat])
    if not ranked or ranked[0] in folded:  # what a folded player bet stays (17.9, 19.2(a))
        return 0, 0
    second = bets[ranked[1]] if len(ranked) > 1 else 0
    return ranked[0], bets[ranked[0]] - second


def layers(put: dict[int, int], folded: set[int], dead: int) -> list[tuple[int, list[int]]]:
    """[(cents, who may win it)], main pot first: one for each level of tapping out (14.2, C16.1,
    B13). Folded money stays where it reached; dead money lies in the main pot."""
    levels = sorted({put[seat] for seat in put if put[seat] and seat not in folded})
    found: list[tuple[int, list[int]]] = []
    floor = 0
    for number, level in enumerate(levels):
        ceiling = level if number < len(levels) - 1 else max(put.values())
        cents = sum(max(0, min(put[seat], ceiling) - floor) for seat in put)
        able = [seat for seat in put if seat not in folded and put[seat] >= level]
        found.append((cents + (0 if number else dead), able))
        floor = level
    return found


def divided(cents: int, unit: int, winners: list[int], first: int) -> dict[int, int]:
    """Equal shares in whole units, the rest to the winner nearest to `first` (13.2, C15.2)."""
    ordered = clockwise(winners, first)
    share = cents // unit // len(ordered) * unit
    shares = dict.fromkeys(ordered, share)
    shares[ordered[0]] += cents - share * len(ordered)
    return shares


def halves(cents: int, unit: int) -> tuple[int, int]:
    """(high, low): an odd unit goes to the high half (rulings: Hands)."""
    low = cents // unit // 2 * unit
    return cents - low, low


def act_commission(
    pots: list[int], percent: int, most: int | None, forced_only: bool, equal: bool
) -> list[int]:
    """15.2: due when one pot exceeds the threshold, on the sum, whole dollars; main pot first."""
    threshold = (19 if percent == 5 else 9) * DOLLAR
    due = 0
    if not forced_only and not equal and any(pot > threshold for pot in pots):
        due = sum(pots) * percent // (100 * DOLLAR) * DOLLAR
        due = due if most is None else min(due, most)
    return _from_first(pots, due)


def holdem_commission(pots: list[int]) -> list[int]:
    """C17.2, C17.3, on the sum of pots."""
    total = sum(pots)
    due = min(total, DOLLAR) if total <= 20 * DOLLAR else -(-total // (50 * DOLLAR)) * 250
    return _from_first(pots, due)


def stud_commission(pots: list[int], capped: bool) -> list[int]:
    """B15 a and b, on each pot by itself (B11.3.d)."""
    taken = []
    for pot in pots:
        due = -(-pot // (50 * DOLLAR)) * 2 * DOLLAR
        if capped:
            due = 0 if pot <= 50 * DOLLAR else min(due, 15 * DOLLAR)
        taken.append(min(due, pot))
    return taken


def _from_first(pots: list[int], due: int) -> list[int]:
    taken = []
    for pot in pots:
        taken.append(min(pot, due))
        due -= taken[-1]
    return taken
