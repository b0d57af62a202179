"""HTTP connections that take only so much of this program: so many at once, and no half requests.

uvicorn lets whoever connects hold a connection for ever without saying a whole request. A few
hundred of those use up what descriptors a process may have; then neither board nor ledger nor a
page's file can be opened any more.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows: sockets are counted otherwise there
    resource = None  # type: ignore[assignment]

REQUEST_S = 20.0  # from a request's first byte to its last
_KEPT_BACK = 128  # descriptors for board, ledger, files and streams of verbs
_FEWEST = 32


def most_connections() -> int | None:
    """How many there may be at once; None where nobody counts."""
    if resource is None:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(_FEWEST, soft - _KEPT_BACK)


class BoundedHttp(H11Protocol):
    """One connection."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        most = most_connections()
        if most is not None and len(self.connections) > most:
            transport.abort()
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(REQUEST_S, self._is_late)

    def _is_late(self) -> None:
        """Whole requests may take their time to be answered; half ones are not waited for."""
        self._late = None
        state = self.conn.their_state
        half = state is h11.SEND_BODY or (state is h11.IDLE and self._has_begun())
        if half and not self.transport.is_closing():
            self.transport.abort()

    def _has_begun(self) -> bool:
        return self.cycle is None or bool(self.conn.trailing_data[0])
