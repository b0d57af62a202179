"""Pages for people who watch: the overlay of a production, and past rounds step by step.

Everything here is read from a ledger, and nothing of a round that is not due: whoever reaches the
address may look, and nobody can order anything.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from host_tools.common import server_events
from host_tools.common.page_server import PageServer, page_config
from host_tools.common.problems import Problem
from host_tools.console.page_files import PageFiles
from host_tools.console.request_guard import HEADERS, LOOPBACK, RequestGuard
from host_tools.ledger.place import Place
from host_tools.watching import due
from host_tools.watching.names import NamesFile
from host_tools.watching.playback import Pace, Playback, Values, prepared

PAGE = Path(__file__).parent / "page"
_ICON = Path(__file__).parent.parent / "console" / "static" / "icon.svg"
_PAGES = {"/": "index.html", "/overlay": "overlay.html", "/replay": "replay.html"}
_LISTED = 200  # rounds a page is shown at once, the newest
_KEPT = 24  # rounds that are kept as they were worked out
_MOST_STREAMS = 100
_TABLES_S = 5.0  # how often new tables are looked for
# A production puts its own style sheet into the page (OBS: "Custom CSS"); scripts stay ours.
_STYLED = HEADERS["content-security-policy"].replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)


@dataclass
class Settings:
    """What is watched, and where."""

    ledger: Place
    tables: tuple[str, ...] = ()  # none: all that the ledger has
    host: str = "127.0.0.1"
    listen: int = 8730
    also_known_as: tuple[str, ...] = ()  # further names of this computer
    names: Path | None = None
    theme: Path | None = None
    values: Values = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    from_start: bool = False


class Watching:
    """The server; a task for each table plays what is due."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._names = NamesFile(settings.names)
        self._theme = settings.theme.read_bytes() if settings.theme else b""
        self._now: dict[str, dict[str, Any]] = {}
        self._pages = server_events.Listeners()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._prepared = lru_cache(_KEPT)(self._moments)

    def app(self) -> Starlette:
        hosts = {*LOOPBACK, *(name.lower() for name in self._settings.also_known_as)}
        hosts.add(self._settings.host.lower())
        beyond = self._settings.host not in LOOPBACK
        return Starlette(
            routes=[
                *(Route(path, self._page) for path in _PAGES),
                Mount("/page", PageFiles(PAGE)),
                Route("/icon.svg", self._icon),
                Route("/theme/own.css", self._own_theme),
                Route("/events", self._events),
                Route("/api/tables", self._tables),
                Route("/api/rounds", self._answer(self._rounds)),
                Route("/api/round", self._answer(self._round)),
            ],
            middleware=[Middleware(RequestGuard, hosts=frozenset(hosts), numbers=beyond)],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(self._look_for_tables())
        try:
            yield
        finally:
            self.close()
            for task in (looking, *self._tasks.values()):
                task.cancel()
            await asyncio.gather(looking, *self._tasks.values(), return_exceptions=True)

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self._pages.close()

    async def _look_for_tables(self) -> None:
        while True:
            with contextlib.suppress(Problem):
                for table in await asyncio.to_thread(due.tables, self._settings.ledger):
                    if self._is_watched(table) and table not in self._tasks:
                        self._watch(table)
            await asyncio.sleep(_TABLES_S)

    def _is_watched(self, table: str) -> bool:
        return not self._settings.tables or table in self._settings.tables

    def _watch(self, table: str) -> None:
        wanted = self._settings
        playback = Playback(
            wanted.ledger,
            table,
            self._show,
            wanted.pace,
            wanted.values,
            from_start=wanted.from_start,
        )
        self._tasks[table] = asyncio.create_task(playback.run())

    # ---- what is shown now

    def _show(self, shown: dict[str, Any]) -> None:
        told = self._named(shown)
        if self._now.get(told["table"]) == told:
            return
        self._now[told["table"]] = told
        self._pages.tell(server_events.event("moment", told))

    def _named(self, shown: dict[str, Any]) -> dict[str, Any]:
        names = self._names.of(shown["table"])
        seats = [
            one | {"name": names.get(one["seat"], f"Box {one['seat']}")}
            for one in shown.get("seats", ())
        ]
        return shown | {"seats": seats}

    async def _events(self, request: Request) -> Response:
        if len(self._pages) >= _MOST_STREAMS:
            return JSONResponse({"ok": False, "what": "too many pages look at once"}, 503)
        return server_events.stream(self._pages.stream(self._everything))

    def _everything(self) -> list[bytes]:
        """Every table as it is now; a page picks its own."""
        return [server_events.event("moment", told) for told in self._now.values()]

    # ---- pages

    async def _page(self, request: Request) -> Response:
        content = (PAGE / _PAGES[request.url.path]).read_bytes()
        headers = {"content-security-policy": _STYLED}
        return Response(content, media_type="text/html", headers=headers)

    async def _icon(self, request: Request) -> Response:
        return Response(_ICON.read_bytes(), media_type="image/svg+xml")

    async def _own_theme(self, request: Request) -> Response:
        return Response(self._theme, media_type="text/css")

    async def _tables(self, request: Request) -> Response:
        try:
            known = await asyncio.to_thread(due.tables, self._settings.ledger)
        except Problem as why:
            return _said(why, 503)
        return JSONResponse({"tables": [one for one in known if self._is_watched(one)]})

    # ---- the past

    def _answer(self, tell: Any) -> Any:
        async def answer(request: Request) -> Response:
            try:
                table = request.query_params["table"][:80]
                if not self._is_watched(table):
                    raise KeyError(table)
                told = await asyncio.to_thread(tell, request, table)
            except Problem as why:
                return _said(why, 503)
            except (KeyError, ValueError):
                return JSONResponse({"ok": False, "what": "there is no such round to watch"}, 404)
            return JSONResponse(told)

        return answer

    def _rounds(self, request: Request, table: str) -> dict[str, Any]:
        found = due.due(self._settings.ledger, table)
        return {"rounds": [vars(one) for one in found[: -_LISTED - 1 : -1]], "all": len(found)}

    def _round(self, request: Request, table: str) -> dict[str, Any]:
        epoch = _number(request.query_params["epoch"])
        first = _number(request.query_params["first"])
        moments = [self._named(one) for one in self._prepared(table, epoch, first)]
        return {"table": table, "epoch": epoch, "first": first, "moments": moments}

    def _moments(self, table: str, epoch: int, first: int) -> list[dict[str, Any]]:
        for listed in due.due(self._settings.ledger, table):
            if listed.at == (epoch, first):
                found = prepared(self._settings.ledger, table, listed, self._settings.values)
                return [one.shown | {"at_ms": one.at_ms} for one in found]
        raise KeyError(first)  # not due, and so not to be kept either


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise ValueError("a number is wanted")
    return int(text)


def _said(why: Problem, status: int) -> Response:
    return JSONResponse({"ok": False, "what": str(why), "hint": why.hint}, status)


def make_server(pages: Watching) -> uvicorn.Server:
    return PageServer(page_config(pages.app()), pages.close)
