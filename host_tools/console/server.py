"""The console's server: one page, one stream of news, and a few requests by people with a role."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import signal
import socket
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from cardtable.jackpot.meter import PARAMETERS
from cardtable.link.commands import ANY, COMMANDS, DEALER, OF_BOARD, OF_SUPERVISOR
from cardtable.rules.determinations import DETERMINATIONS, NOTICE, WON, rule_of, settled
from cardtable.rules.inputs import INPUTS
from cardtable.rules.round import Refused
from host_tools import wording
from host_tools.common import server_events
from host_tools.common.page_server import PageServer, page_config
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.common.untrusted_files import parsed_json
from host_tools.config.sending import PIECE, compact
from host_tools.console import forms, persons
from host_tools.console.archive import Archive
from host_tools.console.board_service import BoardService, Listener
from host_tools.console.jobs import Jobs
from host_tools.console.page_files import PageFiles
from host_tools.console.page_state import PageState
from host_tools.console.request_guard import LOOPBACK, RequestGuard
from host_tools.console.request_log import WHAT, WHO, LogFile, RequestLog, without_secrets
from host_tools.console.sessions import COOKIE, LoginThrottle, Sessions
from host_tools.console.side_channel import SideChannel
from host_tools.console.tournament_clock import TournamentClock
from host_tools.ledger.place import Place
from host_tools.link.connection import NotDone
from host_tools.link.roles import SUPERVISOR, TECHNICIAN, KeyRing, Signer, signer, signing_name
from host_tools.rulebook.entries import DOCUMENTS, WORDS, book
from host_tools.wording.chips import of_round

PAGE = Path(__file__).parent / "static"
# What something that does not fit makes of the code that looks at it
_WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_SAID = 300  # characters of what is told about it


class _Json(JSONResponse):
    """JSON in plain ASCII: half a character that somebody has sent can be said back."""

    def render(self, content: Any) -> bytes:
        try:
            return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()
        except (ValueError, RecursionError):
            return b'{"ok":false,"what":"not understood"}'


class Denied(Exception):
    """Nobody with the role that this needs is at the page."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.role = role


@dataclass
class Settings:
    """What the console serves, and to whom."""

    port: str  # of the board
    ledger: Place
    host: str = "127.0.0.1"
    listen: int = 0  # 0: any free port
    names: tuple[str, ...] = ()  # further names it goes by
    side: str | None = None  # HOST:PORT of a simulated table's side channel
    keys: KeyRing | None = None
    what: str = "cardtable console"  # who has the board's port, for programs that want it as well
    certificate: Path | None = None  # with its key: TLS, and no other way in
    certificate_key: Path | None = None
    log: Path | None = None  # of every request
    tournament: str = ""  # where the wall screen of a tournament is served, if there is one


