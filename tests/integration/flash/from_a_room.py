"""A release in a real room, and what a table's own records say of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardtable.records import HEAD
from host_tools.ledger.ledger import Ledger
from host_tools.release import bundle, packed
from host_tools.release.build import Release
from host_tools.release.pack import archive
from host_tools.release.signature import new_key
from host_tools.room import rollouts, software
from host_tools.room.journal import Who
from host_tools.room.rollouts import Plan, Step
from host_tools.room.store import now_ms, transaction
from sim.micropython import bench
from tests.integration.room.room_process import RoomProcess

SUE = Who("Sue", "manager")


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
