"""Server-sent events as bytes, made once for all pages that get them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse

_STILL_HERE_S = 15
_RETRY_MS = 500

RETRY = ServerSentEvent(retry=_RETRY_MS, sep="\n").encode()


def event(kind: str, data: Any) -> bytes:
    """News for a page, with its data in plain ASCII."""
    text = json.dumps(data, separators=(",", ":"))
    return ServerSentEvent(text, event=kind, sep="\n").encode()


def stream(events: AsyncIterator[bytes]) -> EventSourceResponse:
    """The answer to a page that listens; a comment now and then tells it that we are there."""
    return EventSourceResponse(events, ping=_STILL_HERE_S, sep="\n")
