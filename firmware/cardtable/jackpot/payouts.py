"""What Boomerang Jackpot hands are paid: floors, percentages, bonuses, the aggregate limit.

Pure arithmetic in cents. NI2004-492 r 11.1-11.3; S89-1997 r 12 has the same amounts and no limit.
"""

# Prize → bonus. NI2004-492 r 11.1, S89-1997 r 12
_BONUS = {
    "four_of_a_kind": 50000,
    "full_house": 15000,
    "flush": 10000,
    "dead_mans_hand": 5000,
}

# Prize → (floor, percent of the display, weight when the display is shared). r 11.1, 11.2
_MAJOR = {"royal_flush": (1000000, 100, 10), "straight_flush": (100000, 10, 1)}


def is_major(prize):
    """A royal or straight flush (NI2004-492 r 11.3)."""
    return prize in _MAJOR


def nominal(prize, display):
    """What one hand is worth by itself."""
    if prize in _BONUS:
        return _BONUS[prize]
    floor, percent, _ = _MAJOR[prize]
    return max(floor, display * percent // 100)


def payouts(prizes, display, limited=True, pool=None):
    """Cents for each of the prizes won in one round, in the order given.

    `display` is the jackpot latched for the round. `limited` is NI2004-492's aggregate limit
    (r 11.2); S89-1997 has none. `pool` is the prize pool as re-calculated after an earlier major
    win whose sign has not been changed yet (r 11.3): it caps what majors can take.
    """
    paid = [nominal(prize, display) for prize in prizes]
    majors = [at for at in range(len(prizes)) if is_major(prizes[at])]
    if not majors or not limited:
        return paid
    limit = display
    if len(majors) == 1:
        limit = paid[majors[0]]  # a single hand has its floor, whatever the display
    if pool is not None and pool < limit:
        limit = pool
    if sum([paid[at] for at in majors]) > limit:
        weights = [_MAJOR[prizes[at]][2] for at in majors]
        for at, weight in zip(majors, weights):
            # 10:1, 20:1 …; a cent that cannot be shared stays in the pool.
            paid[at] = limit * weight // sum(weights)
    return paid
