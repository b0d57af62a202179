"""The console's requests about the past: rounds, trends, reports. All read the ledger alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host_tools.common.problems import BAD_INPUT, NO_LEDGER, Problem
from host_tools.console import history
from host_tools.ledger.days import Day, days_of
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.ledger.rounds import spans, view
from host_tools.link.roles import DEALER, SUPERVISOR, TECHNICIAN
from host_tools.reports import day_page, days, rounds

if TYPE_CHECKING:
    from host_tools.console.page_state import PageState

_KINDS = {
    "html": "text/html",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "json": "application/json",
}


class Archive:
    """`here(request, *roles)` says whether somebody with one of them is at the page."""

    def __init__(
        self, ledger: Place, desk: Callable[[], PageState], here: Callable[..., object | None]
    ) -> None:
        self._ledger = ledger
        self._desk = desk
        self._here = here

    def routes(self) -> list[Route]:
        return [
            Route("/api/rounds", self._answer(self._rounds, DEALER, SUPERVISOR, TECHNICIAN)),
            Route("/api/round", self._answer(self._round, DEALER, SUPERVISOR, TECHNICIAN)),
            Route("/api/trends", self._answer(self._trends, SUPERVISOR, TECHNICIAN)),
            Route("/report/style.css", self._style),
            Route("/report/day.{kind}", self._answer(self._day, SUPERVISOR)),
            Route("/report/rounds.{kind}", self._answer(self._list, SUPERVISOR)),
        ]

    def _answer(self, tell: Callable[[Request, str], Any], *roles: str) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            if self._here(request, *roles) is None:
                what = f"This needs a {roles[-1] if len(roles) > 1 else roles[0]}."
                return JSONResponse({"ok": False, "role": roles[0], "what": what}, 401)
            hello = self._desk().hello
            try:
                if hello is None or not hello.table:
                    raise Problem("no table is there yet", "Wait for the board.", NO_LEDGER)
                told = await asyncio.to_thread(tell, request, hello.table)
            except Problem as problem:
                told = {"ok": False, "what": str(problem), "hint": problem.hint}
                return JSONResponse(told, 404 if problem.code == BAD_INPUT else 503)
            except (ValueError, KeyError, OverflowError) as wrong:
                return JSONResponse({"ok": False, "what": f"not understood: {wrong}"[:200]}, 400)
            return told if isinstance(told, Response) else JSONResponse(told)

        return answer

    def _rounds(self, request: Request, table: str) -> dict[str, Any]:
        asked = request.query_params
        return history.found(
            self._ledger, table, asked.get("q", "")[:80], _number(asked.get("before", "0"))
        )

    def _round(self, request: Request, table: str) -> dict[str, Any]:
        asked = request.query_params
        step = asked.get("step")
        return history.replayed(
            self._ledger,
            table,
            _number(asked.get("epoch", "0")),
            _number(asked["first"]),
            None if step is None else _number(step),
            self._desk().view,
        )

    def _trends(self, request: Request, table: str) -> dict[str, Any]:
        return history.trends(self._ledger, table) | {"readers": list(self._desk().read_rates)}

    # ---- reports

    async def _style(self, request: Request) -> Response:
        return Response(day_page.style(), media_type="text/css")

    def _day(self, request: Request, table: str) -> Response:
        kind = request.path_params["kind"]
        wanted = request.query_params.get("day")
        with Ledger(self._ledger) as ledger:
            days = days_of(ledger, table)
        chosen = days[-1:] if wanted is None else [one for one in days if one.day == wanted]
        if not chosen:
            raise Problem("there is no such gaming day", "Open one first.", BAD_INPUT)
        return _file(kind, _day_content(kind, chosen), f"{table}-{chosen[0].day or 'day'}")

    def _list(self, request: Request, table: str) -> Response:
        kind = request.path_params["kind"]
        if kind not in ("csv", "json"):
            raise Problem("there is no such report", "Choose csv or json.", BAD_INPUT)
        with Ledger(self._ledger) as ledger:
            found = [
                made
                for chain in ledger.chains(table)
                for span in spans(ledger, chain)
                if (made := view(ledger, span)) is not None
            ]
        if kind == "csv":
            return _file(kind, rounds.as_csv_text(found).encode(), f"{table}-rounds")
        content = json.dumps([rounds.as_data(one) for one in found]).encode()
        return _file(kind, content, f"{table}-rounds")


def _day_content(kind: str, chosen: list[Day]) -> bytes:
    if kind == "html":
        return day_page.as_html(chosen, "/report/style.css").encode()
    if kind == "pdf":
        return day_page.as_pdf(chosen)
    if kind == "csv":
        return days.as_csv_text(chosen).encode()
    if kind == "json":
        return json.dumps([days.as_data(one) for one in chosen]).encode()
    raise Problem("there is no such report", "Choose html, pdf, csv or json.", BAD_INPUT)


def _file(kind: str, content: bytes, name: str) -> Response:
    headers = {}
    if kind != "html":
        plain = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)
        headers["content-disposition"] = f'attachment; filename="{plain}.{kind}"'
    return Response(content, media_type=_KINDS[kind], headers=headers)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise ValueError("a number is wanted")
    return int(text)
