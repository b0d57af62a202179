"""The linked jackpot: 10,000 hits at 20 tables over a database that fails over; larger models."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.linked.failing_over import failing_over
from tests.integration.room.server import REASON
from tests.property.linked_jackpot.explorer import explored
from tests.property.linked_jackpot.worlds import LARGER
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/service/lease.py",
    "firmware/cardtable/jackpot/linked.py",
    "host_tools/room/jackpot/*.py",
    "tests/integration/linked/tables.py",
    "tests/integration/linked/schedule.py",
    "tests/integration/linked/failing_over.py",
    "tests/property/linked_jackpot/*.py",
)
HITS = 10_000
_CHUNKS = 14
_STATES = 3_000_000


def world(name: str) -> Figures:
    found = explored(LARGER[name], most=_STATES)
    if found.wrong is not None:
        raise AssertionError(f"{found.wrong}: {', '.join(found.way)}")
    return {"states": found.states}


def chunks() -> Iterator[Chunk]:
    if REASON is None:
        for seed in range(_CHUNKS):
            given = {"tables": 20, "steps": 1000, "seed": 2700 + seed}
            yield Chunk(f"hits {seed}", failing_over, given)
    for name in LARGER:
        yield Chunk(f"model: {name}", world, {"name": name})


def check(figures: Figures) -> str | None:
    if REASON is None and figures["hits"] < HITS:
        return f"{figures['hits']} hits; {HITS} were meant"
    if REASON is None and figures["failovers"] != _CHUNKS:
        return f"{figures['failovers']} failovers of {_CHUNKS}"
    return None
