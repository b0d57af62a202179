"""The server below every page: bounded requests, and streams that end before it does."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from host_tools.common.bounded_http import BoundedHttp


def page_config(
    app: ASGIApp, certificate: Path | None = None, key: Path | None = None, **more: Any
) -> uvicorn.Config:
    """How pages are served; over TLS with a certificate."""
    given: dict[str, Any] = {
        "http": BoundedHttp,
        "log_level": "error",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": 3,
        "timeout_keep_alive": 20,
        "ssl_certfile": certificate and str(certificate),
        "ssl_keyfile": key and str(key),
    }
    return uvicorn.Config(app, **given | more)


class PageServer(uvicorn.Server):
    """`close` ends the pages' streams first: they would keep it open for ever."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close()
        await super().shutdown(sockets)
