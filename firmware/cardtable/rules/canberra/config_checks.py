"""Canberra Poker's determinations: what follows from the others, and what cannot stand together."""

from cardtable.rules.canberra.editions import EDITIONS
from cardtable.rules.round import Refused


def settle(game, values, given):
    """Fill in what the operator left open; Refused when two determinations contradict."""
    edition = EDITIONS[game]
    # NI2004-492 r 12 stands for 2.1 when the shoe shuffles; S89-1997 knows no such shoe.
    shuffled = bool(values.get("shuffling_shoe") or values["deal"] == "packets")
    shuffled = shuffled and edition.rule("packets") is not None

    def refuse_if(wrong, code, what):
        if wrong:
            raise Refused(code, edition.document + " " + (edition.rule(what, shuffled) or ""))

    refuse_if(values["deck"] != 52, "deck_of_another_game", "deck")
    refuse_if(values["joker"], "no_joker", "deck")

    # A limit that was not determined gives way to one that was.
    if "ante_max" not in given:
        values["ante_max"] = max(values["ante_max"], values["ante_min"])
    if "ante_min" not in given:
        values["ante_min"] = min(values["ante_min"], values["ante_max"])
    refuse_if(values["ante_min"] > values["ante_max"], "min_above_max", "limits")

    multiple = values["ante_multiple"]
    if multiple is None:
        # S89-1997 r 5.1(b): in units of the minimum, determined or not.
        multiple = values["ante_multiple"] = values["ante_min"] if edition.units else 1
    highest = values["ante_max"] // multiple * multiple
    refuse_if(highest < values["ante_min"], "no_multiple_within_limits", "multiple")

    refuse_if(values["deal"] == "hand", "dealt_from_a_shoe", "from_shoe")
    if edition.rule("packets") is None:
        refuse_if(values["deal"] == "packets", "no_shuffling_shoe", "shoe")
        return
    # Rule 12 replaces rule 6 when an automated shuffling shoe is in use, and only then.
    if values["shuffling_shoe"] and "deal" not in given:
        values["deal"] = "packets"
    if values["deal"] == "packets" and "shuffling_shoe" not in given:
        values["shuffling_shoe"] = 1
    packets = values["deal"] == "packets"
    refuse_if(packets and not values["shuffling_shoe"], "no_shuffling_shoe", "shoe")
    refuse_if(values["shuffling_shoe"] and not packets, "packets_from_this_shoe", "packets")
