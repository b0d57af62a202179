"""A real room, a real board (MicroPython in a process), and `cardtable sync --updates` between."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardtable.records import HEAD
from host_tools.ledger.ledger import Ledger
from host_tools.link.roles import DEMO_PINS, TECHNICIAN
from host_tools.link.session import PIN_VARIABLE
from host_tools.release import bundle, packed
from host_tools.release.build import Release
from host_tools.release.pack import archive
from host_tools.release.signature import new_key
from host_tools.room import rollouts, software
from host_tools.room.journal import Who
from host_tools.room.rollouts import Plan, Step
from host_tools.room.store import now_ms, transaction
from sim.micropython import bench
from sim.roots import ROOT
from tests.integration.room.room_process import RoomProcess
from tests.support.process import COMMAND

SUE = Who("Sue", "manager")
_LIMIT_S = (
    240.0  # a board that is flashed, fails three times and is flashed back, on a busy machine
)


class Given:
    """A room with a release in it, and the releaser's public key."""

    def __init__(self, folder: Path, room: RoomProcess, release: Release) -> None:
        folder.mkdir(parents=True)
        self.room = room
        self.public = new_key(folder / "release.key")
        arch = bench.architecture()
        bundle.write(release, folder / arch, None, folder / "release.key")
        archive(folder / arch, folder / f"cardtable-firmware-9.9.9-{arch}.zip")
        with transaction(room.place) as db:
            self.name = software.add(db, SUE, packed.packed(folder), self.public, now_ms())

    def begin(self, *tables: str, **more: Any) -> int:
        with transaction(self.room.place) as db:
            return rollouts.begin(db, SUE, Plan(self.name, tables, 0, **more), now_ms())

    def back(self, number: int) -> None:
        with transaction(self.room.place) as db:
            rollouts.roll_back(db, SUE, number, now_ms())

    def end(self, number: int) -> None:
        with transaction(self.room.place) as db:
            rollouts.end(db, SUE, number, now_ms())

    def step(self, number: int, table: str) -> Step:
        with transaction(self.room.place) as db:
            return next(one for one in rollouts.known(db, number).steps if one.table == table)


class SyncProcess:
    """A table's host: `cardtable sync --room --updates`, as a service runs it."""

    def __init__(
        self,
        room: RoomProcess,
        folder: Path,
        table: str,
        port: str,
        public: Path,
        pin: str = DEMO_PINS[TECHNICIAN],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        key, self.ledger = folder / f"{table}.room.json", folder / "ledger.db"
        room.enrol(table).write(key)
        self._log = folder / "sync.log"
        words = ["sync", "--port", port, "--ledger", str(self.ledger)]
        words += ["--room", str(key), "--updates", str(public)]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                env={**os.environ, PIN_VARIABLE: pin},
            )  # fmt: skip

    def __enter__(self) -> SyncProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(60)

    def said(self) -> str:
        return self._log.read_text(errors="replace")

    def until(self, true: Callable[[], Any], what: str) -> Any:
        end = time.monotonic() + _LIMIT_S
        while True:
            found = true()
            if found:
                return found
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, f"{what} has not come about: {self.said()}"
            time.sleep(0.1)


def records(ledger: Path, table: str) -> list[list[Any]]:
    """What the table has recorded, as far as its host has it: there may be no ledger yet."""
    if not ledger.exists():
        return []
    with Ledger(ledger) as opened:
        lines = [line for epoch in opened.heads(table) for line in opened.lines(table, epoch)]
    return [json.loads(line)[HEAD:] for line in lines]


def firmwares(ledger: Path, table: str) -> list[str]:
    """What the table has started with, as its own records say."""
    return [str(one[1]) for one in records(ledger, table) if one[0] == "boot"]
