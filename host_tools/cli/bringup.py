"""`cardtable bringup`: the afternoon on which a first real board is checked."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.boards import compiled
from host_tools.boards.load import Board, named
from host_tools.bringup import acceptance, emulation, people, report
from host_tools.bringup.bench import OverRepl
from host_tools.bringup.findings import Finding, differences, findings
from host_tools.bringup.walk import PLANS, Laid, Person, walk
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, FAILED, Problem, remark
from host_tools.flashing import find as finding
from host_tools.flashing import flasher, update
from host_tools.flashing.flasher import Steps
from host_tools.flashing.repl import Facts
from host_tools.link.roles import TECHNICIAN
from host_tools.link.session import ask_pin
from host_tools.simulation.bare_board import PORT

_LOOKS = 20


def bringup(
    board: Annotated[str, typer.Argument(help="Its definition: a name, or a board.toml.")],
    port: PortOption = "auto",
    plan: Annotated[
        str, typer.Option(help=f"Which cards at which distances: {', '.join(PLANS)}.")
    ] = "quick",
    looks: Annotated[int, typer.Option(help="Scans for each.", min=1, max=40)] = _LOOKS,
    report_to: Annotated[Path, typer.Option("--report", help="The page to print.")] = Path(
        "bringup.html"
    ),
    trace_to: Annotated[Path, typer.Option("--trace", help="Everything measured.")] = Path(
        "bringup.json"
    ),
    box: Annotated[
        str | None,
        typer.Option(
            "--accept",
            help='Only this: 100 hands at a box ("box 3"); 95 whole within 1 s accept it.',
            show_default=False,
        ),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option(
            help='Only this reader ("box 3"): what it reads at each distance, for tuning a loop.',
            show_default=False,
        ),
    ] = None,
    hands: Annotated[int, typer.Option(help="Of --accept.", min=1, max=1000)] = acceptance.HANDS,
    answers: Annotated[
        Path | None,
        typer.Option(help="Currents that were read before (JSON).", show_default=False),
    ] = None,
    practice: Annotated[
        Path | None,
        typer.Option(
            help="Folder of `cardtable sim --bare`: its hands lay the cards.", show_default=False
        ),
    ] = None,
) -> None:
    """Measure a first board: addresses, chips, times, cards at distances, fields, currents.

    Needs MicroPython on the board, and no firmware: bus by bus it is measured from the REPL. A
    board in service goes into maintenance for it (technician's PIN), and back. Asks for cards step
    by step. Ends with 1 when something needs hands.

    Examples:

    cardtable bringup pico_7 --report bringup.html --trace bringup.json

    cardtable bringup pico_7 --reader "box 3" --plan full

    cardtable sim --trace bringup.json
    """
    if plan not in PLANS:
        raise Problem(f"--plan {plan} is not known", f"Choose {', '.join(PLANS)}.", BAD_INPUT)
    defined = named(board)
    person = _person(answers, practice)
    if practice is not None:
        port = str((practice / PORT).resolve())
    if box is not None:
        if box not in defined.data["readers"] or box == "shoe":
            raise Problem(f"no reader under {box}", 'Write --accept "box 3".', BAD_INPUT)
        with on_the_bench(port, defined) as (bench, _):
            done = acceptance.accept(bench, box, person, remark, hands)
        print(done.line())
        if not done.passed:
            raise typer.Exit(FAILED)
        return
    if reader is not None:
        if reader not in defined.data["readers"]:
            raise Problem(f"no reader under {reader}", 'Write --reader "box 3".', BAD_INPUT)
        _one(measured(port, defined, person, PLANS[plan], looks, reader), reader)
        return
    told = _AsItGoes()
    try:
        trace = measured(port, defined, person, PLANS[plan], looks, told=told)
    except (KeyboardInterrupt, typer.Abort, Problem):
        if told.trace is not None:
            report.save(report_to, trace_to, told.trace, findings(told.trace), [])
            remark(f"stopped. What was measured until then is in {report_to} and {trace_to}.")
        raise
    found = findings(trace)
    emulated = emulation.emulated_trace(trace["wiring"], PLANS[plan], looks)
    other = differences(trace, emulated)
    report.save(report_to, trace_to, trace, found, other)
    tell(found, other)
    remark(f"report: {report_to}; trace: {trace_to} (cardtable sim --trace {trace_to})")
    if found:
        raise typer.Exit(FAILED)


def measured(
    port: str,
    board: Board,
    person: Person,
    plan: tuple[Laid, ...],
    looks: int,
    only: str | None = None,
    told: Callable[[dict[str, Any]], None] = lambda trace: None,
) -> dict[str, Any]:
    """The trace of a board at a port; a board that was in service goes back into it."""
    groups = board.data.get("antennas", {}).get("groups")
    with on_the_bench(port, board) as (bench, facts):
        wiring = compiled.compile_board(board.data)
        about = {
            "machine": facts.machine,
            "micropython": ".".join(map(str, facts.version)),
            "when": datetime.now().astimezone().isoformat(timespec="minutes"),
        }

        def shown(trace: dict[str, Any]) -> None:
            trace.update(about)
            told(trace)

        return walk(bench, wiring, person, remark, plan, looks, groups, only, shown)


class _AsItGoes:
    """Says what is wrong with addresses and chips as soon as it is known, and keeps the trace."""

    def __init__(self) -> None:
        self.trace: dict[str, Any] | None = None
        self._said: set[Finding] = set()

    def __call__(self, trace: dict[str, Any]) -> None:
        self.trace = trace
        for one in findings(trace):
            if one not in self._said:
                self._said.add(one)
                remark(one.line())


@contextlib.contextmanager
def on_the_bench(port: str, board: Board) -> Iterator[tuple[OverRepl, Facts]]:
    """The measuring end on the board at a port; one that was in service goes back into it."""
    wiring = compiled.compile_board(board.data)
    if "boxes" not in wiring:
        raise Problem(
            f"{board.name} has no readers under the felt", "A full table is measured.", BAD_INPUT
        )
    place = finding.find(port)
    steps = Steps(remark, ask_pin=lambda: ask_pin(TECHNICIAN))
    with flasher.open_repl(place, steps) as repl:
        facts = repl.facts()
        try:
            yield OverRepl(repl, wiring), facts
        finally:
            if repl.served:
                update.release(repl)
                repl.reset()


def _person(answers: Path | None, practice: Path | None) -> Person:
    hands: Any = None
    if practice is not None:
        if not (practice / PORT).exists():
            raise Problem(
                f"no bare board runs in {practice}",
                f"Start one in another terminal: cardtable sim --bare --folder {practice}",
                BAD_INPUT,
            )
        from sim.people.technician import Technician

        hands = people.Practising(Technician(practice))
    elif not sys.stdin.isatty():
        raise Problem(
            "somebody has to lay the cards", "Run it in a terminal, or with --practice.", BAD_INPUT
        )
    return people.Answers(answers, hands) if answers else hands or people.AtTheTerminal()


def _one(trace: dict[str, Any], name: str) -> None:
    """What one reader reads; it ends with 1 when its chip is silent or reads nothing."""
    told = trace["readers"][name]
    if not told["version"]:
        print(f"{name}: no answer ({told['why_not']}). Check its plug, supply and switches.")
        raise typer.Exit(FAILED)
    for one in told["cards"]:
        laid = Laid(one["cards"], one["distance_mm"], one["offset_mm"])
        print(f"{one['whole']:3} of {one['looks']} looks whole: {laid.words(name)}")
    if not any(one["whole"] for one in told["cards"]):
        raise typer.Exit(FAILED)


def tell(found: list[Finding], other: list[Finding]) -> None:
    for one in found:
        print(one.line())
    if not found:
        print("Nothing needs hands.")
    if other:
        print(f"Otherwise than emulated, {len(other)}:")
        for one in other:
            print(f"  {one.where}: {one.text}")
