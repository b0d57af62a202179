"""What an operator may determine, at random: for the machine, and filled in for the model."""

from __future__ import annotations

from random import Random
from typing import Any


def conditions(game: str, dice: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """(as given to the machine, as the model reads the documents)."""
    if game == "stud":
        return _stud(dice)
    given: dict[str, Any] = {"tournament": 0}
    limit = dice.choice(["fixed", "fixed", "half-pot", "full-pot", "no-limit", "straddle"])
    given["limit"] = limit
    if dice.random() < 0.75:
        given["blinds"] = dice.choice([[200], [100, 200], [100, 200], [250, 500], [50, 100, 200]])
        forced = given["blinds"][-1]
    else:
        given["ante"] = forced = dice.choice([50, 100, 250])
    given["min_bet"] = max(forced, 100)
    if limit == "fixed":
        given |= {"small_bet": given["min_bet"], "big_bet": 2 * given["min_bet"]}
        if dice.random() < 0.3:
            given["big_bet_from"] = dice.choice([1, 2, 4])
    elif limit in ("half-pot", "full-pot") and dice.random() < 0.2:
        given["max_bet"] = 5 * given["min_bet"]
    if game in ("omaha", "holdem"):
        given["burn"] = dice.choice([0, 1] if game == "omaha" else [0, 1, 1, 2, 3])
    if game == "holdem":
        given["table_min"] = dice.choice([50, 100, 500])
        given["commission"] = dice.choice(["none", "tas-holdem"])
    else:
        _act(game, dice, given)
    if dice.random() < 0.1 and game != "holdem":
        given["tournament"] = 1
    told = {"deck": 52, "blinds": [], "ante": 0} | given
    told["no_final_check"] = not given.get("final_check", 1)
    return given, told


def _act(game: str, dice: Random, given: dict[str, Any]) -> None:
    win = dice.choice(["high", "high", "high", "low", "high-low"])
    given |= {
        "deck": dice.choice([52, 52, 52, 48, 44, 40, 36, 32]),
        "joker": int(dice.random() < 0.15),
        "ace_low": dice.choice([0, 1]),
        "win": win,
        "low_ace": dice.choice(["high", "low"]),
        "low_qualifier": dice.choice([0, 8]) if win == "high-low" else 0,
        "smallest_chip": dice.choice([25, 50, 100]),
        "commission": dice.choice(["none", "act-5", "act-10", "time"]),
        "blind_kind": dice.choice("ABBC"),
    }
    if dice.random() < 0.3:
        given["commission_max"] = 300
    if game == "draw" and dice.random() < 0.3:
        given["final_check"] = 0


def _stud(dice: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    least = dice.choice([50, 100, 500])
    given: dict[str, Any] = {
        "min_bet": least,
        "deck": dice.choice([52, 52, 32]),
        "commission": dice.choice(["none", "tas-stud-normal", "tas-stud-capped"]),
    }
    ante = least
    if given["deck"] == 52 and dice.random() < 0.3:
        given |= {"freeze_wager": least, "freeze_eliminated": dice.randrange(3)}
        ante = least * (1 + given["freeze_eliminated"])  # B16.5
    return given, {"limit": "half-pot", "blinds": [], "ante": ante} | given
