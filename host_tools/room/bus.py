"""News within the room: whoever has some publishes it under a topic, whoever listens gets it.

Lives in the server's event loop. A page that sleeps is not waited for: what it has missed is
replaced by everything as it is now.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

_RING = 60  # events a page may be late
_STILL_HERE_S = 15.0

FLOOR = "floor"


def of_table(name: str) -> str:
    """The topic of one table."""
    return f"table {name}"


def event(kind: str, data: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


class Bus:
    """Topics and who listens to them."""

    def __init__(self) -> None:
        self._pages: dict[str, set[asyncio.Queue[str | None]]] = {}
        self._whole: dict[asyncio.Queue[str | None], Callable[[], list[str]]] = {}
        self.closed = False

    def is_heard(self, topic: str) -> bool:
        return bool(self._pages.get(topic))

    def publish(self, topic: str, kind: str, data: Any) -> None:
        pages = self._pages.get(topic)
        if not pages:
            return
        made = event(kind, data)
        for page in pages:
            if page.qsize() < _RING:
                page.put_nowait(made)
                continue
            while not page.empty():
                page.get_nowait()
            for fresh in self._whole[page]():
                page.put_nowait(fresh)

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self.closed = True
        for pages in self._pages.values():
            for page in pages:
                page.put_nowait(None)

    async def stream(self, topic: str, whole: Callable[[], list[str]]) -> AsyncIterator[str]:
        """What one page is told, from now on, as server-sent events; `whole` comes first."""
        page: asyncio.Queue[str | None] = asyncio.Queue()
        self._pages.setdefault(topic, set()).add(page)
        self._whole[page] = whole
        try:
            yield "retry: 500\n\n"
            for one in whole():
                yield one
            while not self.closed:
                try:
                    told = await asyncio.wait_for(page.get(), _STILL_HERE_S)
                except TimeoutError:
                    told = ": still here\n\n"
                if told is None:
                    return
                yield told
        finally:
            del self._whole[page]
            self._pages[topic].discard(page)
            if not self._pages[topic]:
                del self._pages[topic]
