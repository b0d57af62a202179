"""The whole path, from a card over the shoe to the line at the end of the cable.

Rounds a second are wall time on this desk, both interpreters in one run. Latencies are virtual:
they come from the models of chips, buses and people, none of it measured on hardware.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator

from rich.table import Table

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import LineReader, message
from cardtable.records import HEAD, decode
from sim.harness import headless
from sim.harness.cable import Cable
from sim.micropython import bench
from tests.integration.table.visitor import Script, Visitor, visit

_ROUNDS = 10


def tables() -> Iterator[Table]:
    yield speed()
    yield latency()
    yield link()


def speed() -> Table:
    table = Table("whole rounds, headless", title=f"{_ROUNDS} rounds of Canberra Poker, 7 boxes")
    table.add_column("rounds a second", justify="right")
    table.add_column("ratio", justify="right")
    seconds = {}
    for name, play in (("CPython", _on_cpython), ("MicroPython (unix)", _on_micropython)):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            play(folder + "/")
            seconds[name] = time.perf_counter() - start
    for name, took in seconds.items():
        ratio = seconds["CPython"] / took
        table.add_row(name, f"{_ROUNDS / took:.1f}", f"{ratio:.2f} ×")
    return table


def _on_cpython(folder: str) -> None:
    headless.play(folder, _ROUNDS, keep=lambda line: None)


def _on_micropython(folder: str) -> None:
    done = bench.run(
        ["-m", "sim.harness.headless", folder, str(_ROUNDS)],
        heap_bytes=4 << 20,
        report=False,
        stdout=subprocess.DEVNULL,
    )
    if done.returncode:
        raise RuntimeError("the rounds did not end on MicroPython")


def latency() -> Table:
    """By the virtual clock: card over the antenna → record written → line on the cable."""
    placed: list[int] = []
    heard: list[int] = []
    written: list[int] = []

    with tempfile.TemporaryDirectory() as folder:
        clock = None

        def plan(world):
            nonlocal clock
            clock = world.clock
            put = world.shoe_antenna.put

            def noted(tag):
                placed.append(world.clock.now_us)
                put(tag)

            world.shoe_antenna.put = noted

        def keep(line):
            record = decode(line)
            if record[HEAD] == "deal":
                written.append(record[4] * 1000)
                heard.append(clock.now_us)  # type: ignore[union-attr]

        headless.play(folder + "/", 3, prepare=plan, keep=keep)
    table = Table("virtual latency of a dealt card", title=f"{len(placed)} cards over the shoe")
    for column in ("median", "95 %", "longest"):
        table.add_column(column, justify="right")
    for name, ends in (("card → record", written), ("card → line", heard)):
        took = sorted(end - start for start, end in zip(placed, ends, strict=True))
        cells = (took[len(took) // 2], took[len(took) * 95 // 100], took[-1])
        table.add_row(name, *[f"{us / 1000:.1f} ms" for us in cells])
    return table


class _Late:
    """A host that has nothing, takes what the journal still holds, and acknowledges it."""

    def __init__(self, cable: Cable) -> None:
        self._reader = LineReader(4096)
        self._cable = cable
        self.last = self.count = 0
        cable.listener = self  # type: ignore[assignment]
        cable.to_board(("greet", PROTOCOL, 0, 0))

    def feed(self, data: bytes) -> None:
        for payload in self._reader.feed(data):
            told = message(payload)
            if told is not None and isinstance(told[0], int) and told[2] > self.last:
                self.last = told[2]
                self.count += 1
                self._cable.to_board(("ack", told[1], told[2]))


def link() -> Table:
    """A host that comes late and gets everything; and how long the loop kept a task waiting."""
    figures: list[tuple[str, str]] = []

    def script(visitor: Visitor) -> Script:
        yield from visitor.until(lambda: len(visitor.of("end")) >= _ROUNDS, 2_000_000)
        app, clock = visitor.world.app, visitor.world.clock
        virtual, wall = clock.now_us, time.perf_counter()
        late = _Late(visitor.cable)
        yield from visitor.until(lambda: late.last >= app.vault.journal.last, 100_000)
        rate = late.count / (clock.now_us - virtual) * 1e6
        here = late.count / (time.perf_counter() - wall)
        figures.append(("records a second over the link (virtual)", f"{rate:,.0f}"))
        figures.append(("the same on this desk, emulation included", f"{here:,.0f}"))
        figures.append(("longest stall of the loop (virtual)", f"{app.guard.longest_ms} ms"))

    with tempfile.TemporaryDirectory() as folder:
        visit(folder, script, rounds=_ROUNDS)
    table = Table("the link", title=f"{_ROUNDS} rounds, then a host that has nothing")
    table.add_column("figure", justify="right")
    for row in figures:
        table.add_row(*row)
    return table
