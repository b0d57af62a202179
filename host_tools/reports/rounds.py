"""Rounds for scripts and spreadsheets: the same figures for verb and console."""

from __future__ import annotations

import io
from dataclasses import asdict
from typing import Any

from host_tools.common.plain_text import Rows
from host_tools.ledger.rounds import RoundView
from host_tools.reports.times import dollars, iso

_CENTS = ("wagered", "house", "commission", "jackpot_in", "jackpot_out")
_TIMES = {"began_at_ms": "began_utc", "ended_at_ms": "ended_utc"}
_CSV = (
    "table", "epoch", "round", "game", "outcome", "rule", "began_at_ms", "ended_at_ms", "seats",
    *_CENTS, "irregular", "first", "last",
)  # fmt: skip


def as_data(made: RoundView) -> dict[str, Any]:
    """A round for scripts; docs/schemas/round.json."""
    return asdict(made)


def as_csv_text(found: list[RoundView]) -> str:
    """Rounds for a spreadsheet: one clock (UTC) for all times, money in dollars, labelled so."""
    made = io.StringIO()
    writer = Rows(made)
    writer.writerow(
        [f"{name}_dollars" if name in _CENTS else _TIMES.get(name, name) for name in _CSV]
    )
    for one in found:
        data: dict[str, Any] = as_data(one) | {"seats": " ".join(map(str, one.seats))}
        data |= {name: dollars(data[name]) for name in _CENTS}
        data |= {name: iso(data[name]) for name in _TIMES}
        writer.writerow([data[name] for name in _CSV])
    return made.getvalue()
