"""Kinds about tournaments: placings and the prize pool."""

from __future__ import annotations

from typing import Any

from cardtable.rules.determinations import DOCUMENTS
from host_tools.tournament import money, places
from host_tools.tournament.documents import TournamentRules, rules_for
from tests.examples.registry import Example, answers


def rules_of(example: Example) -> TournamentRules:
    return rules_for(next(game for game in DOCUMENTS if DOCUMENTS[game] == example.source))


@answers("placing")
def placing(example: Example) -> dict[str, Any]:
    given = example.given
    put = given["eliminated_same_round"]
    if isinstance(put, list):
        put = dict.fromkeys(put, 0)
    groups = places.of_one_round(rules_of(example), put)
    got: dict[str, Any] = {
        "order": [name for names in groups for name in names],
        "groups": groups,
        "tied": any(len(names) > 1 for names in groups),
    }
    at = 0
    if given.get("places"):
        first = min(given["places"])
        got["places"] = {}
        for names in groups:
            for name in names:
                got["places"][name] = first + at
            at += len(names)
    if "prizes_c" in given:
        won = money.awards(groups, given["prizes_c"])
        got |= {"shares_c": won, "awards_c": won, "prizes_c": won}
        got["combined_c"] = sum(won.values())
        same = set(won.values())
        got["each_c"] = same.pop() if len(same) == 1 else won
    return got


@answers("prize_pool")
def prize_pool(example: Example) -> dict[str, Any]:
    given = example.given
    entries, fee = given["entries"], given["fee_c"]
    each = given.get("retained_c", 0) // entries  # both examples divide
    made = money.takings(entries, given.get("replaced", 0), fee, each)
    most = money.most_retained(rules_of(example), entries * fee)
    return {
        "total_c": made.paid_in - made.returned,
        "retained_c": made.commission,
        "pool_c": made.pool,
        "prizes_c": made.pool,
        "max_retained_c": most,
        "min_prizes_c": entries * fee - (made.commission if most is None else most),
    }
