"""Equity of a moment: ours beside eval7 and PokerKit, on the same hands, boards and trials.

eval7 (C) and PokerKit know one order of hands; ours has every order and low of the documents: the
board's own arithmetic over arrays. Exact shares of given hands are counted deal by deal with their
evaluators, and must be ours. eval7 knows no Omaha.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import eval7
from pokerkit import (
    Card,
    Deck,
    OmahaHoldemHand,
    StandardHighHand,
    calculate_equities,
    parse_range,
)
from rich.table import Table

from cardtable.rules.cards import card_text
from cardtable.rules.determinations import resolve
from host_tools.equity.equity import equity
from host_tools.equity.spot import Spot, cards_of
from tests.bench.framework import Contender, Target, race, race_table

OURS = "cardtable"
_TRIALS = 2_000
_HANDS = ("AsKs", "QdQc", "7h6h")
_FLOP = "Ts9s2d"
_OMAHA = ("AsKsQdJd", "QcQh7h6h", "Ac8c5d4d")
_TURN = "Ts9s2d8h"


def tables() -> Iterator[Table]:
    exact = race(contenders_exact())
    yield race_table("Hold-Em on the flop, three hands, exact", exact, OURS, Target("eval7", 1))
    tried = race(contenders_tried())
    title = f"Hold-Em before the flop, three hands, {_TRIALS} deals by chance"
    yield race_table(title, tried, OURS, Target("PokerKit", 3))
    omaha = race(contenders_omaha())
    yield race_table("Omaha on the turn, three hands, exact", omaha, OURS, Target("PokerKit", 3))


def _spot(board: str = "") -> Spot:
    return Spot("holdem", {at: cards_of(h) for at, h in enumerate(_HANDS, 1)}, cards_of(board))


def contenders_exact() -> dict[str, Contender]:
    spot = _spot(_FLOP)
    hands = [[eval7.Card(h[:2]), eval7.Card(h[2:])] for h in _HANDS]
    flop = [eval7.Card(_FLOP[at : at + 2]) for at in range(0, 6, 2)]
    rest = [eval7.Card(card_text(card)) for card in spot.unseen]

    def values(more: Any) -> list[int]:
        return [eval7.evaluate([*hand, *flop, *more]) for hand in hands]

    return {OURS: _exactly(spot), "eval7": _deal_by_deal(spot, list(combinations(rest, 2)), values)}


def contenders_omaha() -> dict[str, Contender]:
    hands = {at: cards_of(hand) for at, hand in enumerate(_OMAHA, 1)}
    spot = Spot("omaha", hands, cards_of(_TURN), values=resolve("omaha", {}))

    def values(more: str) -> list[Any]:
        return [OmahaHoldemHand.from_game(hand, _TURN + more) for hand in _OMAHA]

    rest = [card_text(card) for card in spot.unseen]
    return {OURS: _exactly(spot), "PokerKit": _deal_by_deal(spot, rest, values)}


def _exactly(spot: Spot) -> Contender:
    def ours() -> int:
        equity(spot)
        return 1

    return ours


def _deal_by_deal(spot: Spot, deals: list[Any], values_of: Callable[[Any], list[Any]]) -> Contender:
    """Every deal by another evaluator; an error where its shares are not ours."""
    wanted = [round(share.share, 9) for share in equity(spot).shares.values()]

    def theirs() -> int:
        shares = [0.0] * len(wanted)
        for more in deals:
            values = values_of(more)
            best = max(values)
            winners = [at for at, value in enumerate(values) if value == best]
            for at in winners:
                shares[at] += 1 / len(winners)
        if [round(share / len(deals), 9) for share in shares] != wanted:
            raise AssertionError("another evaluator comes to other shares")
        return 1

    return theirs


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
