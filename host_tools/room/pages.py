"""The files of the room's page, and those of the console's that it shows a table with."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from host_tools.console.page_files import PageFiles
from host_tools.rulebook.entries import DOCUMENTS, WORDS, book

_OWN = Path(__file__).parent / "page"
_CONSOLE = Path(__file__).parent.parent / "console" / "static"
# Of the console's files only what looks
_SHARED = frozenset(
    {"cards.js", "dom.js", "felt.css", "felt.js", "icon.svg", "kept.js", "layout.js", "meter.js"}
    | {"stream.js", "style.css", "api.js", "texts.js", "de.js"}
)

OWN_FILES = PageFiles(_OWN)
CONSOLE_FILES = PageFiles(_CONSOLE, _SHARED)


async def page(request: Request) -> Response:
    return await OWN_FILES.get_response("index.html", request.scope)


async def no_such_page(request: Request, missing: Exception) -> Response:
    return JSONResponse({"ok": False, "what": "There is no such page."}, 404)


async def rule(request: Request) -> Response:
    """What a rule is about: what stands behind its chip."""
    document, _, rules = request.query_params.get("cite", "")[:100].partition(" ")
    known = book(document) if document in DOCUMENTS else None
    found = [known.find(one) for one in rules.split(",")] if known is not None else []
    entries = [entry for entry in found if entry is not None]
    if not entries:
        return JSONResponse({"ok": False, "what": "There is no such rule here."}, 404)
    how = [WORDS[one.how] + (f": {one.reason}" if one.reason else "") for one in entries]
    title = "; ".join(one.title for one in entries)
    return JSONResponse({"title": title, "how": "; ".join(how).capitalize()})
