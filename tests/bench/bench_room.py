"""The room: records a second into both engines beside plain inserts, the way of a record to the
floor page, and what the server needs for 10, 100 and 1,000 tables."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
from rich.table import Table

from cardtable.link.server import WINDOW
from cardtable.records import Chain
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import DatabaseUrl
from host_tools.room.trial_postgres import TrialPostgres
from sim.roots import ROOT
from tests.bench import bench_ledger
from tests.bench.framework import Contender, Target, race, race_table
from tests.integration.room.room_process import RoomProcess

OURS = "room's ledger"
PLAIN = "plain inserts into PostgreSQL"
TARGET = Target(PLAIN, 0.3)
_BATCH = 20 * WINDOW
_SECONDS = 12.0
SENDERS = (10, 100, 1000)
_PARTS = ("room", "database", "senders")  # whose share of a processor is told
_RATE = 0.5  # a record every two seconds and table: a busy one makes less


def contenders(server: TrialPostgres, folder: Path) -> dict[str, Contender]:
    """Both commit every 16 records, with the server's own durability."""
    intake = Intake(DatabaseUrl(server.url()))
    intake.open("bench", 1)
    chain = Chain("bench", 1)

    def ledger() -> int:
        for at in range(_BATCH):
            intake.follow(chain.encode(("bet", 3, 1000), "u", chain.number))
            if at % WINDOW == WINDOW - 1:
                intake.commit()
        return _BATCH

    server.run("createdb", "-h", str(server.socket_folder), "-U", "postgres", "plain")
    database = psycopg.connect(server.url("plain"))
    database.execute("CREATE TABLE record (number BIGSERIAL PRIMARY KEY, line BYTEA)")
    database.commit()
    other = Chain("bench", 1)

    def plain() -> int:
        for at in range(_BATCH):
            line = other.encode(("bet", 3, 1000), "u", other.number)
            database.execute("INSERT INTO record (line) VALUES (%s)", (line,))
            if at % WINDOW == WINDOW - 1:
                database.commit()
        return _BATCH

    sqlite = bench_ledger.contenders(folder)[bench_ledger.OURS]
    return {OURS: ledger, PLAIN: plain, "the same ledger in SQLite": sqlite}


class _Floor:
    """Listens as a page does: when which record of which table arrived."""

    def __init__(self, room: RoomProcess) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        self._stream = urllib.request.urlopen(room.page + "/events", timeout=600)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        kind = b""
        for line in self._stream:
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"data: ") and kind == b"rows":
                now = time.time() * 1000
                for row in json.loads(line[6:]):
                    self.seen.setdefault((row["table"], row["record"]), now)


def _worked(pid: int) -> float:
    """Seconds of a processor that it has used, and what it has started."""
    used = 0.0
    first = psutil.Process(pid)
    for one in (first, *first.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = one.cpu_times()
            used += times.user + times.system
    return used


def measured(senders: int, seconds: float = _SECONDS, rate: float = _RATE) -> dict[str, float]:
    """Medians in milliseconds, memory in MB, CPU in per cent of one core."""
    with tempfile.TemporaryDirectory() as made, TrialPostgres() as server:
        folder = Path(made)
        room = RoomProcess(folder, DatabaseUrl(server.url())).start()
        try:
            keys = folder / "keys"
            for number in range(senders):
                name = f"t{number:04}"
                room.enrol(name).write(keys / f"{name}.json")
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.integration.room.senders",
                    str(keys),
                    str(rate),
                    str(seconds),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
                env=os.environ,
            )
            assert process.stdout is not None and process.stdin is not None
            assert process.stdout.readline() == "ready\n"
            floor = _Floor(room)
            parts = dict(zip(_PARTS, (room.pid, server.pid, process.pid), strict=True))
            before = {name: _worked(pid) for name, pid in parts.items()}
            began = time.monotonic()
            process.stdin.write("go\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())
            took = time.monotonic() - began
            after = {name: _worked(pid) for name, pid in parts.items()}
            time.sleep(1.0)
            ways = [
                floor.seen[table, number] - at
                for table, number, at in told["made"]
                if (table, number) in floor.seen
            ]
            return {
                "median_ms": statistics.median(ways),
                "p95_ms": statistics.quantiles(ways, n=20)[18],
                "memory_mb": psutil.Process(room.pid).memory_info().rss / 1e6,
                **{name: 100 * (after[name] - before[name]) / took for name in parts},
                "records_s": len(told["made"]) / took,
                "failed": told["failed"],
            }
        finally:
            room.end()


def tables() -> Iterator[Table]:
    with tempfile.TemporaryDirectory() as made, TrialPostgres() as server:
        rates = race(contenders(server, Path(made)))
        yield race_table("room: records a second, durable", rates, OURS, TARGET)
    load = os.getloadavg()[0]
    title = f"a record to the floor page, ms; CPU, % of a core (load {load:.1f} beforehand)"
    other = Table("tables", title=title)
    for name in ("a second", "median", "95 %", "failed", "room, MB", *_PARTS):
        other.add_column(name, justify="right")
    for senders in SENDERS:
        told = measured(senders)
        other.add_row(
            f"{senders:,}",
            f"{told['records_s']:.0f}",
            f"{told['median_ms']:.0f}",
            f"{told['p95_ms']:.0f}",
            f"{told['failed']:.0f}",
            f"{told['memory_mb']:.0f}",
            *(f"{told[part]:.0f}" for part in _PARTS),
        )
    yield other
