"""Canberra Poker settled a second time, from what people did and with another evaluator.

Nothing of the firmware is used here: hands are ranked by phevaluator, odds and prizes are
written down anew from NI2004-492 r 8.1, 9.2-9.6 and 11.1.
"""

from __future__ import annotations

from phevaluator import evaluate_cards

ODDS = {
    "Royal Flush": 250, "Straight Flush": 50, "Four of a Kind": 20, "Full House": 7, "Flush": 5,
    "Straight": 4, "Three of a Kind": 3, "Two Pair": 2, "One Pair": 1, "High Card": 1,
}  # fmt: skip

# phevaluator: 1 is the royal flush, 7462 the worst hand; the last rank of each category.
_LAST_RANK = [
    (1, "Royal Flush"), (10, "Straight Flush"), (166, "Four of a Kind"), (322, "Full House"),
    (1599, "Flush"), (1609, "Straight"), (2467, "Three of a Kind"), (3325, "Two Pair"),
    (6185, "One Pair"), (7462, "High Card"),
]  # fmt: skip


def category(faces: list[str]) -> str:
    rank = evaluate_cards(*faces)
    return next(name for last, name in _LAST_RANK if rank <= last)


def qualifies(faces: list[str]) -> bool:
    ranks = {face[0] for face in faces}
    return category(faces) != "High Card" or {"A", "K"} <= ranks


def net(ante: int, player: list[str], dealer: list[str], max_payout: int) -> int:
    """What a player who bet wins (below zero: loses) in the round, jackpot aside."""
    if not qualifies(dealer):
        return ante
    mine, theirs = evaluate_cards(*player), evaluate_cards(*dealer)
    if mine == theirs:
        return 0
    if mine > theirs:  # phevaluator counts down
        return -3 * ante
    return ante + min(2 * ante * ODDS[category(player)], max_payout)


def bonus(faces: list[str]) -> int | None:
    """The fixed bonus of a declared jackpot hand; None for none and for the two major hands."""
    kind = category(faces)
    if kind in ("Four of a Kind", "Full House", "Flush"):
        return {"Four of a Kind": 50000, "Full House": 15000, "Flush": 10000}[kind]
    ranks = sorted(face[0] for face in faces)
    if kind == "Two Pair" and ranks.count("A") == 2 and ranks.count("8") == 2:
        return 5000
    return None
