"""The room's side of updates, in the server's event loop: what each table is told, what it says."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from host_tools.common.problems import Problem
from host_tools.ledger.place import DatabaseUrl
from host_tools.room import rollouts, software
from host_tools.room.alarms import READER, STOPPED
from host_tools.room.bus import FLOOR
from host_tools.room.desk import Desk
from host_tools.room.floor import Floor
from host_tools.room.rollouts import Health
from host_tools.room.store import now_ms, transaction

_LOOK_S = 1.0


class Updates:
    def __init__(self, place: DatabaseUrl, floor: Floor, desk: Desk) -> None:
        self._place = place
        self._floor = floor
        self._desk = desk
        self._orders: dict[str, dict[str, Any]] = {}
        self._said: dict[str, Any] = {}  # table → what it said last of an order
        self.rollouts: list[rollouts.Rollout] = []

    async def run(self) -> None:
        while True:
            with contextlib.suppress(Problem):
                await self.look()
            await asyncio.sleep(_LOOK_S)

    async def look(self) -> None:
        health = {name: self._health(name) for name in list(self._floor.tables)}
        before = self.rollouts
        await asyncio.to_thread(self._look, health)
        if self.rollouts != before:
            self._floor.bus.publish(FLOOR, "rollouts", [one.told() for one in self.rollouts])

    def _look(self, health: dict[str, Health]) -> None:
        with transaction(self._place) as db:
            if self._floor.is_loaded:
                rollouts.advance(db, health, now_ms())
            self._orders = rollouts.wanted_of(db)
            self.rollouts = rollouts.all_of(db, 5)

    def _health(self, table: str) -> Health:
        state = self._floor.tables[table]
        link, why = state.link(now_ms())
        for one in self._desk.board.open.values():
            if one.table == table and one.kind in (STOPPED, READER):
                return Health(state.heard_ms, one.words)
        return Health(state.heard_ms, "" if link == "up" else why)

    def order(self, table: str) -> dict[str, Any]:
        """What the answer to a table's report has beside the rest."""
        order = self._orders.get(table)
        return {"wanted": order} if order is not None else {}

    async def heard(self, table: str, status: dict[str, Any] | None) -> None:
        """What a table's host says of its update; the room answers after it is kept."""
        told = (status or {}).get("update")
        if not isinstance(told, dict) or told == self._said.get(table):
            return
        with contextlib.suppress(Problem):  # the database is away: it says so again
            if await asyncio.to_thread(self._heard, table, told):
                await self.look()
            self._said[table] = told

    def _heard(self, table: str, told: dict[str, Any]) -> bool:
        with transaction(self._place) as db:
            return rollouts.reported(db, table, told, now_ms())

    def content(self, table: str, name: str) -> bytes | None:
        if self._orders.get(table, {}).get("software") != name:
            return None
        with transaction(self._place) as db:
            return software.content_of(db, name)
