"""The director's page and the wall screen, served beside the runner.

Everybody who reaches the address may look at the wall; names, boards and what can be done are the
director's, by PIN. Whatever is done goes through the same judgement as the verbs.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardtable.rules.round import Refused
from host_tools.common.page_server import PageServer, page_config
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.console.request_guard import LOOPBACK, RequestGuard
from host_tools.console.sessions import LoginThrottle
from host_tools.directing import view
from host_tools.directing.actions import ACTIONS
from host_tools.directing.runner import Runner
from host_tools.tournament.refusals import problem

_OWN = Path(__file__).parent / "page"
_CONSOLE = Path(__file__).parent.parent / "console" / "static"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
_TYPES |= {".svg": "image/svg+xml"}
_PAGES = frozenset(path.name for path in _OWN.iterdir() if path.is_file())
_SHARED = frozenset({"style.css", "dom.js", "kept.js", "texts.js", "de.js", "api.js", "icon.svg"})
_COOKIE = "cardtable_director"
_IDLE_S = 8 * 3600.0  # a tournament's evening
_MOST = 50  # sessions; the oldest goes first
_STEP_S = 1.0
_LOOK_S = 0.25
_STILL_HERE_S = 15.0


@dataclass
class Settings:
    host: str = "127.0.0.1"
    listen: int = 8720
    names: tuple[str, ...] = ()
    pin: str = ""  # "": the pages only look
    certificate: Path | None = None  # with its key: TLS, and no other way in
    certificate_key: Path | None = None


class DirectorServer:
    """One tournament's pages; a thread of its own runs the tables."""

    def __init__(self, runner: Runner, settings: Settings) -> None:
        self.runner, self.settings = runner, settings
        self._salt = secrets.token_bytes(16)
        self._pin = self._hashed(settings.pin)
        self._slowly = LoginThrottle()
        self._one_by_one = asyncio.Lock()
        self._looking = asyncio.Lock()
        self._looked: dict[bool, tuple[int, float, dict[str, Any]]] = {}  # what was shown last
        self._changes = 0
        self._sessions: dict[str, float] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)
        self.failed = ""  # why the tables are not followed at this moment

    def app(self) -> Starlette:
        hosts = {*LOOPBACK, *(n.lower() for n in self.settings.names), self.settings.host.lower()}
        beyond = self.settings.host not in LOOPBACK
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/wall", self._page),
                Route("/page/{name}", self._page),
                Route("/console/{name}", self._of_console),
                Route("/events/{what}", self._events),
                Route("/api/wall", self._wall),
                Route("/api/who", self._who),
                Route("/api/login", self._login, methods=["POST"]),
                Route("/api/do", self._do, methods=["POST"]),
            ],
            middleware=[Middleware(RequestGuard, hosts=frozenset(hosts), numbers=beyond)],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.runner.start()
        self._thread.start()
        try:
            yield
        finally:
            self.close()
            await asyncio.to_thread(self._thread.join, 10)
            await asyncio.to_thread(self.runner.stop)

    def close(self) -> None:
        self._over.set()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.runner.step()
                self.failed = ""
            except Problem as why:
                self.failed = why.line()
            except Exception as unexpected:  # the next step may be better; the page says so
                self.failed = f"{type(unexpected).__name__}: {unexpected}"[:200]
            self._over.wait(_STEP_S)

    # ---- looking

    async def _page(self, request: Request) -> Response:
        plain = {"/": "director.html", "/wall": "wall.html"}
        name = plain.get(request.url.path) or request.path_params.get("name", "")
        return _file(_OWN / name) if name in _PAGES else _none()

    async def _of_console(self, request: Request) -> Response:
        name = request.path_params["name"]
        return _file(_CONSOLE / name) if name in _SHARED else _none()

    async def _wall(self, request: Request) -> Response:
        return JSONResponse(await self._for_all(False))

    async def _events(self, request: Request) -> Response:
        directs = request.path_params["what"] == "desk"
        if directs and not self._is_director(request):
            return JSONResponse({"ok": False, "what": "Sign in first."}, 401)
        return StreamingResponse(self._stream(directs), media_type="text/event-stream")

    async def _stream(self, directs: bool) -> AsyncIterator[str]:
        """Everything, whenever it has changed; a clock that runs is the page's own to show."""
        yield "retry: 500\n\n"
        said, told_at = "", 0.0
        while not self._over.is_set():
            shown = await self._for_all(directs)
            text = json.dumps(shown, separators=(",", ":"))
            if _still(shown) != said or time.monotonic() - told_at > _STILL_HERE_S:
                said, told_at = _still(shown), time.monotonic()
                yield f"data: {text}\n\n"
            await asyncio.sleep(_LOOK_S)

    async def _for_all(self, directs: bool) -> dict[str, Any]:
        """Worked out once for everybody who looks at this moment, however many they are."""
        async with self._looking:
            changes, at, shown = self._looked.get(directs, (-1, 0.0, {}))
            if changes != self._changes or time.monotonic() - at >= _LOOK_S:
                changes, at = self._changes, time.monotonic()
                shown = await asyncio.to_thread(self._shown, directs)
                self._looked[directs] = changes, at, shown
            return shown

    def _shown(self, directs: bool) -> dict[str, Any]:
        try:
            with self.runner.desk.director() as director:
                now = self.runner.desk.clock()
                if not directs:
                    return view.wall(director, now)
                failed = [self.failed] if self.failed else []
                return view.desk(director, now, self.runner.now, failed + self.runner.troubles)
        except Problem as why:
            return {"failed": why.line()}

    # ---- the director

    def _hashed(self, pin: str) -> bytes:
        secret = pin.encode(errors="surrogatepass")  # a page may send half a character
        return hashlib.scrypt(secret, salt=self._salt, n=1 << 14, r=8, p=1) if pin else b""

    def _is_director(self, request: Request) -> bool:
        used = self._sessions.get(request.cookies.get(_COOKIE, ""))
        return used is not None and time.monotonic() - used < _IDLE_S

    async def _who(self, request: Request) -> Response:
        return JSONResponse({"director": self._is_director(request), "pin": bool(self._pin)})

    async def _login(self, request: Request) -> Response:
        if not self._pin:
            return _said("this page only looks", "Start it with a PIN: CARDTABLE_PIN_DIRECTOR.")
        given = await _json(request)
        async with self._one_by_one:  # or of a hundred tries at once each would be the first
            wait = self._slowly.wait_s()
            if wait:
                return _said("too many wrong PINs", f"Wait {int(wait) + 1} seconds.")
            made = await asyncio.to_thread(self._hashed, str(given.get("pin", ""))[:64] or "-")
            if not hmac.compare_digest(made, self._pin):
                self._slowly.wrong()
                return _said("that is not the PIN", "Try again.")
            self._slowly.right()
        while len(self._sessions) >= _MOST:
            self._sessions.pop(next(iter(self._sessions)))
        name = secrets.token_urlsafe(24)
        self._sessions[name] = time.monotonic()
        response = JSONResponse({"ok": True})
        secure = self.settings.certificate is not None
        response.set_cookie(
            _COOKIE, name, httponly=True, samesite="strict", path="/", secure=secure
        )
        return response

    async def _do(self, request: Request) -> Response:
        if not self._is_director(request):
            return JSONResponse({"ok": False, "what": "Sign in first."}, 401)
        self._sessions[request.cookies[_COOKIE]] = time.monotonic()
        given = await _json(request)
        act = ACTIONS.get(str(given.get("do")))
        if act is None:
            return JSONResponse({"ok": False, "what": "there is no such thing to do"}, 400)
        try:
            told = await asyncio.to_thread(self._done, act, given)
        except Refused as refusal:
            why = problem(refusal)
            return _said(str(why), why.hint, refusal.rule)
        except Problem as why:
            return _said(str(why), why.hint)
        except (KeyError, ValueError, TypeError) as wrong:
            return JSONResponse({"ok": False, "what": f"not understood: {wrong}"[:200]}, 400)
        finally:
            self._changes += 1
        return JSONResponse({"ok": True, "said": told or ""})

    def _done(self, act: Any, given: dict[str, Any]) -> Any:
        with self.runner.desk.director("director's page") as director:
            return act(director, given)


