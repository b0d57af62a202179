"""`cardtable room person …`, `journal`: who may do what on the floor, and what was done."""

from __future__ import annotations

import getpass
import json
import os
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, database
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.reports.times import moment

VARIABLE = "CARDTABLE_ROOM_SECRET"
_NameArgument = Annotated[str, typer.Argument(help="The person's name.")]
_RoleOption = Annotated[str, typer.Option(help="floor, supervisor, manager or admin.")]

person = typer.Typer(help="Persons of the room and their roles.", no_args_is_help=True)


def who():  # type: ignore[no-untyped-def]
    """Whoever sits at the server, for the journal."""
    from host_tools.room.journal import Who

    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = f"user {os.getuid()}"
    return Who(f"{name} (server)", "server")


def _typed(what: str) -> str:
    """A PIN or password, typed twice unseen; CARDTABLE_ROOM_SECRET gives it to scripts."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Problem(f"nobody can type the {what} here", f"Set {VARIABLE}.", BAD_INPUT)
    first = getpass.getpass(f"{what}: ")
    if getpass.getpass("once more: ") != first:
        raise Problem("the two are not the same", "Try again.", BAD_INPUT)
    return first


@person.command("add")
def add(name: _NameArgument, role: _RoleOption = "floor", ledger: DatabaseOption = None) -> None:
    """Add a person: PIN or password are typed unseen (or CARDTABLE_ROOM_SECRET).

    Example: cardtable room person add "Kim" --role supervisor
    """
    from host_tools.ledger.intake import Intake
    from host_tools.room import persons
    from host_tools.room.store import now_ms, transaction

    place = database(ledger)
    secret = _typed("PIN or password")
    Intake(place).close()  # the first admin is often made before the room was ever served
    with transaction(place) as db:
        persons.add(db, who(), name, role, secret, now_ms())
    remark(f"{name} may sign in as {role}.")


@person.command("change")
def change(
    name: _NameArgument,
    role: Annotated[str, typer.Option(help="Another role.")] = "",
    secret: Annotated[bool, typer.Option("--secret", help="Another PIN or password.")] = False,
    ledger: DatabaseOption = None,
) -> None:
    """Give a person another role, or another PIN or password; their sessions end.

    Example: cardtable room person change "Kim" --role manager --secret
    """
    from host_tools.room import persons
    from host_tools.room.store import now_ms, transaction

    new = _typed("new PIN or password") if secret else ""
    with transaction(database(ledger)) as db:
        persons.change(db, who(), name, now_ms(), role, new)
    remark(f"{name} signs in anew.")


@person.command("end")
def end(name: _NameArgument, ledger: DatabaseOption = None) -> None:
    """A person signs in no more; their sessions end at once.

    Example: cardtable room person end "Kim"
    """
    from host_tools.room import persons
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        persons.end(db, who(), name, now_ms())
    remark(f"{name} signs in no more.")


@person.command("list")
def listed(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Who there is and was.

    Example: cardtable room person list
    """
    from host_tools.room import persons
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        for one in persons.all_of(db):
            ended = f", ended {moment(one.ended_ms)}" if one.ended_ms else ""
            print(json.dumps(asdict(one)) if as_json else f"{one.name}: {one.role}{ended}")


def journal(
    most: Annotated[int, typer.Option(help="How many entries.", min=1, max=100_000)] = 50,
    what: Annotated[str, typer.Option(help="Only what begins so: alarm, waiting …")] = "",
    verify: Annotated[bool, typer.Option("--verify", help="Check every entry.")] = False,
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """What was done on the floor, by whom, the newest first; --verify checks chain and signatures.

    Example: cardtable room journal --what alarm
    """
    from host_tools.room import journal as kept
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        if verify:
            count = sum(1 for _ in kept.verified(db))
            print(f"{count:,} entries: each follows the one before it and is signed.")
            return
        for one in kept.entries(db, most, what=what):
            if as_json:
                print(json.dumps(asdict(one)))
                continue
            told = ", ".join(f"{key} {value}" for key, value in one.details.items())
            print(f"{one.number:>6}  {moment(one.time_ms)}  {one.who} ({one.role}): {one.what}"
                  + (f": {told}" if told else ""))  # fmt: skip