class Console:
    """The requests; `desk` is made when the server's event loop runs."""

    def __init__(self, settings: Settings, also: Listener | None = None) -> None:
        self._settings = settings
        self._also = also  # who else listens to the hub: the teller of a terminal
        self._keys = settings.keys or KeyRing()
        self._sessions = Sessions()
        self._slowly: defaultdict[str, LoginThrottle] = defaultdict(LoginThrottle)
        self._log = LogFile(settings.log) if settings.log is not None else None
        self._side = SideChannel(settings.side) if settings.side else None
        self.desk: PageState = None  # type: ignore[assignment]  # until the loop runs
        self.hub: BoardService = None  # type: ignore[assignment]
        self._one_by_one = asyncio.Lock()
        self._archive = Archive(settings.ledger, lambda: self.desk, self._here)
        self._jobs: Jobs = None  # type: ignore[assignment]
        self._files = PageFiles(PAGE)

    def close_pages(self) -> None:
        if self.desk is not None:
            self.desk.close_pages()

    def _here(self, request: Request, *roles: str) -> Signer | None:
        return self._sessions.signer(request.cookies.get(COOKIE), *roles)

    def app(self) -> Starlette:
        hosts = {*LOOPBACK, *(name.lower() for name in self._settings.names)}
        hosts.add(self._settings.host.lower())
        beyond = self._settings.host not in LOOPBACK
        middleware = [Middleware(RequestGuard, hosts=frozenset(hosts), numbers=beyond)]
        if self._log is not None:
            logged = Middleware(RequestLog, write=self._log.write, who=self._sessions.whose)
            middleware.insert(0, logged)
        return Starlette(
            routes=[
                Route("/", self._page),
                Mount("/page", self._files),
                Route("/events", self._events),
                Route("/api/me", self._me),
                Route("/api/table", self._table),
                Route("/api/forms", self._forms),
                Route("/api/rule", self._rule),
                Route("/api/login", self._doing(self._login), methods=["POST"]),
                Route("/api/logout", self._doing(self._logout), methods=["POST"]),
                Route("/api/input", self._doing(self._input), methods=["POST"]),
                Route("/api/why_not", self._doing(self._why_not), methods=["POST"]),
                Route("/api/command", self._doing(self._command), methods=["POST"]),
                Route("/api/configure", self._doing(self._configure), methods=["POST"]),
                Route("/api/sim", self._doing(self._sim), methods=["POST"]),
                Route("/api/job", self._doing(self._job), methods=["POST"]),
                Route("/api/person", self._doing(self._person), methods=["POST"]),
                *self._archive.routes(),
            ],
            middleware=middleware,
            exception_handlers={
                404: _no_such_page,
                NotDone: self._not_done,
                Refused: _refused,
                Denied: _denied,
                Problem: _problem,
                **dict.fromkeys(_WRONG, _not_understood),
            },
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        clock = TournamentClock(self._settings.tournament) if self._settings.tournament else None
        self.desk = PageState(
            asyncio.get_running_loop(), self._keys, self._side is not None, clock and clock.look
        )
        listener: Listener = self.desk if self._also is None else _Both(self.desk, self._also)
        self.hub = self.desk.hub = BoardService(
            self._settings.port, self._settings.ledger, listener, share=self._settings.what
        )
        self._jobs = Jobs(self.desk.worked, self._let_go)
        self.desk.start()
        self.hub.start()
        try:
            yield
        finally:
            await self._jobs.stop()
            await self.desk.stop()
            await asyncio.to_thread(self.hub.stop)
            if self._log is not None:
                self._log.close()

    async def _let_go(self, away: bool) -> None:
        """The board's port for another program; and back."""
        if away:
            await asyncio.to_thread(self.hub.stop)
            return
        listener: Listener = self.desk if self._also is None else _Both(self.desk, self._also)
        self.hub = self.desk.hub = BoardService(
            self._settings.port, self._settings.ledger, listener, share=self._settings.what
        )
        self.hub.start()

    # ---- looking

    async def _page(self, request: Request) -> Response:
        return await self._files.get_response("index.html", request.scope)

    async def _events(self, request: Request) -> Response:
        return server_events.stream(self.desk.events())

    async def _me(self, request: Request) -> Response:
        return _Json(self._present(request.cookies.get(COOKIE)))

    def _present(self, session: str | None) -> dict[str, Any]:
        """Which roles a page has, for how long, and whose they are."""
        return {"roles": self._sessions.roles(session), "people": self._sessions.people(session)}

    async def _table(self, request: Request) -> Response:
        return _Json(self.desk.table())

    async def _forms(self, request: Request) -> Response:
        view = self.desk.view
        game = request.query_params.get("game", view.game)
        values = view.values
        if game != view.game:
            try:
                values = settled(game, {})["values"]
            except Refused:
                values = {}
        return _Json(forms.all_forms(game, values))

    async def _rule(self, request: Request) -> Response:
        """What a rule is about, and how the table meets it: what stands behind its chip."""
        document, _, rules = request.query_params.get("cite", "")[:100].partition(" ")
        known = book(document) if document in DOCUMENTS else None
        found = [known.find(rule) for rule in rules.split(",")] if known is not None else []
        entries = [entry for entry in found if entry is not None]
        if not entries:
            return JSONResponse({"ok": False, "what": "There is no such rule here."}, 404)
        how = [WORDS[one.how] + (f": {one.reason}" if one.reason else "") for one in entries]
        return JSONResponse(
            {"title": "; ".join(one.title for one in entries), "how": "; ".join(how).capitalize()}
        )

    # ---- doing

    def _doing(self, act: Callable[[Request, dict], Any]) -> Callable[[Request], Any]:
        """`act` with what the page has sent; what goes wrong is told by the exception's handler."""

        async def do(request: Request) -> Response:
            given = parsed_json(await request.body())
            request.state.given = given
            request.scope[WHAT] = without_secrets(given)
            if not isinstance(given, dict):
                raise ValueError("an object is wanted")
            answer = await act(request, given)
            return answer if isinstance(answer, Response) else _Json({"ok": True, "value": answer})

        return do

    async def _not_done(self, request: Request, refused: Exception) -> Response:
        """The board has refused: in words, with the rule and the number behind it."""
        assert isinstance(refused, NotDone)
        given = getattr(request.state, "given", None)
        return _Json(_refusal(refused, self._number(given, refused.refusal)))

    async def _login(self, request: Request, given: dict) -> Response:
        whose = persons.signs_as(given, await self.desk.who_there_is())
        pin = str(given["pin"])
        slowly = self._slowly[whose]
        async with self._one_by_one:  # tries wait for each other, whoever makes them
            wait = slowly.wait_s()
            if wait:
                raise Problem("too many wrong PINs", f"Wait {int(wait) + 1} seconds.")
            hello = self.hub.hello
            if hello is None:
                raise Problem("the board does not answer", "It checks the PIN itself.")
            if "keyed" not in hello.able:
                raise Problem("no keys are installed on this board", "Install the table first.")
            key = self._keys.get(hello.table, hello.simulated)
            made = await asyncio.to_thread(signer, key, whose, pin)
            if not (await self._may_be(made) and await self._is_right(made)):
                slowly.wrong()
                raise Problem("that is not the PIN", "Try again.")
            slowly.right()
        name = self._sessions.add(request.cookies.get(COOKIE), made)
        request.scope[WHO] = made.name
        response = _Json({"ok": True} | self._present(name))
        secure = self._settings.certificate is not None
        response.set_cookie(COOKIE, name, httponly=True, samesite="strict", path="/", secure=secure)
        return response

    async def _is_right(self, made: Signer) -> bool:
        """The board says so. What it is told is harmless, and it has no clock of its own."""
        try:
            await self._do(made, "time", time.time_ns() // 1_000_000)
        except NotDone as refused:
            if refused.refusal == "wrong_key":
                return False
            raise
        return True

    async def _may_be(self, made: Signer) -> bool:
        """Whether the board is to be asked. For a wrong key it would make everybody of this name
        wait: so not while somebody works here with another one that it takes."""
        there = self._sessions.at_work(made.name)
        if there is None or hmac.compare_digest(there.key, made.key):
            return True
        if await self._is_right(there):
            return False
        self._sessions.forget(made.name)  # the PIN was changed elsewhere
        return True

    async def _logout(self, request: Request, given: dict) -> dict:
        name = request.cookies.get(COOKIE)
        self._sessions.leave(name, given.get("role"))
        return self._present(name)

    async def _person(self, request: Request, given: dict) -> dict:
        """A PIN given, changed or taken away; one's own by oneself, all others by a supervisor."""
        own = given.get("own") and given.get("what") == "pin"
        by = self._signer(request, str(given["role"]) if own else SUPERVISOR)
        if own:
            given = {**given, "name": by.name.partition("/")[2]}
        hello = self.hub.hello
        if hello is None:
            raise Problem("the board does not answer", "Nothing was changed.")
        done = await persons.order(given, by, hello, self._keys, self._do)
        self.desk.persons = None
        await self.desk.who_there_is()
        if given["what"] != "add":
            self._sessions.forget(signing_name(str(given["role"]), str(given.get("name") or "")))
        return {"name": done} | self._present(request.cookies.get(COOKIE))

    async def _input(self, request: Request, given: dict) -> Any:
        wanted = given["input"]
        reason = INPUTS.why_not(wanted)
        if reason or wanted[0] in OF_BOARD:
            raise Problem(f"that cannot happen at a table: {reason or wanted[0]}")
        roles = (SUPERVISOR,) if wanted[0] in OF_SUPERVISOR else (DEALER, SUPERVISOR)
        if wanted[0] == "take_back" and wanted[1] == SUPERVISOR:
            roles = (SUPERVISOR,)
        return await self._do(self._signer(request, *roles), "input", wanted)

    async def _why_not(self, request: Request, given: dict) -> dict:
        """Why an action is closed: the refusal with its rule. Anybody may ask."""
        answer = await self.desk.ask("why_not", given["input"])
        if not answer or answer[0] is None:
            return {"open": True}
        code, rule = answer[0]
        said = str(wording.REFUSALS.get(code, code)) + self._number(given, str(code))
        return {"open": False, "code": code, "what": said, "rule": rule}

    def _number(self, given: Any, code: str) -> str:
        """The number behind a refused input: what there is to call, what may be bet."""
        wanted = given.get("input") if isinstance(given, dict) else None
        now = self.desk.view.now
        if now is None or now.banked or not isinstance(wanted, list):
            return ""
        return of_round(now.played, wanted, code, wording.money)

    async def _command(self, request: Request, given: dict) -> Any:
        command = self._signed_by(request, given["command"])
        reason = COMMANDS.why_not(command)
        if reason:
            raise Problem(f"that is not a command: {reason}")
        who = COMMANDS.row(command[0])[2]
        roles = {ANY: (SUPERVISOR, TECHNICIAN, DEALER), DEALER: (DEALER, SUPERVISOR)}
        answer = await self._do(self._signer(request, *roles.get(who, (who,))), *command)
        self.desk.obeyed(command, answer)
        return answer

    def _signed_by(self, request: Request, command: Any) -> Any:
        """`who` is the person of the session, whatever the page says."""
        if not isinstance(command, list) or not command or command[0] not in COMMANDS.names():
            return command
        role = COMMANDS.row(command[0])[2]
        person = self._sessions.person(request.cookies.get(COOKIE), role)
        filled = list(command)
        for at, one in enumerate(COMMANDS.fields(command[0]), 1):
            if one.name == "who" and one.type == "text" and at < len(filled):
                filled[at] = person
        return filled

    async def _job(self, request: Request, given: dict) -> dict:
        """A verb of the command line; its PIN is asked for anew and kept nowhere."""
        self._signer(request, TECHNICIAN)
        return await self._jobs.start(str(given["verb"]), self.hub.port, str(given.get("pin", "")))

    async def _configure(self, request: Request, given: dict) -> Any:
        """New determinations: checked as a whole, sent in pieces, in force after a restart."""
        view = self.desk.view
        config = settled(str(given["game"]), dict(given["values"]))
        if given.get("check"):
            return {"values": config["values"]}
        by = self._signer(request, SUPERVISOR)
        hello = self.hub.hello
        if hello is None:
            raise Problem("the board does not answer", "Nothing was changed.")
        self._must_not_wait(config)
        notice = [] if given.get("notice_given") else self._need_notice(config)
        if notice:
            what = f"the players need notice of this: {', '.join(notice)}"
            return _Json({"ok": False, "what": what, "notice": notice})
        meter = view.books.meter
        jackpot = {name: getattr(meter, name) for name in (*PARAMETERS, "pool", "reserve")}
        config |= {"table": hello.table, "seats": view.seats, "jackpot": jackpot}
        content = compact(config)
        for at in range(0, len(content), PIECE):
            piece = base64.b64encode(content[at : at + PIECE]).decode()
            await self._do(by, "put", "table", at, piece)
        await self._do(by, "commit", "table", hashlib.sha256(content).hexdigest())
        return {"values": config["values"]}

    def _must_not_wait(self, config: dict[str, Any]) -> None:
        """What the players of a jackpot have wagered on changes once it has been won."""
        view = self.desk.view
        meter = view.books.meter
        if config["game"] != view.game or meter.won or not meter.wagers_in:
            return
        for name, value in config["values"].items():
            if DETERMINATIONS.row(name)[3] == WON and value != view.values.get(name):
                raise Problem(
                    f"{name.replace('_', ' ')} changes once the jackpot has been won",
                    f"See {rule_of(view.game, name)}.",
                )

    def _need_notice(self, config: dict[str, Any]) -> list[str]:
        """What changes only after notice to the players."""
        view = self.desk.view
        if config["game"] != view.game:
            return ["another game"]
        return [
            name.replace("_", " ")
            for name, value in config["values"].items()
            if DETERMINATIONS.row(name)[3] == NOTICE and value != view.values.get(name)
        ]

    async def _sim(self, request: Request, given: dict) -> Any:
        """Hands, screwdrivers and power cuts at a simulated table."""
        if self._side is None:
            raise Problem("this is a real table", "What happens at it is done by hand.")
        if given.get("do") not in SideChannel.OF_ANYBODY:
            # Who deals is asked for the dealer's PIN, who breaks something for the technician's.
            deals = given.get("do") in SideChannel.OF_DEALER
            first = (DEALER, TECHNICIAN) if deals else (TECHNICIAN, DEALER)
            self._signer(request, *first, SUPERVISOR)
        return await asyncio.to_thread(self._side.ask, given)

    # ---- inside

    def _signer(self, request: Request, *roles: str) -> Signer:
        found = self._sessions.signer(request.cookies.get(COOKIE), *roles)
        if found is None:
            raise Denied(roles[0])
        request.scope[WHO] = found.name
        return found

    async def _do(self, by: Signer, *command: Any) -> Any:
        """The command; once more when somebody else's wrong PIN made the board wait."""
        for _ in range(3):
            try:
                return await asyncio.wrap_future(self.hub.do(by, *command))
            except NotDone as refused:
                if refused.refusal != "slow_down":
                    raise
            await asyncio.sleep(1.1)
        return await asyncio.wrap_future(self.hub.do(by, *command))


# ---- what went wrong, in words


async def _no_such_page(request: Request, missing: Exception) -> Response:
    return _Json({"ok": False, "what": "There is no such page."}, 404)


async def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    said = wording.REFUSALS.get(refused.code, refused.code.replace("_", " "))
    return _Json({"ok": False, "code": refused.code, "what": said, "rule": refused.rule})


async def _denied(request: Request, denied: Exception) -> Response:
    assert isinstance(denied, Denied)
    return _Json({"ok": False, "role": denied.role, "what": f"This needs a {denied.role}."}, 401)


async def _problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return _Json({"ok": False, "what": str(problem), "hint": problem.hint})


async def _not_understood(request: Request, wrong: Exception) -> Response:
    return _Json({"ok": False, "what": f"not understood: {wrong}"[:_SAID]}, 400)


def _refusal(refused: NotDone, number: str = "") -> dict[str, Any]:
    said = wording.REFUSALS.get(refused.refusal, refused.refusal.replace("_", " ")) + number
    told: dict[str, Any] = {"ok": False, "code": refused.refusal, "what": said}
    if isinstance(refused.detail, str) and refused.detail:
        told["rule"] = refused.detail
    return told


class _Both:
    """Two who listen to one hub."""

    def __init__(self, one: Listener, other: Listener) -> None:
        self._listeners = (one, other)

    def linked(self, state: str, why: str) -> None:
        for one in self._listeners:
            one.linked(state, why)

    def greeted(self, hello: Any, history: list) -> None:
        for one in self._listeners:
            one.greeted(hello, history)

    def recorded(self, number: int, record: tuple) -> None:
        for one in self._listeners:
            one.recorded(number, record)

    def stopped(self, code: str, where: str) -> None:
        for one in self._listeners:
            one.stopped(code, where)


def bind(settings: Settings) -> socket.socket:
    """The socket the page is served at, or a Problem that says why not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.listen))
    except OSError as failure:
        made.close()
        raise Problem(
            f"the page cannot be served at {settings.host}:{settings.listen} ({failure.strerror})",
            "Choose another --listen, or 0 for any free port.",
        ) from failure
    made.listen(64)
    return made


def serve(server: uvicorn.Server, at: socket.socket) -> None:
    """Until Ctrl-C, SIGTERM, a closed terminal, or until `should_exit` is set."""
    # uvicorn raises the signal again when it has ended: with the system's own answer this process
    # would be gone before anything else could be ended in order.
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {one: signal.signal(one, server.handle_exit) for one in signals}
    try:
        server.run(sockets=[at])
    except KeyboardInterrupt:
        pass
    finally:
        at.close()
        for one, handler in before.items():
            signal.signal(one, handler)


def address(settings: Settings, at: socket.socket) -> str:
    """What to type into a browser."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    host = f"[{host}]" if ":" in host else host
    kind = "https" if settings.certificate is not None else "http"
    return f"{kind}://{host}:{at.getsockname()[1]}/"


def make_server(settings: Settings, also: Listener | None = None) -> uvicorn.Server:
    """The console as a server; `also` listens to the hub beside it."""
    if settings.certificate is None and settings.host not in LOOPBACK:
        raise Problem(
            f"beyond this computer ({settings.host}) the console is served with TLS only",
            "Give it a certificate and its key.",
            BAD_INPUT,
        )
    console = Console(settings, also)
    config = page_config(console.app(), settings.certificate, settings.certificate_key)
    return PageServer(config, console.close_pages)
