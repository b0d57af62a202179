"""`cardtable console`: the page for a board, real or simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from host_tools.cli.options import (
    LedgerOption,
    PageNamesOption,
    PagePortOption,
    PortOption,
    ledger_path,
)
from host_tools.cli.serving import (
    CertificateKeyOption,
    CertificateOption,
    SecuredHostOption,
    certificate_for,
    tell_own,
)
from host_tools.common.problems import remark
from host_tools.link.hello import Hello
from host_tools.link.ports import AUTO

PAGE_PORT = 8700


def console(
    port: PortOption = AUTO,
    listen: PagePortOption = PAGE_PORT,
    host: SecuredHostOption = "127.0.0.1",
    name: PageNamesOption = None,
    side: Annotated[
        str | None,
        typer.Option(help="HOST:PORT of a simulated table's side channel.", show_default=False),
    ] = None,
    certificate: CertificateOption = None,
    certificate_key: CertificateKeyOption = None,
    log: Annotated[
        Path | None,
        typer.Option(
            help="Where every request is written down; else in your log folder.", show_default=False
        ),
    ] = None,
    tournament: Annotated[
        str,
        typer.Option(
            help="Address of a tournament's wall screen: its level and clock are on the page.",
            show_default=False,
        ),
    ] = "",
    ledger: LedgerOption = None,
) -> None:
    """Serve the console for a board: felt, dealer, supervisor, technician. Ctrl-C ends it.

    It binds to this computer alone unless --host says otherwise, keeps every record in the ledger,
    and comes back by itself when the board does. Beyond this computer it speaks TLS only, with a
    certificate of its own or with the one that is given.

    Examples:

    cardtable console

    cardtable console --port socket://127.0.0.1:4444 --listen 8700

    cardtable console --host 0.0.0.0 --name table-1.lan

    cardtable console --tournament https://director.lan:8720
    """
    # The server's libraries are of no use to the other verbs.
    from host_tools.console.server import Settings, address, bind, make_server, serve
    from host_tools.console.tournament_clock import TournamentClock

    settings = Settings(port, ledger_path(ledger), host, listen, tuple(name or ()), side)
    if tournament:
        TournamentClock(tournament)  # an address that is none is told before anything is served
        settings.tournament = tournament
    settings.log = log or platformdirs.user_log_path("cardtable") / "console.log"
    settings.certificate, settings.certificate_key = certificate_for(
        host, settings.names, certificate, certificate_key, "console"
    )
    server = make_server(settings, _Said())
    at = bind(settings)
    print(f"The console is at {address(settings, at)} (Ctrl-C ends it).", flush=True)
    tell_own(settings.certificate, certificate)
    remark(f"every request is written down in {settings.log}")
    serve(server, at)


class _Said:
    """What the terminal is told beside the page: whether the board is there."""

    def __init__(self) -> None:
        self._there: str | None = None  # a quiet board greets often

    def linked(self, state: str, why: str) -> None:
        if state == "lost":
            self._there = None
            remark(f"no board: {why or 'it does not answer'}. The page waits for it.")

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        if hello.table != self._there:
            self._there = hello.table
            remark(f"{hello.table or 'a board without a table'} is there.")

    def recorded(self, number: int, record: tuple) -> None:
        pass  # the page shows it

    def stopped(self, code: str, where: str) -> None:
        pass  # so does it this
