"""Equity of a moment: ours beside eval7 and PokerKit, on the same hands, boards and trials.

eval7 (C) and PokerKit know one order of hands; ours has every order and low of the documents: the
board's own arithmetic over arrays. Exact shares of given hands are counted deal by deal with
eval7's evaluator, and must be ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import eval7
from pokerkit import Card, Deck, StandardHighHand, calculate_equities, parse_range
from rich.table import Table

from cardtable.rules.cards import card_text
from host_tools.equity.equity import equity
from host_tools.equity.spot import Spot, cards_of
from tests.bench.framework import Contender, Target, race, race_table

OURS = "cardtable"
_TRIALS = 2_000
_HANDS = ("AsKs", "QdQc", "7h6h")
_FLOP = "Ts9s2d"


def tables() -> Iterator[Table]:
    exact = race(contenders_exact())
    yield race_table("Hold-Em on the flop, three hands, exact", exact, OURS, Target("eval7", 1))
    tried = race(contenders_tried())
    title = f"Hold-Em before the flop, three hands, {_TRIALS} deals by chance"
    yield race_table(title, tried, OURS, Target("PokerKit", 3))


def _spot(board: str = "") -> Spot:
    return Spot("holdem", {at: cards_of(h) for at, h in enumerate(_HANDS, 1)}, cards_of(board))


def contenders_exact() -> dict[str, Contender]:
    spot = _spot(_FLOP)
    hands = [[eval7.Card(h[:2]), eval7.Card(h[2:])] for h in _HANDS]
    flop = [eval7.Card(_FLOP[at : at + 2]) for at in range(0, 6, 2)]
    rest = [eval7.Card(card_text(card)) for card in spot.unseen]
    wanted = [round(share.share, 9) for share in equity(spot).shares.values()]

    def ours() -> int:
        equity(spot)
        return 1

    def theirs() -> int:
        shares = [0.0] * len(hands)
        count = 0
        for more in combinations(rest, 2):
            values = [eval7.evaluate([*hand, *flop, *more]) for hand in hands]
            best = max(values)
            winners = [at for at, value in enumerate(values) if value == best]
            for at in winners:
                shares[at] += 1 / len(winners)
            count += 1
        if [round(share / count, 9) for share in shares] != wanted:
            raise AssertionError("eval7 comes to other shares")
        return 1

    return {OURS: ours, "eval7": theirs}


def contenders_tried() -> dict[str, Contender]:
    spot = _spot()
    hands = [[eval7.Card(h[:2]), eval7.Card(h[2:])] for h in _HANDS]
    rest = [eval7.Card(card_text(card)) for card in spot.unseen]
    ranges = tuple(parse_range(hand) for hand in _HANDS)
    dice = Random(1)

    def ours() -> int:
        equity(spot, most=0, trials=_TRIALS)
        return 1

    def of_eval7() -> int:
        for _ in range(_TRIALS):
            board = dice.sample(rest, 5)
            max(eval7.evaluate([*hand, *board]) for hand in hands)
        return 1

    def of_pokerkit() -> int:
        calculate_equities(
            ranges,
            list[Card](),
            2,
            5,
            Deck.STANDARD,
            (StandardHighHand,),
            sample_count=_TRIALS // 100,
        )
        return 1

    def of_pokerkit_whole() -> int:
        for _ in range(100):
            of_pokerkit()
        return 1

    return {OURS: ours, "eval7": of_eval7, "PokerKit": of_pokerkit_whole}
