"""`cardtable doctor`: what is wrong with a table, where, and what to do."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from host_tools.cli.options import PortOption
from host_tools.common.problems import FAILED, NO_BOARD, Problem
from host_tools.doctor import bundle as bundles
from host_tools.doctor import checks, people, report, usb
from host_tools.doctor.examine import Examined, Examiner
from host_tools.doctor.result import FAIL, OK, SKIP, WARN, Result, needs_hands
from host_tools.link.session import Session

SCHEMA = 1  # of --json
_NOBODY = ("no_board", "no_hello", "no_permission")  # nothing was there to examine
_MARKS = {OK: "[green]✓[/]", WARN: "[yellow]![/]", FAIL: "[red]✗[/]", SKIP: "[dim]–[/]"}


def doctor(
    port: PortOption = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    report_to: Annotated[
        Path | None,
        typer.Option("--report", help="A printable report (HTML).", show_default=False),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(help="A zip for a bug report, without secrets.", show_default=False),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nobody: leave out what needs eyes and hands.")
    ] = False,
    udev: Annotated[
        bool, typer.Option("--udev", help="Print a udev rule for Linux, and end.")
    ] = False,
) -> None:
    """Examine a table from the cable to the cards: cause and remedy of whatever is wrong.

    Looks only, unless the technician's PIN is given (CARDTABLE_PIN, or typed): then the board also
    tests its readers, and lights and watches what people look at and touch. Ends with 1 when
    something needs hands, with 3 when no board could be reached.

    Examples:

    cardtable doctor

    CARDTABLE_PIN=2222 cardtable doctor --yes --port socket://127.0.0.1:4444 --report table.html
    """
    if udev:
        print(usb.udev_rule(), end="")
        print(f"Save it as {usb.RULES_FILE}, then: sudo udevadm control --reload", file=sys.stderr)
        return
    console = Console(stderr=True, highlight=False)
    person = None if yes or as_json or not sys.stdin.isatty() else AtTheKeyboard(console)
    seen, results = examine(port, console, person)
    when = datetime.now().astimezone()
    if report_to is not None:
        report.save(report_to, seen, results, when)
        console.print(f"Report: {report_to}")
    if bundle is not None:
        bundles.write(bundle, seen, results, when)
        console.print(f"Bundle: {bundle}")
    if as_json:
        print(json.dumps(as_dict(seen, results), indent=2))
    else:
        tell(results)
    if any(one.cause in _NOBODY for one in results if one.result == FAIL):
        raise typer.Exit(NO_BOARD)
    if needs_hands(results):
        raise typer.Exit(FAILED)


def examine(
    port: str, console: Console, person: people.Person | None
) -> tuple[Examined, list[Result]]:
    """Everything that can be found out about the table at `port`."""
    seen = Examined()
    found, results = usb.port_checks(port)
    if found is None:
        return seen, results
    try:
        session = Session(found)
    except Problem as problem:
        if problem.code == NO_BOARD and "://" in found:
            results = []  # nobody listens there: that is no port that is well
        results.append(Result("link.hello", "hello", FAIL, str(problem), problem.hint, "no_hello"))
        return seen, results
    with session, console.status("looking") as status:
        examiner = Examiner(session, status.update)
        seen = examiner.examine()
        results += checks.run(seen)
        status.stop()
        why = examiner.why_no_trials() if seen.hello.is_table else "no table"
        if person is None and not why:
            why = "nobody was asked"
        if why or person is None:
            results += people.skipped(why)
        else:
            results += people.look_and_touch(session, person)
    return seen, results


def as_dict(seen: Examined, results: list[Result]) -> dict:
    hello = seen.hello
    return {
        "schema": SCHEMA,
        "table": hello.table if hello else None,
        "board": hello.board if hello else None,
        "firmware": hello.firmware if hello else None,
        "needs_hands": needs_hands(results),
        "checks": [one.as_dict() for one in results],
    }


def tell(results: list[Result]) -> None:
    """For people: a line a check, the remedy under what is not well."""
    console = Console(highlight=False, soft_wrap=True)
    for one in results:
        console.print(f"{_MARKS[one.result]} {one.title:<22} ", end="")
        console.print(one.evidence, markup=False)
        if one.remedy and one.result != OK:
            console.print(f"  {'':<22} → {one.remedy}", markup=False)
    counts = {kind: sum(one.result == kind for one in results) for kind in (FAIL, WARN, SKIP)}
    hands = counts[FAIL]
    words = f"{hands} thing{'' if hands == 1 else 's'} need{'s' if hands == 1 else ''} hands"
    console.print(
        f"{words if hands else 'Nothing needs hands'}; {counts[WARN]} to look at,"
        f" {counts[SKIP]} not looked at, {len(results)} checks."
    )


class AtTheKeyboard:
    """The technician, asked on the terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def sees(self, question: str) -> bool:
        return typer.confirm(question, default=True, err=True)

    def touch(self, kind: str, name: str) -> None:
        words = {
            "key": f"Press the key '{name}'",
            "sensor": f"Lay a chip on the sensor of box {name}, and take it away",
            "key switch": f"Turn the supervisor's key {name}",
        }
        self._console.print(words[kind])
