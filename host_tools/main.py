"""The `cardtable` command. Each verb has a file of its own; this one puts them together."""

from __future__ import annotations

import io
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from host_tools.cli import (
    boards,
    day,
    events,
    flash,
    keys,
    ledger,
    maintenance,
    meter,
    play,
    replay,
    replay_trace,
    restore,
    rounds,
    rules,
    sim,
    sync,
    table,
    verify,
)
from host_tools.cli.bringup import bringup
from host_tools.cli.config import config
from host_tools.cli.console import console
from host_tools.cli.deck import deck
from host_tools.cli.doctor import doctor
from host_tools.cli.hand import hand
from host_tools.cli.install import install
from host_tools.cli.release import release
from host_tools.cli.room import room
from host_tools.cli.sensors import sensors
from host_tools.cli.tournament import tournament
from host_tools.common.plain_text import PlainStream
from host_tools.common.problems import BAD_INPUT, INTERRUPTED, Problem, remark

# Usage errors of every kind share this base; typer does not name it in public.
_UsageError = typer.BadParameter.__mro__[1]

app = typer.Typer(
    name="cardtable",
    help="The open controller for a physical poker table.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command("boards")(boards.boards)
app.command("bringup")(bringup)
app.add_typer(config, name="config")
app.command("console")(console)
app.add_typer(deck, name="deck")
app.command("doctor")(doctor)
app.command("flash")(flash.flash)
app.command("hand")(hand)
app.command("install")(install)
app.add_typer(keys.keys, name="keys")
app.command("maintenance")(maintenance.maintenance)
app.command("play")(play.play_files)
app.command("replay")(replay.replay_files)
app.command("rules")(rules.rules)
app.add_typer(release, name="release")
app.add_typer(room, name="room")
app.command("verify")(verify.verify)
app.command("sensors")(sensors)
app.command("sim")(sim.sim)
app.command("table")(table.table)
app.command("sync")(sync.sync)
app.add_typer(tournament, name="tournament")
app.add_typer(ledger.app, name="ledger")
app.command("events")(events.events)
app.command("rounds")(rounds.rounds)
app.command("meter")(meter.meter)
app.command("day")(day.day)
app.command("restore")(restore.restore)
app.command("replay-trace")(replay_trace.replay_trace)


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"cardtable {version('cardtable')}")
        raise typer.Exit


@app.callback()
def cardtable(
    asked: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """The open controller for a physical poker table."""


def main() -> None:
    """Run the command line; expected failures end in one line on stderr, never a traceback."""
    for stream in (sys.stdout, sys.stderr):  # a Windows console may lack an arrow: "?" will do
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(errors="replace")
    sys.stdout, sys.stderr = PlainStream(sys.stdout), PlainStream(sys.stderr)  # type: ignore[assignment]
    sys.exit(_run())


def _run() -> int:
    try:
        return app(prog_name="cardtable", standalone_mode=False) or 0
    except Problem as problem:
        remark(problem.line())
        return problem.code
    except _UsageError as error:
        text = " ".join(error.format_message().split())  # type: ignore[attr-defined]
        if text:
            stop = "" if text.endswith((".", "?")) else "."
            remark(f"{text}{stop} Try: {_help_for(error)}")
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _help_for(error: object) -> str:
    context = getattr(error, "ctx", None)
    return f"{context.command_path if context else 'cardtable'} --help"


if __name__ == "__main__":
    main()
