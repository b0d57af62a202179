# pyright: reportAttributeAccessIssue=false
"""Runs inside MicroPython: time and heap of the hand evaluators, a line of JSON each.

`bytes_a_call` is what a call takes from the heap before any collection; `growth` is what is still
in use after many calls and a collection.
"""

import gc
import json
import time

from cardtable.rules.cards import WORDS
from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.jokers import value_of_four_and_joker
from cardtable.rules.hands.lows import LOW_ACE_HIGH, low_of_five
from cardtable.rules.hands.omaha import omaha_high, triples_of
from cardtable.rules.hands.omaha_lows import omaha_low
from cardtable.rules.hands.rankings import FULL
from cardtable.rules.hands.seven import value_of_seven

_CALLS = 1000

# Nine cards, then four more, as words: made before anything is measured.
_BOARD = [WORDS[card] for card in (3, 17, 22, 38, 51)]
_HOLE = [WORDS[card] for card in (7, 19, 33, 48)]
_TRIPLES = triples_of(_BOARD)
a, b, c, d, e = _BOARD
f, g, h, i = _HOLE


def five():
    return value_of_five(a, b, c, d, e, FULL)


def seven():
    return value_of_seven(a, b, c, d, e, f, g, FULL)


def joker():
    return value_of_four_and_joker(a, b, c, d, FULL)


def low():
    return low_of_five(a, b, c, d, e, LOW_ACE_HIGH)


def omaha():
    return omaha_high(_HOLE, _TRIPLES, FULL)


def omaha_with_board():
    return omaha_high(_HOLE, triples_of(_BOARD), FULL)


def omaha_lows():
    return omaha_low(_HOLE, _TRIPLES, LOW_ACE_HIGH)


def measured(call, calls):
    call()
    gc.collect()
    before = gc.mem_alloc()
    gc.disable()
    for _ in range(10):
        call()
    taken = gc.mem_alloc() - before
    gc.enable()
    started = time.ticks_us()
    for _ in range(calls):
        call()
    took_us = time.ticks_diff(time.ticks_us(), started)
    gc.collect()
    return taken // 10, gc.mem_alloc() - before, took_us / calls


def main():
    measured(five, 10)  # names and frames that only the first measurement makes
    for name, call, calls in (
        ("5 cards", five, 20 * _CALLS),
        ("7 cards", seven, 20 * _CALLS),
        ("4 cards and joker", joker, 20 * _CALLS),
        ("5 cards, low", low, 20 * _CALLS),
        ("Omaha", omaha, _CALLS),
        ("Omaha and its board", omaha_with_board, _CALLS),
        ("Omaha, low", omaha_lows, _CALLS),
    ):
        bytes_a_call, growth, us = measured(call, calls)
        told = {"name": name, "bytes_a_call": bytes_a_call, "growth": growth, "us": us}
        print(json.dumps(told))


main()
