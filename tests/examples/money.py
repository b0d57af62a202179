"""Kinds about money: commission, pots, shares."""

from __future__ import annotations

from typing import Any

from cardtable.rules import config_checks, shares
from cardtable.rules.poker import commission, pots
from cardtable.rules.poker.high_low import high_low
from tests.examples.registry import Example, answers


def has_puck(example: Example) -> bool:
    """Whether the marker is Tasmania's puck; elsewhere it is the button."""
    return example.source == "TGC-2006"


def is_stud(example: Example) -> bool:
    return "stud" in example.game


@answers("commission_act")
def commission_act(example: Example) -> dict[str, Any]:
    given = example.given
    # Two hands are equal and nobody else has put money in (r 15.2(c)).
    alone = given.get("contributors", 2) == 2
    due = commission.act(
        given["pots_c"],
        _percent(given["scale"]),
        given.get("cap_c"),
        given.get("only_antes_or_blinds", False),
        given.get("equal_hands_all_contributors", False) and alone,
    )
    return {"commission_c": due}


def _percent(scale: str) -> int:
    return int(str(scale).rstrip("%"))


@answers("commission_scale")
def commission_scale(example: Example) -> dict[str, Any]:
    return {"scale": f"{config_checks.act_percent(example.given['table_stake_c'])}%"}


@answers("commission_tas_stud")
def commission_tas_stud(example: Example) -> dict[str, Any]:
    given = example.given
    scale = f"tas-stud-{given['scale']}"
    return {"commission_c": commission.taken(scale, given["pots_c"])}


@answers("commission_tas_holdem")
def commission_tas_holdem(example: Example) -> dict[str, Any]:
    return {"commission_c": sum(commission.taken("tas-holdem", example.given["pots_c"]))}


@answers("split")
def split(example: Example) -> dict[str, Any]:
    given = example.given
    return {"shares_c": _split(example, given["net_pot_c"], given["winners"])}


def _split(example: Example, cents: int, winners: list[int]) -> dict[str, int]:
    given = example.given
    unit = shares.CENT if is_stud(example) else given["unit_c"]
    parts = shares.split(cents, unit, winners, given["marker_seat"], has_puck(example))
    return {str(seat): share for seat, share in parts}


@answers("commission_then_split")
def commission_then_split(example: Example) -> dict[str, Any]:
    given = example.given
    if is_stud(example):
        scale = f"tas-stud-{given.get('scale', 'normal')}"
    elif has_puck(example):
        scale = "tas-holdem"
    else:
        scale = f"act-{_percent(given.get('scale', '5%'))}"
    taken = sum(commission.taken(scale, [given["pot_c"]], given.get("cap_c")))
    return {
        "commission_c": taken,
        "shares_c": _split(example, given["pot_c"] - taken, given["winners"]),
    }


@answers("hi_lo_split")
def hi_lo_split(example: Example) -> dict[str, Any]:
    given = example.given
    got: dict[str, int] = {}
    for seat, cents, _ in high_low(
        given["net_pot_c"],
        given["unit_c"],
        given["high_winners"],
        given["low_winners"],
        given["marker_seat"],
        has_puck(example),
    ):
        got[str(seat)] = got.get(str(seat), 0) + cents
    return {"shares_c": got}


@answers("pots")
def side_pots(example: Example) -> dict[str, Any]:
    given = example.given
    amounts = [0] * 11
    for seat, cents in given["contributions_c"].items():
        amounts[int(seat)] = cents
    out = [seat in given.get("folded", []) for seat in range(11)]
    seat, excess = pots.unmatched(amounts, out)
    amounts[seat] -= excess
    made = pots.side_pots(amounts, out)
    return {
        "pots": [{"amount_c": cents, "eligible": eligible} for cents, eligible in made],
        "returned_c": {str(seat): excess} if excess else {},
    }
