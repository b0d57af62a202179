"""Determinations that cannot stand together, and those that follow from the others."""

from cardtable.rules.deck_choice import is_deck
from cardtable.rules.round import Refused

# game → (document, {what: rule})
_ACT = {
    "deck": "2.2",
    "kind": "4.2(b)",
    "count": "4.2(c)",
    "level": "4.2(f)",
    "bets": "4.2(g)",
    "stake": "4.2(a), 4.2(i)",
    "scale": "15.2",
    "win": "3.5(d)",
    "players": "12.4",
    "burn": "4.2(h)",
    "deal": "7.3",
    "reveal": "16.4, 16.7",
}
_HOLDEM = {
    "deck": "C2.1",
    "kind": "C5.2.b",
    "count": "C5.2.c",
    "level": "C5.2.e",
    "bets": "C5.2.f",
    "stake": "C5.2.a, C5.2.h",
    "scale": "C17.1, C17.2",
    "win": "C15.1",
    "players": "C3.4",
    "blind_kind": "C12.1",
    "ace": "C4.3",
    "reveal": "C18.4, C18.7",
}
_STUD = {
    "deck": "B3.4.a",
    "kind": "B5.4",
    "bets": "B5.4",
    "scale": "B15",
    "win": "B11.3.a",
    "players": "B2.4",
    "ace": "B14.1.f",
    "freeze": "B16.8",
    "freeze_ante": "B16.5",
    "reveal": "B17.8",
}
_BOOKS = {
    "draw": ("NI2005-66", _ACT, ("none", "time", "act-5", "act-10")),
    "omaha": ("NI2006-156", _ACT, ("none", "time", "act-5", "act-10")),
    "holdem": ("TGC-2006", _HOLDEM, ("none", "tas-holdem")),
    "stud": ("TGC-2006", _STUD, ("none", "tas-stud-normal", "tas-stud-capped")),
}

_HOLE = {"draw": 5, "omaha": 4, "holdem": 2, "stud": 5}
_BLINDS = (100, 200)  # where nothing is determined
_CHIP = 100
_STAKE_OF_TEN_PER_CENT = 10000  # r 15.2(e)


def settle(game, values, seats):
    """Fill in what follows from other determinations; Refused when two contradict each other."""
    document, rules, scales = _BOOKS[game]

    def refuse_if(wrong, code, rule):
        if wrong:
            raise Refused(code, document + " " + rules[rule])

    if game == "stud":
        refuse_if(values["limit"] != "half-pot", "half_pot_is_the_limit", "bets")
    _settle_wagers(values, refuse_if)
    _settle_bets(values, refuse_if)
    refuse_if(values["commission"] not in scales, "scale_of_another_game", "scale")
    refuse_if(
        values["reveal"] == "all" and not values["reveal_approval"],
        "folded_hands_are_protected",
        "reveal",
    )
    refuse_if(
        not is_deck(values["deck"], game, bool(values["joker"])), "deck_of_another_game", "deck"
    )
    if document == "TGC-2006":
        refuse_if(values["win"] != "high", "high_hand_wins", "win")
        refuse_if(not values["ace_low"], "ace_counts_low", "ace")
        refuse_if(
            seats and seats < 3 and not values["tournament"] and not values.get("freeze_wager"),
            "three_players_needed",
            "players",
        )
    else:
        refuse_if(
            values["low_qualifier"] and values["win"] != "high-low",
            "qualifier_without_split",
            "win",
        )
        refuse_if(values["deal"] != "shoe", "dealt_from_a_shoe", "deal")
        stake = values["table_stake"] or 0
        if values["commission"] == "act-10" and act_percent(stake) != 10:
            raise Refused("stake_above_100_dollars", document + " 15.2(e)")
    if game == "omaha":
        refuse_if(values["burn"] > 1, "one_card_is_burnt", "burn")
    if game == "holdem":
        refuse_if(values["blind_kind"] != "B", "call_raise_or_fold", "blind_kind")
    if game == "stud":
        refuse_if(
            values["deck"] == 32 and values["freeze_wager"], "full_deck_in_freeze_out", "freeze"
        )
        refuse_if(values["deck"] == 32 and seats > 5, "three_to_five_players", "deck")
    if values.get("max_buy_in") and values["table_stake"]:
        refuse_if(values["table_stake"] > values["max_buy_in"], "stake_above_buy_in", "stake")
    refuse_if(seats == 1, "two_players_needed", "players")
    refuse_if(seats and len(values.get("blinds", ())) > seats, "more_blinds_than_players", "count")
    board = 5 + 3 * values["burn"] if "burn" in values else 0
    refuse_if(
        seats * _HOLE[game] + board > values["deck"] + values["joker"], "deck_too_small", "deck"
    )


