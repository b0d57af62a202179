"""Who sits where to whom: clockwise order, marker, blinds, first card, first to act.

Seats run clockwise from 1 at the dealer's left. The marker is the dealer button (ACT: the last
to receive cards, blinds come after it) or the puck (Tasmania: the small blind itself, the first
to receive a card). Everything that follows from the difference is `puck` here.
"""


def clockwise(seats, start):
    """The seats in order from `start`, which comes first when it is one of them."""
    ordered = sorted(seats)
    return [s for s in ordered if s >= start] + [s for s in ordered if s < start]


def after(seats, seat):
    """The next of the seats clockwise from `seat`; itself when there is no other."""
    return clockwise(seats, seat + 1)[0]


def from_marker(seats, marker, puck):
    """The seats in dealing order: from the puck itself, or from the first after the button."""
    # TGC-2006 C11.3, B9.2; NI2006-156 r 9.2, NI2005-66 r 9.2
    return clockwise(seats, marker if puck else marker + 1)


def first_marker(seats, puck):
    """Who has the marker in the first round of play."""
    # TGC-2006 C10.1, B9.1: at the dealer's left; NI2006-156 r 8.3: at the dealer's right
    return min(seats) if puck else max(seats)


def blinds(seats, marker, count, puck, vacated=False):
    """The seats that post, first blind first; None for a small blind that is not posted.

    `vacated`: the small blind has left, the marker lies before the big blind (TGC-2006 C19.9).
    """
    order = from_marker(seats, marker, puck)
    if vacated and count > 1:
        return [None] + order[: count - 1]
    return order[:count]


def highest_showing(values, marker):
    """The seat with the highest value; ties to the puck seat, then leftward (TGC-2006 B11.1.a)."""
    best = max(values.values())
    return clockwise([seat for seat in values if values[seat] == best], marker)[0]
