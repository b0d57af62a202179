"""What a month came to, reckoned from the raw lines alone: nothing of host_tools is used here.

Written from docs/api.md and the meaning of each record, not from the reports: a sum a field.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable

PLAYED = ("ante", "jackpot", "begin", "deal", "post", "players")


def reckon(lines: Iterable[bytes], days: set[str]) -> dict:  # noqa: C901 - a line a kind
    """One table over these gaming days, in cents."""
    sums: Counter[str] = Counter()
    games: dict[str, Counter] = defaultdict(Counter)
    by_rule: Counter[tuple[str, str]] = Counter()
    readers: Counter[str] = Counter()
    counted: dict[str, int] = {}
    commission: Counter[str] = Counter()
    day, live, game, staked, hits, due = "", True, "", False, 0, {}
    at_table: set[int] = set()
    for raw in lines:
        kind, *fields = json.loads(raw)[6:]
        if kind == "day_open":
            day = fields[0]
        elif kind == "mode":
            live = fields[0] == "live"
        elif kind == "round":
            game, staked, at_table = fields[1], False, set()
        staked = staked or kind in PLAYED
        inside = day in days
        if kind == "irregular" and inside:
            by_rule[fields[0], fields[1]] += 1
        if kind == "fault" and inside and fields[0].startswith("reader_"):
            readers[fields[1]] += 1
        if kind == "drop":
            counted[fields[0]] = fields[1]
        if not live:
            continue
        if kind in ("ante", "bet"):
            at_table.add(fields[0])
            _add(sums, games[game], "wagered", fields[1], inside)
        elif kind == "players":
            at_table |= set(fields[0])
        elif kind == "pot":
            _add(sums, games[game], "wagered", fields[1], inside)
        elif kind == "settle":
            _add(sums, games[game], "house", -fields[1] - fields[2], inside)
        elif kind == "commission":
            _add(sums, games[game], "commission", fields[1], inside)
            commission[day] += fields[1]
        elif kind == "meter_in":
            _add(sums, games[game], "jackpot_in", fields[0] + fields[1] + fields[3], inside)
        elif kind == "meter_held":
            _add(sums, games[game], "jackpot_in", fields[0], inside)
        elif kind == "meter_seed":
            sums["house_in"] += fields[1] * inside
        elif kind == "meter_correct":
            sums["corrected"] += sum(fields[:3]) * inside
        elif kind in ("jackpot_hit", "jackpot_paid"):
            hits += 1
            sums["house_in"] += fields[5] * inside
            _add(sums, games[game], "jackpot_won", fields[2], inside)
            if kind == "jackpot_paid":
                sums["jackpot_paid"] += fields[2] * inside
            else:
                due[hits] = fields[2]
        elif kind == "jackpot_confirmed":
            sums["jackpot_paid"] += due.pop(fields[0]) * inside
        elif kind == "end" and (staked or fields[1] is not None):
            _add(sums, games[game], "hands", 1, inside)
            _add(sums, games[game], "players", len(at_table), inside)
    mine = {name: value for name, value in counted.items() if name in days}
    return {
        "sums": sums,
        "games": {name: one for name, one in games.items() if one["hands"]},
        "irregular": by_rule,
        "readers": readers,
        "counted": sum(mine.values()) if mine else None,
        "difference": sum(mine[d] - commission[d] for d in mine) if mine else None,
        "not_counted": sorted(d for d in days if d not in counted and commission[d]),
    }


def _add(sums: Counter, game: Counter, name: str, amount: int, inside: bool) -> None:
    if inside:
        sums[name] += amount
        game[name] += amount
