"""The floor's desk: alarms, lists and openings as they are now, and the deeds of persons.

Lives in the server's event loop; whatever touches the database runs beside it. Every second it
looks at the tables and at the database, so that another room on the same database, or a verb on
the server, is seen here as well.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from host_tools.common.problems import Problem
from host_tools.common.server_events import event
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import alarms, opening, persons, waiting_list
from host_tools.room.bus import FLOOR
from host_tools.room.floor import Floor
from host_tools.room.jackpot.keeper import Keeper
from host_tools.room.journal import Who
from host_tools.room.store import Refused, now_ms, transaction

LOOK_S = 1.0


class Desk:
    """`alarms`, `openings` and `players` as they are in the database."""

    def __init__(
        self,
        place: DatabaseUrl,
        floor: Floor,
        escalation: alarms.Escalation | None = None,
        jackpots: Keeper | None = None,
    ) -> None:
        self.place = place
        self.floor = floor
        self.jackpots = jackpots or Keeper(place)
        self.board = alarms.Board(escalation or alarms.Escalation())
        self.openings: dict[str, opening.Opening] = {}
        self.players: list[waiting_list.Player] = []
        self.watchers: list[Callable[[], None]] = []  # told after every look that changed something
        self._since_ms = now_ms()
        self._told: list[Any] = []
        self._looking = asyncio.Lock()

    async def run(self) -> None:
        while True:
            with contextlib.suppress(Problem):  # the database is away: the page says so
                await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Look once, write what follows, tell the pages."""
        async with self._looking:
            await asyncio.to_thread(self._look)
        self._tell()

    def _look(self) -> None:
        now = now_ms()
        with transaction(self.place) as db:
            self.board.read(db)
            self.openings = opening.all_of(db)
            self.players = waiting_list.all_of(db)
            refused = persons.refused_lately(db, now - alarms.PINS_MS)
        found = alarms.of_the_room(refused)
        for name, pool, problem in self.jackpots.standing():
            found += alarms.of_a_link(name, pool, problem)
        leased = self.jackpots.leased()
        unknown = set()
        for name, state in list(self.floor.tables.items()):
            closed = self.opening_of(name).state == opening.CLOSED
            causes, certain = alarms.causes(state, now, self._since_ms, closed, name in leased)
            found += causes
            if not certain:
                unknown.add(name)
        if not self.floor.is_loaded:  # nothing can be said of any table before it was read
            return
        due = self.board.due(found, unknown, set(self.floor.tables), now)
        if any(due):
            self.board.write(self.place, *due, now)

    # ---- what is told

    def opening_of(self, table: str) -> opening.Opening:
        return self.openings.get(table, opening.Opening(table))

    def alarms(self) -> list[alarms.Alarm]:
        """Nobody has taken them on, and the most urgent, first."""
        return sorted(
            self.board.open.values(),
            key=lambda one: (
                one.acknowledged_ms is not None,
                -one.level,
                alarms.KINDS.index(one.kind),
                one.began_ms,
            ),
        )

    def told(self) -> dict[str, Any]:
        return {
            "alarms": [one.told() for one in self.alarms()],
            "openings": {name: one.told() for name, one in sorted(self.openings.items())},
            "players": [one.told() for one in self.players],
        }

    def everything(self) -> list[bytes]:
        return [event("desk", self.told())]

    def _tell(self) -> None:
        told = self.told()
        if told != self._told:
            self._told = told  # type: ignore[assignment]
            self.floor.bus.publish(FLOOR, "desk", told)
            for watcher in self.watchers:
                watcher()

    # ---- deeds

    def seats(self, table: str) -> waiting_list.Seats:
        state = self.floor.tables.get(table)
        if state is None:
            raise Refused("there is no such table", status=404)
        row = state.row(now_ms())
        return waiting_list.Seats(table, row["game"], row["places"], tuple(row["seats"]))

    async def do(self, who: Who, role: str, deed: Callable[[PostgresConnection, int], Any]) -> Any:
        """One deed of a person, in one transaction; then everybody sees it."""
        if not who.may(role):
            raise Refused(f"this is for a {role}", status=403)

        def done() -> Any:
            with transaction(self.place) as db:
                return deed(db, now_ms())

        made = await asyncio.to_thread(done)
        await self.look()
        return made
