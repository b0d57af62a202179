"""`cardtable tournament run` and `serve`: tables follow by themselves, people look at a page."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import (
    LedgerOption,
    PageNamesOption,
    PagePortOption,
    ledger_path,
)
from host_tools.cli.serving import (
    CertificateKeyOption,
    CertificateOption,
    SecuredHostOption,
    certificate_for,
    tell_own,
)
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.ledger.place import Place
from host_tools.link.session import ask_pin

PAGE_PORT = 8720
_STEP_S = 1.0
_DIRECTOR = "director"

BoardsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--board",
        help="A table and its board's port, t1=/dev/ttyACM0; tables without one are followed"
        " from the ledger alone.",
        show_default=False,
        metavar="TABLE=PORT",
    ),
]
FolderOption = Annotated[
    Path,
    typer.Option("--folder", envvar="CARDTABLE_TOURNAMENT", help="The tournament's folder."),
]
WhoOption = Annotated[
    str, typer.Option(help="Who directs; in every decision that is made by itself.")
]
_HERE = Path("tournament")


def _runner(folder: Path, who: str, ledger: Place, boards: list[str] | None):
    # The server's and the link's libraries are of no use to the other verbs.
    from host_tools.directing.board_link import BoardLink
    from host_tools.directing.runner import Desk, Runner
    from host_tools.ledger.intake import Intake

    Intake(ledger).close()  # it is there from now on, also before the first record
    desk = Desk(folder, who)
    with desk.director():
        pass  # a folder without a tournament is told before anything is opened
    links: dict[str, BoardLink] = {}
    for one in boards or []:
        table, equals, port = one.partition("=")
        if not (table and equals and port) or table in links:
            raise Problem(
                f"--board {one} is no table with its port", "Write t1=/dev/ttyACM0.", BAD_INPUT
            )
        links[table] = BoardLink(table, port, ledger, partial(ask_pin, "supervisor"))
    return Runner(desk, ledger, links, lambda line: print(line, flush=True))


def run(
    board: BoardsOption = None,
    folder: FolderOption = _HERE,
    ledger: LedgerOption = None,
    who: WhoOption = "the runner",
    once: Annotated[bool, typer.Option("--once", help="One look at everything.")] = False,
) -> None:
    """Let the tables follow: rounds are counted, and between rounds mode, limits, seats and chips
    go to the boards (the supervisor's PIN of each, CARDTABLE_PIN_SUPERVISOR).

    Ends when the tournament is over and the boards play as before it, or with Ctrl-C.

    Example:

    cardtable tournament run --board t1=/dev/ttyACM0 --board t2=/dev/ttyACM1 --folder thursday
    """
    made = _runner(folder, who, ledger_path(ledger), board)
    made.start()
    try:
        while True:
            try:
                made.step()
            except Problem as why:  # somebody else wrote, or the ledger is away: once more
                remark(why.line())
            if once or made.is_over():
                return
            time.sleep(_STEP_S)
    except KeyboardInterrupt:
        return
    finally:
        made.stop()


def serve(
    board: BoardsOption = None,
    folder: FolderOption = _HERE,
    ledger: LedgerOption = None,
    listen: PagePortOption = PAGE_PORT,
    host: SecuredHostOption = "127.0.0.1",
    name: PageNamesOption = None,
    look: Annotated[
        bool, typer.Option("--look", help="Pages only look: no PIN, nothing can be done.")
    ] = False,
    who: WhoOption = "the runner",
    certificate: CertificateOption = None,
    certificate_key: CertificateKeyOption = None,
) -> None:
    """Serve the director's page, and the wall screen at /wall, beside `run`. Ctrl-C ends it.

    The director's PIN is in CARDTABLE_PIN_DIRECTOR, or typed: six digits or more. Beyond this
    computer the pages speak TLS only, with a certificate of their own or one that is given.

    Example:

    cardtable tournament serve --board t1=/dev/ttyACM0 --folder thursday
    """
    from host_tools.console.server import Settings as Console
    from host_tools.console.server import address, bind
    from host_tools.console.server import serve as served
    from host_tools.directing.server import DirectorServer, Settings, make_server
    from host_tools.link.roles import check_pin

    made = _runner(folder, who, ledger_path(ledger), board)
    names = tuple(name or ())
    secured = certificate_for(host, names, certificate, certificate_key, "tournament")
    pin = "" if look else check_pin(ask_pin(_DIRECTOR))
    pages = DirectorServer(made, Settings(host, listen, names, pin, *secured))
    where = Console("", Path(), host, listen, names, None)
    where.certificate, where.certificate_key = secured
    server = make_server(pages)
    at = bind(where)
    print(f"The director's page is at {address(where, at)} (Ctrl-C ends it).", flush=True)
    print(f"The wall screen is at {address(where, at)}wall", flush=True)
    tell_own(secured[0], certificate)
    served(server, at)
