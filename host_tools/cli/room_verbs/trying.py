"""`cardtable room try`: a whole room on this computer, with simulated tables (`make room`)."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.room_verbs.options import DatabaseOption
from host_tools.cli.sim import GAMES, prepare, sim_folder
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.place import DatabaseUrl, place_of
from host_tools.room.enrolment import Enrolments
from host_tools.room.trial_postgres import TrialPostgres
from sim.roots import ROOT

_NAMES = ("harbour", "acacia", "lagoon", "ridge", "garden", "tower", "cellar", "terrace")


def table_name(at: int) -> str:
    return _NAMES[at] if at < len(_NAMES) else f"table-{at + 1}"


class _Children:
    """Processes that end with this one, in the order in which they came, backwards."""

    def __init__(self) -> None:
        self._all: list[subprocess.Popen[str]] = []

    def start(self, words: list[str], log: Path, *wanted: str) -> list[str]:
        """Start one; the lines it says that begin with these words."""
        with open(log, "ab") as errors:
            made = subprocess.Popen(
                [sys.executable, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if wanted else errors,
                stderr=errors,
                text=True,
                cwd=ROOT,
                start_new_session=True,  # Ctrl-C reaches this one; it ends the others in order
            )
        self._all.append(made)
        found = []
        for first in wanted:
            assert made.stdout is not None
            line = made.stdout.readline()
            if not line.startswith(first):
                raise Problem(f"{words[1]} did not start", f"See {log}.")
            found.append(line.strip())
        if wanted:  # what else it says is read, so that it never waits for us
            assert made.stdout is not None
            threading.Thread(target=made.stdout.read, daemon=True).start()
        return found

    def end(self) -> None:
        for one in reversed(self._all):
            if one.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    one.terminate()
                    one.send_signal(signal.SIGCONT)  # somebody may have stopped it to look
        for one in reversed(self._all):
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait(10)


def try_room(
    tables: Annotated[int, typer.Option(help="How many simulated tables.", min=1, max=60)] = 3,
    speed: Annotated[float, typer.Option(help="How many times faster than life.")] = 4.0,
    listen: Annotated[int, typer.Option(help="Port for tables; 0 = any.")] = 0,
    local: Annotated[int, typer.Option(help="Port of the floor page; 0 = any.")] = 8711,
    folder: Annotated[Path | None, typer.Option(help="Keep everything here.")] = None,
    ledger: DatabaseOption = None,
) -> None:
    """A room on this computer: PostgreSQL, the server, and simulated tables that report to it.

    Without --ledger (or DATABASE_URL) a PostgreSQL from PyPI runs beside it. Ctrl-C ends all.

    Example: cardtable room try --tables 5
    """
    if not 0 < speed <= 1000:
        raise Problem(f"speed {speed:g} is out of reach", "Choose up to 1000.", BAD_INPUT)
    place = folder or sim_folder().parent / "room"
    place.mkdir(parents=True, exist_ok=True)
    children = _Children()
    server: TrialPostgres | None = None
    # A terminal that is closed, or SIGTERM, ends everything as Ctrl-C does.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupted)
    try:
        if ledger:
            at = place_of(ledger)
        else:
            remark("starting PostgreSQL …")
            lent = hasattr(os, "geteuid") and os.geteuid() == 0
            server = TrialPostgres(None if lent else place / "postgres").start()
            at = place_of(server.url())
        if not isinstance(at, DatabaseUrl):
            raise Problem("a room needs PostgreSQL", "Give postgresql://…", BAD_INPUT)
        page = _room(children, place, at, listen, local, tables, speed)
        print(_LOOK.format(page=page, tables=tables, folder=place, ledger=at), flush=True)
        signal.pause() if hasattr(signal, "pause") else threading.Event().wait()
    except KeyboardInterrupt:
        remark("ending …")
    finally:
        children.end()
        if server is not None:
            server.close()


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


_LOOK = """
The floor page: {page}
  {tables} tables report to it. What needs a person stands first; a click shows a table's felt.
  Pull a cable: stop one of the `cardtable sync` processes (kill -STOP), and see it missed; let it
  go on (kill -CONT), and nothing is lost.
  From another terminal:
    cardtable ledger verify --ledger '{ledger}'
    cardtable room tables --ledger '{ledger}'
    cardtable rounds --ledger '{ledger}' --table harbour
  Logs are in {folder}. Ctrl-C ends everything."""


def _room(
    children: _Children,
    place: Path,
    at: DatabaseUrl,
    listen: int,
    local: int,
    tables: int,
    speed: float,
) -> str:
    env = {"CARDTABLE_KEYS": str(place / "keys"), "CARDTABLE_RUN": str(place / "run")}
    os.environ.update(env)
    words = ["-m", "host_tools.main", "room", "serve", "--ledger", at.url]
    words += ["--listen", str(listen), "--local", str(local), "--folder", str(place)]
    said = children.start(words, place / "room.log", "The room is at ", "The floor page")
    url, page = said[0].split()[4], said[1].split()[-1]
    certificate = (place / "room.crt").read_text(encoding="utf-8")
    for number in range(tables):
        _table(children, place, at, url, certificate, number, speed)
    return page


def _table(
    children: _Children,
    place: Path,
    at: DatabaseUrl,
    url: str,
    certificate: str,
    number: int,
    speed: float,
) -> None:
    name = table_name(number)
    game = GAMES[number % len(GAMES)]
    own = place / "tables" / name
    board = prepare(own / "board")
    words = [
        "-m",
        "sim.harness.serve",
        "--folder",
        str(board),
        "--game",
        game,
        "--speed",
        str(speed),
    ]
    words += ["--seed", str(number + 1), "--table", name, "--with-stdin", "--full"]
    port = children.start(words, own / "board.log", "listening on ")[0].split()[-1]
    with Enrolments(at) as enrolments:
        secret = enrolments.enrol(name, again=True)
    key = own / "key.json"
    RoomKey(url, name, secret, certificate).write(key)
    words = ["-m", "host_tools.main", "sync", "--port", f"socket://{port}", "--room", str(key)]
    words += ["--ledger", str(own / "ledger.db")]
    children.start(words, own / "sync.log")
    remark(f"table {name}: {game}, its board at socket://{port}")
