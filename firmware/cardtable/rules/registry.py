"""Any game by its name; only the module of the game in play is loaded."""

from cardtable.rules.round import Refused

PLAYERS_AGAINST_EACH_OTHER = ("draw", "omaha", "holdem", "stud")
PUCK = ("holdem", "stud")  # the marker is the puck; elsewhere the dealer button


def make(game, values, sealer):
    """A round of `game` before its first record; `values` as `resolve` gives them."""
    if game == "holdem":
        from cardtable.rules.poker.holdem import Holdem

        return Holdem(values, sealer)
    if game == "omaha":
        from cardtable.rules.poker.omaha import Omaha

        return Omaha(values, sealer)
    if game == "draw":
        from cardtable.rules.draw.game import Draw

        return Draw(values, sealer)
    if game == "stud":
        from cardtable.rules.stud.game import Stud

        return Stud(values, sealer)
    raise Refused("game_not_known", game)
