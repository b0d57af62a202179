"""How often each hand wins from here: by every possible deal where there are few, else by trial.

A share is a part of one pot: ties divide it, and where high and low divide it each half counts
for itself. The figures of a trial come with their standard error; those of an enumeration have
none. Draw Poker is judged by the cards that are held: nobody knows what players will throw.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cardtable.rules.cards import JOKER
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import TOP
from cardtable.rules.hands.values import high_value
from host_tools.equity.spot import BOARD, NoSpot, Spot
from host_tools.equity.values import Array, high_values, low_values

MOST_EXACT = 1_000_000  # hands of five to seven cards that are worked out for an exact answer
TRIALS = 40_000
_CHUNK = 100_000
_QUALIFYING = 1 << 7  # as cardtable.rules.hands.lows
_PAIRS = list(itertools.combinations(range(4), 2))


@dataclass(frozen=True)
class Share:
    """What one hand can hope for: parts of 1."""

    share: float  # of the pot, on average
    wins: float  # alone, everything
    ties: float  # some of it
    error: float  # standard error of `share`; 0 where every deal was counted


@dataclass(frozen=True)
class Equity:
    """By box, and how it was found."""

    shares: dict[int, Share]
    exact: bool
    deals: int


def equity(spot: Spot, *, seed: int = 1, trials: int = TRIALS, most: int = MOST_EXACT) -> Equity:
    """What each hand wins from here on."""
    unseen = spot.unseen
    needed = sum(count for _, count in spot.missing)
    if needed > len(unseen):
        raise NoSpot(f"{needed} cards are still to come and only {len(unseen)} are left")
    deals = _number_of_deals(spot, len(unseen))
    exact = deals * len(spot.hands) * _weight(spot) <= most
    pieces = _every_deal(spot, unseen) if exact else _some_deals(unseen, needed, trials, seed)
    total = _Total(len(spot.hands))
    for dealt in pieces:
        total.add(_shares(spot, dealt))
    return total.result(list(spot.hands), exact)


def _weight(spot: Spot) -> int:
    """Five-card hands that are tried for each of a player's hands."""
    return len(_PAIRS) * 10 if spot.game == "omaha" else 1


def _number_of_deals(spot: Spot, left: int) -> int:
    deals = 1
    for _, count in spot.missing:
        deals *= math.comb(left, count)
        left -= count
    return deals


def _every_deal(spot: Spot, unseen: list[int]) -> Iterator[Array]:
    """Every way in which the missing cards can come, in rows; a hand's order does not matter."""
    rows = _deals(unseen, [count for _, count in spot.missing])
    while True:
        piece = list(itertools.islice(rows, _CHUNK))
        if not piece:
            return
        yield np.array(piece, dtype=np.int64).reshape(len(piece), -1)


def _deals(unseen: list[int], counts: list[int]) -> Iterator[tuple[int, ...]]:
    if not counts:
        yield ()
        return
    if len(counts) == 1:
        yield from itertools.combinations(unseen, counts[0])
        return
    for first in itertools.combinations(unseen, counts[0]):
        rest = [card for card in unseen if card not in first]
        for others in _deals(rest, counts[1:]):
            yield first + others


def _some_deals(unseen: list[int], needed: int, trials: int, seed: int) -> Iterator[Array]:
    """So many deals by chance, the same ones for the same seed."""
    dice = np.random.default_rng(seed)
    cards = np.array(unseen, dtype=np.int64)
    while trials > 0:
        rows = min(trials, _CHUNK)
        keys = dice.random((rows, len(cards)))
        yield cards[np.argpartition(keys, needed - 1, axis=1)[:, :needed]]
        trials -= rows


class _Total:
    """Shares, added up."""

    def __init__(self, hands: int):
        self._count = 0
        self._sum = np.zeros(hands)
        self._squares = np.zeros(hands)
        self._wins = np.zeros(hands)
        self._ties = np.zeros(hands)

    def add(self, shares: Array) -> None:
        self._count += shares.shape[1]
        self._sum += shares.sum(axis=1)
        self._squares += (shares**2).sum(axis=1)
        self._wins += (shares == 1).sum(axis=1)
        self._ties += ((shares > 0) & (shares < 1)).sum(axis=1)

    def result(self, seats: list[int], exact: bool) -> Equity:
        mean = self._sum / self._count
        spread = np.maximum(self._squares / self._count - mean**2, 0)
        error = np.zeros(len(seats)) if exact else np.sqrt(spread / self._count)
        made = {
            seat: Share(
                float(mean[k]),
                float(self._wins[k] / self._count),
                float(self._ties[k] / self._count),
                float(error[k]),
            )
            for k, seat in enumerate(seats)
        }
        return Equity(made, exact, self._count)


