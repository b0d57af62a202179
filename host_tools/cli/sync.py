"""`cardtable sync`: the records of a board into the ledger, each once."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from host_tools.cli.ledger import tell_verdicts
from host_tools.cli.options import JsonOption, LedgerOption, PortOption, ledger_path
from host_tools.common.problems import BAD_INPUT, INTERRUPTED, Problem
from host_tools.forwarding.reporter import Reporter
from host_tools.forwarding.room_key import keys_for
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.link.record_pump import BoardStopped
from host_tools.reports.receiving import Received, receive
from host_tools.wording import money

_ROOM_S = 30.0
_EVERY = 1000  # records between lines of progress where there is no terminal


def sync(
    port: PortOption = "auto",
    once: Annotated[bool, typer.Option("--once", help="End when everything is here.")] = False,
    ledger: LedgerOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Then hash every record again (with --once).")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Write down every byte of the link, for replay-trace.", show_default=False
        ),
    ] = None,
    room: Annotated[
        str | None,
        typer.Option(
            envvar="CARDTABLE_ROOM",
            help="Forward everything to this room: https://HOST:PORT, or the key's file.",
            show_default=False,
            metavar="URL|FILE",
        ),
    ] = None,
    updates: Annotated[
        Path | None,
        typer.Option(
            envvar="CARDTABLE_UPDATES",
            help="Let the room update the board, with releases that this public key has signed.",
            show_default=False,
            metavar="KEY.pub",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Take the records of a board into the ledger, each exactly once.

    A record is acknowledged after it has reached the disk, and its chain of hashes is checked on
    the way in. Without --once it goes on until Ctrl-C, through unplugged cables and restarts.

    Examples:

    cardtable sync --once

    cardtable sync --port /dev/ttyACM0 --ledger /srv/tables.db

    cardtable sync --room https://room.example:8710

    cardtable sync --room https://room.example:8710 --updates release.key.pub
    """
    path = ledger_path(ledger)
    display = _Display()
    reporter = _reporter(path, room, updates, display.say)
    try:
        if reporter is not None:
            reporter.start()
        received = receive(port, path, once, display.heard, display.say, record, reporter)
        if reporter is not None:
            _wait_for_the_room(reporter)
    except BoardStopped as stopped:
        for place, epoch, number, pool, reserve in stopped.believed:
            display.say(
                f"{place}: epoch {epoch}, record {number}: pool {money(pool)},"
                f" reserve {money(reserve)}"
            )
        raise
    except KeyboardInterrupt:
        display.close()
        _summary(display.received, as_json)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        display.close()
        if reporter is not None:
            reporter.stop()
    _summary(received, as_json)
    if verify:
        with Ledger(path) as opened:
            raise typer.Exit(tell_verdicts(opened, received.table, as_json))


def _reporter(
    path: Place, room: str | None, updates: Path | None, say: Callable[[str], None]
) -> Reporter | None:
    if room is None:
        if updates is not None:
            raise Problem("updates come from a room", "Give --room with --updates.", BAD_INPUT)
        return None
    keys = keys_for(room)
    if updates is None:
        return Reporter(path, keys, say)
    from host_tools.updating.updater import Updater

    return Reporter(path, keys, say, Updater({one.table: one for one in keys}, updates, say))


def _wait_for_the_room(reporter: Reporter) -> None:
    """With --once the end is when the room has everything as well; it may be away for long."""
    end = time.monotonic() + _ROOM_S
    while not all(one.is_up_to_date() for one in reporter.forwarders.values()):
        if time.monotonic() > end:
            raise Problem(
                "the room has not taken everything yet",
                "The records are in the ledger here; run it again when the room is there.",
            )
        time.sleep(0.05)


def _summary(received: Received, as_json: bool) -> None:
    if as_json:
        print(json.dumps(vars(received)))
    elif not received.table:
        print("No board has been heard.")
    else:
        print(
            f"{received.table}, epoch {received.epoch}: {received.fresh:,} new"
            f" record{'' if received.fresh == 1 else 's'}, {received.have:,} of"
            f" {received.last:,} in the ledger."
        )


class _Display:
    """Progress for people, on stderr: a bar on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self.received = Received()
        self._said = 0
        self._bar: Progress | None = None
        console = Console(stderr=True)
        if console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                console=console,
            )
            self._bar.start()
            self._task = self._bar.add_task("waiting for a board", total=None)

    def heard(self, received: Received, _fresh: list[list]) -> None:
        self.received = received
        if self._bar is not None:
            title = f"{received.table}, epoch {received.epoch}"
            self._bar.update(
                self._task, description=title, completed=received.have, total=received.last
            )
        elif received.fresh - self._said >= _EVERY:
            self._said = received.fresh
            self.say(f"{received.table}: {received.have:,} of {received.last:,} records")

    def say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(text, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
