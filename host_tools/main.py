"""The `cardtable` command. Each verb has a file of its own; this one puts them together."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from host_tools import hand, play, replay, rules, sim, table
from host_tools.boards import command as boards
from host_tools.problems import BAD_INPUT, Problem

# Usage errors of every kind share this base; typer does not name it in public.
_UsageError = typer.BadParameter.__mro__[1]
_INTERRUPTED = 130  # as shells count a Ctrl-C

app = typer.Typer(
    name="cardtable",
    help="The open controller for a physical poker table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("boards")(boards.boards)
app.command("hand")(hand.hand)
app.command("play")(play.play_files)
app.command("replay")(replay.replay_files)
app.command("rules")(rules.rules)
app.command("sim")(sim.sim)
app.command("table")(table.table)


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
    sys.exit(_run())


def _run() -> int:
    try:
        return app(standalone_mode=False) or 0
    except Problem as problem:
        print(f"cardtable: {problem.line()}", file=sys.stderr)
        return problem.code
    except _UsageError as error:
        text = " ".join(error.format_message().split())  # type: ignore[attr-defined]
        if text:
            stop = "" if text.endswith((".", "?")) else "."
            print(f"cardtable: {text}{stop} Try: {_help_for(error)}", file=sys.stderr)
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED


def _help_for(error: object) -> str:
    context = getattr(error, "ctx", None)
    return f"{context.command_path if context else 'cardtable'} --help"


if __name__ == "__main__":
    main()