# ---- who gets what of one pot


def _shares(spot: Spot, dealt: Array) -> Array:
    """Of each hand (row) in each deal (column): its part of the pot."""
    high, low = worth(spot, dealt)
    parts = None if high is None else _divided(high)
    if low is None:
        assert parts is not None
        return parts
    lows = _divided(low)
    best = low.max(axis=0)
    assert spot.low is not None
    if spot.values["low_qualifier"]:
        limit = _QUALIFYING << 1 if spot.low[0] else _QUALIFYING
        lows = np.where(TOP - best < limit, lows, 0)
    if parts is None:
        return lows
    return np.where(lows.sum(axis=0) > 0, (parts + lows) / 2, parts)


def _divided(values: Array) -> Array:
    best = values == values.max(axis=0)
    return best / best.sum(axis=0)


def worth(spot: Spot, dealt: Array) -> tuple[Array | None, Array | None]:
    """(values as high hands, values as lows), a row for each hand; None where it has no say."""
    whole = [_with_dealt(spot, seat, dealt) for seat in spot.hands]
    high = low = None
    if spot.values["win"] != "low":
        high = np.stack([_best(spot, hand, board, _high, spot.order) for hand, board in whole])
    if spot.low is not None:
        low = np.stack([_best(spot, hand, board, _low, spot.low) for hand, board in whole])
    return high, low


def _with_dealt(spot: Spot, seat: int, dealt: Array) -> tuple[Array, Array]:
    """The hand of one box and the communal cards, in each deal."""
    rows = dealt.shape[0]
    hand = np.tile(np.array(spot.hands[seat], dtype=np.int64), (rows, 1))
    board = np.tile(np.array(spot.board, dtype=np.int64), (rows, 1))
    at = 0
    for where, count in spot.missing:
        part = dealt[:, at : at + count]
        at += count
        if where == 0:
            board = np.concatenate([board, part], axis=1)
        elif where == seat:
            hand = np.concatenate([hand, part], axis=1)
    return hand, board


def _best(spot: Spot, hand: Array, board: Array, value, order: tuple) -> Array:
    if spot.game != "omaha":
        return value(np.concatenate([hand, board], axis=1), order)
    best = None  # two of the hole with three of the board (NI2006-156 r 9.1)
    for two in _PAIRS:
        for three in itertools.combinations(range(BOARD["omaha"]), 3):
            made = value(np.concatenate([hand[:, two], board[:, three]], axis=1), order)
            best = made if best is None else np.maximum(best, made)
    assert best is not None
    return best


def _high(cards: Array, order: tuple) -> Array:
    return _with_joker(cards, order, high_values, high_value)


def _low(cards: Array, order: tuple) -> Array:
    return _with_joker(cards, order, low_values, low_value)


def _with_joker(cards: Array, order: tuple, many, one) -> Array:
    """The joker is rare: where it lies the board's own evaluator is asked, row by row."""
    jokers = (cards == JOKER).any(axis=1)
    if not jokers.any():
        return many(cards, order)
    values = np.zeros(len(cards), dtype=np.int64)
    values[~jokers] = many(cards[~jokers], order)
    values[jokers] = [one([int(c) for c in row], order) for row in cards[jokers]]
    return values


def outs(spot: Spot, seat: int) -> list[int]:
    """The communal cards that would put this hand ahead, or level, if one more came now.

    Empty while it is ahead, before the flop and behind the river: there is nothing to hope for, or
    too much.
    """
    if spot.game not in ("holdem", "omaha") or not 3 <= len(spot.board) < BOARD[spot.game]:
        return []
    if seat in _leaders(spot, ()):
        return []
    return [card for card in spot.unseen if seat in _leaders(spot, (card,))]


def _leaders(spot: Spot, more: tuple[int, ...]) -> list[int]:
    from cardtable.rules.hands.omaha_values import omaha_high_value

    board = [*spot.board, *more]
    values = {
        seat: omaha_high_value(list(hand), board, spot.order)
        if spot.game == "omaha"
        else high_value([*hand, *board], spot.order)
        for seat, hand in spot.hands.items()
    }
    best = max(values.values())
    return [seat for seat, value in values.items() if value == best]
