"""The room's server: tables report to it over TLS, people look at its page.

Two doors. The one for tables (and pages) has TLS; the other is plain, of this computer alone, and
for pages only. Routes are put together here; what they do lies in the modules beside.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import signal
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from host_tools.common import server_events
from host_tools.common.page_server import page_config
from host_tools.common.problems import Problem
from host_tools.console.request_guard import LOOPBACK, RequestGuard
from host_tools.forwarding.protocol import MOST_BYTES, NotUnderstood, read_report
from host_tools.forwarding.room_key import secret_digest
from host_tools.ledger.place import DatabaseUrl
from host_tools.room import history, metrics, pages
from host_tools.room.alarms import Escalation
from host_tools.room.api import PREFIX, Api
from host_tools.room.bus import FLOOR, Bus, of_table
from host_tools.room.desk import Desk
from host_tools.room.enrolment import Enrolments
from host_tools.room.floor import Floor, loaded
from host_tools.room.gaming_day import Calendar
from host_tools.room.jackpot.keeper import Keeper
from host_tools.room.people import People
from host_tools.room.updates import Updates
from host_tools.room.webhooks import Sender
from host_tools.room.writer import Busy, Taken, Writer

_LOOK_S = 1.0  # how soon an enrolment or a revocation counts
_KEEP_S = 30
_INTAKE = "/intake/"


@dataclass
class Settings:
    """What is served, where, and to whom."""

    ledger: DatabaseUrl
    certificate: Path
    certificate_key: Path
    calendar: Calendar
    host: str = "127.0.0.1"
    listen: int = 0
    local: int | None = 0  # port of the plain door on loopback; None: there is none
    names: tuple[str, ...] = ()
    escalation: Escalation = field(default_factory=Escalation)
    mqtt: str = ""  # a broker's address; "": none
    room_name: str = "room"


class Room:
    """One room: `tables_app` for the door with TLS, `pages_app` for the plain one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.bus = Bus()
        self.floor: Floor = None  # type: ignore[assignment]  # until the loop runs
        self.writer: Writer = None  # type: ignore[assignment]
        self._loop: asyncio.AbstractEventLoop = None  # type: ignore[assignment]
        self._keys: dict[str, str] | None = None  # digest of the key → table; not read yet
        hosts = {*LOOPBACK, *(name.lower() for name in settings.names), settings.host.lower()}
        beyond = settings.host not in LOOPBACK
        guard = Middleware(RequestGuard, hosts=frozenset(hosts), numbers=beyond)
        self.desk: Desk = None  # type: ignore[assignment]  # until the loop runs
        self.updates: Updates = None  # type: ignore[assignment]
        self.jackpots = Keeper(settings.ledger)
        self.people = People(self)
        pages_app = Starlette(
            routes=[*self._routes(), *self.people.routes()],
            middleware=[guard],
            exception_handlers={404: pages.no_such_page},
        )
        api = Api(lambda: self.floor, lambda: self.desk)
        doors = Starlette(
            routes=[Route("/metrics", self._metrics), Mount(PREFIX, api.app)],
        )
        tables = Starlette(
            routes=[
                Route(_INTAKE + "{table}", self._report, methods=["POST"]),
                Route(_INTAKE + "{table}/software/{name}", self._software),
            ]
        )
        # A token is no cookie: no other page can use it. So this door wants no page of ours.
        self.pages_app = _Doors({PREFIX: doors, "/metrics": doors}, pages_app)
        self.tables_app = _Doors({_INTAKE: tables}, self.pages_app)

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", pages.page),
            Mount("/page", pages.OWN_FILES),
            Mount("/console", pages.CONSOLE_FILES),
            Route("/events", self._events),
            Route("/events/{table}", self._table_events),
            Route("/api/floor", self._floor),
            Route("/api/jackpots", self._jackpots),
            Route("/api/rule", pages.rule),
            Route("/api/table/{table}", self._table),
            Route("/api/table/{table}/rounds", self._rounds),
            Route("/api/table/{table}/round/{first}", self._round),
        ]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self.floor = Floor(self.settings.calendar, self.bus)
        self.writer = Writer(self.settings.ledger, self._taken)
        self.writer.start()
        self.desk = Desk(self.settings.ledger, self.floor, self.settings.escalation, self.jackpots)
        self.updates = Updates(self.settings.ledger, self.floor, self.desk)
        running = [self._look(), self.floor.run(), self.desk.run(), self.updates.run()]
        running.append(self.jackpots.run(lambda told: self.bus.publish(FLOOR, "jackpots", told)))
        running.append(Sender(self.settings.ledger).run())
        if self.settings.mqtt:
            from host_tools.room.mqtt import Publisher, broker

            to = broker(self.settings.mqtt, self.settings.room_name)
            running.append(Publisher(to, self.floor, self.desk).run())
        tasks = [asyncio.create_task(one) for one in running]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(self.writer.stop)

    # ---- inside

    def _taken(self, done: list[Taken]) -> None:
        """From the writer's thread, after each commit."""
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody looks any more
            self._loop.call_soon_threadsafe(self.floor.taken, done)

    async def _look(self) -> None:
        """Who is enrolled, again and again; tables that are new here are read from the ledger."""
        known: set[str] = set()
        while True:
            try:
                self._keys = await asyncio.to_thread(self._enrolled)
                self.floor.away("")
                names = set(self._keys.values())
                self.floor.know(names)
                new = names - known
                if new or not self.floor.is_loaded:
                    found = await asyncio.to_thread(loaded, self.settings.ledger, sorted(new))
                    self.floor.load(found, new)
                known = names
            except Problem as problem:
                self.floor.away(str(problem))
            except Exception as unexpected:  # whatever it is, the next look may be better
                self.floor.away(f"{type(unexpected).__name__}: {unexpected}"[:200])
            await asyncio.sleep(_LOOK_S)

    def _enrolled(self) -> dict[str, str]:
        with Enrolments(self.settings.ledger) as enrolments:
            return enrolments.active()

    # ---- tables

    def _why_not_this_table(self, request: Request) -> Response | None:
        table = request.path_params["table"]
        given = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if self._keys is None:  # a table that were refused now would not come again soon
            return refusal(503, "the room has just begun and does not know its tables yet")
        known = self._keys.get(secret_digest(given)) if given else None
        if known is None or not hmac.compare_digest(known.encode(), table.encode()):
            return refusal(401, f"the room knows no such key for table {table[:64]}")
        return None

    async def _software(self, request: Request) -> Response:
        """A release, for a table that the room wants to have it, and no other."""
        refused = self._why_not_this_table(request)
        if refused is not None:
            return refused
        table, name = request.path_params["table"], request.path_params["name"]
        content = await asyncio.to_thread(self.updates.content, table, name)
        if content is None:
            return refusal(404, "no such release is wanted of this table")
        return Response(content, media_type="application/octet-stream")

    async def _report(self, request: Request) -> Response:
        table = request.path_params["table"]
        refused = self._why_not_this_table(request)
        if refused is not None:
            return refused
        body = await _body(request)
        if body is None:
            return refusal(413, "that is more than one report may be")
        try:
            report = read_report(body)
        except NotUnderstood as wrong:
            return refusal(400, f"not understood: {wrong}")
        if not report.epoch:
            self.floor.report(table, report.status)
            await self.updates.heard(table, report.status)
            self.jackpots.heard(table, report.status)
            return JSONResponse({"ok": True, "last": 0, "gaps": []} | self._orders(table))
        try:
            waiting: Future[Taken] = self.writer.deliver(table, report)
            taken = await asyncio.wrap_future(waiting)
        except Busy:
            return refusal(503, "the room has more to store than it can at this moment")
        except Problem as problem:
            self.floor.away(str(problem))
            return refusal(503, str(problem))
        self.floor.report(table, report.status)
        await self.updates.heard(table, report.status)
        if taken.broken:
            return refusal(409, f"{taken.broken}; the room has record {taken.last} as its last")
        told = {"ok": True, "last": taken.last, "gaps": taken.gaps}
        self.jackpots.heard(table, report.status)
        return JSONResponse(told | self._orders(table))

    def _orders(self, table: str) -> dict[str, Any]:
        """What the room wants of a table, beside its records."""
        return self.updates.order(table) | self.jackpots.order(table)

    async def _metrics(self, request: Request) -> Response:
        made = metrics.exposition(self.floor, self.desk, self.writer)
        return Response(made, media_type=metrics.CONTENT_TYPE)

    # ---- people

    async def _events(self, request: Request) -> Response:
        stream = self.bus.stream(FLOOR, self._everything)
        return server_events.stream(stream)

    def _everything(self) -> list[bytes]:
        jackpots = server_events.event("jackpots", self.jackpots.told())
        return [*self.floor.everything(), *self.desk.everything(), jackpots]

    async def _table_events(self, request: Request) -> Response:
        name = request.path_params["table"]
        if name not in self.floor.tables:
            return refusal(404, "there is no such table")
        stream = self.bus.stream(of_table(name), lambda: self.floor.everything_of(name))
        return server_events.stream(stream)

    async def _floor(self, request: Request) -> Response:
        return JSONResponse({"room": self.floor.room(), "tables": self.floor.rows()})

    async def _jackpots(self, request: Request) -> Response:
        return JSONResponse({"jackpots": self.jackpots.told()})

    async def _table(self, request: Request) -> Response:
        state = self.floor.tables.get(request.path_params["table"])
        if state is None:
            return refusal(404, "there is no such table")
        from host_tools.room.floor import now_ms

        return JSONResponse(state.table(now_ms(), self.floor.calendar.day(now_ms())))

    async def _rounds(self, request: Request) -> Response:
        before = _number(request.query_params.get("before", ""))
        return await self._read(history.rounds, request.path_params["table"], before)

    async def _round(self, request: Request) -> Response:
        names = request.path_params
        first = _number(names["first"])
        if first is None:
            return refusal(404, "there is no such round")
        return await self._read(history.told, names["table"], first)

    async def _read(self, what: Callable[..., Any], table: str, *args: Any) -> Response:
        """Something out of the ledger, read beside the event loop."""
        if table not in self.floor.tables:
            return refusal(404, "there is no such table")
        try:
            return JSONResponse(await asyncio.to_thread(what, self.settings.ledger, table, *args))
        except Problem as problem:
            return refusal(503, problem.line())


