"""`cardtable table`: a simulated table on this desk, on the console's page and in words."""

from __future__ import annotations

import contextlib
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

from host_tools import wording
from host_tools.cli.console import PAGE_PORT
from host_tools.cli.sim import GAMES, check, new_name, prepare, set_aside, sim_folder
from host_tools.common.problems import BAD_INPUT, NO_LEDGER, NOT_WHOLE, STOPPED, Problem
from host_tools.ledger.intake import Intake
from host_tools.link.hello import Hello
from host_tools.link.roles import DEMO_PINS
from host_tools.wording.narrator import Narrator
from sim.harness.scenarios import SCENARIOS
from sim.harness.serve import CANNOT

_START_LIMIT_S = 30
_LISTENS = "listening on "
_SIDE = "side channel on "
_LOG = "board.log"  # in the folder: what the board's process says on stderr


def table(
    game: Annotated[
        str | None,
        typer.Option(help=f"Which game: {', '.join(GAMES)}.", show_default="canberra"),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(
            help="Stop dealing after so many rounds; 0 = go on. On a terminal the page stays."
        ),
    ] = 0,
    speed: Annotated[float, typer.Option(help="How many times faster than life.")] = 1.0,
    seats: Annotated[
        int | None, typer.Option(help="House players, 1 to 10.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed deals the same cards.", show_default="a good first hand"),
    ] = None,
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
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin a new table; the old one is kept beside it.")
    ] = False,
    scenario: Annotated[
        str | None,
        typer.Option(help=f"Rehearse: {', '.join(SCENARIOS)}.", show_default=False),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open the page; by itself only on a desktop.", show_default=False),
    ] = None,
) -> None:
    """Deal rounds at a simulated table: watch them in a browser, read them here.

    The board's own main.py runs in a process of its own on emulated hardware; what the page shows
    and what is told here came over the link. Ctrl-C ends it; the table goes on from there the next
    time, or begins anew with --fresh. While it runs, other verbs (doctor, sync, sensors …) find its
    board by themselves. PINs of the demonstration: dealer 1111, technician 2222, supervisor 3333.

    Examples:

    cardtable table --game holdem --speed 2

    cardtable table --scenario jackpot --fresh
    """
    if scenario is not None:
        if scenario not in SCENARIOS:
            hint = f"Scenarios: {', '.join(SCENARIOS)}."
            raise Problem(f"there is no scenario '{scenario}'", hint, BAD_INPUT)
        game = game or SCENARIOS[scenario][0]
        rounds = rounds or (1 if scenario == "dispute" else 0)
    game = game or "canberra"
    check(game, rounds, speed, seats)
    seed = _WORTH_SEEING[game] if seed is None else seed
    # The server's libraries are of no use to the other verbs.
    from host_tools.console.server import Settings, address, bind, make_server, serve

    place = folder or sim_folder() / (f"{game}-{scenario}" if scenario else game)
    if fresh:
        set_aside(place)
    stays = bool(rounds) and sys.stdout.isatty() and "CI" not in os.environ
    told = Told(rounds, stays=stays)
    name = new_name(game)
    with (
        _with_remedy(place),
        simulator(place, speed, rounds, seats, seed, game, told.gone, name, scenario or "") as (
            port,
            side,
        ),
    ):
        ledger = place / "ledger.db"
        Intake(ledger).close()  # a damaged one is said before anything is dealt
        settings = Settings(port, ledger, listen=PAGE_PORT, side=side, what="cardtable table")
        settings.log = place / "console.log"
        at = _bound(bind, settings, listen)
        server = make_server(settings, told)
        told.ended = lambda: setattr(server, "should_exit", True)
        if told.lost:  # before anybody could be told
            told.ended()
        page = address(settings, at)
        print(f"The table is at {page} (Ctrl-C ends it).", flush=True)
        listed = ", ".join(f"{role} {pin}" for role, pin in DEMO_PINS.items())
        print(f"PINs of the demonstration: {listed}.", flush=True)
        if scenario is not None:
            print(f"To rehearse: {SCENARIOS[scenario][1]}", flush=True)
        else:
            print(_LOOK, flush=True)
        told.after = _WORTH.format(page=page, ledger=ledger)
        if browser or (browser is None and _is_desktop()):
            webbrowser.open(page)
        serve(server, at)
    if told.lost:
        raise Problem("the simulated board has gone", _gone_hint(place))
    if told.halted:
        raise Problem(told.halted, _AGAIN, STOPPED)
    told.say(f"\n{told.count} round{'' if told.count == 1 else 's'} told.")


# Seeds whose first round tells what the game is about: hands shown, a pot, a dealer who plays.
_WORTH_SEEING = {
    "canberra": 9,
    "canberra-1997": 9,
    "holdem": 22,
    "omaha": 6,
    "draw": 6,
    "stud": 3,
    "freeze-out": 3,
}
_LOOK = (
    'Look at the felt and what it tells; under Dealer press "You play"; under Technician break\n'
    "something; under Supervisor settle a dispute. ? on the page explains signs, games and words."
)
_AGAIN = "Begin anew with: cardtable table --fresh. The old table is kept beside it."
_NO_TABLE = "the board has no table: a file in its folder is missing or damaged"
_WORTH = """
The dealing is over; the page stays until Ctrl-C: {page}
  Felt, Dealer, Supervisor, Technician: V goes to the next; under Technician, break something.
  From another terminal: cardtable doctor, cardtable sensors, cardtable day --ledger {ledger}"""