def _settle_wagers(values, refuse_if):
    """Blinds or antes, not both; r 20.11 has both in a tournament of the ACT's games."""
    if "blinds" not in values:  # stud: an ante of the minimum wager (TGC-2006 B5.4)
        freeze = values["freeze_wager"]
        if values["min_bet"] is None:
            values["min_bet"] = freeze or values["ante"] or _CHIP
        ante = values["min_bet"]
        if freeze:
            ante = freeze * (1 + values["freeze_eliminated"])  # B16.5
        wrong = values["ante"] not in (None, ante)
        refuse_if(wrong, "ante_is_the_minimum", "freeze_ante" if freeze else "kind")
        values["ante"] = ante
        values["blinds"] = []
        return
    both = values["blinds"] and values["ante"]
    act = "low_qualifier" in values
    refuse_if(both and not (act and values["tournament"]), "ante_and_blinds", "kind")
    refuse_if(values["blinds"] == [] and not values["ante"], "neither_ante_nor_blinds", "kind")
    if values["blinds"] is None:
        values["blinds"] = [] if values["ante"] else list(_BLINDS)
    if values["ante"] is None:
        values["ante"] = 0
    blinds = values["blinds"]
    refuse_if(len(blinds) > 3, "more_than_three_blinds", "count")
    for n in range(1, len(blinds)):
        refuse_if(blinds[n] < blinds[n - 1], "blinds_must_rise", "level")


def _settle_bets(values, refuse_if):
    """Minimum, maximum, and the sizes of a structured game."""
    fixed = values["limit"] == "fixed"
    given_small = values.get("small_bet")
    forced = values["blinds"][-1] if values.get("blinds") else values["ante"]
    if values["min_bet"] is None:
        values["min_bet"] = given_small or values["table_min"] or forced
    refuse_if(
        values["max_bet"] is not None and values["max_bet"] < values["min_bet"],
        "min_above_max",
        "bets",
    )
    refuse_if(
        values["max_bet"] is not None and values["limit"] == "no-limit", "no_limit_has_none", "bets"
    )
    if fixed and (given_small or values["max_bet"] is None):
        values["small_bet"] = given_small or values["min_bet"]
        if values["big_bet"] is None:
            values["big_bet"] = 2 * values["small_bet"]
        refuse_if(values["big_bet"] < values["small_bet"], "small_above_big", "bets")
    else:
        refuse_if(
            given_small is not None or values.get("big_bet") is not None,
            "sizes_are_for_fixed",
            "bets",
        )
    if values["table_min"] is None:
        values["table_min"] = values["min_bet"]
    if values.get("smallest_chip", 0) is None:
        values["smallest_chip"] = _smallest(values)


def _smallest(values):
    """A dollar, or less when the determined amounts need smaller chips."""
    chip = _CHIP
    for amount in [values["ante"], values["min_bet"]] + values["blinds"]:
        while amount:
            chip, amount = amount, chip % amount
        chip = min(chip, _CHIP)
    return chip


def act_percent(table_stake):
    """The rate a table stake qualifies for: 10 up to $100, else 5 (r 15.2(e))."""
    return 10 if table_stake <= _STAKE_OF_TEN_PER_CENT else 5
