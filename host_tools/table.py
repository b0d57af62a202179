"""`cardtable table`: a simulated table on this desk, on the console's page and in words."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.command import PAGE_PORT
from host_tools.link.hello import Hello
from host_tools.link.roles import DEMO_PINS
from host_tools.problems import Problem
from host_tools.sim import GAMES, check, prepare, sim_folder
from host_tools.words.teller import Teller

_START_LIMIT_S = 30
_LISTENS = "listening on "
_SIDE = "side channel on "


def table(
    game: Annotated[str, typer.Option(help=f"Which game: {', '.join(GAMES)}.")] = "canberra",
    rounds: Annotated[int, typer.Option(help="Stop after so many rounds; 0 = go on.")] = 0,
    speed: Annotated[float, typer.Option(help="How many times faster than life.")] = 1.0,
    seats: Annotated[
        int | None, typer.Option(help="House players, 1 to 10.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    listen: Annotated[
        int | None,
        typer.Option(
            help="TCP port of the page; 0 = any free one.",
            show_default=str(PAGE_PORT),
            min=0,
            max=65535,
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(help="Keep the board's files and the records here.", show_default=False),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open the page; by itself only on a desktop.", show_default=False),
    ] = None,
) -> None:
    """Deal rounds at a simulated table: watch them in a browser, read them here.

    The board's own main.py runs in a process of its own on emulated hardware; what the page shows
    and what is told here came over the link. Ctrl-C ends it; the table goes on from there the next
    time. PINs of the demonstration: dealer 1111, technician 2222, supervisor 3333.
    """
    check(game, rounds, speed, seats)
    # The server's libraries are of no use to the other verbs.
    from host_tools.console.server import Settings, address, bind, make_server, serve

    place = folder or sim_folder() / game
    place.mkdir(parents=True, exist_ok=True)
    told = Told(rounds)
    with simulator(place, speed, rounds, seats, seed, game, told.gone) as (port, side):
        settings = Settings(port, place / "ledger.db", listen=PAGE_PORT, side=side)
        at = _bound(bind, settings, listen)
        server = make_server(settings, told)
        told.ended = lambda: setattr(server, "should_exit", True)
        page = address(settings, at)
        print(f"The table is at {page} (Ctrl-C ends it).", flush=True)
        listed = ", ".join(f"{role} {pin}" for role, pin in DEMO_PINS.items())
        print(f"PINs of the demonstration: {listed}.", flush=True)
        if browser or (browser is None and _is_desktop()):
            webbrowser.open(page)
        serve(server, at)
    if told.lost:
        raise Problem("the simulated board has gone", "Start it again; nothing is lost.")
    print(f"\n{told.count} round{'' if told.count == 1 else 's'} told.")


class Told:
    """Says every record of the board in words, until so many rounds are over."""

    def __init__(self, rounds: int, say: Callable[[str], None] | None = None) -> None:
        self._rounds = rounds
        self._say = say or (lambda line: print(line, flush=True))
        self._teller = Teller()
        self._over = False
        self._greeted = False
        self.count = 0
        self.lost = False
        self.ended: Callable[[], object] = lambda: None

    def gone(self) -> None:
        """The board's process has ended by itself: it does not come back."""
        self.lost = True
        self.ended()

    def linked(self, state: str, why: str) -> None:
        pass  # the page shows it

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        """The round that another day has left is told from its opening on."""
        if self._greeted:
            return
        self._greeted = True
        opened = [k for k, (_, record) in enumerate(history) if record[0] == "round"]
        for _, record in history[opened[-1] :] if opened else ():
            for line in self._teller.tell(record):
                self._say(line)

    def stopped(self, code: str, where: str) -> None:
        self._say(f"! Play has stopped: {where}: {code}.")

    def recorded(self, number: int, record: tuple) -> None:
        if self._over:
            return
        # The meter moves after a round's end: it is over when the next one opens.
        if record[0] == "round" and self._rounds and self.count >= self._rounds:
            self._over = True
            self.ended()
            return
        for line in self._teller.tell(record):
            self._say(line)
        self.count += record[0] == "end"


def _bound(bind: Callable, settings, listen: int | None):  # type: ignore[no-untyped-def]
    """The usual port when it is free, any other when nobody asked for one."""
    if listen is not None:
        settings.listen = listen
        return bind(settings)
    try:
        return bind(settings)
    except Problem:
        settings.listen = 0
        return bind(settings)


def _is_desktop() -> bool:
    """Whether somebody sits in front of this computer."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ or "CI" in os.environ:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def simulator(
    folder: Path,
    speed: float,
    rounds: int,
    seats: int | None,
    seed: int,
    game: str = "canberra",
    gone: Callable[[], None] | None = None,
) -> Iterator[tuple[str, str]]:
    """A simulated board as a process of its own: its port, and its side channel's HOST:PORT.

    `gone()` is called when it ends before its time.
    """
    words = ["--folder", str(prepare(folder / "board")), "--game", game, "--speed", str(speed)]
    words += ["--rounds", str(rounds), "--seed", str(seed), "--side", "0", "--full"]
    words += [] if seats is None else ["--seats", str(seats)]
    command = [sys.executable, "-m", "sim.serve", *words]
    wanted = threading.Event()  # its end is wanted
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = {}
        for start in (_LISTENS, _SIDE):
            line = process.stdout.readline()
            if not line.startswith(start):
                raise Problem("the simulated board did not start", "See the message above.")
            found[start] = line.removeprefix(start).strip()
        if gone is not None:
            threading.Thread(target=_watch, args=(process, wanted, gone), daemon=True).start()
        yield "socket://" + found[_LISTENS], found[_SIDE]
    finally:
        wanted.set()
        process.terminate()
        process.wait(_START_LIMIT_S)
        if process.stdout is not None:
            process.stdout.close()


def _watch(
    process: subprocess.Popen[str], wanted: threading.Event, gone: Callable[[], None]
) -> None:
    process.wait()
    if not wanted.is_set():
        gone()
