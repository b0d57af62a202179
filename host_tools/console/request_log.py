"""Every request to the console in one line: when, from where, who, what, and how it ended.

    {"at":"2026-11-18T15:02:11.482Z","from":"127.0.0.1","who":"supervisor/Ann Smith",
     "asked":"POST /api/command","what":["correct",100,0,0,null,"count"],"status":200}

Refused ones, too. A PIN is never in it. The file is for its user only and is kept in pieces, so
that it cannot fill a disk.
"""

from __future__ import annotations

import contextlib
import json
import logging
import logging.handlers
import os
from collections.abc import Callable
from datetime import UTC, datetime
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.common.problems import remark, unwritable
from host_tools.console.sessions import COOKIE

_PIECE = 2_000_000  # bytes
_PIECES = 5
_LONGEST = 300  # characters of what was asked
WHAT = "cardtable.what"  # where in a request's scope its handler says what was asked
WHO = "cardtable.who"  # and who signed


class LogFile:
    """Lines of JSON, each written before the next is; who cannot write says so once and goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        except OSError as failure:
            raise unwritable(path, failure) from failure
        self._handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=_PIECE, backupCount=_PIECES, encoding="utf-8"
        )
        self._handler.handleError = self._failed  # type: ignore[method-assign]
        self._told = False

    def write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, separators=(",", ":"))
        made = logging.LogRecord("console", logging.INFO, "", 0, text, None, None)
        fresh = not self.path.exists()
        self._handler.emit(made)
        if fresh:  # a new piece
            with contextlib.suppress(OSError):
                os.chmod(self.path, 0o600)

    def close(self) -> None:
        self._handler.close()

    def _failed(self, record: logging.LogRecord) -> None:
        if not self._told:
            self._told = True
            remark(f"requests cannot be logged in {self.path}; the console goes on without.")


class RequestLog:
    """Outside of everything else; `who(session)` tells whose a session is."""

    def __init__(
        self, app: ASGIApp, write: Callable[[dict[str, Any]], None], who: Callable[[str], str]
    ) -> None:
        self._app = app
        self._write = write
        self._who = who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[WHAT] = None
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start" and not status:
                status = message["status"]
                self._write(self._line(scope, status))
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if not status:
                self._write(self._line(scope, 0))  # gone before it was answered

    def _line(self, scope: Scope, status: int) -> dict[str, Any]:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        path = scope["path"]
        query = scope.get("query_string", b"").decode("latin-1")
        line = {
            "at": now,
            "from": (scope.get("client") or ("?",))[0],
            "who": scope.get(WHO) or self._who(_session(scope)),
            "asked": f"{scope['method']} {path}{'?' + query if query else ''}"[:_LONGEST],
        }
        if scope[WHAT] is not None:
            line["what"] = scope[WHAT]
        return line | {"status": status}


def without_secrets(given: Any) -> Any:
    """What was asked, short, and without a PIN."""
    if not isinstance(given, dict):
        return None
    told = {name: value for name, value in given.items() if name != "pin"}
    only = next(iter(told.values())) if len(told) == 1 else told
    try:
        text = json.dumps(only, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return "not understood"
    return only if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _session(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name.lower() == b"cookie":
            with contextlib.suppress(CookieError):
                found = SimpleCookie(value.decode("latin-1")).get(COOKIE)
                if found is not None:
                    return found.value
    return ""
