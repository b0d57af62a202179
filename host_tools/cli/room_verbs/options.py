"""What the room's verbs share: which database, which folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.place import DatabaseUrl, place_of

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        envvar=["CARDTABLE_ROOM_LEDGER", "DATABASE_URL"],
        help="The room's database: postgresql://USER@HOST/DATABASE.",
        show_default=False,
        metavar="URL",
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option(help="Where the room keeps its certificate.", show_default=False),
]


def database(given: str | None) -> DatabaseUrl:
    """The room's database, or a Problem that says how to name one."""
    place = place_of(given) if given else None
    if not isinstance(place, DatabaseUrl):
        raise Problem(
            "a room keeps its ledger on PostgreSQL, and no database was named",
            "Give --ledger postgresql://USER@HOST/DATABASE, or set DATABASE_URL. Only to try it:"
            " make room",
            BAD_INPUT,
        )
    return place


def room_folder(given: Path | None) -> Path:
    at = os.environ.get("CARDTABLE_ROOM_FOLDER")
    return given or (Path(at) if at else user_data_path("cardtable", appauthor=False) / "room")
