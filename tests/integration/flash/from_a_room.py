"""A real room, a real board (MicroPython in a process), and the host's updater between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.boards.load import load
from host_tools.forwarding.forwarder import HttpsPost, Refused
from host_tools.forwarding.protocol import Report
from host_tools.release import bundle, packed
from host_tools.release.build import Release
from host_tools.release.pack import archive
from host_tools.release.signature import new_key
from host_tools.room import rollouts, software
from host_tools.room.journal import Who
from host_tools.room.rollouts import Plan
from host_tools.room.store import now_ms, transaction
from host_tools.updating import updater as updating
from sim.micropython import bench
from tests.integration.flash import desk
from tests.integration.room.room_process import RoomProcess

SUE = Who("Sue", "manager")
_LIMIT_S = 120.0


class Given:
    """A room with a release in it, and the releaser's public key."""

    def __init__(self, folder: Path, room: RoomProcess, release: Release) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.room = room
        self.public = new_key(folder / "release.key")
        arch = bench.architecture()
        bundle.write(release, folder / arch, None, folder / "release.key")
        archive(folder / arch, folder / f"cardtable-firmware-9.9.9-{arch}.zip")
        with transaction(room.place) as db:
            content = packed.packed(folder)
            self.name = software.add(db, SUE, content, self.public, now_ms())

    def begin(self, *tables: str, **more: Any) -> int:
        with transaction(self.room.place) as db:
            return rollouts.begin(db, SUE, Plan(self.name, tables, 0, **more), now_ms())

    def steps(self, number: int) -> dict[str, rollouts.Step]:
        with transaction(self.room.place) as db:
            return {step.table: step for step in rollouts.known(db, number).steps}


class Host:
    """A table's host as `cardtable sync --room --updates` is one; reports when it is told to."""

    def __init__(self, room: RoomProcess, table: str, public: Path) -> None:
        key = room.enrol(table)
        self.table = table
        self.said: list[str] = []
        self.updater = updating.Updater(
            {table: key}, public, self.said.append, desk.STEPS, load(desk.BOARD)
        )
        self._post = HttpsPost(key)

    def report(self) -> None:
        status: dict[str, Any] = {"link": "up", "why": "", "halt": None}
        told = self.updater.status()
        if told is not None:
            status["update"] = told
        try:
            self.updater.ordered(self.table, self._post(Report(0, status=status)).get("wanted"))
        except Refused:  # the room has not heard of the enrolment yet
            time.sleep(0.2)

    def until(self, true: Callable[[], Any]) -> None:
        end = time.monotonic() + _LIMIT_S
        while not true():
            assert time.monotonic() < end, self.said
            self.report()
            time.sleep(0.05)

    def carry_out(self, port: str) -> dict[str, Any]:
        """Wait for the order, carry it out, tell the room: what came of it."""
        self.until(lambda: self.updater.is_due(self.table))
        while self.updater.is_due(self.table) or self._waits():
            if self.updater.is_due(self.table):
                self.updater.carry_out(port)
            self.report()
            time.sleep(0.05)
        told = self.updater.status()
        assert told is not None
        self.report()
        return told

    def _waits(self) -> bool:
        told = self.updater.status()
        return told is None or told["state"] not in ("done", "failed")
