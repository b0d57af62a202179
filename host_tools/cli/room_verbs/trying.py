"""`cardtable room try`: a whole room on this computer, with simulated tables (`make room`)."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from host_tools.cli.room_verbs.options import DatabaseOption
from host_tools.cli.sim import GAMES, prepare, sim_folder
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.place import DatabaseUrl, place_of
from host_tools.room.enrolment import Enrolments
from host_tools.room.trial_postgres import TrialPostgres
from sim.roots import ROOT

_LOOK_S = 0.5  # how often somebody looks whether all of them run
_AGAIN_S = 2.0  # between two starts of one that does not stay up
_NAMES = ("harbour", "acacia", "lagoon", "ridge", "garden", "tower", "cellar", "terrace")


def table_name(at: int) -> str:
    return _NAMES[at] if at < len(_NAMES) else f"table-{at + 1}"


@dataclass
class _Child:
    """A process that is started again when it ends, as a service manager does."""

    name: str
    words: list[str]
    log: Path
    wanted: tuple[str, ...]
    process: subprocess.Popen[str]
    began: float


class _Children:
    """Processes that end with this one, in the order in which they came, backwards."""

    def __init__(self) -> None:
        self._all: list[_Child] = []

    def start(self, name: str, words: list[str], log: Path, *wanted: str) -> list[str]:
        """Start one; the lines it says that begin with these words."""
        process = _begun(words, log, bool(wanted))
        child = _Child(name, words, log, wanted, process, time.monotonic())
        self._all.append(child)
        return _said(child)

    def again_with(self, *options: str) -> None:
        """The last one keeps these, which it has found, when it is started again."""
        self._all[-1].words += options

    def mend(self) -> None:
        """Whoever has ended is started again, where it was."""
        for child in self._all:
            code = child.process.poll()
            if code is None or time.monotonic() < child.began + _AGAIN_S:
                continue
            remark(f"{child.name} has ended ({code}); it is started again")
            child.process = _begun(child.words, child.log, bool(child.wanted))
            child.began = time.monotonic()
            try:
                _said(child)
            except Problem as problem:  # the database may be away: it is tried again
                remark(problem.line())

    def end(self) -> None:
        for one in reversed([child.process for child in self._all]):
            if one.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    one.terminate()
                    one.send_signal(signal.SIGCONT)  # somebody may have stopped it to look
        for one in reversed([child.process for child in self._all]):
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait(10)


def _begun(words: list[str], log: Path, heard: bool) -> subprocess.Popen[str]:
    with open(log, "ab") as errors:
        return subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if heard else errors,
            stderr=errors,
            text=True,
            cwd=ROOT,
            start_new_session=True,  # Ctrl-C reaches this one; it ends the others in order
        )


def _said(child: _Child) -> list[str]:
    found = []
    told = child.process.stdout
    for first in child.wanted:
        assert told is not None
        line = told.readline()
        if not line.startswith(first):
            raise Problem(f"{child.name} did not start", f"See {child.log}.")
        found.append(line.strip())
    if told is not None:  # what else it says is read, so that it never waits for us
        threading.Thread(target=told.read, daemon=True).start()
    return found


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
    place = (folder or sim_folder().parent / "room").resolve()
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
        while True:
            time.sleep(_LOOK_S)
            if server is not None and not server.runs:
                remark("PostgreSQL has ended; it is started again")
                with contextlib.suppress(Problem):  # what a kill has left of it may need a moment
                    server.start()
            children.mend()
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
  go on (kill -CONT), and nothing is lost. Kill any of them, a board, a host, the room, PostgreSQL
  (kill -9): it is started again.
  From another terminal, after these two (the room's keys sign what is done there):
    export CARDTABLE_KEYS='{folder}/keys'
    export DATABASE_URL='{ledger}'
  for example:
    cardtable room person add Kim --role admin        # who then signs in on the page
    cardtable room journal --verify
    cardtable ledger verify --ledger "$DATABASE_URL"
    cardtable rounds --ledger "$DATABASE_URL" --table harbour
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
    said = children.start(
        "the room", words, place / "room.log", "The room is at ", "The floor page"
    )
    url, page = said[0].split()[4], said[1].split()[-1]
    children.again_with("--listen", str(urlsplit(url).port), "--local", str(urlsplit(page).port))
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
    said = children.start(f"the board of {name}", words, own / "board.log", "listening on ")
    port = said[0].split()[-1]
    children.again_with("--port", port.rpartition(":")[2])
    with Enrolments(at) as enrolments:
        secret = enrolments.enrol(name, again=True)
    key = own / "key.json"
    RoomKey(url, name, secret, certificate).write(key)
    words = ["-m", "host_tools.main", "sync", "--port", f"socket://{port}", "--room", str(key)]
    words += ["--ledger", str(own / "ledger.db")]
    children.start(f"the host of {name}", words, own / "sync.log")
    remark(f"table {name}: {game}, its board at socket://{port}")
