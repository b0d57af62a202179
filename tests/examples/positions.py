"""Kinds about positions."""

from __future__ import annotations

from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.rules import positions
from cardtable.rules.stud.open_cards import open_value
from host_tools.sitting.seating import who_cuts
from tests.examples.felt import RICH, Felt
from tests.examples.money import has_puck, is_stud
from tests.examples.registry import Example, answers


@answers("position")
def position(example: Example) -> dict[str, Any]:
    given = example.given
    if "upcards" in given:
        values = {int(s): open_value(parse_cards(c)) for s, c in given["upcards"].items()}
        return {"first_to_act": positions.highest_showing(values, given["puck"])}
    if given.get("event") in ("misdeal", "void"):
        return _stays(example, given)
    if "leaves" in given:
        return _leaves(example, given)
    if given.get("first_round"):
        first = positions.first_marker(given["seats"], has_puck(example))
        name = "puck" if has_puck(example) else "button"
        return {name: first, f"next_{name}": positions.after(given["seats"], first)} | _seated(
            example, given, first
        )
    return _seated(example, given, given["puck" if "puck" in given else "button"])


def _felt(example: Example, seats: list[int], marker: int, blinds: int) -> Felt:
    levels = [100, 200, 400][:blinds]
    game = "holdem" if has_puck(example) else "omaha"
    conditions = {"tournament": 1} if len(seats) < 3 else {}
    felt = Felt(game, dict.fromkeys(seats, RICH), marker, blinds=levels, **conditions)
    felt.take("begin")
    return felt


def _seated(example: Example, given: dict[str, Any], marker: int) -> dict[str, Any]:
    seats = given["seats"]
    count = given.get("blinds", 2)
    count = count if isinstance(count, int) else len(count)
    puck = has_puck(example)
    got: dict[str, Any] = {
        "first_card": positions.from_marker(seats, marker, puck)[0],
        "last_card": positions.from_marker(seats, marker, puck)[-1],
        "cuts": who_cuts(seats, marker),
        "next_marker": positions.after(seats, marker),
        "next_puck" if puck else "next_button": positions.after(seats, marker),
    }
    if is_stud(example):
        return got
    felt = _felt(example, seats, marker, count)
    posts = felt.posts()
    felt.deal()
    got |= {
        "blinds": posts,
        "small_blind": posts[0] if count > 1 else None,
        "big_blind": posts[min(1, count - 1)],
        "first_card": felt.told("players")[0][1][0],
        "first_to_act_round1": felt.turn,
    }
    gone = [*given.get("folded", []), *given.get("inactive", [])]
    if given.get("puck_inactive") or given.get("puck_folded"):
        gone.append(marker)
    for seat in gone:
        felt.take("fold", seat)
    felt.flop()
    got["first_to_act_later"] = felt.turn
    return got


def _leaves(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """The small blind leaves before the round (TGC-2006 C19.9); then the round after it."""
    marker = given.get("puck_due", given.get("puck", given.get("button")))
    felt = Felt(
        "holdem" if has_puck(example) else "omaha", dict.fromkeys(given["seats"], RICH), marker
    )
    felt.take("leave", given["leaves"])
    felt.take("begin")
    round_ = felt.round
    posts = {r[1]: r[3] for r in felt.told("post")}
    now = _blinds(posts) | {"puck": round_.marker}
    felt.deal()
    while round_.outcome is None:
        felt.take("fold", felt.turn)
    stays = felt.told("marker")[-1][1]
    left = [seat for seat in given["seats"] if seat != given["leaves"]]
    after = _felt(example, left, stays, 2)
    following = _blinds({r[1]: r[3] for r in after.told("post")}) | {"puck": stays}
    return now | {"next_round": following}


def _blinds(posts: dict[int, int]) -> dict[str, int | None]:
    by_amount = {amount: seat for seat, amount in posts.items()}
    return {"small_blind": by_amount.get(100), "big_blind": by_amount.get(200)}


def _stays(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    name = "puck" if has_puck(example) else "button"
    marker = given[name]
    felt = _felt(example, given.get("seats", [1, 2, 3, 4]), marker, 2)
    felt.take(f"rule_{given['event']}", None)
    passed = [record for record in felt.told("marker") if record[2] == "next"]
    return {name: felt.round.marker, "counts_as_round": bool(passed), "outcome": felt.round.outcome}
