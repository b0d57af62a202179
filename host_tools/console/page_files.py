"""Files of a page as they are sent: of one folder, and no other path, however it is written."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from host_tools.console.squeeze import packed, squeezed

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
}


class PageFiles(StaticFiles):
    """`only` these names of the folder, squeezed. Nothing is kept by a browser, so nothing is said
    of when a file was changed."""

    def __init__(self, folder: Path, only: Collection[str] | None = None) -> None:
        super().__init__(directory=folder)
        self._only = only

    async def get_response(self, path: str, scope: Scope) -> Response:
        if self._only is not None and path not in self._only:
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        file = Path(full_path)
        content = file.read_bytes()
        kind = _TYPES.get(file.suffix)
        if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return Response(squeezed(file.name, content), status_code, media_type=kind)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed(file.name, content), status_code, headers, media_type=kind)
