"""`cardtable console`: the page for a board, real or simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from host_tools.ledger.place import default_ledger
from host_tools.link.ports import AUTO, VARIABLE

_PORT = 8700


def console(
    port: Annotated[
        str, typer.Option(help="The board: auto, a device, or socket://HOST:PORT.", envvar=VARIABLE)
    ] = AUTO,
    listen: Annotated[int, typer.Option(help="TCP port of the page; 0 = any free one.")] = _PORT,
    host: Annotated[
        str, typer.Option(help="Serve at this address; other than loopback: to the network.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name browsers may use for it; several.", show_default=False),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(help="HOST:PORT of a simulated table's side channel.", show_default=False),
    ] = None,
    ledger: Annotated[
        Path | None, typer.Option(help="Where the records are kept.", show_default=False)
    ] = None,
) -> None:
    """Serve the console for a board: felt, dealer, supervisor, technician. Ctrl-C ends it.

    It binds to this computer alone unless --host says otherwise, keeps every record in the ledger,
    and comes back by itself when the board does.
    """
    # The server's libraries are of no use to the other verbs.
    from host_tools.console.server import Settings, address, bind, make_server

    place = ledger or default_ledger()
    place.parent.mkdir(parents=True, exist_ok=True)
    settings = Settings(port, place, host, listen, tuple(name or ()), side)
    at = bind(settings)
    print(f"The console is at {address(settings, at)} (Ctrl-C ends it).", flush=True)
    server = make_server(settings)
    try:
        server.run(sockets=[at])
    except KeyboardInterrupt:
        pass
    finally:
        at.close()
