"""Canberra Poker settled by plain counting and another library's order of hands.

Nothing of the firmware is used: hands are compared by phevaluator, named by counting ranks and
suits, and odds and prizes are written down anew from NI2004-492 r 8.1, 9.2-9.6, 11.1 and 11.2
(S89-1997 r 9.3-9.5, 10, 12).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from phevaluator import evaluate_cards

RANKS = "23456789TJQKA"
ODDS = {
    "royal_flush": 250, "straight_flush": 50, "four_of_a_kind": 20, "full_house": 7, "flush": 5,
    "straight": 4, "three_of_a_kind": 3, "two_pairs": 2, "one_pair": 1, "five_odd_cards": 1,
}  # fmt: skip
BONUS = {"four_of_a_kind": 500_00, "full_house": 150_00, "flush": 100_00, "dead_mans_hand": 50_00}


def name(faces: list[str]) -> str:
    """The kind of hand, by counting."""
    ranks = sorted((RANKS.index(face[0]) for face in faces), reverse=True)
    counts = sorted(Counter(ranks).values(), reverse=True)
    suited = len({face[1] for face in faces}) == 1
    run = counts[0] == 1 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if suited and run:
        return "royal_flush" if ranks[:2] == [12, 11] else "straight_flush"
    if counts[0] == 4:
        return "four_of_a_kind"
    if counts[:2] == [3, 2]:
        return "full_house"
    if suited:
        return "flush"
    if run:
        return "straight"
    return {3: "three_of_a_kind", 2: "two_pairs" if counts[:2] == [2, 2] else "one_pair"}.get(
        counts[0], "five_odd_cards"
    )


def qualifies(faces: list[str]) -> bool:
    return name(faces) != "five_odd_cards" or {"A", "K"} <= {face[0] for face in faces}


def net(
    ante: int, player: list[str] | None, dealer: list[str], ante_max: int, max_payout: int
) -> int:
    """What the player wins by ante and bet; `player` None: the hand was folded."""
    ante = min(ante, ante_max)
    if player is None:
        return -ante
    if not qualifies(dealer):
        return ante
    mine, theirs = evaluate_cards(*player), evaluate_cards(*dealer)  # the lower is better
    if mine < theirs:
        return ante + min(2 * ante * ODDS[name(player)], max_payout)
    return 0 if mine == theirs else -3 * ante


def prize(faces: list[str]) -> str | None:
    """The Boomerang prize of a declared hand."""
    kind = name(faces)
    if kind in ("royal_flush", "straight_flush", *BONUS):
        return kind
    pairs = Counter(face[0] for face in faces)
    return "dead_mans_hand" if pairs["A"] == 2 and pairs["8"] == 2 else None


def prizes(won: list[str], display: int, limited: bool) -> list[Fraction]:
    """What the prizes of one round are worth, before fractions of a cent are dropped."""
    full = {
        "royal_flush": max(Fraction(10_000_00), Fraction(display)),
        "straight_flush": max(Fraction(1_000_00), Fraction(display, 10)),
    }
    majors = [one for one in won if one in full]
    if limited and len(majors) > 1 and sum(full[one] for one in majors) > display:
        tens = sum(10 if one == "royal_flush" else 1 for one in majors)
        one_part = Fraction(display, tens)
        full = {"royal_flush": 10 * one_part, "straight_flush": one_part}
    return [full[one] if one in full else Fraction(BONUS[one]) for one in won]
