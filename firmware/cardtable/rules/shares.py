"""Shares of a pot: equal in whole units, what is left over to one winner; high and low halves."""

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
