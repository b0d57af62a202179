"""`cardtable maintenance`: a board out of service for a technician, and back."""

from __future__ import annotations

from typing import Annotated

import typer

from host_tools.cli.flash import ask_pin
from host_tools.cli.options import ForceOption, PortOption
from host_tools.common.problems import Problem
from host_tools.flashing import find as finding
from host_tools.flashing import flasher, service
from host_tools.flashing.flasher import Steps


def maintenance(
    port: PortOption = finding.AUTO,
    end: Annotated[bool, typer.Option("--end", help="Back into service.")] = False,
    _force: ForceOption = False,
) -> None:
    """Send a board into maintenance mode, where mpremote, flash and verify reach its files.

    Examples:

    cardtable maintenance

    cardtable maintenance --end
    """
    place = finding.find(port)
    if not end:
        with flasher.open_repl(place, Steps(ask_pin=ask_pin)) as repl:
            facts = repl.facts()
        print(f"The board is in maintenance ({facts.machine}). Back: cardtable maintenance --end")
        return
    hello = service.hello(place.now()) or flasher.end_maintenance(place)
    if hello is None:
        raise Problem(
            "the application has not said hello",
            "Is the maintenance jumper still closed? See what it says: mpremote connect PORT.",
        )
    print(f"{hello.title} is up with firmware {hello.firmware}.")
