"""What persons reach with a session: signing in and out, deeds, reports, the journal, software.

Looking at the floor needs no session; whoever does something has one. A session is a cookie that no
script can read and no other page can send; RequestGuard lets in only what our own page asks for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host_tools.common.problems import Problem
from host_tools.reports.day_page import style
from host_tools.room import (
    alarms,
    deeds,
    journal,
    persons,
    reconciliation,
    report_pages,
    reports,
    software,
)
from host_tools.room.journal import Who
from host_tools.room.store import Refused, now_ms, transaction

if TYPE_CHECKING:
    from host_tools.room.server import Room

COOKIE = "cardtable_room"
_AT_ONCE = 2  # a secret costs 32 MB to check: nobody fills the memory with wrong ones

Handler = Callable[[Request, Who], Awaitable[Response]]


class People:
    def __init__(self, room: Room) -> None:
        self._room = room
        self._checking = asyncio.Semaphore(_AT_ONCE)

    def routes(self) -> list[Route]:
        post = ["POST"]
        return [
            Route("/sign-in", self._sign_in, methods=post),
            Route("/sign-out", self._for("floor", self._sign_out), methods=post),
            Route("/me", self._me),
            Route("/do/{deed}", self._for("floor", self._do), methods=post),
            Route("/persons", self._for("admin", self._persons)),
            Route("/software", self._for("manager", self._software)),
            Route("/journal", self._for("manager", self._journal)),
            Route("/report.css", self._style),
            Route("/reports/{period}/{on}.{kind}", self._for("supervisor", self._report)),
            Route("/reconciliations", self._for("manager", self._reconciliations)),
            Route("/reconcile/{month}", self._for("manager", self._reconcile), methods=post),
        ]

    def _for(self, role: str, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Only for whoever has a session and this role; what is refused is told in words."""

        async def handle(request: Request) -> Response:
            try:
                who = await self.who(request)
                if who is None:
                    raise Refused("sign in first", status=401)
                if not who.may(role):
                    raise Refused(f"this is for a {role}", status=403)
                return await handler(request, who)
            except Refused as refused:
                return told(refused)
            except Problem as problem:
                bad = problem.code == 2
                return answer({"ok": False, "what": problem.line()}, 400 if bad else 503)

        return handle

    async def who(self, request: Request) -> Who | None:
        session = request.cookies.get(COOKIE, "")
        if not session or len(session) > 100:
            return None

        def asked() -> Who | None:
            with transaction(self._room.settings.ledger) as db:
                return persons.who_has(db, session, now_ms())

        return await asyncio.to_thread(asked)

    # ---- sessions

    async def _sign_in(self, request: Request) -> Response:
        try:
            given = await body(request)
            name, secret = given.get("name"), given.get("secret")
            if not isinstance(name, str) or not isinstance(secret, str) or len(name) > 64:
                raise Refused("name, or PIN or password, is wrong", status=401)
            async with self._checking:
                session = await asyncio.to_thread(
                    persons.sign_in, self._room.settings.ledger, name, secret
                )
        except Refused as refused:
            return told(refused)
        except Problem as problem:
            return answer({"ok": False, "what": problem.line()}, 503)
        made = answer({"ok": True})
        made.set_cookie(
            COOKIE, session, max_age=persons.LONGEST_MS // 1000, httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return made

    async def _sign_out(self, request: Request, who: Who) -> Response:
        session = request.cookies[COOKIE]

        def out() -> None:
            with transaction(self._room.settings.ledger) as db:
                persons.sign_out(db, who, session, now_ms())

        await asyncio.to_thread(out)
        made = answer({"ok": True})
        made.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return made

    async def _me(self, request: Request) -> Response:
        try:
            who = await self.who(request)
        except Problem:
            who = None
        return answer({"name": who.name, "role": who.role} if who is not None else {})

    # ---- deeds

    async def _do(self, request: Request, who: Who) -> Response:
        made = await deeds.do(
            self._room.desk, who, request.path_params["deed"], await body(request)
        )
        await self._room.updates.look()
        return answer({"ok": True, "made": made})

    async def _read(self, what: Callable[..., Any], *args: Any) -> Any:
        def read() -> Any:
            with transaction(self._room.settings.ledger) as db:
                return what(db, *args)

        return await asyncio.to_thread(read)

    async def _persons(self, _request: Request, _who: Who) -> Response:
        return answer([asdict(one) for one in await self._read(persons.all_of)])

    async def _software(self, _request: Request, _who: Who) -> Response:
        found = [asdict(one) for one in await self._read(software.all_of)]
        rollouts = [one.told() for one in self._room.updates.rollouts]
        return answer({"software": found, "rollouts": rollouts})

    async def _journal(self, request: Request, _who: Who) -> Response:
        before = request.query_params.get("before", "")
        at = int(before) if before.isascii() and before.isdigit() and len(before) < 18 else None
        return answer([asdict(one) for one in await self._read(journal.entries, 100, at)])

    # ---- reports

    async def _style(self, _request: Request) -> Response:
        return Response(style(), media_type="text/css")

    def _made(self, period: str, on: str) -> reports.Report:
        room = self._room
        places = {name: state.view.seats for name, state in room.floor.tables.items()}
        made = reports.report(
            room.settings.ledger, room.settings.calendar, period, on, None, places
        )
        calendar = room.settings.calendar
        since = calendar.begin_ms(made.first)
        until = calendar.begin_ms(reports.after(made.last))
        with transaction(room.settings.ledger) as db:
            made.alarms = alarms.past(db, since, until)
        return made

    async def _report(self, request: Request, who: Who) -> Response:
        names = request.path_params
        made = await asyncio.to_thread(self._made, names["period"], names["on"])
        name = f"report-{made.period}-{made.first}"
        kind = names["kind"]
        if kind == "json":
            return answer(report_pages.as_data(made))
        if kind == "csv":
            return _file(report_pages.as_csv(made).encode(), "text/csv", f"{name}.csv")
        if kind == "pdf":
            return _file(report_pages.as_pdf(made), "application/pdf", f"{name}.pdf")
        if kind == "html":
            page = report_pages.as_html(made, "/report.css")
            return Response(page, media_type="text/html")
        raise Refused("a report is html, pdf, csv or json", status=404)

    async def _reconciliations(self, _request: Request, _who: Who) -> Response:
        found = await self._read(reconciliation.all_of)
        return answer(
            [
                {"id": k.id, "month": k.month, "made_ms": k.made_ms, "who": k.who, "key": k.key}
                for k in found
            ]
        )

    async def _reconcile(self, request: Request, who: Who) -> Response:
        await body(request)
        made = await asyncio.to_thread(self._made, "month", request.path_params["month"])

        def kept() -> int:
            with transaction(self._room.settings.ledger) as db:
                return reconciliation.keep(db, who, made, now_ms())

        return answer({"ok": True, "made": await asyncio.to_thread(kept)})


async def body(request: Request) -> dict[str, Any]:
    """The JSON object in a request; RequestGuard has seen to its length."""
    try:
        given = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise Refused("the body is no JSON", status=400) from None
    if not isinstance(given, dict):
        raise Refused("the body is no object", status=400)
    return given


def answer(made: Any, status: int = 200) -> Response:
    return JSONResponse(made, status)


def told(refused: Refused) -> Response:
    made = {"ok": False, "what": refused.line()}
    return answer(made | {"rule": refused.rule} if refused.rule else made, refused.status)


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