def _still(shown: dict[str, Any]) -> str:
    """What has to be told at once when it changes: everything but the time that passes."""
    clock = dict(shown.get("clock", {}))
    runs = clock.pop("left_ms", 0), clock.pop("break_left_ms", 0)
    stands = runs if not clock.get("runs") and clock.get("break_after") is None else ()
    return json.dumps([{**shown, "clock": clock}, stands], separators=(",", ":"))


async def _json(request: Request) -> dict[str, Any]:
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError):
        given = {}
    return given if isinstance(given, dict) else {}


def _said(what: str, hint: str = "", rule: str = "") -> Response:
    return JSONResponse({"ok": False, "what": what, "hint": hint, "rule": rule})


def _file(path: Path) -> Response:
    return Response(path.read_bytes(), media_type=_TYPES.get(path.suffix))


def _none() -> Response:
    return JSONResponse({"ok": False, "what": "There is no such page."}, 404)


def make_server(pages: DirectorServer) -> uvicorn.Server:
    settings = pages.settings
    if settings.certificate is None and settings.host not in LOOPBACK:
        raise Problem(
            f"beyond this computer ({settings.host}) the director's page is served with TLS only",
            "Give it a certificate and its key.",
            BAD_INPUT,
        )
    config = page_config(pages.app(), settings.certificate, settings.certificate_key)
    return PageServer(config, pages.close)
