"""Kinds about tournaments: placings and the prize pool."""

from __future__ import annotations

from typing import Any

from cardtable.rules import tournament
from tests.examples.registry import Example, answers


@answers("placing")
def placing(example: Example) -> dict[str, Any]:
    given = example.given
    put = given["eliminated_same_round"]
    if isinstance(put, list):
        put = dict.fromkeys(put, 0)
    groups = tournament.placings(example.source, put)
    got: dict[str, Any] = {
        "order": [name for names in groups for name in names],
        "groups": groups,
        "tied": any(len(names) > 1 for names in groups),
    }
    places = given.get("places", [])
    at = 0
    if places:
        first = min(places)
        got["places"] = {}
        for names in groups:
            for name in names:
                got["places"][name] = first + at
            at += len(names)
    if "prizes_c" in given:
        won = tournament.awards(groups, given["prizes_c"])
        got |= {"shares_c": won, "awards_c": won, "prizes_c": won}
        got["combined_c"] = sum(won.values())
        same = set(won.values())
        got["each_c"] = same.pop() if len(same) == 1 else won
    return got


@answers("prize_pool")
def prize_pool(example: Example) -> dict[str, Any]:
    given, document = example.given, example.source
    retained = 0
    for name in ("retained_c", "commission_c", "approved_commission_c", "approved_retained_c"):
        retained = given.get(name, retained)
    if "retained_pct" in given:
        retained = given["entries"] * given["fee_c"] * given["retained_pct"] // 100
    fees = given["entries"], given["fee_c"]
    most = tournament.most_retained(document, fees[0] * fees[1])
    got: dict[str, Any] = {}
    try:
        total, kept, pool = tournament.prize_pool(
            document, *fees, retained, given.get("replaced", 0)
        )
        got = {"allowed": True, "retained_c": kept, "prizes_c": pool, "pool_c": pool}
    except tournament.Refused as refusal:
        total = fees[0] * fees[1]
        got = {"allowed": False, "rule": refusal.rule}
    got |= {"total_c": total, "max_retained_c": most, "refund_c": total}
    got["min_prizes_c"] = total - (retained if most is None else most)
    return got
