# pyright: reportAttributeAccessIssue=false
"""Runs inside MicroPython: the heap that an Omaha round at ten seats takes, as a line of JSON.

The determinations come checked from the host, as on a board: as JSON on stdin.
`modules` is what loading the game takes, `opened` a round before its first card, `largest` the
most that a round came to while it was played (collected before each look), `kept` the same with
every record kept beside it (a board writes them away one by one).
"""

import gc
import json
import sys

VALUES = json.loads(sys.stdin.readline())
SEATS = [(seat, 20000 + 137 * seat) for seat in range(1, 11)]


def used():
    gc.collect()
    return gc.mem_alloc()


before = used()

from cardtable.rules import making  # noqa: E402
from cardtable.rules.omaha import Omaha  # noqa: E402, F401
from cardtable.rules.seals import Open  # noqa: E402

modules = used() - before


def next_input(table, deck, turns):
    """Cards as they are due; calls and checks, every fourth turn a raise; all show."""
    given = table.expects()[0]
    if given[0] == "card":
        return ("card", given[1], deck.pop())
    if given[0] == "show":
        return ("show", given[1], None)
    if given[0] == "begin":
        return given
    seat = table.to_act()
    call, least, _ = table.options(seat)
    if turns % 4 == 0 and least:
        return ("raise" if table.betting.level else "bet", seat, least)
    return ("call" if call > table.bet[seat] else "check", seat)


def play(keep):
    """(opened, largest) in bytes, and how many records; ten players to the showdown."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    start = used()
    table = making.make("omaha", VALUES, Open())
    table.open(1, "0" * 16, SEATS, 10)
    opened = most = used()
    records = []
    turns = count = 0
    while table.outcome is None:
        if table.to_act():
            turns += 1
        made = table.take(next_input(table, deck, turns))
        count += len(made)
        if keep:
            records += made
        made = None
        most = max(most, used())
    if sum(table.stack) + table.commission != sum([cents for _, cents in SEATS]):
        raise ValueError("money in is not money out")
    return opened - start, most - start, count


play(False)  # what only the first round makes: names, frames, late imports
opened, largest, count = play(False)
kept = play(True)[1]
told = {"modules": modules, "opened": opened, "largest": largest, "kept": kept, "records": count}
print(json.dumps(told))
