"""The table of costs, measured: plays on the emulated Pico beside the same plays on the desk.

The emulator tells how much time and heap each Python function takes (measure/costs.mjs), the desk
how much work each did, in the units of weights.py. Their ratio is the price. How often the readers
are swept depends on the prices themselves, so the desk plays again with the new ones until nothing
changes any more.
"""

from __future__ import annotations

import datetime
import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.charging import instrument
from sim.charging.clock import ChargingClock
from sim.charging.costs import COLLECTS_IN, Costs
from sim.charging.replay import DONE, replay
from sim.roots import ROOT
from sim.rp2040.flashed import Flashed
from sim.rp2040.play import Conditions, write_job
from sim.rp2040.problem import Problem
from sim.rp2040.recorder import Recording
from sim.rp2040.tools import Tools

_LIMIT_S = 3600
_ROUNDS = 4  # of the desk, until prices and rates agree
_PASSES_ANYWAY = ("i2c", "spi", "lamps", "sleep")  # buses take their time on the desk, too
_SLEEPS = "cardtable.loop:run"  # the core wakes now and then while the loop sleeps
_COLLECTING = ("cardtable.heap:_settle", "cardtable.heap:_fill", "cardtable.heap:_end_of_heap")
_FEW_UNITS = 300.0  # so much work is needed before a function's own price counts most
_BITS_A_BYTE = 9
_DESK_BIT_NS = 2500  # at 400 kHz


def observe(tools: Tools, board: Flashed, recording: Recording, how: Conditions) -> dict[str, Any]:
    """A play on the emulated Pico with everything told by function."""
    with tempfile.TemporaryDirectory(prefix="cardtable-pico-") as folder:
        job = write_job(Path(folder), tools, board, recording, how, costs=True)
        tools.run("play.mjs", str(job), limit_s=_LIMIT_S)
        seen = json.loads((Path(folder) / "result.json").read_text())
    if seen["outcome"] != DONE:
        raise Problem(
            f"the emulated Pico did not come to the end of {recording.setting.game}: "
            f"{seen['outcome']}",
            "Costs are measured of plays that succeed. Choose another seed.",
        )
    return seen


class Measured:
    """Everything the emulated Pico has shown, over all plays and phases."""

    def __init__(self, seen: list[dict[str, Any]]):
        self.ns: dict[tuple[str, ...], float] = {}
        self.bytes: dict[tuple[str, ...], float] = {}
        self.collecting_ns = 0.0
        self.collections = 0
        self.i2c_ns = 0.0
        self.i2c_transactions = 0
        self.i2c_bytes = 0
        self.i2c_bit_ns = seen[0]["i2c_bit_ns"]
        for one in seen:
            for phase in one["phases"].values():
                self._add(phase)

    def _add(self, phase: dict[str, Any]) -> None:
        self.collections += len(phase["gc_pauses"])
        self.i2c_transactions += phase["i2c"][0]
        self.i2c_bytes += phase["i2c"][1]
        for told, ns in phase["profile"]["time"]:
            work, _, names = told.partition("|")
            stack = tuple(names.split("<"))
            if work == "gc" or any(name in _COLLECTING for name in stack[:2]):
                self.collecting_ns += ns
            elif work == "i2c":
                self.i2c_ns += ns
            elif work not in _PASSES_ANYWAY or (work == "sleep" and stack[0] == _SLEEPS):
                self.ns[stack] = self.ns.get(stack, 0.0) + ns
        for names, taken in phase["profile"]["heap"]:
            stack = tuple(names.split("<"))
            if not any(name in _COLLECTING for name in stack[:2]):
                self.bytes[stack] = self.bytes.get(stack, 0.0) + max(taken, 0)


