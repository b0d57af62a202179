"""Options that several verbs share, and what they mean."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger import place
from host_tools.ledger.ledger import Ledger
from host_tools.link import ports


def _tables(incomplete: str) -> list[str]:
    """For the shell's completion: the tables of the usual ledger."""
    try:
        with Ledger(place.default_ledger()) as ledger:
            return [name for name in ledger.tables() if name.startswith(incomplete)]
    except Problem:
        return []


LedgerOption = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        envvar=place.VARIABLE,
        help="The ledger's file, or postgresql://…; without it the file in your data folder.",
        show_default=False,
        metavar="FILE|URL",
    ),
]
# Once it interrupted a round; maintenance shows hidden cards, so nothing does that any more.
ForceOption = Annotated[bool, typer.Option("--force", hidden=True)]
PortOption = Annotated[
    str,
    typer.Option(
        "--port",
        envvar=ports.VARIABLE,
        help="auto (the one board on USB), a device, or socket://HOST:PORT.",
    ),
]
# Reading verbs do not look at CARDTABLE_PORT: a sync that runs beside them has the port.
FirstFromOption = Annotated[
    str | None,
    typer.Option(
        "--port",
        help="First take what the board there has: auto, a device, or socket://HOST:PORT.",
        show_default=False,
    ),
]
TableOption = Annotated[
    str | None,
    typer.Option("--table", help="This table only.", show_default=False, autocompletion=_tables),
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON, one object a line.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Comma-separated values with a header.")]


def ledger_path(given: str | Path | None) -> place.Place:
    return place.place_of(given) if given is not None else place.default_ledger()


def one_of(as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise Problem("--json and --csv exclude each other", "Choose one.", BAD_INPUT)


_SPAN = re.compile(r"(\d+)([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def since_ms(text: str | None, now: datetime | None = None) -> int | None:
    """Milliseconds since 1970 for "2h", "3d", "2026-11-16" or "2026-11-16T14:30"."""
    if text is None:
        return None
    span = _SPAN.fullmatch(text)
    try:
        if span:
            made = (now or datetime.now()) - timedelta(**{_UNITS[span[2]]: int(span[1])})
        else:
            made = datetime.fromisoformat(text)
        return int(made.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise Problem(
            f"--since {text} is no time", "Write 30m, 2h, 3d, 2026-11-16 or 2026-11-16T14:30.", 2
        ) from None


# Of verbs that serve pages.
PagePortOption = Annotated[
    int, typer.Option(help="TCP port of the page; 0 = any free one.", min=0, max=65535)
]
PageHostOption = Annotated[
    str, typer.Option(help="Serve at this address; other than loopback: to the network.")
]
PageNamesOption = Annotated[
    list[str] | None,
    typer.Option(help="A name browsers may use for it; several.", show_default=False),
]
