"""`cardtable keys`: a lost PIN, a new key for a table, a table served by another computer."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, Problem, unwritable
from host_tools.common.untrusted_files import content_of, parsed_json
from host_tools.install.person import OnTheTerminal
from host_tools.link.roles import ROLES, SUPERVISOR, KeyRing, check_pin, role_key
from host_tools.link.session import Session

keys = typer.Typer(
    help="Keys and PINs of tables: a lost PIN, a new key, another computer.", no_args_is_help=True
)
NewPin = Annotated[
    str | None,
    typer.Option(help="The new PIN, for scripts; else it is asked for.", show_default=False),
]


@keys.command("pin")
def pin(
    role: Annotated[str, typer.Argument(help=f"Whose PIN: {', '.join(ROLES)}.")],
    port: PortOption = "auto",
    new: NewPin = None,
) -> None:
    """Set a new PIN for a role, by order of the supervisor.

    The supervisor's own PIN lost: the keys are written anew in maintenance mode, by somebody who
    can open the table: cardtable install --again keys (docs/installing.md).

    Example:

    cardtable keys pin dealer
    """
    _known(role)
    chosen = _chosen(role, new)
    with Session(port) as session:
        hello = session.talk.hello
        key = KeyRing().get(hello.table, hello.simulated)
        set_key(session, role, role_key(key, role, chosen))
    print(f"The {role} of table {hello.table} has a new PIN.")


@keys.command("rotate")
def rotate(port: PortOption = "auto") -> None:
    """Make a new key for a table: other computers need a copy of it afterwards.

    Every role gets a PIN again (the one it had, if that has six digits); the supervisor orders it.
    Stopped in the middle, run it again: the supervisor's key is changed last.

    Example:

    cardtable keys rotate
    """
    person = OnTheTerminal()
    with Session(port) as session:
        hello = session.talk.hello
        session.signer(SUPERVISOR)  # with the key as it was
        key = secrets.token_bytes(32)
        order = sorted(ROLES, key=lambda one: one == SUPERVISOR)
        pins: dict[str, str] = {}
        for role in order:
            pins[role] = person.new_pin(role, pins.values())
        made = {role: role_key(key, role, pins[role]) for role in order}
        for role in order:
            set_key(session, role, made[role])
        kept = KeyRing().keep(hello.table, key)
    print(f"Table {hello.table} has a new key: {kept}. Copy it to the other computers.")


@keys.command("export")
def export(
    table: Annotated[str, typer.Argument(help="Which table.")],
    file: Annotated[Path, typer.Argument(help="Where to.")],
) -> None:
    """Copy the key of a table to a file, for another computer. Keep it as safe as a PIN.

    Example:

    cardtable keys export t1 t1.key
    """
    key = KeyRing().get(table)
    try:
        end = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as failure:
        raise unwritable(file, failure) from failure
    with os.fdopen(end, "w") as written:
        json.dump({"table": table, "key": key.hex()}, written)
    print(f"{file}: the key of table {table}. Read it in there: cardtable keys import {file.name}")


@keys.command("import")
def import_key(
    file: Annotated[Path, typer.Argument(help="A key that was exported.")],
    force: Annotated[bool, typer.Option("--force", help="Replace another key.")] = False,
) -> None:
    """Read in a table's key: this computer serves the table from now on.

    Example:

    cardtable keys import t1.key
    """
    try:
        told = parsed_json(content_of(file))
        table, key = str(told["table"]), bytes.fromhex(told["key"])
        if len(key) != 32:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError) as damage:
        raise Problem(
            f"{file} holds no key of a table", "Make one there: cardtable keys export.", BAD_INPUT
        ) from damage
    ring = KeyRing()
    if not force:
        try:
            if ring.get(table) != key:
                raise Problem(
                    f"this computer has another key for table {table}",
                    "Replace it with --force, if you are sure.",
                    BAD_INPUT,
                )
        except Problem as problem:
            if problem.code == BAD_INPUT:
                raise
    print(f"{ring.keep(table, key)}: the key of table {table}. Remove {file} now.")


def set_key(session: Session, role: str, key: bytes) -> None:
    """Order a new key for a role, masked under the supervisor's."""
    signer = session.signer(SUPERVISOR)
    masked = signer.mask(session.talk.hello.challenge, session.talk.counter + 1, role, key)
    session.order(SUPERVISOR, "set_key", role, masked)
    if role == SUPERVISOR:
        session.forget_pins()


def _known(role: str) -> None:
    if role not in ROLES:
        raise Problem(f"there is no role '{role}'", f"Roles: {', '.join(ROLES)}.", BAD_INPUT)


def _chosen(role: str, new: str | None) -> str:
    return check_pin(new) if new is not None else OnTheTerminal().new_pin(role)
