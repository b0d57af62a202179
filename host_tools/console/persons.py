"""Persons on the page: who may sign in by name, and a PIN given, changed or taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from cardtable.link.keys import ROLES
from host_tools.common.problems import Problem
from host_tools.link.hello import Hello
from host_tools.link.persons import check_name
from host_tools.link.roles import KeyRing, MaskedKey, Signer, check_pin, role_key, signing_name

_WHAT = ("add", "pin", "revoke")


def signs_as(given: dict[str, Any], known: list[tuple[str, str]]) -> str:
    """Whose PIN somebody gives: "dealer", or "dealer/Ann Smith". Only names the board has told."""
    role, name = str(given["role"]), str(given.get("person") or "")
    if role not in ROLES:
        raise ValueError("no such role")
    if name and (role, name) not in known:
        raise Problem("nobody of this name has a PIN in this role", "Choose another name.")
    return signing_name(role, name)


async def order(
    given: dict[str, Any],
    by: Signer,
    hello: Hello,
    keys: KeyRing,
    do: Callable[..., Awaitable[Any]],
) -> str:
    """Order what a page asks for about a person; what was done, in words."""
    what, role = str(given["what"]), str(given["role"])
    if what not in _WHAT or role not in ROLES:
        raise ValueError("no such order")
    name = check_name(str(given["name"])) if given.get("name") else ""
    key: MaskedKey | str = ""
    if what != "revoke":
        whose = signing_name(role, name)
        table_key = keys.get(hello.table, hello.simulated)
        pin = check_pin(str(given["pin"]))
        key = MaskedKey(whose, await asyncio.to_thread(role_key, table_key, whose, pin))
    await do(by, "person", what, role, name, key)
    return name or role
