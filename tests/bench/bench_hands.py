"""Evaluations a second: ours beside treys, PokerKit, eval7 and phevaluator.

Every library gets its cards in its own precomputed form, ours included, at its fastest door: the
functions behind those that convert or join cards first.
"""

from __future__ import annotations

import json
import subprocess
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import treys
from phevaluator import _pheval
from pokerkit import OmahaHoldemHand, StandardHighHand
from rich.table import Table

from cardtable.rules.cards import WORDS, card_text
from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.omaha import omaha_high, triples_of
from cardtable.rules.hands.seven import value_of_seven
from sim.micropython import bench
from tests.bench.framework import Contender, Target, race, race_table
from tests.oracles import peers

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # eval7's own, about its parser
    import eval7

OURS = "cardtable"
ON_BOARD = Path(__file__).with_name("on_board_hands.py")
_HANDS = 2000  # enough that tables and caches are not flattered by a few hands
_POKERKIT_HANDS = 20  # it takes a hundred times as long

_EVAL7 = [eval7.Card(card_text(card)) for card in range(52)]


def tables() -> Iterator[Table]:
    random = Random(1)
    dealt = [random.sample(range(52), 9) for _ in range(_HANDS)]
    yield race_table("5 cards, CPython", race(five(dealt)), OURS, Target("treys", 0.9))
    yield race_table("7 cards, CPython", race(seven(dealt)), OURS, Target("treys", 8))
    yield race_table("Omaha, CPython", race(omaha(dealt)), OURS, Target("PokerKit", 10))
    yield on_board_table()


def five(dealt: list[list[int]]) -> dict[str, Contender]:
    hands = [cards[:5] for cards in dealt]
    ours = [tuple(WORDS[card] for card in hand) for hand in hands]
    return {
        OURS: _five_each(value_of_five, ours),
        "treys": _each(treys.Evaluator()._five, _in(peers.TREYS, hands)),
        "PokerKit": _each(StandardHighHand, _in(peers.POKERKIT, hands[:_POKERKIT_HANDS])),
        "eval7": _each(eval7.evaluate, _in(_EVAL7, hands)),
        "phevaluator": _five_each(_pheval.evaluate_5cards, hands),
    }


def seven(dealt: list[list[int]]) -> dict[str, Contender]:
    hands = [cards[:7] for cards in dealt]
    ours = [tuple(WORDS[card] for card in hand) for hand in hands]
    return {
        OURS: _seven_each(value_of_seven, ours),
        "treys": _each(treys.Evaluator()._seven, _in(peers.TREYS, hands)),
        "PokerKit": _each(StandardHighHand.from_game, _in(peers.POKERKIT, hands[:_POKERKIT_HANDS])),
        "eval7": _each(eval7.evaluate, _in(_EVAL7, hands)),
        "phevaluator": _seven_each(_pheval.evaluate_7cards, hands),
    }


def omaha(dealt: list[list[int]]) -> dict[str, Contender]:
    """treys and eval7 know no Omaha. Ours prepares the board anew for each hand."""
    ours = [_split(WORDS, cards, 4) for cards in dealt]
    boards_first = [cards[4:] + cards[:4] for cards in dealt]

    def our_omaha() -> int:
        for hole, board in ours:
            omaha_high(hole, triples_of(board))
        return len(ours)

    return {
        OURS: our_omaha,
        "PokerKit": _pairs(
            OmahaHoldemHand.from_game,
            [_split(peers.POKERKIT, cards, 4) for cards in dealt[:_POKERKIT_HANDS]],
        ),
        "phevaluator": _spread_each(_pheval.evaluate_omaha_cards, boards_first),
    }


def on_board() -> list[dict[str, Any]]:
    """What the evaluators take on real MicroPython: microseconds, bytes a call, growth."""
    done = bench.run([str(ON_BOARD)], report=False, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(f"the benchmark ended with {done.returncode} on MicroPython")
    return [json.loads(line) for line in done.stdout.splitlines()]


def on_board_table() -> Table:
    table = Table("", title="MicroPython (unix port)")
    for title in ("µs", "heap bytes a call", "heap growth"):
        table.add_column(title, justify="right")
    for told in on_board():
        table.add_row(
            told["name"], f"{told['us']:.2f}", str(told["bytes_a_call"]), str(told["growth"])
        )
    return table


def _in(form: Sequence[Any], hands: list[list[int]]) -> list[list[Any]]:
    return [[form[card] for card in hand] for hand in hands]


def _split(form: Sequence[Any], cards: list[int], first: int) -> tuple[list[Any], list[Any]]:
    return [form[card] for card in cards[:first]], [form[card] for card in cards[first:]]


def _five_each(evaluate: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> Contender:
    def contender() -> int:
        for a, b, c, d, e in hands:
            evaluate(a, b, c, d, e)
        return len(hands)

    return contender


def _seven_each(evaluate: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> Contender:
    def contender() -> int:
        for a, b, c, d, e, f, g in hands:
            evaluate(a, b, c, d, e, f, g)
        return len(hands)

    return contender


def _spread_each(evaluate: Callable[..., Any], hands: Sequence[Sequence[Any]]) -> Contender:
    def contender() -> int:
        for hand in hands:
            evaluate(*hand)
        return len(hands)

    return contender


def _each(evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> Contender:
    def contender() -> int:
        for hand in hands:
            evaluate(hand)
        return len(hands)

    return contender


def _pairs(evaluate: Callable[[Any, Any], Any], hands: Sequence[tuple[Any, Any]]) -> Contender:
    def contender() -> int:
        for first, second in hands:
            evaluate(first, second)
        return len(hands)

    return contender
