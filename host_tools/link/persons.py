"""Whose PIN it is: the persons a table knows, and which of them sits at this keyboard."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import Any

import typer

from cardtable.link.keys import ROLES
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.link.connection import BoardConnection
from host_tools.link.roles import signing_name

WHO_VARIABLE = "CARDTABLE_WHO"
LONGEST_NAME = 20
_NAME = re.compile(r"[A-Za-z0-9]+(\.? ?[-']?[A-Za-z0-9]+)*\.?")


def check_name(name: str) -> str:
    """A name that a board takes, or a Problem that says why not."""
    made = " ".join(name.split())
    if len(made) > LONGEST_NAME or not _NAME.fullmatch(made) or made.lower() in ROLES:
        raise Problem(
            f"'{made}' cannot be a person's name at a table",
            f"Up to {LONGEST_NAME} letters a to z and digits, with single spaces, points,"
            " hyphens or apostrophes between them; not the name of a role.",
            BAD_INPUT,
        )
    return made


def read_persons(told: Iterable[Any]) -> list[tuple[str, str]]:
    """(role, name) of whoever has a PIN, out of the board's answer; no name: the shared one."""
    return [(str(one[0]), str(one[1])) for one in told if isinstance(one, list) and len(one) == 2]


def persons_at(talk: BoardConnection) -> list[tuple[str, str]] | None:
    """The same, asked; None where a board cannot say: an older release, or safe mode."""
    try:
        return read_persons(talk.ask("persons"))
    except Problem:
        return None


def chosen(talk: BoardConnection, role: str, who: str = "", ask: bool = True) -> str:
    """Whose key signs for `role`: `who`, CARDTABLE_WHO_ROLE or CARDTABLE_WHO, or whoever says so
    at the terminal; else the PIN that the role shares."""
    variables = (f"{WHO_VARIABLE}_{role.upper()}", WHO_VARIABLE)
    wanted = who or next((os.environ[one] for one in variables if os.environ.get(one)), "")
    if not wanted and not (ask and sys.stdin.isatty()):
        return role
    there = persons_at(talk)
    if there is None:
        return signing_name(role, wanted if wanted != role else "")
    names = [name for of, name in there if of == role and name]
    shared = (role, "") in there
    if not wanted and names:
        hint = f"{', '.join(names)}{'; Enter: the PIN all share' if shared else ''}"
        wanted = typer.prompt(f"Who is the {role}? ({hint})", default="", show_default=False)
    if not wanted or wanted == role:
        return role
    for name in names:
        if name.lower() == wanted.strip().lower():
            return signing_name(role, name)
    raise Problem(
        f"{wanted} has no PIN as {role} at this table",
        f"Those who have: {', '.join(names) or 'nobody by name'}. See: cardtable keys person list",
        BAD_INPUT,
    )
