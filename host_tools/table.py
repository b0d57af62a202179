"""`cardtable table`: a simulated table on this desk, told in words."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from cardtable.records import body
from host_tools.ledger.intake import Intake
from host_tools.link.client import LinkClient
from host_tools.link.wire import Unplugged, open_wire
from host_tools.problems import BAD_INPUT, Problem
from host_tools.tell import Teller

_GAMES = ("canberra",)  # what the house players can play so far
_START_LIMIT_S = 30


def table(
    game: Annotated[str, typer.Option(help=f"Which game: {', '.join(_GAMES)}.")] = "canberra",
    rounds: Annotated[int, typer.Option(help="Stop after so many rounds; 0 = go on.")] = 0,
    speed: Annotated[float, typer.Option(help="How many times faster than life.")] = 1.0,
    seats: Annotated[int, typer.Option(help="House players, 1 to 9.")] = 7,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    folder: Annotated[
        Path | None,
        typer.Option(help="Keep the board's files and the records here.", show_default=False),
    ] = None,
) -> None:
    """Deal rounds at a simulated table and tell them in words.

    The board's own main.py runs in a process of its own on emulated hardware; what is told here
    came over the link. Ctrl-C ends it.
    """
    _check(game, rounds, speed, seats)
    with _folder(folder) as place, simulator(place, speed, rounds, seats, seed) as port:
        told = tell_rounds(port, Intake(place / "ledger.db"), rounds)
    print(f"\n{told} round{'' if told == 1 else 's'} told.")


def _check(game: str, rounds: int, speed: float, seats: int) -> None:
    if game not in _GAMES:
        raise Problem(
            f"the house players do not play '{game}' yet", f"Try: {', '.join(_GAMES)}", BAD_INPUT
        )
    if not 1 <= seats <= 9:
        raise Problem(
            f"{seats} boxes cannot be dealt", "One deck serves 1 to 9 (NI2004-492 2.1).", BAD_INPUT
        )
    if rounds < 0:
        raise Problem(f"{rounds} rounds cannot be dealt", "0 means without end.", BAD_INPUT)
    if not 0 < speed <= 1000:
        raise Problem(f"speed {speed:g} is out of reach", "Choose up to 1000.", BAD_INPUT)


def tell_rounds(port: str, keep: Intake, rounds: int) -> int:
    """Print what the board at `port` tells until so many rounds are over; how many were told."""
    wire = open_wire(port)
    client = LinkClient(keep)
    teller = Teller()
    ended = 0
    try:
        while True:
            if client.outgoing:
                wire.write(bytes(client.outgoing))
                client.outgoing.clear()
            for record in client.receive(wire.read(0.2)):
                fact = body(record)
                # The meter moves after a round's end: it is over when the next one opens.
                if fact[0] == "round" and rounds and ended >= rounds:
                    wire.write(bytes(client.outgoing))
                    return ended
                for line in teller.tell(fact):
                    print(line, flush=True)
                ended += fact[0] == "end"
    except Unplugged:
        raise Problem("the simulated board has gone", "Start it again; nothing is lost.") from None
    except KeyboardInterrupt:
        return ended
    finally:
        wire.close()
        keep.close()


@contextmanager
def simulator(folder: Path, speed: float, rounds: int, seats: int, seed: int) -> Iterator[str]:
    """A simulated board as a process of its own: its port, as open_wire takes it."""
    (folder / "board").mkdir(parents=True, exist_ok=True)
    words = {"folder": folder / "board", "speed": speed, "rounds": rounds, "seats": seats}
    words["seed"] = seed
    command = [sys.executable, "-m", "sim.serve"]
    command += [word for name, value in words.items() for word in (f"--{name}", str(value))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("listening on "):
            raise Problem("the simulated board did not start", "See the message above.")
        yield "socket://" + line.removeprefix("listening on ").strip()
    finally:
        process.terminate()
        process.wait(_START_LIMIT_S)


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="cardtable-") as made:
        yield Path(made)
