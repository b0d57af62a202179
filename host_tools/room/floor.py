"""The floor: every table of the room, kept up to date, ordered by what needs a person.

Lives in the server's event loop; the writer's news come in from its thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from typing import Any

from cardtable.records import BrokenChain
from host_tools.common.problems import Problem
from host_tools.common.server_events import event
from host_tools.ledger.ledger import ChainInfo, Entry, Ledger
from host_tools.ledger.place import Place
from host_tools.room.bus import FLOOR, Bus, of_table
from host_tools.room.gaming_day import Calendar
from host_tools.room.table_state import STANDING, TableState
from host_tools.room.writer import Taken

_TOGETHER_S = 0.04  # changes within so long go to the pages together
_HISTORY = 400  # records from which a table is folded when the room begins


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Floor:
    """`tables` by name."""

    def __init__(self, calendar: Calendar, bus: Bus) -> None:
        self.calendar = calendar
        self.bus = bus
        self.tables: dict[str, TableState] = {}
        self._rows: dict[str, dict[str, Any]] = {}  # as they were told last
        self._dirty: set[str] = set()
        self._news = asyncio.Event()
        self.database = ""  # why it is away
        self.is_loaded = False  # whether what the ledger has of the tables was read once
        self._early: dict[str, list[Taken]] = {}  # what came before the ledger was read

    # ---- what comes in

    def know(self, names: Iterable[str]) -> None:
        """The tables that are enrolled: those, and no others, are on the floor."""
        wanted = set(names)
        for name in wanted - set(self.tables):
            self.tables[name] = TableState(name)
            self._early[name] = []
            self._changed(name)
        for name in set(self.tables) - wanted:
            del self.tables[name]
            self._early.pop(name, None)
            self._rows.pop(name, None)
            self.bus.publish(FLOOR, "gone", {"table": name})

    def load(self, loaded: list[tuple[str, int, list, list]], names: Iterable[str]) -> None:
        """What the ledger has of these tables, and then what has come while it was read."""
        for name, epoch, standing, recent in loaded:
            state = self.tables.get(name)
            if state is None or name not in self._early:
                continue
            state.epoch = epoch
            for number, _, record in standing:
                state.stand(number, record)
            for number, received, record in recent:
                if record[0] in STANDING:
                    # It has been counted as standing; what it says is told all the same.
                    state.last = state.view.last = number
                    with contextlib.suppress(Exception):
                        state.told.extend(state.lines.tell(number, record))
                    continue
                state.apply(epoch, number, received, record)
            self._changed(name)
        self.is_loaded = True
        for name in names:
            self.taken(self._early.pop(name, []))

    def taken(self, done: list[Taken]) -> None:
        for one in done:
            state = self.tables.get(one.table)
            if state is None:
                continue
            if one.table in self._early:
                self._early[one.table].append(one)
                continue
            state.broken = one.broken
            for number, received, record in one.fresh:
                lines = state.apply(one.epoch, number, received, record)
                if self.bus.is_heard(of_table(one.table)):
                    for line in lines:
                        self.bus.publish(of_table(one.table), "line", line)
            if one.fresh or one.broken:
                self._changed(one.table)

    def report(self, table: str, status: dict[str, Any] | None) -> None:
        state = self.tables.get(table)
        if state is not None:
            state.report(status, now_ms())
            self._changed(table)

    def _changed(self, table: str) -> None:
        self._dirty.add(table)
        self._news.set()

    def away(self, why: str) -> None:
        """The database is, or is back: everybody on the floor should know."""
        if why != self.database:
            self.database = why
            self.bus.publish(FLOOR, "room", self.room())

    # ---- what goes out

    async def run(self) -> None:
        """Changes to the pages as they come, and once a second what only time has changed."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 1.0)
            if self._news.is_set():
                await asyncio.sleep(_TOGETHER_S)
                self._news.clear()
                names, self._dirty = self._dirty, set()
            else:
                names = set(self.tables)
            self._publish(names)

    def _publish(self, names: set[str]) -> None:
        now = now_ms()
        day = self.calendar.day(now)
        rows = []
        for name in names:
            state = self.tables.get(name)
            if state is None:
                continue
            row = state.row(now, day)
            if row != self._rows.get(name):
                self._rows[name] = row
                rows.append(row)
                if self.bus.is_heard(of_table(name)):
                    self.bus.publish(of_table(name), "table", state.table(now, day))
        if rows:
            self.bus.publish(FLOOR, "rows", rows)

    def rows(self) -> list[dict[str, Any]]:
        """All tables, what needs a person first."""
        now = now_ms()
        day = self.calendar.day(now)
        made = [state.row(now, day) for state in self.tables.values()]
        return sorted(made, key=lambda row: (row["urgency"], row["table"]))

    def room(self) -> dict[str, Any]:
        now = now_ms()
        return {
            "day": self.calendar.day(now),
            "zone": str(self.calendar.zone or time.tzname[0]),
            "database": self.database,
        }

    def everything(self) -> list[bytes]:
        return [event("room", self.room()), event("floor", self.rows())]

    def everything_of(self, name: str) -> list[bytes]:
        state = self.tables[name]
        now = now_ms()
        return [
            event("lines", {"lines": list(state.told)}),
            event("table", state.table(now, self.calendar.day(now))),
        ]


def latest_chain(ledger: Ledger, table: str) -> ChainInfo | None:
    """The last epoch of a table, without counting its records."""
    heads = ledger.heads(table)
    if not heads:
        return None
    epoch = max(heads)
    return ChainInfo(ledger.chain_id(table, epoch), table, epoch, 0, 1, heads[epoch], "")


def loaded(place: Place, names: Iterable[str]) -> list[tuple[str, int, list, list]]:
    """What the ledger has of these tables: facts that still stand, and the last rounds."""
    made = []
    with Ledger(place) as ledger:
        for name in names:
            chain = latest_chain(ledger, name)
            if chain is None:
                continue
            after = max(0, chain.last - _HISTORY)
            try:
                retired = ledger.retired(chain)
                told = retired.facts.get("standing", ()) if retired is not None else ()
                standing = [(0, 0, tuple(body)) for body in told]
                standing += [
                    (e.number, e.received_ms, e.body) for e in ledger.entries(chain, STANDING)
                ]
                recent = [
                    (e.number, e.received_ms, e.body) for e in ledger.entries(chain, None, after)
                ]
            except (Problem, BrokenChain):
                standing, recent = [], []  # damaged: verify names it; the floor goes on
            made.append((name, chain.epoch, standing, recent))
    return made


def _plain(entry: Entry) -> tuple[int, int, tuple]:
    return entry.number, entry.received_ms, entry.body
