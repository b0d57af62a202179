"""Contenders timed in turn, so that a busy machine slows all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from rich.table import Table

_HERE = Path(__file__).parent
_REPEATS = 25
_REPEAT_S = 0.02  # long enough for the clock, short enough to find a quiet moment

Contender = Callable[[], int]  # does some work and returns how many times


@dataclass(frozen=True)
class Target:
    """A promise: ours is at least `times` as fast as the contender."""

    contender: str
    times: float


def names() -> list[str]:
    """Every benchmark there is."""
    return sorted(path.stem.removeprefix("bench_") for path in _HERE.glob("bench_*.py"))


def load(name: str):
    return import_module(f"tests.bench.bench_{name}")


def race(contenders: dict[str, Contender]) -> dict[str, float]:
    """Each contender's best rate a second, measured in turn."""
    best = dict.fromkeys(contenders, 0.0)
    rounds = {name: _rounds_for(contender) for name, contender in contenders.items()}
    for _ in range(_REPEATS):
        for name, contender in contenders.items():
            best[name] = max(best[name], _rate(contender, rounds[name]))
    return best


def _rounds_for(contender: Contender) -> int:
    contender()  # the first call pays for caches
    started = time.perf_counter()
    contender()
    return max(1, round(_REPEAT_S / (time.perf_counter() - started)))


def _rate(contender: Contender, rounds: int) -> float:
    done = 0
    started = time.perf_counter()
    for _ in range(rounds):
        done += contender()
    return done / (time.perf_counter() - started)


def race_table(title: str, rates: dict[str, float], ours: str, target: Target) -> Table:
    """Rates, and how many times as fast ours is."""
    table = Table("", title=title)
    table.add_column("a second", justify="right")
    table.add_column(f"{ours} is", justify="right")
    table.add_column("target")
    for name, rate in rates.items():
        ratio = rates[ours] / rate
        wanted = ""
        if name == target.contender:
            verdict = "reached" if ratio >= target.times else "MISSED"
            wanted = f"at least {target.times:g} ×: {verdict}"
        table.add_row(name, f"{rate:,.0f}", "" if name == ours else f"{ratio:.2f} ×", wanted)
    return table
