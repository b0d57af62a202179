"""What may reach the console at all: right host, same origin, JSON; and what a page may do.

A console on loopback is reachable by every page in the same browser. So a request must name a host
of ours (a rebound name does not), and whatever changes something must come from our own page.
"""

from __future__ import annotations

import json
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_LONGEST = 64 * 1024
_LENGTH = re.compile(r"[0-9]{1,9}")
# A name or a number, and a port: nobody's user name, path or blank in between
_HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")


def host_name(header: str) -> str:
    """The host without its port; "" when it is none."""
    if _HOST.fullmatch(header) is None:
        return ""
    try:
        return (urlsplit("//" + header).hostname or "").lower()
    except ValueError:
        return ""


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class RequestGuard:
    """Refuses before anything else looks; adds the headers that bind a page."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], numbers: bool = False) -> None:
        """`numbers`: any address in digits is ours as well; only a name can be rebound."""
        self._app = app
        self._hosts = hosts
        self._numbers = numbers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        why = self._why_not(scope["method"], headers)
        if why is not None:
            await _refuse(send, *why)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                message["headers"] = list(message["headers"]) + [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in there
                ]
            await send(message)

        await self._app(scope, receive, sending)

    def _why_not(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = host_name(host)
        if name not in self._hosts and not (self._numbers and _is_number(name)):
            return 421, "This console does not go by that name. Use the address it has printed."
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "This was asked for by another page."
        if method in ("GET", "HEAD"):
            return None
        if method != "POST":
            return 405, "Only GET and POST are of use here."
        origin = headers.get("origin")
        if origin is None or _netloc(origin) != host.lower():
            return 403, "This did not come from the console's own page."
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "Send JSON."
        if "transfer-encoding" in headers:  # its length would be whatever comes
            return 411, "Say how long it is."
        length = headers.get("content-length", "")
        if not _LENGTH.fullmatch(length) or int(length) > _LONGEST:
            return 413, "That is too long."
        return None


async def _refuse(send: Send, status: int, why: str) -> None:
    text = json.dumps({"ok": False, "what": why}).encode()
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(text))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
