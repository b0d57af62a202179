"""The room whole: 50 tables, 100,000 records, everything ended at random, a failover in between."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.integration.room.server import REASON
from tests.integration.room.torture import torture
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "host_tools/ledger/*.py",
    "host_tools/forwarding/*.py",
    "host_tools/room/*.py",
    "tests/integration/room/hosts.py",
    "tests/integration/room/torture.py",
)
TABLES = 50
RECORDS = 2000
DEEDS = {"host": 8, "room": 5, "restart": 3, "failover": 1}


def whole(seed: int) -> Figures:
    deeds = [deed for deed, count in DEEDS.items() for _ in range(count) if deed != "failover"]
    random.Random(seed).shuffle(deeds)
    deeds.insert(len(deeds) // 2, "failover")
    with tempfile.TemporaryDirectory() as made:
        return torture(Path(made), TABLES, RECORDS, 4, deeds, seed, 1800)


def chunks() -> Iterator[Chunk]:
    if REASON is None:
        yield Chunk("50 tables", whole, {"seed": 25})


def check(figures: Figures) -> str | None:
    if REASON is None and figures.get("records") != TABLES * RECORDS:
        return f"{figures.get('records')} records; {TABLES * RECORDS} were meant"
    if REASON is None and figures.get("underway", 0) < sum(DEEDS.values()) - 1:
        return f"only {figures.get('underway')} deeds fell while records were on their way"
    return None
