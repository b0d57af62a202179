"""Any game by its name, with its determinations resolved: for the desk.

A board gets its determinations from the host, and makes rounds by registry.py alone.
"""

from cardtable.rules.determinations import fingerprint, resolve
from cardtable.rules.registry import PLAYERS_AGAINST_EACH_OTHER, PUCK, make

__all__ = [
    "BANKED",
    "PLAYERS_AGAINST_EACH_OTHER",
    "PUCK",
    "is_banked",
    "make",
    "most_boxes",
    "start",
]

BANKED = ("canberra", "canberra-1997")  # the house plays against each box; the jackpot is theirs


def is_banked(game):
    """Whether the house banks it; all the others are played between players."""
    return game in BANKED


def most_boxes(game):
    """So many boxes a full table has: where the house banks, the dealer takes one's place."""
    return 9 if is_banked(game) else 10


def start(game, given, seats, marker, sealer, number=1, lap=0, gone=0):
    """A round ready to play; the records that open it are in `opening`.

    `given` are determinations (the rest take defaults), `seats` (seat, cents) or (seat, cents,
    waits, declared) as pre_deal.py has them, `marker` the seat of button or puck, None in the first
    round of a game; `lap` is where the button began, 0 once it has been round the table;
    `gone` how many have been eliminated from a freeze-out.
    """
    seats = sorted(seats)
    values = resolve(game, given, len([entry for entry in seats if entry[1]]))
    played = make(game, values, sealer)
    played.opening = played.open(number, fingerprint(values), seats, marker, lap, gone)
    return played