def _gone_hint(place: Path) -> str:
    log = place / _LOG
    said = f" What it said last is in {log}." if log.exists() and log.stat().st_size else ""
    return f"Start it again; nothing is lost.{said}"


@contextmanager
def _with_remedy(place: Path) -> Iterator[None]:
    """Whatever is damaged in the folder, there is a way on."""
    try:
        yield
    except Problem as problem:
        if problem.code in (NO_LEDGER, NOT_WHOLE) and _AGAIN not in problem.hint:
            raise Problem(str(problem), f"{problem.hint} {_AGAIN}".strip(), problem.code) from None
        raise
    except OSError as failure:
        raise Problem(
            f"{place} cannot be used ({failure.strerror or failure})",
            "Choose another place with --folder.",
            BAD_INPUT,
        ) from failure


class Told:
    """Says every record of the board in words, until so many rounds are over."""

    def __init__(
        self, rounds: int, say: Callable[[str], None] | None = None, stays: bool = False
    ) -> None:
        """`stays`: the page does, when the rounds are over."""
        self._rounds = rounds
        self._stays = stays
        self._print = say or (lambda line: print(line, flush=True))
        self._deaf = False
        self._hint = ""
        self.after = ""  # what is said then
        self.halted = ""  # why nothing can be dealt
        self._teller = Narrator()
        self._over = False
        self._greeted = False
        self.count = 0
        self.lost = False
        self.ended: Callable[[], object] = lambda: None

    def say(self, line: str) -> None:
        """To whoever reads; a closed terminal or pipe ends the table."""
        if self._deaf:
            return
        try:
            self._print(line)
        except (OSError, ValueError):
            self._deaf = True
            # What Python itself would write at its end goes nowhere as well.
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            self.ended()

    def gone(self) -> None:
        """The board's process has ended by itself: it does not come back."""
        self.lost = True
        self.ended()

    def linked(self, state: str, why: str) -> None:
        if why and why != self._hint:  # the page shows it as well
            self._hint = why
            self.say(f"! {why}")

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        """The round that another day has left is told from its opening on."""
        if not hello.is_table and "safe" not in hello.able:  # in safe mode the reason follows
            self._cannot(_NO_TABLE, "")
        if self._greeted:
            return
        self._greeted = True
        opened = [k for k, (_, record) in enumerate(history) if record[0] == "round"]
        for number, record in history[opened[-1] :] if opened else ():
            for line in self._teller.tell(record, number):
                self.say(line)

    def stopped(self, code: str, where: str) -> None:
        what, remedy = wording.FAULTS.get(code, (code, ""))
        self._cannot(f"play has stopped: {where}: {what}", remedy)

    def _cannot(self, said: str, remedy: str) -> None:
        if said != self.halted:
            self.halted = said
            self.say(f"! {said[0].upper()}{said[1:]}. {remedy}".rstrip())
            self.say(f"! {_AGAIN}")
        if self._rounds and not self._stays:
            self.ended()  # nobody is there to mend it

    def recorded(self, number: int, record: tuple) -> None:
        if self._over:
            return
        # The meter moves after a round's end: it is over when the next one opens.
        if record[0] == "round" and self._rounds and self.count >= self._rounds:
            self._over = True
            if self._stays:
                self.say(self.after)
            else:
                self.ended()
            return
        self.halted = ""
        for line in self._teller.tell(record, number):
            self.say(line)
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
    table: str = "sim-1",
    scenario: str = "",
) -> Iterator[tuple[str, str]]:
    """A simulated board as a process of its own: its port, and its side channel's HOST:PORT.

    `gone()` is called when it ends before its time; `table` is its name if it is new.
    """
    options = ["--folder", str(prepare(folder / "board")), "--game", game, "--speed", str(speed)]
    options += ["--rounds", str(rounds), "--seed", str(seed), "--side", "0", "--full"]
    options += ["--table", table, "--with-stdin", "--looks"]
    options += ["--scenario", scenario] if scenario else []
    options += [] if seats is None else ["--seats", str(seats)]
    command = [sys.executable, "-m", "sim.harness.serve", *options]
    wanted = threading.Event()  # its end is wanted
    # The pipe to its stdin ends with this process, however that ends, and the board with the pipe.
    with open(folder / _LOG, "wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert process.stdout is not None
        found = {}
        for start in (_LISTENS, _SIDE):
            line = process.stdout.readline()
            if line.startswith(CANNOT):
                raise _refused(line.removeprefix(CANNOT).strip())
            if not line.startswith(start):
                raise Problem("the simulated board did not start", f"See {folder / _LOG}. {_AGAIN}")
            found[start] = line.removeprefix(start).strip()
        if gone is not None:
            threading.Thread(target=_watch, args=(process, wanted, gone), daemon=True).start()
        yield "socket://" + found[_LISTENS], found[_SIDE]
    finally:
        wanted.set()
        _end(process)


def _refused(why: str) -> Problem:
    if "is in use" in why:
        hint = "End that one first, or choose another place with --folder."
        return Problem(why, hint, BAD_INPUT)
    return Problem(why, _AGAIN, NOT_WHOLE)


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_START_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_START_LIMIT_S)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _watch(
    process: subprocess.Popen[str], wanted: threading.Event, gone: Callable[[], None]
) -> None:
    process.wait()
    if not wanted.is_set():
        gone()
