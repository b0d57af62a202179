"""Whoever installs a table: is told what to do, and answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import Protocol

import typer
from rich.console import Console

from host_tools.cli.deck import INTERRUPTED_PROMPT
from host_tools.cli.doctor import AtTheKeyboard
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.doctor import people
from host_tools.link.roles import DEALER, SUPERVISOR, TECHNICIAN, check_new_pin
from host_tools.link.session import PIN_VARIABLE

# Whoever has the table's key file can try short ones elsewhere (docs/threats.md).
_LENGTHS = {
    DEALER: "six digits or more",
    TECHNICIAN: "better eight digits or more",
    SUPERVISOR: "better eight digits or more",
}


class Installer(people.Person, Protocol):
    """A technician, with a supervisor beside."""

    def say(self, text: str) -> None: ...
    def new_pin(self, role: str, taken: Collection[str] = ()) -> str:
        """A PIN nobody else has: `taken` are the others'."""
        ...

    def hold(self, where: str) -> None:
        """Hold any card over this place."""
        ...

    def take_away(self) -> None: ...
    def call(self, line: str) -> None:
        """A line about the deck: which card is to be held over the shoe."""
        ...

    def interrupted(self) -> str:
        """After Ctrl-C while a deck is enrolled: undo, stop, or nothing."""
        ...


class OnTheTerminal(AtTheKeyboard):
    """Asked and told on the terminal."""

    def __init__(self) -> None:
        super().__init__(Console(stderr=True, highlight=False))

    def say(self, text: str) -> None:
        print(text, flush=True)

    def new_pin(self, role: str, taken: Collection[str] = ()) -> str:
        given = os.environ.get(f"{PIN_VARIABLE}_{role.upper()}")
        if given:
            return check_new_pin(given, taken)
        if not sys.stdin.isatty():
            hint = f"Give it in {PIN_VARIABLE}_{role.upper()}."
            raise Problem(f"the {role} needs a PIN", hint, BAD_INPUT)
        while True:
            try:
                text = f"A new PIN for the {role} ({_LENGTHS[role]})"
                again = "The same once more"
                return check_new_pin(
                    typer.prompt(text, hide_input=True, confirmation_prompt=again, err=True), taken
                )
            except Problem as problem:
                self.say(problem.line())

    def hold(self, where: str) -> None:
        self.say(f"Hold any card over {where}.")

    def take_away(self) -> None:
        self.say("Take it away.")

    def call(self, line: str) -> None:
        self.say(line)

    def interrupted(self) -> str:
        if not sys.stdin.isatty():
            return "stop"
        answer = typer.prompt(INTERRUPTED_PROMPT, default="", err=True)
        return {"u": "undo", "s": "stop"}.get(answer.strip().lower()[:1], "")
