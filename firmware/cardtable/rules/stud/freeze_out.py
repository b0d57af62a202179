"""Freeze-out: stud's alternative conditions of play, down to the last player (TGC-2006 B16).

Loaded where `freeze_wager` is determined. What a round leaves to the next is in next_round.py.
"""

from cardtable.rules.round import Refused


def ante_of(wager, eliminated):
    """The ante: the original minimum wager, and once more for each player eliminated (B16.5)."""
    return wager * (1 + eliminated)


def equal_buy_ins(table, seats):
    """Refused unless everybody begins with the same amount (B16.1)."""
    if len({entry[1] for entry in seats}) > 1:
        raise Refused("equal_buy_ins", table.document + " B16.1")


def tell_ante(table, gone):
    """The second half of the snapshot: how many are gone, and the ante that comes of it."""
    ante = ante_of(table.values["freeze_wager"], gone)
    table._emit("freeze_out", gone, ante, table._rule("freeze_ante"))


def eliminate(table):
    """Whose bank is exhausted is out; each raises the ante (B16.5)."""
    for seat in table.players if table.bets else ():
        if not table.stack[seat]:
            ante = ante_of(table.values["freeze_wager"], table.eliminated + 1)
            table._emit("eliminated", seat, ante, table._rule("freeze_ante"))
