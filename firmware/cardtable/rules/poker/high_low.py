"""Where the lowest hand wins or shares: who has it, what it is called, the halves of a pot.

Loaded where `win` is determined as low or high-low (NI2006-156 r 3.5, NI2005-66 r 3.5).
"""

from cardtable.rules.hands.lows import low_category, low_order_of, low_qualifies
from cardtable.rules.hands.rankings import CATEGORIES
from cardtable.rules.poker.showdown import winners
from cardtable.rules.shares import split


def _order(table):
    return low_order_of(table.values["deck"], table.values["low_ace"] == "low")


def category(table, hole, board):
    """What a hand is called as a low."""
    return CATEGORIES[low_category(table.low(hole, board, _order(table)))]


def best(table, seats):
    """(high winners, low winners) among the seats; one list is empty where it has no say."""
    order = _order(table)
    board = table._codes(table.board)
    worth = [table.low(table._codes(table.held[seat]), board, order) for seat in seats]
    low = winners(seats, worth)
    if table.values["low_qualifier"] and not low_qualifies(max(worth), order):
        low = []
    if table.values["win"] == "low":
        return low, []
    return table.best_high(seats), low


def halves(cents, unit):
    """(high, low) halves in whole units; an odd unit goes to the high half."""
    # NI2006-156 r 3.5(c), dictionary High/Low Split, r 13.2
    low = cents // unit // 2 * unit
    return cents - low, low


def high_low(cents, unit, high, low, marker, puck):
    """[(seat, cents, part), …]; without a qualifying low the high hand takes all (r 3.5(d))."""
    if not low:
        return [(s, c, "high") for s, c in split(cents, unit, high, marker, puck)]
    first, second = halves(cents, unit)
    shares = [(s, c, "high") for s, c in split(first, unit, high, marker, puck)]
    return shares + [(s, c, "low") for s, c in split(second, unit, low, marker, puck)]
