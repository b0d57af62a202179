"""`cardtable room serve`: the room itself."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.room_verbs.options import DatabaseOption, FolderOption, database, room_folder
from host_tools.common.certificate import served_by
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.room.gaming_day import calendar

PORT = 8710
LOCAL_PORT = 8711


def serve(
    ledger: DatabaseOption = None,
    host: Annotated[
        str, typer.Option(help="Serve at this address; 0.0.0.0: to the whole network.")
    ] = "127.0.0.1",
    listen: Annotated[
        int, typer.Option(help="TCP port for tables and pages, TLS; 0 = any.", min=0, max=65535)
    ] = PORT,
    local: Annotated[
        int, typer.Option(help="Plain port for pages, this computer only; 0 = any, -1 = none.")
    ] = LOCAL_PORT,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name the room goes by; several.", show_default=False),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(help="PEM; without it the room makes one of its own.", show_default=False),
    ] = None,
    certificate_key: Annotated[
        Path | None, typer.Option(help="Its key, PEM.", show_default=False)
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(help="Time zone, e.g. Australia/Sydney; else this computer's."),
    ] = None,
    day_begins: Annotated[str, typer.Option(help="When a gaming day begins.")] = "06:00",
    escalate: Annotated[
        str, typer.Option(help="Minutes until an alarm goes to a supervisor, and to a manager.")
    ] = "2,5",
    mqtt: Annotated[
        str,
        typer.Option(
            envvar="CARDTABLE_MQTT",
            help="Tell a broker: mqtt://USER:PASSWORD@HOST.",
            show_default=False,
            metavar="URL",
        ),
    ] = "",
    room_name: Annotated[str, typer.Option(help="The room's name in MQTT's topics.")] = "room",
    folder: FolderOption = None,
) -> None:
    """Serve the room: tables report to it, the floor page shows all of them. Ctrl-C ends it.

    Example:

    cardtable room serve --ledger postgresql://room@db.example/room --host 0.0.0.0 --name room.lan
    """
    place = database(ledger)
    # The server's libraries are of no use to the other verbs.
    from host_tools.ledger.intake import Intake
    from host_tools.room.alarms import Escalation
    from host_tools.room.server import Room, Settings, bind
    from host_tools.room.server import serve as run

    days = calendar(zone, day_begins)
    names = tuple(name or ())
    addresses = [host] if host not in ("0.0.0.0", "::") else [socket.gethostname()]
    certificate, certificate_key = served_by(
        certificate, certificate_key, room_folder(folder), [*names, *addresses], "room"
    )
    steps = _escalation(escalate)
    if mqtt:
        from host_tools.room.mqtt import broker

        broker(mqtt)  # one that is none is told before anything is served
    Intake(place).close()  # the schema is made, or brought up to date, before anybody comes
    settings = Settings(
        place, certificate, certificate_key, days, host, listen, local, names,
        Escalation(steps), mqtt, room_name,
    )  # fmt: skip
    door = bind(host, listen)
    plain = bind("127.0.0.1", local) if local >= 0 else None
    shown = names[0] if names else "127.0.0.1" if host in ("0.0.0.0", "::") else host
    print(f"The room is at https://{shown}:{door.getsockname()[1]} (Ctrl-C ends it).", flush=True)
    if plain is not None:
        at = plain.getsockname()[1]
        print(f"The floor page on this computer: http://127.0.0.1:{at}/", flush=True)
    asyncio.run(run(Room(settings), door, plain))


def _escalation(text: str) -> tuple[int, ...]:
    """Milliseconds, from minutes as people write them: 2,5."""
    try:
        made = tuple(int(float(one) * 60_000) for one in text.split(","))
        if not 1 <= len(made) <= 2 or list(made) != sorted(made) or made[0] <= 0:
            raise ValueError
    except (ValueError, OverflowError):
        raise Problem(f"'{text}' is no escalation", "Write minutes as 2,5.", BAD_INPUT) from None
    return made
