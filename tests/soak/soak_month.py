"""A month of ten tables: what the room reports of it is what the raw records come to, to the cent."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.ledger.sample import fill
from tests.integration.room.month import days, month
from tests.integration.room.server import REASON, fresh
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "host_tools/ledger/*.py",
    "host_tools/room/report*.py",
    "tests/integration/room/month.py",
    "tests/oracles/room_month.py",
)
TABLES = 10
DAYS = 30
ROUNDS = 12


def whole(seed: int) -> Figures:
    from tests.integration.room.test_room_reports import held_against_the_oracle

    played = month(TABLES, days("2026-11-01", DAYS), ROUNDS, seed)
    place = fresh()
    for one in played:
        fill(place, one.name, one.lines)
    told = held_against_the_oracle(place, played, "month", "2026-11")
    for on in ("2026-11-01", "2026-11-17", "2026-11-30"):
        held_against_the_oracle(place, played, "day", on)
    held_against_the_oracle(place, played, "week", "2026-11-17")
    for one in played:
        (row,) = [t for t in told["tables"] if t["table"] == one.name]
        assert row["meter_end"] == (one.held or 0)
    records = sum(len(one.lines) for one in played)
    return {"tables": TABLES, "records": records, "hands": told["totals"]["hands"]}


def chunks() -> Iterator[Chunk]:
    if REASON is None:
        yield Chunk("ten tables, a month", whole, {"seed": 26})
