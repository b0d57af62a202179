"""News within the room: whoever has some publishes it under a topic, whoever listens gets it.

Lives in the server's event loop. A page that sleeps is not waited for: what it has missed is
replaced by everything as it is now.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from host_tools.common.server_events import RETRY, event

_RING = 60  # events a page may be late

FLOOR = "floor"


def of_table(name: str) -> str:
    """The topic of one table."""
    return f"table {name}"


class Bus:
    """Topics and who listens to them."""

    def __init__(self) -> None:
        self._pages: dict[str, set[asyncio.Queue[bytes | None]]] = {}
        self._whole: dict[asyncio.Queue[bytes | None], Callable[[], list[bytes]]] = {}
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

    async def stream(self, topic: str, whole: Callable[[], list[bytes]]) -> AsyncIterator[bytes]:
        """What one page is told, from now on, as server-sent events; `whole` comes first."""
        page: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._pages.setdefault(topic, set()).add(page)
        self._whole[page] = whole
        try:
            yield RETRY
            for one in whole():
                yield one
            while not self.closed:
                news = await page.get()
                if news is None:
                    return
                yield news
        finally:
            del self._whole[page]
            self._pages[topic].discard(page)
            if not self._pages[topic]:
                del self._pages[topic]
