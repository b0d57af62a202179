"""Pots: what nobody matched goes back, the rest forms pots by tap-out level.

Amounts are lists indexed by seat. `out` is true for a seat that has folded: its money stays in
every pot that it reached.
"""


def unmatched(amounts, out):
    """(seat, cents) of the largest contribution that nobody else matched; (0, 0) when none."""
    # TGC-2006 C16.1, NI2006-156 r 15.2(b)
    top = second = seat = 0
    for s in range(len(amounts)):
        if amounts[s] > top:
            second = top
            top = amounts[s]
            seat = s
        elif amounts[s] > second:
            second = amounts[s]
    if not seat or out[seat]:  # what a folded player bet stays in the pot
        return 0, 0
    return (seat, top - second) if top > second else (0, 0)


def side_pots(amounts, out, dead=0):
    """[[cents, [seats that may win it]], …], main pot first. `dead` money joins the main pot."""
    # TGC-2006 C16.1, B13; NI2006-156 r 14.2, NI2005-66 r 14.2
    levels = []
    for seat in range(len(amounts)):
        if amounts[seat] and not out[seat] and amounts[seat] not in levels:
            levels.append(amounts[seat])
    levels.sort()
    pots = []
    below = 0
    for level in levels:
        # Whoever folded above the highest level left the money in the last pot.
        top = level if level != levels[-1] else max(amounts)
        cents = 0
        for amount in amounts:
            cents += min(amount, top) - min(amount, below)
        pots.append([cents, [s for s in range(len(amounts)) if not out[s] and amounts[s] >= level]])
        below = level
    if pots:
        pots[0][0] += dead
    return pots
