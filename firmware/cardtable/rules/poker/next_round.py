"""What a round between players leaves to the next one: seats, marker, lap of the button.

    made.open(number, fingerprint, *carried(ended))

A misdeal or a void round never was one: everything stays where it was.
"""

from cardtable.rules.places import SEATS


def carried(ended):
    """(seats, marker, lap, gone) of the next round, as its `open` takes them.

    Seats are [seat, cents, waits, declared]; marker is None while the game has had none yet. Who
    has been eliminated from a freeze-out has no seat any more, and counts among those gone.
    """
    seats = []
    frozen = ended.values.get("freeze_wager")
    for seat in ended.seated:
        if ended.stack[seat] or not frozen:
            seats.append([seat, ended.stack[seat], ended.waits[seat], int(seat in ended.declared)])
    return seats, ended.passes_to or ended.marker or None, _lap(ended), ended.eliminated


def _lap(ended):
    """Where the button began; 0 once it has been round (NI2006-156 r 17.12).

    For a puck: where it lies, when the small blind has left and the round without one is still
    to come (TGC-2006 C19.9); else 0.
    """
    if ended.puck:
        return ended.marker if ended.vacated and not ended.passes_to else 0
    begun = ended.lap if ended.running else ended.marker
    if begun and ended.passes_to:
        here = ended.marker
        if _steps(here, ended.passes_to) >= _steps(here, begun):
            return 0
    return begun


def _steps(here, there):
    """Seats from one to the other clockwise; the whole way round for the same seat."""
    return (there - here) % SEATS or SEATS


def idle(ended, before):
    """{seat: rounds without a wager, one after the other}; `before` are those until now."""
    counts = {}
    for seat in ended.seated:
        counts[seat] = before.get(seat, 0)
        if ended.outcome == "won":
            counts[seat] = 0 if seat in ended.players else counts[seat] + 1
    return counts
