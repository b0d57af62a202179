"""Commission by every scale of the documents, in cents. Uncalled bets have gone back before."""

_DOLLAR = 100
_FIFTY = 5000  # the step of both Tasmanian scales


def act(pots, percent, maximum=None, only_forced=False, equal_hands=False):
    """ACT: due when one pot exceeds the threshold, then on the sum of all pots.

    NI2005-66 and NI2006-156 r 15.2: (a) whole dollars, up to the approved maximum; (c) nil when
    equal hands share with no other contributor; (d) nil when only antes or blinds were bet.
    """
    threshold = 1900 if percent == 5 else 900
    if only_forced or equal_hands or not pots or max(pots) <= threshold:
        return 0
    due = sum(pots) * percent // 100 // _DOLLAR * _DOLLAR
    return due if maximum is None else min(due, maximum)


def holdem(pots):
    """Tasmanian Hold-Em, on the sum of pots: $1 up to $20, else $2.50 each $50 or part."""
    # TGC-2006 C17.2, C17.3
    total = sum(pots)
    if total <= 20 * _DOLLAR:
        return min(_DOLLAR, total)
    return -(-total // _FIFTY) * 250


def stud(pot, capped):
    """Tasmanian stud, on each pot (TGC-2006 B11.3.d, B15): $2 each $50 or part; b is capped."""
    if capped and pot <= _FIFTY:
        return 0
    due = -(-pot // _FIFTY) * 200
    if capped:
        due = min(due, 1500)
    return min(due, pot)


def from_pots(due, pots):
    """A commission on the sum, pot by pot: from the main pot first, then the side pots."""
    taken = []
    for pot in pots:
        taken.append(min(due, pot))
        due -= taken[-1]
    return taken


def taken(scale, pots, maximum=None, only_forced=False, equal_hands=False):
    """What each pot pays by the determined scale."""
    if scale == "act-5" or scale == "act-10":
        percent = 5 if scale == "act-5" else 10
        return from_pots(act(pots, percent, maximum, only_forced, equal_hands), pots)
    if scale == "tas-holdem":
        return from_pots(holdem(pots), pots)
    if scale == "tas-stud-normal" or scale == "tas-stud-capped":
        return [stud(pot, scale == "tas-stud-capped") for pot in pots]
    return [0] * len(pots)  # none; time: paid in advance (r 15.3)
