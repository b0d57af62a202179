"""Shares of a pot: equal in whole units, what is left over to one winner."""

from cardtable.rules.positions import from_marker

CENT = 1  # the unit of stud, which knows no odd chip


def split(cents, unit, winners, marker, puck):
    """[(seat, cents), …] in the order of the table: equal units, the rest to the first winner.

    ACT divides in units of the smallest chip in play, the odd amount to the first winner after
    the button (NI2006-156 r 13.2); Tasmanian Hold-Em in units of the table minimum, the odd
    amount to the first winner counting from the puck (TGC-2006 C15.2); stud to the cent (B11.3.c).
    """
    order = from_marker(winners, marker, puck)
    each = cents // unit // len(order) * unit
    shares = [[seat, each] for seat in order]
    shares[0][1] += cents - each * len(order)
    return shares
