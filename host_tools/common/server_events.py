"""Server-sent events as bytes, made once for all pages that get them, and the pages that listen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any

from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse

_STILL_HERE_S = 15
_RETRY_MS = 500
_RING = 60  # events a page may be late before it is sent everything again

RETRY = ServerSentEvent(retry=_RETRY_MS, sep="\n").encode()


def event(kind: str, data: Any) -> bytes:
    """News for a page, with its data in plain ASCII."""
    text = json.dumps(data, separators=(",", ":"))
    return ServerSentEvent(text, event=kind, sep="\n").encode()


def stream(events: AsyncIterator[bytes]) -> EventSourceResponse:
    """The answer to a page that listens; a comment now and then tells it that we are there."""
    return EventSourceResponse(events, ping=_STILL_HERE_S, sep="\n")


class Listeners:
    """The pages of one server; all of it in the event loop.

    A page that sleeps is not waited for: what it has missed is replaced by everything as it is now.
    """

    def __init__(self) -> None:
        self._pages: dict[asyncio.Queue[bytes | None], Callable[[], list[bytes]]] = {}
        self.closed = False

    def __len__(self) -> int:
        return len(self._pages)

    def tell(self, news: bytes) -> None:
        for page, whole in self._pages.items():
            if page.qsize() < _RING:
                page.put_nowait(news)
                continue
            while not page.empty():
                page.get_nowait()
            for fresh in whole():
                page.put_nowait(fresh)

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self.closed = True
        for page in self._pages:
            page.put_nowait(None)

    async def stream(self, whole: Callable[[], list[bytes]]) -> AsyncGenerator[bytes]:
        """What one page is told: `whole` as it is now, and what is told from now on."""
        page: asyncio.Queue[bytes | None] = asyncio.Queue()
        first = whole()
        self._pages[page] = whole
        try:
            yield RETRY
            for news in first:
                yield news
            while not self.closed:
                news = await page.get()
                if news is None:
                    return
                yield news
        finally:
            del self._pages[page]
