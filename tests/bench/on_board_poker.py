# pyright: reportAttributeAccessIssue=false
"""Runs inside a 32-bit MicroPython, step by step: an Omaha round at ten seats.

The heap is looked at between two steps. The determinations come checked from the host, as on a
board: in values.json.
"""

import json

SEATS = [(seat, 20000 + 137 * seat) for seat in range(1, 11)]


class Here:
    """What stays between two steps."""

    table = None
    deck = []
    records = None  # kept beside the round, if anything
    count = 0
    turns = 0


def load():
    from cardtable.rules import registry  # noqa: F401
    from cardtable.rules.poker.omaha import Omaha  # noqa: F401
    from cardtable.rules.seals import Open  # noqa: F401


def clear():
    Here.table = Here.records = None


def open_round(keep):
    """A round before its first card; a board writes records away one by one, without `keep`."""
    from cardtable.rules import registry
    from cardtable.rules.seals import Open

    with open("values.json") as file:
        values = json.load(file)
    Here.deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    Here.table = registry.make("omaha", values, Open())
    Here.table.open(1, "0" * 16, SEATS, 10)
    Here.records = [] if keep else None
    Here.count = Here.turns = 0


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


def one():
    """One input, if the round is not over."""
    table = Here.table
    if table.outcome is not None:
        return
    if table.to_act():
        Here.turns += 1
    made = table.take(next_input(table, Here.deck, Here.turns))
    Here.count += len(made)
    if Here.records is not None:
        Here.records += made


def tell():
    """How many records the round has made."""
    table = Here.table
    if table.outcome is None:
        raise ValueError("the round is not over")
    if sum(table.stack) + table.commission != sum([cents for _, cents in SEATS]):
        raise ValueError("money in is not money out")
    print(Here.count)
