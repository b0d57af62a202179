"""Gaming days for scripts and spreadsheets: the same figures for verb, console and room."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

from host_tools.common.plain_text import Rows
from host_tools.ledger.days import Day
from host_tools.reports.times import dollars

_PLAIN = (
    "table", "day", "hands", "not_live", "hands_an_hour", "play_ms", "wagered", "house",
    "commission", "counted", "difference", "jackpot_in", "jackpot_won", "jackpot_paid", "house_in",
    "corrected", "starts", "missing",
)  # fmt: skip
_CENTS = (
    "wagered", "house", "commission", "counted", "difference", "jackpot_in", "jackpot_won",
    "jackpot_paid", "house_in", "corrected",
)  # fmt: skip


def as_data(one: Day) -> dict[str, Any]:
    """A day for scripts, in cents; docs/schemas/day.json."""
    made = {name: getattr(one, name) for name in _PLAIN}
    rate = one.hands_an_hour
    made["hands_an_hour"] = None if rate is None else round(rate, 1)
    made["outcomes"] = dict(one.rounds)
    for name, key, value in (
        ("irregular", "rule", "what"),
        ("refused", "rule", "code"),
        ("readers", "where", "code"),
        ("faults", "where", "code"),
    ):
        made[name] = [
            {key: pair[0], value: pair[1], "count": count}
            for pair, count in by_count(getattr(one, name))
        ]
    made["opened"], made["corrections"], made["confirmed"] = (
        one.opened,
        one.corrections,
        one.confirmed,
    )
    made["counted_by"] = one.counted_by
    return made


def by_count(counted: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def as_csv_text(days: list[Day]) -> str:
    """Days for a spreadsheet: money in dollars, and the columns say so."""
    made = io.StringIO()
    writer = Rows(made)
    counts = ("irregular", "readers", "faults", "opened", "corrections")
    writer.writerow([f"{name}_dollars" if name in _CENTS else name for name in _PLAIN] + [*counts])
    for one in days:
        data = as_data(one)
        cells = [dollars(data[name]) if name in _CENTS else data[name] for name in _PLAIN]
        for name in counts[:3]:
            cells.append(sum(item["count"] for item in data[name]))
        writer.writerow([*cells, len(one.opened), len(one.corrections)])
    return made.getvalue()
