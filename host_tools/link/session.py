"""A person at a board: one conversation, orders signed with PINs, and patience for its restarts.

with Session(port) as session:
    session.talk.ask("health")
    session.order(TECHNICIAN, "restart")
    session.again()
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import typer

from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem
from host_tools.link.connection import BoardConnection, NotDone
from host_tools.link.persons import chosen
from host_tools.link.ports import find_port
from host_tools.link.roles import KeyRing, Signer, signer

PIN_VARIABLE = "CARDTABLE_PIN"
_BACK_S = 60.0
_LOOK_S = 0.05


def ask_pin(role: str) -> str:
    """The PIN of a role: from CARDTABLE_PIN_ROLE or CARDTABLE_PIN, or typed unseen."""
    given = os.environ.get(f"{PIN_VARIABLE}_{role.upper()}") or os.environ.get(PIN_VARIABLE)
    return given or typed_pin(role)


def typed_pin(role: str) -> str:
    """The PIN of a role, typed unseen; a Problem where nobody is there to type it."""
    if not sys.stdin.isatty():
        raise Problem(f"the board wants the {role}'s PIN", f"Give it in {PIN_VARIABLE}.", BAD_INPUT)
    return typer.prompt(f"The {role}'s PIN", hide_input=True, err=True)


def pin_is_at_hand(role: str) -> bool:
    """Whether a PIN can be had without failing: given, or somebody is there to type it."""
    names = (f"{PIN_VARIABLE}_{role.upper()}", PIN_VARIABLE)
    return any(os.environ.get(name) for name in names) or sys.stdin.isatty()


class Session:
    """`pin(role)` gives a role's PIN when it is needed for the first time.

    `table` is whose key is used while the board does not know its own name yet; `who` names the
    person who signs in a role, where persons have PINs of their own (link/persons.py).
    """

    def __init__(
        self,
        port: str,
        pin: Callable[[str], str] = ask_pin,
        table: str | None = None,
        who: Mapping[str, str] | None = None,
    ) -> None:
        self.port = find_port(port)
        self._who = who or {}
        self._pin = pin
        self._table = table
        self._signers: dict[str, Signer] = {}
        self.talk = BoardConnection.at(self.port)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.talk.close()

    def signer(self, role: str) -> Signer:
        if role not in self._signers:
            hello = self.talk.hello
            if "keyed" not in hello.able:
                raise Problem("no keys are installed on this board yet", "See: cardtable install")
            key = KeyRing().get(hello.table or self._table or "", hello.simulated)
            who = self._who.get(role, "")
            name = chosen(self.talk, role, who, ask=self._pin is ask_pin)
            self._signers[role] = signer(key, name, self._pin(role))
        return self._signers[role]

    def can_sign(self, role: str) -> bool:
        """Whether the PIN can be had without failing for want of somebody to ask."""
        return role in self._signers or self._pin is not ask_pin or pin_is_at_hand(role)

    def order(self, role: str, *command: Any) -> Any:
        """What came of a command."""
        try:
            return self.talk.do(self.signer(role), *command)
        except NotDone as refused:
            if refused.refusal == "wrong_key":
                self._signers.pop(role, None)
                refused.hint = f"The {role}'s PIN was wanted. {refused.hint}"
            raise

    def forget_pins(self) -> None:
        """Ask for them again: they, or the table's key, have changed."""
        self._signers.clear()

    def asked(self, what: str, *args: Any) -> dict[str, Any]:
        """An answer of [name, value] pairs."""
        return {pair[0]: pair[1] for pair in self.talk.ask(what, *args)}

    def again(self, limit_s: float = _BACK_S) -> None:
        """The board starts again: wait until it says hello anew.

        Then its challenge is another one, and it counts commands from the beginning.
        """
        before, counted = self.talk.hello.challenge, self.talk.counter
        end = time.monotonic() + limit_s
        while time.monotonic() < end:
            try:
                self.talk.close()
                self.talk = BoardConnection.at(self.port)
                hello = self.talk.hello
                if hello.challenge != before or hello.counter < counted:
                    return
            except Problem:
                pass
            time.sleep(_LOOK_S)
        raise Problem("the board has not come back", "Unplug it, and plug it in again.", NO_BOARD)
