"""Any game by its name; only the module of the game in play is loaded."""

from cardtable.rules.round import Refused

PLAYERS_AGAINST_EACH_OTHER = ("draw", "omaha", "holdem", "stud")
PUCK = ("holdem", "stud")  # the marker is the puck; elsewhere the dealer button


def make(game, values, sealer):
    """A round of `game` before its first record; `values` as `resolve` gives them."""
    if game == "holdem":
        from cardtable.rules.holdem import Holdem

        return Holdem(values, sealer)
    if game == "omaha":
        from cardtable.rules.omaha import Omaha

        return Omaha(values, sealer)
    if game == "draw":
        from cardtable.rules.draw import Draw

        return Draw(values, sealer)
    if game == "stud":
        from cardtable.rules.stud import Stud

        return Stud(values, sealer)
    raise Refused("game_not_known", game)


def start(game, given, seats, marker, sealer, number=1, lap=0, gone=0):
    """A round ready to play; the records that open it are in `opening`.

    `given` are determinations (the rest take defaults), `seats` (seat, cents) or (seat, cents,
    waits, declared) as between.py has them, `marker` the seat of button or puck, None in the first
    round of a game; `lap` is where the button began, 0 once it has been round the table;
    `gone` how many have been eliminated from a freeze-out.
    """
    # On a board the host has done this beforehand: it does not carry the determinations.
    from cardtable.rules.determinations import fingerprint, resolve

    seats = sorted(seats)
    values = resolve(game, given, len([entry for entry in seats if entry[1]]))
    played = make(game, values, sealer)
    played.opening = played.open(number, fingerprint(values), seats, marker, lap, gone)
    return played
