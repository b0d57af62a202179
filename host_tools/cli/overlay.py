"""`cardtable overlay`: pages for people who watch elsewhere, from what the tables have released."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import (
    LedgerOption,
    PageHostOption,
    PageNamesOption,
    PagePortOption,
    ledger_path,
)
from host_tools.common.problems import BAD_INPUT, FAILED, Problem, unreadable
from host_tools.config.load import BadConfig, load

PAGE_PORT = 8730
_FASTEST = 100.0


def overlay(
    table: Annotated[
        list[str] | None,
        typer.Option("--table", help="Only this table; several. Else all.", show_default=False),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option(
            help='TOML: a section a table, below it 3 = "Ada" for box 3. Read when it changes.',
            show_default=False,
        ),
    ] = None,
    theme: Annotated[
        Path | None,
        typer.Option(help="A style sheet of your own, for theme=own.", show_default=False),
    ] = None,
    config: Annotated[
        list[Path] | None,
        typer.Option(
            help="The table.toml that rounds were played by; several. Else the usual game.",
            show_default=False,
        ),
    ] = None,
    longest: Annotated[
        int, typer.Option(help="Seconds to which a pause is shortened.", min=1, max=600)
    ] = 15,
    speed: Annotated[
        float, typer.Option(help="Times as fast as it was played.", min=0.1, max=_FASTEST)
    ] = 1.0,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Begin with the oldest round, not the newest.")
    ] = False,
    listen: PagePortOption = PAGE_PORT,
    host: PageHostOption = "127.0.0.1",
    name: PageNamesOption = None,
    ledger: LedgerOption = None,
) -> None:
    """Serve an overlay for productions and past rounds step by step. Ctrl-C ends it.

    It plays every round again that is over and that its board has released (`reveal`), with hole
    cards, equity and outs; a round that waits is not there yet, for anybody. Run `cardtable sync`
    or a console beside it, or give it the room's ledger: then it has all of its tables.

    Examples:

    cardtable overlay --table t1 --names players.toml

    cardtable overlay --ledger postgresql://room/cardtable --theme club.css --host 0.0.0.0
    """
    if find_spec("numpy") is None:
        raise Problem(
            "equity needs numpy, which is not installed", "pip install 'cardtable[watch]'", FAILED
        )
    from host_tools.console.server import Settings as Console
    from host_tools.console.server import address, bind, serve
    from host_tools.watching.playback import Pace
    from host_tools.watching.server import Settings, Watching, make_server

    if theme is not None:
        _readable(theme)
    settings = Settings(
        ledger_path(ledger),
        tuple(table or ()),
        host,
        listen,
        tuple(name or ()),
        names,
        theme,
        dict(_played_by(one) for one in config or ()),
        Pace(speed, 1000 * longest),
        from_start,
    )
    pages = Watching(settings)
    where = Console("", Path(), host, listen, settings.also_known_as, None)
    at = bind(where)
    print(f"The pages are at {address(where, at)} (Ctrl-C ends it).", flush=True)
    serve(make_server(pages), at)


def _readable(file: Path) -> None:
    try:
        file.read_bytes()
    except OSError as failure:
        raise unreadable(file, failure) from failure


def _played_by(file: Path) -> tuple[str, dict]:
    try:
        loaded = load(file)
    except BadConfig as bad:
        raise Problem(str(bad), f"See: cardtable config check {file}", BAD_INPUT) from None
    return loaded.fingerprint, loaded.values
