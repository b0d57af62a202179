"""The linked jackpots of a room that is served: owned from its start on, a step again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from host_tools.common.problems import Problem
from host_tools.ledger.host_key import host_key
from host_tools.ledger.place import DatabaseUrl
from host_tools.room.jackpot.owner import Owner
from host_tools.room.jackpot.pool import GONE, JOINED, Pool
from host_tools.room.jackpot.store import Fenced, names
from host_tools.room.store import now_ms, transaction

_STEP_S = 0.4


class Keeper:
    """`owners` by name. A room that another one has replaced keeps still until it is restarted."""

    def __init__(self, place: DatabaseUrl) -> None:
        self._place = place
        self.owners: dict[str, Owner] = {}
        self._told: list[dict[str, Any]] = []
        self._pools: dict[str, Pool] = {}  # as they were when all was well

    async def run(self, tell: Callable[[list[dict[str, Any]]], None] = lambda _told: None) -> None:
        """`tell` is given what pages show, whenever that has changed."""
        while True:
            await asyncio.to_thread(self.step)
            told = self.told()
            if told != self._told:
                self._told = told
                tell(told)
            await asyncio.sleep(_STEP_S)

    def step(self) -> None:
        try:
            with transaction(self._place) as db:
                found = names(db)
        except Problem:  # the database is away: leases end by themselves
            return
        for name in found:
            try:
                if name not in self.owners:
                    owner = Owner(name, lambda: transaction(self._place), host_key())
                    owner.take_over(now_ms())
                    self.owners[name] = owner
                if not self.owners[name].fenced:
                    self.owners[name].step(now_ms())
                    self._pools[name] = self.owners[name].pool
            except Fenced:
                continue
            except Exception:  # said by `problem`; whatever it is, no lease is signed meanwhile
                continue

    def heard(self, table: str, status: dict[str, Any] | None) -> None:
        """A table has reported."""
        if status is not None and "jackpot" in status:
            for owner in self.owners.values():
                owner.heard(table, status["jackpot"])

    def order(self, table: str) -> dict[str, Any]:
        """What the answer to a table's report has beside the rest."""
        for owner in self.owners.values():
            lease = owner.order(table)
            if lease is not None:
                return {"lease": lease}
        return {}

    # ---- for people

    def standing(self) -> list[tuple[str, Pool, str]]:
        """(name, books, why it signs nothing) of each that has not ended."""
        made = []
        for name, owner in sorted(self.owners.items()):
            pool = self._pools.get(name, owner.pool)
            if pool.name and not pool.ended:
                why = "another room has taken over" if owner.fenced else owner.problem
                made.append((name, pool, why))
        return made

    def leased(self) -> set[str]:
        """The tables that should have a lease now."""
        return {
            table
            for _, pool, _ in self.standing()
            for table, member in list(pool.members.items())
            if pool.running and member.state == JOINED
        }

    def told(self) -> list[dict[str, Any]]:
        """For the page: what lies in each, what waits, and for whom."""
        return [
            {
                "link": name,
                "running": pool.running and not why,
                "pool": pool.pool,
                "tables": [one for one, m in list(pool.members.items()) if m.state != GONE],
                "pending": [asdict(one) for one in pool.pending],
                "waiting": [one.table for one in pool.waiting],
                "waits_for": self.owners[name].waits_for(),
                "why": why,
            }
            for name, pool, why in self.standing()
        ]
