"""10,000 hands on a full emulated table with random faults, and 3,000 without between them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.tracker import hands
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/tracker/*.py",
    "firmware/cardtable/readers/*.py",
    "firmware/cardtable/rules/**/*.py",
    "firmware/cardtable/engine/reader_array.py",
    "firmware/cardtable/engine/round_port.py",
    "sim/**/*.py",
    "sim/chips/*.py",
    "tests/integration/tracker/hands.py",
    "tests/integration/tracker/witness.py",
)

_FAULTY = 2500  # sessions of five hands: four with a fault, and one in which the table plays on
_CLEAN = 100
_CHUNK = 10


def chunks() -> Iterator[Chunk]:
    for first, count, faults in ((100_000, _FAULTY, True), (500_000, _CLEAN, False)):
        for start in range(first, first + count, _CHUNK):
            name = f"{'faulty' if faults else 'clean'} hands of seeds {start} to {start + _CHUNK}"
            yield Chunk(name, session, {"start": start, "faults": faults})


def session(start: int, faults: bool) -> Figures:
    return hands.played(range(start, start + _CHUNK), faults)


def check(figures: Figures) -> str | None:
    wanted = hands.HANDS * (_FAULTY + _CLEAN)
    if figures["hands"] != wanted:
        return f"{figures['hands']} hands were played, not {wanted}"
    return None