def fit(
    recordings: list[Recording],
    measured: Measured,
    idle_ms: int,
    say: Callable[[str], None] = lambda text: None,
) -> Costs:
    """Prices for which the desk takes the time that the emulated Pico took."""
    costs = Costs(
        i2c_bit=round(measured.i2c_bit_ns / _DESK_BIT_NS, 4),
        i2c_us=round(_transaction_us(measured), 2),
        collection_us=int(measured.collecting_ns / max(1, measured.collections) / 1000),
        collection_after=int(sum(measured.bytes.values()) / max(1, measured.collections)),
    )
    for k in range(_ROUNDS):
        units = _work(recordings, costs, idle_ms)
        costs = _priced(costs, measured, units)
        say(f"desk, {k + 1} of {_ROUNDS}: {sum(units.values()):,.0f} units of work")
    return costs


def _transaction_us(measured: Measured) -> float:
    """What a transaction takes beside its bits and its address."""
    bytes_ns = _BITS_A_BYTE * measured.i2c_bit_ns
    bits = (measured.i2c_bytes + measured.i2c_transactions) * bytes_ns
    return max(0.0, (measured.i2c_ns - bits) / max(1, measured.i2c_transactions) / 1000)


def _work(recordings: list[Recording], costs: Costs, idle_ms: int) -> dict[str, float]:
    """Units by function on the desk, in the phases that were measured."""
    total: dict[str, float] = {}
    for recording in recordings:
        clock = ChargingClock(costs=costs, counting=True)
        start: dict[str, float] = {}
        replayed = replay(
            recording, clock, idle_ms, measuring=lambda s=start: s.update(instrument.by_function)
        )
        if replayed.outcome != DONE:
            raise Problem(f"the desk did not come to the end: {replayed.outcome}")
        for name, units in instrument.by_function.items():
            total[name] = total.get(name, 0.0) + units - start.get(name, 0.0)
        instrument.by_function.clear()
    return {name: units for name, units in total.items() if units > 0}


def _priced(before: Costs, measured: Measured, units: dict[str, float]) -> Costs:
    ns = _by_function(measured.ns, units)
    heap = _by_function(measured.bytes, units)
    all_units = sum(units.values())
    mean_ns = sum(ns.values()) / all_units
    mean_bytes = sum(heap.values()) / all_units
    return Costs(
        ns={name: _ratio(ns.get(name, 0.0), units[name], mean_ns) for name in units},
        other_ns=round(mean_ns, 1),
        bytes={name: _ratio(heap.get(name, 0.0), units[name], mean_bytes) for name in units},
        other_bytes=round(mean_bytes, 3),
        collection_us=before.collection_us,
        collection_after=before.collection_after,
        i2c_us=before.i2c_us,
        i2c_bit=before.i2c_bit,
    )


def _ratio(amount: float, units: float, mean: float) -> float:
    """Of functions that hardly ran, the mean has its say."""
    return (amount + mean * _FEW_UNITS) / (units + _FEW_UNITS)


def _by_function(
    amounts: dict[tuple[str, ...], float], units: dict[str, float]
) -> dict[str, float]:
    """By the innermost function that the desk has run, too."""
    found: dict[str, float] = {}
    nameless: dict[str, float] = {}  # viper's functions bear their module's name
    for stack, amount in amounts.items():
        for name in stack:
            module, _, function = name.partition(":")
            if name in units:
                found[name] = found.get(name, 0.0) + amount
                break
            if function == module:
                nameless[module] = nameless.get(module, 0.0) + amount
                break
        else:
            found[_SLEEPS] = found.get(_SLEEPS, 0.0) + amount
    for module, amount in nameless.items():
        theirs = [name for name in units if name.startswith(module + ":") and name not in found]
        theirs = theirs or [_SLEEPS]
        total = sum(units[name] for name in theirs)
        for name in theirs:
            found[name] = found.get(name, 0.0) + amount * units[name] / total
    return found


def described(board: Flashed, recordings: list[Recording]) -> dict[str, Any]:
    """What the table was measured with."""
    found = board.micropython
    plays = [one.setting for one in recordings]
    return {
        "date": datetime.date.today().isoformat(),
        "uf2": {"sha256": found.sha256, "version": board.facts.version},
        "firmware": {"hash": board.firmware, "commit": _commit()},
        "plays": [f"{p.game}, {len(p.players)} seats, {p.pace}, seed {p.seed}" for p in plays],
        "collects_in": COLLECTS_IN,
    }


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    return done.stdout.strip() or "unknown"
