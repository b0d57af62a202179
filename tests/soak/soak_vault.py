"""Cut the power at every write of a script of rounds, clean and torn; then cut the recovery.

A recovery is cut again when the first cut came before, amid or at the end of a transfer, program
or erase: before, amid and at the end of each of its own, and at one write in ten besides, which
are others in the next recovery. Every pair of writes would be three million starts; what the other
bytes of a torn transfer are worth, the first cuts tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.vault import cuts
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/records.py",
    "firmware/cardtable/engine/controller.py",
    "firmware/cardtable/engine/banked_game.py",
    "firmware/cardtable/vault/*.py",
    "firmware/cardtable/jackpot/*.py",
    "firmware/cardtable/rules/canberra/game*.py",
    "firmware/cardtable/rules/seals.py",
    "sim/chips/fram.py",
    "sim/chips/*flash.py",
    "sim/chips/*littlefs.py",
    "sim/chips/power.py",
    "tests/integration/vault/*.py",
)

_WRITES = 400  # of a chunk
_ONE_IN = cuts.one_in(10)
_GO_ON = 50  # one cut in so many is played to the end of the script


def cut_a_stretch(start: int, end: int) -> Figures:
    made = cuts.recorded()
    again = cuts.telling(made.trace)
    return cuts.cut_everywhere(made, range(start, end), _GO_ON, again, _second_cuts)


def _second_cuts(recovery: list[cuts.Write], count: int) -> list[int]:
    return sorted(cuts.telling(recovery) | set(_ONE_IN(recovery, count)))


def chunks() -> Iterator[Chunk]:
    writes = len(cuts.recorded().trace) + 1
    for start in range(0, writes, _WRITES):
        end = min(start + _WRITES, writes)
        yield Chunk(f"writes {start} to {end}", cut_a_stretch, {"start": start, "end": end})


def check(figures: Figures) -> str | None:
    writes = len(cuts.recorded().trace)
    if figures.get("first cuts") != 2 * writes + 1:
        return f"{figures.get('first cuts')} first cuts; there are {2 * writes + 1}"
    if figures.get("cents lost") != 0:
        return "money was lost"
    return None
