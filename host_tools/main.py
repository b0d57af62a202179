"""The `cardtable` command. Each verb has a file of its own; this one puts them together."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import typer

from host_tools.common.plain_text import PlainStream
from host_tools.common.problems import BAD_INPUT, INTERRUPTED, Problem, remark

# Usage errors of every kind share this base; typer does not name it in public.
_UsageError = typer.BadParameter.__mro__[1]

# Verb → file of `cli`, and what it is called there. A verb that nobody asked for is not loaded:
# together they import for more than a second.
VERBS = {
    "boards": "boards:boards",
    "bringup": "bringup:bringup",
    "config": "config:config",
    "console": "console:console",
    "deck": "deck:deck",
    "doctor": "doctor:doctor",
    "flash": "flash:flash",
    "hand": "hand:hand",
    "install": "install:install",
    "keys": "keys:keys",
    "maintenance": "maintenance:maintenance",
    "play": "play:play_files",
    "replay": "replay:replay_files",
    "rules": "rules:rules",
    "release": "release:release",
    "room": "room:room",
    "overlay": "overlay:overlay",
    "verify": "verify:verify",
    "sensors": "sensors:sensors",
    "sim": "sim:sim",
    "table": "table:table",
    "sync": "sync:sync",
    "tournament": "tournament:tournament",
    "ledger": "ledger:app",
    "events": "events:events",
    "rounds": "rounds:rounds",
    "meter": "meter:meter",
    "day": "day:day",
    "restore": "restore:restore",
    "replay-trace": "replay_trace:replay_trace",
}


def command_line(names: Iterable[str] = VERBS) -> typer.Typer:
    """The command with these verbs; all of them, if none are named."""
    built = typer.Typer(
        name="cardtable",
        help="The open controller for a physical poker table.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    built.callback()(cardtable)
    for name in names:
        file, attribute = VERBS[name].split(":")
        verb = getattr(import_module(f"host_tools.cli.{file}"), attribute)
        if isinstance(verb, typer.Typer):
            built.add_typer(verb, name=name)
        else:
            built.command(name)(verb)
    return built


def __getattr__(name: str) -> typer.Typer:
    """`app`, the command with all verbs, is built when somebody asks for it."""
    if name != "app":
        raise AttributeError(name)
    return globals().setdefault("app", command_line())


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"cardtable {version('cardtable')}")
        raise typer.Exit


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
        return _asked_for()(prog_name="cardtable", standalone_mode=False) or 0
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


def _asked_for() -> Callable[..., int | None]:
    """The command with the verb that was typed; help, completion and a wrong verb need all."""
    built = globals().get("app")
    if built is None and len(sys.argv) > 1 and sys.argv[1] in VERBS:
        built = command_line([sys.argv[1]])
    return built or command_line()


def _help_for(error: object) -> str:
    context = getattr(error, "ctx", None)
    return f"{context.command_path if context else 'cardtable'} --help"


if __name__ == "__main__":
    main()
