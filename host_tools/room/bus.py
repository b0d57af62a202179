"""News within the room: whoever has some publishes it under a topic, whoever listens gets it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from host_tools.common.server_events import Listeners, event

FLOOR = "floor"


def of_table(name: str) -> str:
    """The topic of one table."""
    return f"table {name}"


class Bus:
    """Topics and who listens to them."""

    def __init__(self) -> None:
        self._topics: dict[str, Listeners] = {}
        self.closed = False

    def is_heard(self, topic: str) -> bool:
        return topic in self._topics

    def publish(self, topic: str, kind: str, data: Any) -> None:
        if self.is_heard(topic):
            self._topics[topic].tell(event(kind, data))

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self.closed = True
        for listeners in self._topics.values():
            listeners.close()

    async def stream(self, topic: str, whole: Callable[[], list[bytes]]) -> AsyncGenerator[bytes]:
        """What one page is told, from now on, as server-sent events; `whole` comes first."""
        listeners = self._topics.setdefault(topic, Listeners())
        try:
            async with aclosing(listeners.stream(whole)) as told:
                async for news in told:
                    yield news
        finally:
            if not listeners:
                self._topics.pop(topic, None)
