"""`cardtable install`: a new table, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.config import File, loaded
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.flashing.find import find
from host_tools.install import state as states
from host_tools.install.person import OnTheTerminal
from host_tools.install.practice import Practising, port_of
from host_tools.install.steps import STEPS, Installation, run
from host_tools.simulation.bare_board import PORT

# What a board that is put in another's place has to be given; table and people stay as they are.
NEW_BOARD = ("flash", "keys", "configuration", "deck", "report")


def install(
    file: File = Path("table.toml"),
    port: PortOption = "auto",
    practice: Annotated[
        Path | None,
        typer.Option(
            help="The folder of a `cardtable sim --bare`: its hands do what is asked.",
            show_default=False,
        ),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="Where progress is kept; else beside the file.", show_default=False),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="The report; else beside the file.", show_default=False),
    ] = None,
    again: Annotated[
        str | None,
        typer.Option(
            help=f"Do this step again: {', '.join(STEPS)}; or board: all that a new board needs.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Install a new table: firmware, keys and PINs, configuration, readers, panel, deck, report.

    Needs a table.toml (cardtable config check). Each step says what to do. It can be stopped at any
    time and started again: what is done is not done twice. PINs are asked for, or taken from
    CARDTABLE_PIN_DEALER, CARDTABLE_PIN_TECHNICIAN and CARDTABLE_PIN_SUPERVISOR. To practise without
    a board: cardtable sim --bare.

    Examples:

    cardtable install --practice build/practice

    cardtable install --port /dev/ttyACM0
    """
    config = loaded(file)
    progress = states.load(state or file.with_suffix(".install.json"), config.table)
    if again is not None:
        steps = NEW_BOARD if again == "board" else (again,)
        if not set(steps) <= set(STEPS):
            listed = ", ".join([*STEPS, "board"])
            raise Problem(f"there is no step '{again}'", f"Steps: {listed}.", BAD_INPUT)
        progress.done = [step for step in progress.done if step not in steps]
    with _somebody(practice) as person:
        place = find(port if practice is None else port_of(practice))
        report = report or file.with_suffix(".html")
        try:
            run(Installation(place, config, person, progress, report))
        except (KeyboardInterrupt, typer.Abort):
            remark("stopped. What is done is kept: the same command goes on from there.")
            raise
    print(f"Table {config.table} is installed.")
    print(_next(practice / PORT if practice is not None else port))


def _next(port: str | Path) -> str:
    """What whoever has installed a table does with it now."""
    at = "" if port == "auto" else f" --port {port}"
    return (
        f"Next: cardtable console{at}, and play a round; then the acceptance, step 9 of "
        f"docs/building.md. Copy the table's key to a second computer: cardtable keys export."
    )


@contextmanager
def _somebody(practice: Path | None) -> Iterator[OnTheTerminal]:
    if practice is None:
        yield OnTheTerminal()
        return
    port_of(practice)  # nobody's hands without a board
    from sim.people.technician import Technician

    technician = Technician(practice)
    person = Practising(technician)
    try:
        yield person
    finally:
        person.let_go()
        technician.close()
