"""The HTTP API, /api/v1: for other systems, with tokens; documented by its own openapi.json.

Each operation is a row: where, which scope, what it takes and gives. Only what anybody beside the
table may know: no cards, no money of the house, no names but those on the wall's waiting list.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host_tools.common.problems import Problem
from host_tools.room import alarms, api_models, history, software, tokens, waiting_list, webhooks
from host_tools.room.desk import Desk
from host_tools.room.doors import alarm_out, table_out
from host_tools.room.floor import Floor
from host_tools.room.journal import Who
from host_tools.room.store import Refused, transaction

PREFIX = "/api/v1"
_MOST_BYTES = 16 * 1024
_MOST_ID = (1 << 53) - 1  # what JSON numbers hold everywhere

Call = Callable[["Api", Who, dict[str, Any], Any], Awaitable[Any]]


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    scope: str  # "": for everybody
    summary: str
    gives: type[BaseModel] | None
    call: Call
    takes: type[BaseModel] | None = None
    status: int = 200
    numbers: tuple[str, ...] = ()  # parameters of the query that are numbers


class Api:
    """`app` is served at /api/v1."""

    def __init__(self, floor: Callable[[], Floor], desk: Callable[[], Desk]) -> None:
        self._floor = floor
        self._desk = desk
        routes = [
            Route(one.path, self._serve(one), methods=[one.method], name=one.summary)
            for one in OPERATIONS
        ]
        self.app = Starlette(routes=routes, exception_handlers={HTTPException: _no_such})

    @property
    def floor(self) -> Floor:
        return self._floor()

    @property
    def desk(self) -> Desk:
        return self._desk()

    def _serve(self, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            try:
                who = await self._who(request, operation.scope)
                given = _parameters(request, operation)
                body = await _body(request, operation.takes)
                made = await operation.call(self, who, given, body)
            except Refused as refused:
                return error(refused.status, refused.line(), refused.rule)
            except Problem as problem:
                bad = problem.code == 2
                return error(400 if bad else 503, problem.line())
            headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
            return JSONResponse(made, operation.status, headers)

        return serve

    async def _who(self, request: Request, scope: str) -> Who:
        if not scope:
            return Who("anybody", "none")
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        token = None
        if kind.lower() == "bearer" and 0 < len(given) <= 200:
            token = await asyncio.to_thread(self._token, given.strip())
        if token is None:
            raise Refused("a token is needed that the room knows", status=401)
        if scope not in token.scopes:
            raise Refused(f"this token has not the scope {scope}", status=403)
        return token.who

    def _token(self, given: str) -> tokens.Token | None:
        with transaction(self.desk.place) as db:
            return tokens.known(db, given)

    # ---- the operations

    async def document(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        return openapi()

    async def room(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        return self.floor.room()

    async def tables(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        return {"tables": [table_out(row, self.desk) for row in self.floor.rows()]}

    async def table(self, _who: Who, given: dict[str, Any], _body: Any) -> Any:
        for row in self.floor.rows():
            if row["table"] == given["table"]:
                return table_out(row, self.desk)
        raise Refused("there is no such table", status=404)

    async def rounds(self, _who: Who, given: dict[str, Any], _body: Any) -> Any:
        if given["table"] not in self.floor.tables:
            raise Refused("there is no such table", status=404)
        found = await asyncio.to_thread(
            history.rounds, self.desk.place, given["table"], given.get("before")
        )
        return {"rounds": [_round(one) for one in found]}

    async def alarms(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        return {"alarms": [alarm_out(one) for one in self.desk.alarms()]}

    async def acknowledge(self, who: Who, given: dict[str, Any], _body: Any) -> Any:
        await self._do(lambda db, now: alarms.acknowledge(db, who, given["alarm"], now))
        return {"ok": True}

    async def waiting(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        names = ("id", "game", "name", "state", "joined_ms", "table", "seat")
        told = [one.told() for one in self.desk.players]
        return {"waiting": [{name: one[name] for name in names} for one in told]}

    async def join(self, who: Who, _given: dict[str, Any], body: Any) -> Any:
        made = await self._do(lambda db, now: waiting_list.join(db, who, body.game, body.name, now))
        return {"id": made}

    async def leave(self, who: Who, given: dict[str, Any], _body: Any) -> Any:
        await self._do(
            lambda db, now: waiting_list.leave(db, who, given["player"], waiting_list.LEFT, now)
        )
        return {"ok": True}

    async def releases(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        found = await self._read(software.all_of)
        names = ("name", "version", "added_ms")
        return {"releases": [{name: getattr(one, name) for name in names} for one in found]}

    async def webhooks(self, _who: Who, _given: dict[str, Any], _body: Any) -> Any:
        return {"webhooks": [vars(one) for one in await self._read(webhooks.all_of)]}

    async def add_webhook(self, who: Who, _given: dict[str, Any], body: Any) -> Any:
        number, secret = await self._do(
            lambda db, now: webhooks.add(db, who, body.url, body.events, now)
        )
        return {"id": number, "secret": secret}

    async def end_webhook(self, who: Who, given: dict[str, Any], _body: Any) -> Any:
        try:
            await self._do(lambda db, now: webhooks.end(db, who, given["webhook"], now))
        except Refused:
            raise
        except Problem as problem:
            raise Refused(str(problem), status=404 if problem.code == 2 else 503) from problem
        return {"ok": True}

    async def _do(self, deed: Callable[[Any, int], Any]) -> Any:
        return await self.desk.do(Who("api", "server"), "floor", deed)

    async def _read(self, what: Callable[[Any], Any]) -> Any:
        def read() -> Any:
            with transaction(self.desk.place) as db:
                return what(db)

        return await asyncio.to_thread(read)


def _round(one: dict[str, Any]) -> dict[str, Any]:
    names = ("round", "game", "outcome", "rule", "seats")
    times = {"began_ms": one["began_at_ms"], "ended_ms": one["ended_at_ms"]}
    return {name: one[name] for name in names} | times | {"record": one["first"]}


def _parameters(request: Request, operation: Operation) -> dict[str, Any]:
    given: dict[str, Any] = dict(request.path_params)
    for name, value in request.query_params.multi_items():
        if name not in operation.numbers or name in given:
            raise Refused(f"there is no parameter '{name[:40]}', or it is there twice", status=400)
        if not (value.isascii() and value.isdigit() and len(value) < 17):
            raise Refused(f"'{name}' is a number from 1 on", status=400)
        given[name] = int(value)
    for name, value in given.items():
        if isinstance(value, int) and not 1 <= value <= _MOST_ID:
            if name in operation.numbers:
                raise Refused(f"'{name}' is a number from 1 on", status=400)
            raise Refused("there is no such thing", status=404)
    return given


async def _body(request: Request, takes: type[BaseModel] | None) -> Any:
    content = bytearray()
    try:
        async for piece in request.stream():
            content += piece
            if len(content) > _MOST_BYTES:
                raise Refused("that is too long", status=413)
    except ClientDisconnect:
        raise Refused("it did not come whole", status=400) from None
    if takes is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused("send JSON", status=415)
    try:
        return takes.model_validate(json.loads(content.decode("utf-8")))
    except (ValueError, RecursionError) as wrong:
        if isinstance(wrong, ValidationError):
            first = wrong.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the body"
            raise Refused(f"{where}: {first['msg'].lower()}", status=400) from None
        raise Refused("the body is no JSON", status=400) from None


def error(status: int, what: str, rule: str = "") -> Response:
    told: dict[str, Any] = {"ok": False, "what": what}
    if rule:
        told["rule"] = rule
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse(told, status, headers)


async def _no_such(_request: Request, why: Exception) -> Response:
    status = why.status_code if isinstance(why, HTTPException) else 500
    words = {404: "there is no such thing here", 405: "this cannot be done with it"}
    made = error(status, words.get(status, "that does not work"))
    if isinstance(why, HTTPException) and why.headers:
        made.headers.update(why.headers)
    return made


_READ = "floor:read"
OPERATIONS = (
    Operation("GET", "/openapi.json", "", "This document", None, Api.document),
    Operation("GET", "/room", _READ, "The room", api_models.Room, Api.room),
    Operation("GET", "/tables", _READ, "All tables", api_models.Tables, Api.tables),
    Operation("GET", "/tables/{table}", _READ, "One table", api_models.Table, Api.table),
    Operation(
        "GET", "/tables/{table}/rounds", _READ, "Its last rounds, newest first", api_models.Rounds,
        Api.rounds, numbers=("before",),
    ),
    Operation("GET", "/alarms", _READ, "Alarms that are not over", api_models.Alarms, Api.alarms),
    Operation(
        "POST", "/alarms/{alarm:int}/acknowledge", "alarms:write", "Take an alarm on",
        api_models.Done, Api.acknowledge,
    ),
    Operation(
        "GET", "/waiting", "waiting:read", "The waiting list", api_models.WaitingList, Api.waiting
    ),
    Operation(
        "POST", "/waiting", "waiting:write", "Join the waiting list", api_models.Joined, Api.join,
        api_models.Join, 201,
    ),
    Operation(
        "DELETE", "/waiting/{player:int}", "waiting:write", "Leave the waiting list",
        api_models.Done, Api.leave,
    ),
    Operation("GET", "/releases", _READ, "Releases", api_models.Releases, Api.releases),
    Operation(
        "GET", "/webhooks", "webhooks:write", "Webhooks", api_models.Webhooks, Api.webhooks
    ),
    Operation(
        "POST", "/webhooks", "webhooks:write", "Make a webhook", api_models.MadeWebhook,
        Api.add_webhook, api_models.NewWebhook, 201,
    ),
    Operation(
        "DELETE", "/webhooks/{webhook:int}", "webhooks:write", "End a webhook", api_models.Done,
        Api.end_webhook,
    ),
)  # fmt: skip


def openapi() -> dict[str, Any]:
    """The document, OpenAPI 3.1: from the operations and their models."""
    models: list[type[BaseModel]] = [api_models.Error]
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        for model in (one.takes, one.gives):
            if model is not None and model not in models:
                models.append(model)
        paths.setdefault(one.path.replace(":int", ""), {})[one.method.lower()] = _described(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cardtable room",
            "version": "1",
            "description": "Tables of a room, as anybody beside them may know them.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "paths": paths,
        "components": {
            "schemas": api_models.schemas(models),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "; ".join(f"{k}: {v}" for k, v in tokens.SCOPES.items()),
                }
            },
        },
    }


def _described(one: Operation) -> dict[str, Any]:
    parameters = []
    for part in one.path.split("/"):
        if part.startswith("{"):
            name, _, kind = part.strip("{}").partition(":")
            schema: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 64}
            if kind:
                schema = {"type": "integer", "minimum": 1, "maximum": _MOST_ID}
            parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    for name in one.numbers:
        schema = {"type": "integer", "minimum": 1, "maximum": _MOST_ID}
        parameters.append({"name": name, "in": "query", "schema": schema})
    good: dict[str, Any] = {"description": "Done"}
    schema = {"type": "object"} if one.gives is None else _ref(one.gives)
    good["content"] = {"application/json": {"schema": schema}}
    wrong = {"application/json": {"schema": _ref(api_models.Error)}}
    codes = {
        "400": "Not understood",
        "404": "There is no such thing",
        "503": "The database is away",
    }
    if one.scope:
        codes |= {"401": "No token, or one that is not known", "403": "The scope is missing"}
    if one.method != "GET":
        codes |= {"409": "Refused, in words", "413": "Too long"}
    if one.takes is not None:
        codes["415"] = "Send JSON"
    made: dict[str, Any] = {
        "summary": one.summary,
        "operationId": one.call.__name__,
        "responses": {str(one.status): good}
        | {code: {"description": text, "content": wrong} for code, text in sorted(codes.items())},
    }
    if parameters:
        made["parameters"] = parameters
    if one.takes is not None:
        body = {"application/json": {"schema": _ref(one.takes)}}
        made["requestBody"] = {"required": True, "content": body}
    if one.scope:
        made["security"] = [{"token": []}]
        made["description"] = f"Scope `{one.scope}`."
    return made


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


if __name__ == "__main__":  # docs/schemas/room-api.json
    print(json.dumps(openapi(), indent=1))
