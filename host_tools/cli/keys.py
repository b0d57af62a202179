"""`cardtable keys`: a lost PIN, a new key for a table, a table served by another computer."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from cardtable.jackpot.meter import Meter
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, Problem, unwritable
from host_tools.common.untrusted_files import content_of, parsed_json
from host_tools.install.person import OnTheTerminal
from host_tools.link.persons import LONGEST_NAME, check_name, persons_at
from host_tools.link.roles import (
    ROLES,
    SUPERVISOR,
    KeyRing,
    MaskedKey,
    check_pin,
    role_key,
    signing_name,
)
from host_tools.link.session import Session
from host_tools.room.jackpot.carrying import from_link, to_link
from host_tools.wording import money

keys = typer.Typer(
    help="Keys and PINs of tables: a lost PIN, a new key, another computer.", no_args_is_help=True
)
person = typer.Typer(
    help="Persons with PINs of their own: who may act at a table, by name.", no_args_is_help=True
)
keys.add_typer(person, name="person")
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
    Stopped in the middle, run it again: the supervisor's key is changed last. PINs of persons were
    made with the old key: they end, and each is given anew (cardtable keys person add).

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
        named = [one for one in persons_at(session.talk) or [] if one[1]]
        signs = session.signer(SUPERVISOR).name
        others = [one for one in named if signing_name(*one) != signs]
        for role, name in others:
            session.order(SUPERVISOR, "person", "revoke", role, name, "")
        for role in order:
            # A supervisor who signs by name still can after the shared PIN has changed.
            set_key(session, role, made[role], forget=signs == SUPERVISOR)
        kept = KeyRing().keep(hello.table, key)
        for role, name in set(named) - set(others):
            session.order(SUPERVISOR, "person", "revoke", role, name, "")
    print(f"Table {hello.table} has a new key: {kept}. Copy it to the other computers.")
    for role, name in named:
        print(f"Give {name} a PIN again: cardtable keys person add {name!r} --role {role}")


_MeterFile = Annotated[
    Path | None,
    typer.Option(help="Take what the room gave into the table's own meter.", show_default=False),
]


@keys.command("link")
def link(
    file: Annotated[
        Path | None,
        typer.Argument(help="The key's file, as room jackpot add gave it.", show_default=False),
    ] = None,
    carry: Annotated[
        bool, typer.Option("--carry", help="What the table's own meter holds goes to the pool.")
    ] = False,
    bring: _MeterFile = None,
    end: Annotated[bool, typer.Option("--end", help="End the link instead.")] = False,
    who: Annotated[str, typer.Option(help="The supervisor, for the records.")] = SUPERVISOR,
    port: PortOption = "auto",
) -> None:
    """Link a table's jackpot to a pool of several tables, or end that, by order of the supervisor.

    Between rounds, with no prize pending. The board restarts. From then on it takes jackpot wagers
    only while its room signs leases (docs/linked-jackpot.md); its own meter stays as it is, unless
    it is carried along.

    Examples:

    cardtable keys link t1.jackpot.json --carry

    cardtable keys link --bring t1.meter.json

    cardtable keys link --end
    """
    if [file is not None, bring is not None, end].count(True) != 1 or (carry and file is None):
        raise Problem(
            "a key's file (perhaps with --carry), or --bring, or --end",
            "See: cardtable room jackpot add, give",
            BAD_INPUT,
        )
    given = bring or file
    told: dict[str, Any] = {"table": ""}
    if given is not None:
        told = _of_room(given, ("way", "pool", "reserve") if bring is not None else ())
    with Session(port) as session:
        table = session.talk.hello.table
        if told["table"] not in ("", table):
            raise Problem(
                f"{given} is for table {told['table']}; {table} is at this cable",
                "Each table has its own.",
                BAD_INPUT,
            )
        if bring is not None:
            print(f"Table {table} has {money(_brought(session, told, who))} more in its own meter.")
            with suppress(OSError):  # brought twice, it would be there twice
                bring.unlink()
            return
        if carry:
            print(f"{money(_carried(session, told, who))} of its own meter go to the pool.")
        masked = MaskedKey("room", told["key"]) if file is not None else ""
        session.order(SUPERVISOR, "set_key", "room", masked)
    said = "is not linked now" if end else "is linked: it plays for the pool with its first lease"
    print(f"Table {table} {said}.")


def _carried(session: Session, told: dict[str, Any], who: str) -> int:
    """Out of the table's own meter, with the words by which the room knows it."""
    sections = session.asked("meters")
    meter = Meter()
    meter.take_section("amounts", sections["amounts"])
    if meter.held:
        raise Problem("an excessive increment is held at this table", "First say where it belongs.")
    amounts = (meter.pool, meter.reserve, meter.overflow)
    if any(amounts):  # else it was carried before, and only the key is missing
        out = [-cents for cents in amounts]
        session.order(SUPERVISOR, "correct", *out, who, to_link(told["link"]))
    return sum(amounts)


def _brought(session: Session, told: dict[str, Any], who: str) -> int:
    why = from_link(told["link"], told["way"])
    session.order(SUPERVISOR, "correct", told["pool"], told["reserve"], 0, who, why)
    return told["pool"] + told["reserve"]


