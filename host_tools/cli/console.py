"""`cardtable console`: the page for a board, real or simulated."""

from __future__ import annotations

import socket
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
from host_tools.common.problems import remark
from host_tools.link.hello import Hello
from host_tools.link.ports import AUTO

PAGE_PORT = 8700


def console(
    port: PortOption = AUTO,
    listen: PagePortOption = PAGE_PORT,
    host: Annotated[
        str,
        typer.Option(help="Serve at this address; other than loopback: to the network, by TLS."),
    ] = "127.0.0.1",
    name: PageNamesOption = None,
    side: Annotated[
        str | None,
        typer.Option(help="HOST:PORT of a simulated table's side channel.", show_default=False),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help="PEM; without it the console makes one of its own for the network.",
            show_default=False,
        ),
    ] = None,
    certificate_key: Annotated[
        Path | None, typer.Option(help="Its key, PEM.", show_default=False)
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            help="Where every request is written down; else in your log folder.", show_default=False
        ),
    ] = None,
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
    """
    # The server's libraries are of no use to the other verbs.
    from host_tools.common.certificate import fingerprint, served_by
    from host_tools.console.request_guard import LOOPBACK
    from host_tools.console.server import Settings, address, bind, make_server, serve

    settings = Settings(port, ledger_path(ledger), host, listen, tuple(name or ()), side)
    settings.log = log or platformdirs.user_log_path("cardtable") / "console.log"
    if host not in LOOPBACK or certificate is not None or certificate_key is not None:
        reached = [host] if host not in ("0.0.0.0", "::") else [socket.gethostname()]
        settings.certificate, settings.certificate_key = served_by(
            certificate,
            certificate_key,
            platformdirs.user_data_path("cardtable") / "console",
            [*settings.names, *reached],
            "console",
        )
    server = make_server(settings, _Said())
    at = bind(settings)
    print(f"The console is at {address(settings, at)} (Ctrl-C ends it).", flush=True)
    if settings.certificate is not None and certificate is None:
        print("A browser asks once whether it may trust this certificate. Compare (SHA-256):")
        print(f"  {fingerprint(settings.certificate)}", flush=True)
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
