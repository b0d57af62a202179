"""What a board tells of one reader, and of what happened between two looks at it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from cardtable.desk.code_names import COUNTER_NAMES
from cardtable.diag import states
from cardtable.diag.readings import LATENCY_MS
from cardtable.drivers import reader_codes
from host_tools.boards.shape import BOXES

SHOE = "shoe"
# Where a table may have a reader, in the order in which boards tell them
PLACES = (SHOE, "dealer", *BOXES, "board", "burn", "rack")
_USUAL = tuple(name for name in PLACES if name != "burn")  # where one is missed
_COUNTERS = reader_codes.COUNTERS
FAILURES = (
    reader_codes.BUS_DOWN,
    reader_codes.NO_ACK,
    reader_codes.CORRUPT,
    reader_codes.CHIP_ERROR,
    reader_codes.TIMEOUT,
)


@dataclass(frozen=True)
class Figures:
    """One reader, since the board started; or what was counted between two looks."""

    name: str
    place: int
    state: int  # cardtable.diag.states
    cards_now: int
    scans: int
    answered: int
    clean: int
    cards: int
    counters: list[int]
    latency: list[int] = field(default_factory=list)  # scans by bucket of LATENCY_MS
    longest_ms: int = 0
    antenna: list[int] = field(default_factory=list)  # newest last
    tests: int = 0
    bleeds: int = -1  # bit k: the field of reader k reaches this one; -1: not tested

    @property
    def state_name(self) -> str:
        return states.NAMES[self.state] if 0 <= self.state < len(states.NAMES) else "?"

    @property
    def failures(self) -> int:
        return sum(self.counters[code] for code in FAILURES)

    @property
    def read_rate(self) -> float | None:
        """Clean scans of all, 0 to 1; None before the first."""
        return self.clean / self.scans if self.scans else None

    def at_most_ms(self, percent: int) -> int | None:
        """The end of the bucket below which so many percent of the scans lie; None: beyond."""
        total = sum(self.latency)
        seen = 0
        for end, count in zip(LATENCY_MS, self.latency, strict=False):
            seen += count
            if total and seen * 100 >= total * percent:
                return end
        return None

    def since(self, before: Figures) -> Figures:
        """What was counted from `before` to this; a board that started again counts from 0."""
        if self.counters[reader_codes.SCANS] < before.counters[reader_codes.SCANS]:
            return self
        return Figures(
            self.name,
            self.place,
            self.state,
            self.cards_now,
            self.scans - before.scans,
            max(0, self.answered - before.answered),
            max(0, self.clean - before.clean),
            self.cards - before.cards,
            [now - then for now, then in zip(self.counters, before.counters, strict=True)],
            [now - then for now, then in zip(self.latency, before.latency, strict=True)],
            self.longest_ms,
            self.antenna,
            self.tests,
            self.bleeds,
        )

    @property
    def trend(self) -> list[int]:
        """Results of the antenna tests that are kept, newest last."""
        return self.antenna[-self.tests :] if self.tests else []

    def as_dict(self, reached_by: list[str] | None = None) -> dict[str, Any]:
        """For scripts; `reached_by` as the function of that name tells of this reader."""
        rate = self.read_rate
        ends = [*LATENCY_MS, None]
        return {
            "reader": self.name,
            "state": self.state_name,
            "cards": self.cards_now,
            "scans": self.scans,
            "answered": self.answered,
            "clean": self.clean,
            "cards_seen": self.cards,
            "read_rate": None if rate is None else round(rate, 4),
            "p50_ms": self.at_most_ms(50),
            "p95_ms": self.at_most_ms(95),
            "max_ms": self.longest_ms,
            "latency": [
                {"at_most_ms": end, "scans": count}
                for end, count in zip(ends, self.latency, strict=False)
            ],
            "antenna": self.trend,
            "antenna_tests": self.tests,
            "reached_by": reached_by,
            "errors": self.failures,
            "counters": dict(zip(COUNTER_NAMES, self.counters, strict=True)),
        }


def read(row: list[Any]) -> Figures:
    """One item of the answer to "readers"."""
    name, place, state, cards_now = row[:4]
    rest = row[4:]
    if name == SHOE:
        counters = [int(n) for n in rest[:_COUNTERS]]
        scans = counters[reader_codes.SCANS]
        failed = sum(counters[code] for code in FAILURES)
        good = max(0, scans - failed)
        tested = rest[_COUNTERS:]  # antenna tests, when there were any
        antenna, tests = (list(tested[0]), tested[1]) if tested else ([], 0)
        return Figures(
            name, place, state, cards_now, scans, good, good, 0, counters,
            antenna=antenna, tests=tests,
        )  # fmt: skip
    scans, answered, clean, cards, latency, longest, antenna, tests, bleeds, counters = rest[:10]
    return Figures(
        name, place, state, cards_now, scans, answered, clean, cards, list(counters),
        list(latency), longest, list(antenna), tests, bleeds,
    )  # fmt: skip


def read_all(rows: list[list[Any]]) -> dict[str, Figures]:
    """Every reader by name, in the board's order, and the places that have none: not fitted."""
    told = {figures.name: figures for figures in map(read, rows)}
    for name in _USUAL:
        if name not in told:
            told[name] = Figures(name, 0, states.NOT_FITTED, 0, 0, 0, 0, 0, [0] * _COUNTERS)
    known = [name for name in PLACES if name in told]
    return {name: told[name] for name in known + [name for name in told if name not in known]}


def fitted(readers: dict[str, Figures]) -> dict[str, Figures]:
    """Without the places that have no reader."""
    return {name: one for name, one in readers.items() if one.state != states.NOT_FITTED}


def reached_by(readers: dict[str, Figures]) -> dict[str, list[str] | None]:
    """By reader: whose fields reach it, None where that was not tested.

    Bit k of a reader's figure is the k-th reader under the felt, in the board's order.
    """
    order = [name for name in fitted(readers) if name != SHOE]
    return {
        name: None
        if one.bleeds < 0
        else [other for k, other in enumerate(order) if one.bleeds >> k & 1]
        for name, one in readers.items()
    }


def as_dicts(readers: dict[str, Figures]) -> list[dict[str, Any]]:
    """Every reader for scripts, recordings and bundles."""
    reached = reached_by(readers)
    return [one.as_dict(reached[name]) for name, one in readers.items()]


def with_trials(counted: Figures, tested: Figures) -> Figures:
    """The figures of `counted` with the results of antenna and bleed tests of `tested`."""
    return replace(counted, antenna=tested.antenna, tests=tested.tests, bleeds=tested.bleeds)
