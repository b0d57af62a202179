"""What hands are worth, for many of them at once: the board's own arithmetic, over arrays.

The numbers are those of `cardtable.rules.hands`: a value here equals the value there, for every
order of hands and every deck (a test compares them), so a watcher's page and the table never
disagree. Cards are codes (`cardtable.rules.cards`); an array holds a hand in each row.
"""

from __future__ import annotations

import numpy as np

from cardtable.rules.cards import WORDS
from cardtable.rules.hands.lows import TOP

Array = np.ndarray
_RANKS = 8192
WORD = np.array(WORDS, dtype=np.int64)
_SUITS = 4
_FLUSH = 5


def _highest(count: int) -> Array:
    """For each set of ranks the `count` highest of them."""
    table = np.zeros(_RANKS, dtype=np.int64)
    for ranks in range(_RANKS):
        kept, left = 0, ranks
        for _ in range(count):
            if left:
                top = 1 << (left.bit_length() - 1)
                kept |= top
                left ^= top
        table[ranks] = kept
    return table


_TOP1, _TOP2, _TOP3, _TOP5 = (_highest(count) for count in (1, 2, 3, 5))
_TOP_OF_RUN = 0x1000
_straights: dict[int, Array] = {}


def _straight_of(wheel: int) -> Array:
    """For each set of ranks the highest straight in it, as ranks without a low ace; 0: none."""
    if wheel not in _straights:
        table = np.zeros(_RANKS, dtype=np.int64)
        for ranks in range(_RANKS):
            for top in range(12, 3, -1):
                run = 0x1F << (top - 4)
                if ranks & run == run:
                    table[ranks] = run
                    break
            else:
                if ranks & wheel == wheel:
                    table[ranks] = wheel & 4095
        _straights[wheel] = table
    return _straights[wheel]


def high_values(cards: Array, order: tuple) -> Array:
    """The value of the best five of each row of five to seven cards; higher wins."""
    words = WORD[cards]
    ranks = words & 8191
    held = np.bitwise_or.reduce(ranks, axis=1)
    even = held ^ np.bitwise_xor.reduce(ranks, axis=1)  # held twice or four times
    three = (ranks.sum(axis=1) - held - even) >> 1  # held three or four times
    straight = _straight_of(order[11])
    value = _by_ranks(held, even, three, straight, order)
    return _with_flushes(value, cards, words, ranks, straight, order)


def _by_ranks(held: Array, even: Array, three: Array, straight: Array, order: tuple) -> Array:
    value = order[0] | _TOP5[held]
    two = _TOP2[even]
    pair = even != 0
    one = pair & (two == _TOP1[even])
    value = np.where(one, order[1] | even << 13 | _TOP3[held & ~even], value)
    value = np.where(pair & ~one, order[2] | two << 13 | _TOP1[held & ~two], value)
    some_three = three != 0
    value = np.where(some_three, order[3] | three << 13 | _TOP2[held & ~three], value)
    run = straight[held]
    value = np.where(run != 0, order[4] | run, value)
    threesome = _TOP1[three]
    with_it = _TOP1[(three & ~threesome) | even]
    full = some_three & (with_it != 0)
    value = np.where(full, order[6] | threesome << 13 | with_it, value)
    four = three & even
    return np.where(four != 0, order[7] | four << 13 | _TOP1[held & ~four], value)


def _with_flushes(
    value: Array, cards: Array, words: Array, ranks: Array, straight: Array, order: tuple
) -> Array:
    suits = cards & 3
    for suit in range(_SUITS):
        mine = suits == suit
        rows = np.nonzero(mine.sum(axis=1) >= _FLUSH)[0]
        if not rows.size:
            continue
        suited = np.bitwise_or.reduce(np.where(mine[rows], ranks[rows], 0), axis=1)
        run = straight[suited]
        top = np.where((run & _TOP_OF_RUN) != 0, order[10], order[8])
        flush = np.where(run != 0, top | run, order[5] | _TOP5[suited])
        value[rows] = np.maximum(value[rows], flush)
    return value


def low_values(cards: Array, low: tuple) -> Array:
    """The value of each row of five cards as a low; higher wins."""
    ranks = WORD[cards] & 8191
    held = np.bitwise_or.reduce(ranks, axis=1)
    even = held ^ np.bitwise_xor.reduce(ranks, axis=1)
    three = (ranks.sum(axis=1) - held - even) >> 1
    if low[0]:
        held, even, three = ((b << 1 | b >> 12) & 8191 for b in (held, even, three))
    pairs = np.where(even & (even - 1), 2, 1)
    worth = np.where(even != 0, pairs << 26 | even << 13 | (held ^ even), held)
    worth = np.where(three != 0, 3 << 26 | three << 13 | (held ^ three), worth)
    full = (three != 0) & (even != 0)
    worth = np.where(full, 6 << 26 | three << 13 | even, worth)
    worth = np.where((three & even) != 0, 7 << 26 | even << 13 | (held ^ even), worth)
    return TOP - worth
