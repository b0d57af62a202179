"""What every page is told, kept up to date: the hub's news and the board's answers in one place.

Lives in the server's event loop. A page gets the whole table at every change (a few kilobytes:
nothing to drift apart), the told lines as they come, and the readers every second.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from cardtable.diag.readings import LATENCY_MS
from cardtable.diag.states import NAMES as READER_STATES
from cardtable.drivers.reader_codes import SCANS, STARTS
from cardtable.jackpot.meter import MOVES, PRIZES
from host_tools import wording
from host_tools.common.problems import Problem
from host_tools.common.server_events import Listeners, event
from host_tools.console.actions import actions, exposure_places
from host_tools.console.board_service import LOST, UP, BoardService
from host_tools.console.deck import DeckDesk
from host_tools.console.lines import Lines, nonsense
from host_tools.console.page_types import Actions, Devices, FaultWords, Line, Link, Reader, Table
from host_tools.console.round_projection import TableView
from host_tools.link.hello import Hello
from host_tools.link.persons import read_persons
from host_tools.link.roles import KeyRing

_LINES = 250
_RATES = 720  # of the read rates: half a day
_RATE_S = 60.0
_POLL_S = 1.0
_CLOCK_S = 2.0
_WORK_POLL_S = 0.2  # while cards are held over the shoe
_SLOW_POLLS = 5  # health and vault are asked every so many polls
_BOOKS = (*MOVES, "mode", "day_open", "drop", "commission", "restored", "books", "round")

_ASTRAY = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class PageState:
    """`listener` of the hub (its thread) on one side, pages (the event loop) on the other."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        keys: KeyRing,
        side: bool = False,
        clock: Callable[[str], dict[str, Any]] | None = None,
    ) -> None:
        """`clock`: asks a tournament for what concerns a table; it may take seconds."""
        self._loop = loop
        self._clock = clock
        self.clock: dict[str, Any] = {}  # what was told last
        self._keys = keys
        self.hub: BoardService | None = None  # given before the hub starts
        self.side = side  # there is a side channel: faults can be made
        self.view = TableView()
        self.lines = Lines()
        self.told: deque[Line] = deque(maxlen=_LINES)
        self.hello: Hello | None = None
        self.link: Link = {"state": LOST, "why": "Looking for the board …"}
        self.halt: FaultWords | None = None
        self.readers: list[Reader] = []
        self.health: dict[str, Any] = {}
        self.vault: dict[str, Any] = {}
        self.meters: dict[str, Any] = {}
        self.work: dict[str, Any] = {}
        self.deck = DeckDesk()
        self.persons: list[tuple[str, str]] | None = None  # (role, name); None: not asked yet
        self.job: dict[str, Any] = {}  # the verb that was run from a page last
        # [when, {reader: clean reads of a thousand since the last look}], a look a minute
        self.read_rates: deque[list[Any]] = deque(maxlen=_RATES)
        self._counted: dict[str, tuple[int, int]] = {}
        self._rated = 0.0
        self._pages = Listeners()
        self._tasks: set[asyncio.Task[None]] = set()
        self._dirty = asyncio.Event()
        self._asking = asyncio.Event()  # what is expected may have changed
        self._poll_now = asyncio.Event()

    # ---- from the hub's thread

    def linked(self, state: str, why: str) -> None:
        self._later(self._linked, state, why)

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        self._later(self._greeted, hello, history)

    def recorded(self, number: int, record: tuple) -> None:
        self._later(self._recorded, number, record, False)

    def stopped(self, code: str, where: str) -> None:
        self._later(self._stopped, code, where)

    def _later(self, call: Any, *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody looks any more
            self._loop.call_soon_threadsafe(call, *args)

    # ---- in the event loop

    def _linked(self, state: str, why: str) -> None:
        self.link = {"state": state, "why": why}
        if state == LOST:
            self.view.expects = []
            for reader in self.readers:
                reader["state"] = "unknown"
            self._send("devices", self._devices())
        self._changed()

    def _greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        known, self.hello = self.hello, hello
        self.halt = None
        same = known is not None and (known.table, known.epoch) == (hello.table, hello.epoch)
        if not same and (not history or history[-1][0] != self.view.last):
            self.view.forget()
            self.deck.forget()
            self.lines = Lines()
            self.told.clear()
        for number, record in history:
            self._recorded(number, record, True)
        self.deck.enrolled = None
        self.persons = None
        self._poll_now.set()
        self._asking.set()
        self._changed()

    def _recorded(self, number: int, record: tuple, past: bool) -> None:
        if number <= self.view.last:
            return
        try:
            self.view.apply(number, record)
            self.deck.recorded(record)
            told = list(self.lines.tell(number, record))
        except _ASTRAY as astray:  # a board that writes nonsense: the page goes on and says so
            self.view.last = number
            told = [nonsense(number, record, astray)]
        for line in told:
            self.told.append(line)
            if not past:
                self._send("line", line)
        kind = record[0]
        if not past:
            if kind == "person":
                self.persons = None
            if kind in _BOOKS or kind.startswith("fault") or kind in ("boot", "deck", "command"):
                self._poll_now.set()
            self._asking.set()
            self._changed()

    def _stopped(self, code: str, where: str) -> None:
        what, remedy = wording.FAULTS.get(code, (code, "See docs/vault.md."))
        self.halt = {"code": code, "where": where, "what": what, "remedy": remedy}
        self._changed()

    def obeyed(self, command: list[Any], answer: Any) -> None:
        """The board has taken a command from one of the pages."""
        self.deck.obeyed(command, answer)
        self._poll_now.set()

    # ---- tasks

    def start(self) -> None:
        tasks = [self._publish(), self._ask_expects(), self._poll()]
        if self._clock is not None:
            tasks.append(self._ask_clock(self._clock))
        for task in tasks:
            made = self._loop.create_task(task)
            self._tasks.add(made)
            made.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        self.close_pages()
        for task in list(self._tasks):
            task.cancel()

    def close_pages(self) -> None:
        """End every stream, so that the server can end."""
        self._pages.close()

    async def ask(self, what: str, *args: Any) -> list[Any]:
        """The parts of an answer; Problem when the board is away."""
        assert self.hub is not None
        return await asyncio.wrap_future(self.hub.ask(what, *args))

    def _changed(self) -> None:
        self._dirty.set()

    async def _publish(self) -> None:
        """The table as it is, whenever it has changed; changes that come together go together."""
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            self._send("table", self.table())
            await asyncio.sleep(0)

    async def _ask_expects(self) -> None:
        while True:
            await self._asking.wait()
            self._asking.clear()
            with contextlib.suppress(Problem, ValueError, KeyError):
                if not self.view.is_configured:
                    self.view.configure(await self.ask("config"))
                at = self.view.last
                expects = await self.ask("expects")
                if at == self.view.last:
                    self.view.expects, self.view.expects_at = expects, at
                    self._changed()

    async def _poll(self) -> None:
        count = 0
        looked = self._loop.time()
        while True:
            pause_s = _WORK_POLL_S if self.deck.is_going else _POLL_S
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._poll_now.wait(), pause_s)
            soon = self._poll_now.is_set()
            self._poll_now.clear()
            if self.link["state"] != UP or (not self._pages and not soon):
                continue
            with contextlib.suppress(Problem, ValueError, IndexError, TypeError):
                if not soon and self._loop.time() - looked < _POLL_S:
                    await self._look_at_work()
                    continue
                looked = self._loop.time()
                await self._look(soon or count % _SLOW_POLLS == 0)
            count += 1

    async def _ask_clock(self, clock: Callable[[str], dict[str, Any]]) -> None:
        """A page counts the seconds by itself; it is told where they stand once in a while."""
        while True:
            if self._pages:
                table = self.hello.table if self.hello else ""
                self.clock = await asyncio.to_thread(clock, table)
                self._send("clock", self.clock)
            await asyncio.sleep(_CLOCK_S)

    async def _look_at_work(self) -> None:
        self.work = self.deck.told(_gathered(await self.ask("work")))
        self._send("devices", self._devices())

    async def _look(self, whole: bool) -> None:
        faults = [list(one) for one in await self.ask("faults")]
        if faults != self.view.faults:
            self.view.faults = faults
            self._changed()
        self.readers = [_reader(one) for one in await self.ask("readers")]
        self._rate()
        if whole:
            self.health = dict(await self.ask("health"))
            self.vault = _gathered(await self.ask("vault"))
            sections = await self.ask("meters")
            self.meters = dict(sections)
            self.view.books.load([one for one in sections if one[0] != "display"])
            self._changed()
        await self._look_at_work()
        if self.persons is None:
            await self.who_there_is()
        if self.deck.enrolled is None:
            self.deck.listed(await self.ask("deck"))
            self._send("devices", self._devices())

    async def who_there_is(self) -> list[tuple[str, str]]:
        """Who has a PIN; a board of an older release knows roles only."""
        if self.persons is None:
            try:
                self.persons = read_persons(await self.ask("persons"))
            except Problem:
                self.persons = []
            self._changed()
        return self.persons

    def _rate(self) -> None:
        """How many of the last minute's scans were clean, reader by reader."""
        if self._rated and self._loop.time() - self._rated < _RATE_S:
            return
        self._rated = self._loop.time()
        rates = {}
        for one in self.readers:
            if "clean" not in one:
                continue
            scans, clean = self._counted.get(one["name"], (0, 0))
            if one["scans"] < scans:
                scans = clean = 0  # the board has started again
            if one["scans"] > scans:
                rates[one["name"]] = 1000 * (one["clean"] - clean) // (one["scans"] - scans)
            self._counted[one["name"]] = (one["scans"], one["clean"])
        if rates:
            self.read_rates.append([time.time_ns() // 1_000_000, rates])

    def worked(self, told: dict[str, Any]) -> None:
        """A verb that was started from a page has said something."""
        self.job = told
        self._send("job", told)

    # ---- pages

    def table(self) -> Table:
        """Everything about the table, for a page."""
        hello = self.hello
        now = self.view.now
        return {
            **self.view.snapshot(),
            "link": self.link,
            "halt": self.halt,
            "table": hello.table if hello else "",
            "hardware": hello.board if hello else "",
            "firmware": hello.firmware if hello else "",
            "able": list(hello.able) if hello else [],
            "simulated": bool(hello and hello.simulated),
            # A simulated table that somebody has installed has PINs that only people know.
            "demo": bool(hello and hello.simulated and not self._keys.has(hello.table)),
            "side": self.side,
            "persons": self.persons or [],
            "do": self._actions(),
            "exposable": exposure_places(now) if now is not None else [],
        }

    def _actions(self) -> Actions:
        told = actions(self.view)
        told["stale"] = self.view.expects_at != self.view.last
        if self.link["state"] != UP:
            told["act"], told["wagers"], told["stale"] = [], [], False
        return told

    def _devices(self) -> Devices:
        return {
            "readers": self.readers,
            "health": self.health,
            "vault": self.vault,
            "meters": self._meter(),
            "work": self.work,
            "deck": self.deck.snapshot(),
            "latency_ms": list(LATENCY_MS),
        }

    def _meter(self) -> dict[str, Any]:
        meter = self.view.books.meter
        if not self.meters:
            return {}
        return {
            "display": meter.display,
            "pool": meter.pool,
            "reserve": meter.reserve,
            "overflow": meter.overflow,
            "held": meter.held,
            "opened": meter.opened,
            "wagers_in": meter.wagers_in,
            "house_in": meter.house_in,
            "corrected": meter.corrected,
            "paid": meter.paid,
            "start_up": meter.start_up,
            "ceiling": meter.ceiling,
            "pool_share": meter.pool_share,
            "owed": meter.owed(),
            "audit": self.view.books.why_not(),
            "mode": self.view.books.mode,
            "pending": [
                {"hit": hit, "seat": seat, "prize": _prize(prize), "cents": cents}
                for hit, seat, prize, cents in meter.pending
            ],
            "last": [
                {"hit": one[0], "seat": one[3], "prize": _prize(one[4]), "cents": one[5]}
                for one in reversed(meter.last)
            ],
            "days": [list(one) for one in self.view.books.days.days],
        }

    def _send(self, kind: str, data: Mapping[str, Any]) -> None:
        if self._pages:
            self._pages.tell(event(kind, data))

    def _everything(self) -> list[bytes]:
        return [
            event("lines", {"lines": list(self.told)}),
            event("table", self.table()),
            event("devices", self._devices()),
            event("job", self.job),
            event("clock", self.clock),
        ]

    def events(self) -> AsyncIterator[bytes]:
        """What one page is told, from now on, as server-sent events."""
        self._poll_now.set()
        return self._pages.stream(self._everything)


def _gathered(pairs: list[list]) -> dict[str, Any]:
    """[name, value] pairs; a name that comes several times has a list of its values."""
    told: dict[str, Any] = {}
    for name, value in pairs:
        if name in ("found", "believed"):
            told.setdefault(name, []).append(value)
        elif name == "missing":
            told[name] = told.get(name, []) + value
        else:
            told[name] = value
    return told


def _reader(one: list) -> Reader:
    """One reader's answer by name (service/queries.py, diag/readings.py)."""
    name, place, state, now, *figures = one
    if name == "shoe":
        return {
            "name": name,
            "place": place,
            "state": READER_STATES[state],
            "now": now,
            "scans": figures[SCANS],
            "starts": figures[STARTS],
        }
    scans, answered, clean, cards, latency, longest, antenna, tests, bleeds, counters = figures
    return {
        "name": name,
        "place": place,
        "state": READER_STATES[state],
        "now": now,
        "scans": scans,
        "answered": answered,
        "clean": clean,
        "cards": cards,
        "latency": latency,
        "longest_ms": longest,
        "antenna": antenna,
        "tests": tests,
        "bleeds": bleeds,
        "starts": counters[STARTS],
    }


def _prize(prize: Any) -> str:
    name = PRIZES[prize] if isinstance(prize, int) else prize
    return wording.PRIZES.get(name, str(name))