def _number(text: str) -> int | None:
    """A record's number; None when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def refusal(status: int, what: str) -> Response:
    return JSONResponse({"ok": False, "what": what}, status)


async def _body(request: Request) -> bytes | None:
    """The body of a request, unless it is too long."""
    made = bytearray()
    try:
        async for piece in request.stream():
            made += piece
            if len(made) > MOST_BYTES:
                return None
    except ClientDisconnect:
        return None
    return bytes(made)


class _Doors:
    """Paths that begin so to their own app, everything else to the other."""

    def __init__(self, apps: dict[str, ASGIApp], others: ASGIApp) -> None:
        self._apps = apps
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._others
        if scope["type"] == "http":
            for begins, one in self._apps.items():
                at = scope["path"]
                if at == begins or at.startswith(begins.rstrip("/") + "/"):
                    app = one
        await app(scope, receive, send)


class _Server(uvicorn.Server):
    """One of two in a process: signals are caught for both of them together."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def, override]
        yield


def _server(
    app: ASGIApp, certificate: Path | None = None, certificate_key: Path | None = None
) -> _Server:
    more = {"lifespan": "off", "timeout_keep_alive": _KEEP_S, "backlog": 2048}
    return _Server(page_config(app, certificate, certificate_key, **more))


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as failure:
        made.close()
        raise Problem(
            f"the room cannot be served at {host}:{port} ({failure.strerror})",
            "Choose another --listen or --local, or 0 for any free port.",
        ) from failure
    made.listen(2048)
    return made


async def serve(room: Room, door: socket.socket, local: socket.socket | None) -> None:
    """Until Ctrl-C, SIGTERM or a closed terminal."""
    settings = room.settings
    servers = [_server(room.tables_app, settings.certificate, settings.certificate_key)]
    doors = [door]
    if local is not None:
        servers.append(_server(room.pages_app))
        doors.append(local)

    def end() -> None:
        room.bus.close()
        for server in servers:
            server.should_exit = True

    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), end)
    async with room.running():
        await asyncio.gather(
            *(one.serve(sockets=[at]) for one, at in zip(servers, doors, strict=True))
        )
