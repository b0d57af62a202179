"""`cardtable room enrol`, `revoke`, `tables`: which tables may report."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, FolderOption, database, room_folder
from host_tools.cli.room_verbs.serve import PORT
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.forwarding.room_key import RoomKey
from host_tools.room.enrolment import Enrolments

_TableArgument = Annotated[str, typer.Argument(help="The table's name, as its board has it.")]


def enrol(
    table: _TableArgument,
    room: Annotated[
        str, typer.Option(help="Where tables reach the room.")
    ] = f"https://127.0.0.1:{PORT}",
    out: Annotated[
        Path | None,
        typer.Option(help="The key's file; without it TABLE.room.json.", show_default=False),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="A new key in place of the one the table has.")
    ] = False,
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="The room's certificate is one that computers trust."),
    ] = False,
    ledger: DatabaseOption = None,
    folder: FolderOption = None,
) -> None:
    """Give a table a key: a file to bring to its host, and to give to `cardtable sync --room` once.

    Example:

    cardtable room enrol t1 --room https://room.lan:8710
    """
    if not room.startswith("https://"):
        raise Problem(f"{room} is no room's address", "Write it as https://HOST:PORT.", BAD_INPUT)
    own = room_folder(folder) / "room.crt"
    try:
        certificate = "" if trusted else own.read_text(encoding="utf-8")
    except OSError as failure:
        raise Problem(
            f"the room's certificate is not at {own}",
            "Start it once: cardtable room serve. With a certificate of an authority: --trusted.",
            BAD_INPUT,
        ) from failure
    with Enrolments(database(ledger)) as enrolments:
        secret = enrolments.enrol(table, again)
    path = out or Path(f"{table}.room.json")
    RoomKey(room.rstrip("/"), table, secret, certificate).write(path)
    print(path)
    remark(f"bring it to the host of {table}, and there: cardtable sync --room {path.name}")


def revoke(table: _TableArgument, ledger: DatabaseOption = None) -> None:
    """End a table's key. Its records stay; what it sends from now on is refused.

    Example: cardtable room revoke table-7
    """
    with Enrolments(database(ledger)) as enrolments:
        enrolments.revoke(table)
    remark(f"the key of table {table} is worth nothing from now on.")


def tables(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Every key that was given out, and whether it still counts.

    Example: cardtable room tables --json
    """
    with Enrolments(database(ledger)) as enrolments:
        for one in enrolments.all():
            if as_json:
                told = {"table": one.table, "enrolled_ms": one.enrolled_ms}
                print(json.dumps(told | {"revoked_ms": one.revoked_ms}))
                continue
            ended = f", revoked {_day(one.revoked_ms)}" if one.revoked_ms is not None else ""
            print(f"{one.table}: enrolled {_day(one.enrolled_ms)}{ended}")


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")