def _of_room(file: Path, numbers: tuple[str, ...]) -> dict[str, Any]:
    """What a file of the room says, in the right types: these numbers, or a key."""
    try:
        told = parsed_json(content_of(file))
        made: dict[str, Any] = {"table": str(told["table"]), "link": str(told["link"])}
        if not numbers:
            return made | {"key": bytes.fromhex(told["key"])}
        return made | {name: int(told[name]) for name in numbers}
    except FileNotFoundError:
        raise Problem(
            f"there is no file {file}", "It comes from: room jackpot add, give", BAD_INPUT
        ) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as damage:
        raise Problem(
            f"{file} is no file of a linked jackpot",
            "It comes from: room jackpot add, give",
            BAD_INPUT,
        ) from damage


_WHOSE = Annotated[str, typer.Argument(help=f"The person: up to {LONGEST_NAME} plain letters.")]
_ROLE = Annotated[str, typer.Option("--role", help=f"In which role: {', '.join(ROLES)}.")]


@person.command("list")
def list_persons(
    port: PortOption = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Tell who has a PIN at a table, and in which role.

    Example:

    cardtable keys person list
    """
    with Session(port) as session:
        table = session.talk.hello.table
        there = persons_at(session.talk)
    if there is None:
        raise Problem("this board knows roles only", "Update its firmware: cardtable flash")
    if as_json:
        print(json.dumps([{"role": role, "name": name or None} for role, name in there]))
        return
    for role, name in there:
        print(f"{role:<11} {name or 'a PIN that all share'}")
    if not any(name for _, name in there):
        print(f"Nobody has a PIN of their own at table {table}: cardtable keys person add NAME")


@person.command("add")
def add_person(name: _WHOSE, role: _ROLE, port: PortOption = "auto", new: NewPin = None) -> None:
    """Give a person a PIN of their own in a role, by order of the supervisor.

    What they order is recorded with their name. The person chooses the PIN; it can be changed by
    them alone afterwards: cardtable keys person pin.

    Example:

    cardtable keys person add "Ann Smith" --role dealer
    """
    made = check_name(name)
    _known(role)
    chosen = _chosen(role, new)
    with Session(port) as session:
        for of, there in persons_at(session.talk) or []:
            if of == role and there.lower() == made.lower():
                raise Problem(
                    f"{there} has a PIN as {role} already",
                    f"A lost one: cardtable keys person pin {there!r} --role {role}",
                    BAD_INPUT,
                )
        table = order_person(session, "add", role, made, chosen)
    print(f"{made} has a PIN as {role} of table {table}.")


@person.command("pin")
def person_pin(
    name: _WHOSE,
    role: _ROLE,
    port: PortOption = "auto",
    new: NewPin = None,
    own: Annotated[
        bool, typer.Option("--own", help="Signed by the person, with the PIN as it was.")
    ] = False,
) -> None:
    """Set another PIN for a person: a lost one by order of the supervisor, or their own.

    Examples:

    cardtable keys person pin "Ann Smith" --role dealer

    cardtable keys person pin "Ann Smith" --role dealer --own
    """
    made = check_name(name)
    _known(role)
    chosen = _chosen(role, new)
    with Session(port, who={role: made} if own else None) as session:
        table = order_person(session, "pin", role, made, chosen, by=role if own else SUPERVISOR)
    print(f"{made} has a new PIN as {role} of table {table}.")


@person.command("revoke")
def revoke_person(name: _WHOSE, role: _ROLE, port: PortOption = "auto") -> None:
    """Take a person's PIN away, at once and for good, by order of the supervisor.

    The name of the role itself closes the PIN that the role shares, once persons have their own;
    cardtable keys pin opens it again.

    Examples:

    cardtable keys person revoke "Ann Smith" --role dealer

    cardtable keys person revoke dealer --role dealer
    """
    _known(role)
    made = "" if name == role else check_name(name)
    with Session(port) as session:
        table = order_person(session, "revoke", role, made, None)
    print(f"{made or f'Whoever knows the shared PIN of {role}s'} can order nothing as {role} of"
          f" table {table} any more.")  # fmt: skip


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


def set_key(session: Session, role: str, key: bytes, forget: bool = True) -> None:
    """Order a new key for a role, masked under the supervisor's."""
    session.order(SUPERVISOR, "set_key", role, MaskedKey(role, key))
    if role == SUPERVISOR and forget:
        session.forget_pins()


def order_person(
    session: Session, what: str, role: str, name: str, pin: str | None, by: str = SUPERVISOR
) -> str:
    """Order a PIN given, changed or taken away; the table's name."""
    hello = session.talk.hello
    key: MaskedKey | str = ""
    if pin is not None:
        whose = signing_name(role, name)
        table_key = KeyRing().get(hello.table, hello.simulated)
        key = MaskedKey(whose, role_key(table_key, whose, pin))
    session.order(by, "person", what, role, name, key)
    return hello.table


def _known(role: str) -> None:
    if role not in ROLES:
        raise Problem(f"there is no role '{role}'", f"Roles: {', '.join(ROLES)}.", BAD_INPUT)


def _chosen(role: str, new: str | None) -> str:
    return check_pin(new) if new is not None else OnTheTerminal().new_pin(role)
