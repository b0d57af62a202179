"""`cardtable sim`: a simulated table that every other verb can talk to, as to a board."""

from __future__ import annotations

import json
import os
import secrets
import string
import time
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from cardtable.desk.games import most_boxes
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, remark, unwritable
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, board_keys
from host_tools.simulation import bare_board
from sim import paths
from sim.harness import folder as folder_of
from sim.roots import ROOT

GAMES = ("canberra", "canberra-1997", "holdem", "omaha", "draw", "stud", "freeze-out")

_SHORT = {"canberra-1997": "s89", "freeze-out": "freeze"}


def sim_folder() -> Path:
    """Where a simulated table is kept unless somebody says otherwise: in the clone it runs from."""
    if not os.path.exists(paths.INSTALLED) and os.path.exists(ROOT / "Makefile"):
        return ROOT / ".cardtable" / "tables"
    return platformdirs.user_data_path("cardtable") / "sim"


def new_name(game: str) -> str:
    """The name of a new simulated table: no two are called the same, so that ledgers can meet."""
    ending = "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(3))
    return f"sim-{_SHORT.get(game, game)}-{ending}"  # 16 letters at most, as every table's


def set_aside(place: Path) -> None:
    """Begin anew: what was there is kept beside it, under the time of day."""
    board = place / "board" if (place / "board").is_dir() else place
    if not board.is_dir():
        return
    try:
        held = folder_of.hold(board)
    except folder_of.InUse as used:
        raise Problem(str(used), "End that one first.", BAD_INPUT) from used
    except OSError as failure:
        raise unwritable(board, failure) from failure
    aside = place.with_name(f"{place.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        if os.name == "nt":  # a file that is open cannot be moved there
            os.close(held)
        place.rename(aside)
    except OSError as failure:
        raise unwritable(aside, failure) from failure
    finally:
        if os.name != "nt":
            os.close(held)
    remark(f"the table that was there is kept in {aside}.")


def prepare(folder: Path) -> Path:
    """The board's folder, with the keys of a demonstration on it: everybody knows their PINs."""
    folder.mkdir(parents=True, exist_ok=True)
    keys = folder / "keys.json"
    if not keys.exists():
        keys.write_text(json.dumps(board_keys(DEMO_KEY, DEMO_PINS)), encoding="utf-8")
    return folder


def sim(
    game: Annotated[str, typer.Option(help=f"Which game: {', '.join(GAMES)}.")] = "canberra",
    port: Annotated[int, typer.Option(help="TCP port of the board; 0 = any free one.")] = 4444,
    side: Annotated[
        int | None,
        typer.Option(help="TCP port of the side channel for faults; 0 = any.", show_default=False),
    ] = None,
    pty: Annotated[bool, typer.Option(help="A pseudo terminal besides (Linux, macOS).")] = False,
    speed: Annotated[float, typer.Option(help="How many times faster than life.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Deal so many rounds; 0 = go on.")] = 0,
    seats: Annotated[
        int | None, typer.Option(help="House players, 1 to 10.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    full: Annotated[bool, typer.Option(help="Readers under every box.")] = False,
    house: Annotated[
        str, typer.Option(help="play: the house plays; cards: it only moves cards; rest.")
    ] = "play",
    folder: Annotated[
        Path | None,
        typer.Option(help="Keep the board's files here.", show_default=False),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin a new table; the old one is kept beside it.")
    ] = False,
    bare: Annotated[
        bool,
        typer.Option(
            "--bare", help="A new board with nothing on it, to practise `cardtable install` on."
        ),
    ] = False,
    trace: Annotated[
        Path | None,
        typer.Option(
            help="What `cardtable bringup` measured: says where the emulation differs, and takes "
            "it as its model (a full table).",
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            help="With --bare: wired as this board, by its name or its file.", show_default=False
        ),
    ] = None,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="No board to talk to: play ROUNDS, print what came of them."),
    ] = False,
) -> None:
    """Run a simulated table: main.py on emulated hardware, reachable at socket://127.0.0.1:PORT.

    Everything the board would keep is kept in its folder: end it, kill it, start it again, and the
    round goes on. PINs of the demonstration: dealer 1111, technician 2222, supervisor 3333.

    Examples:

    cardtable sim --game holdem --port 4444

    cardtable sim --fast --game all --rounds 200
    """
    if fast:
        from host_tools.simulation import statistics

        check("canberra" if game == "all" else game, rounds, speed, seats)
        if not statistics.run(game, GAMES, rounds, seed):
            raise Problem("chips are missing", "See the table above; report it with the seed.")
        return
    check(game, rounds, speed, seats)
    if bare:
        bare_board.run(folder or sim_folder() / "bare", seed, speed, board)
        return
    if house not in ("play", "cards", "rest"):
        raise Problem(f"the house cannot '{house}'", "Choose play, cards or rest.", BAD_INPUT)
    from sim.harness import serve  # the emulated hardware is of no use to the other verbs

    place = folder or sim_folder() / f"{game}-board"
    if fresh:
        set_aside(place)
    prepare(place)
    words = ["--folder", str(place), "--game", game, "--port", str(port), "--speed", str(speed)]
    words += ["--rounds", str(rounds), "--seed", str(seed), "--house", house]
    words += ["--table", new_name(game), "--looks"]
    words += ["--full"] if full or trace is not None else []
    words += [] if trace is None else ["--model", _model(trace)]
    words += ["--pty"] if pty else []
    words += [] if seats is None else ["--seats", str(seats)]
    words += [] if side is None else ["--side", str(side)]
    try:
        os.close(folder_of.hold(place))  # InUse before anything is said
        _next_step(port)
        serve.main(words)
    except folder_of.InUse as used:
        hint = "End that one first, or choose another place with --folder."
        raise Problem(str(used), hint, BAD_INPUT) from used
    except folder_of.Damaged as damage:
        hint = "Begin anew with --fresh; the old table is kept beside it."
        raise Problem(str(damage), hint, NOT_WHOLE) from damage
    except OSError as failure:
        raise Problem(
            f"the simulated board cannot listen on port {port} ({failure.strerror})",
            "Is one running already? --port 0 takes any free one.",
        ) from failure


def _model(trace: Path) -> str:
    """Say where the emulation differs from what was measured; the model that does not, as JSON."""
    from host_tools.bringup import emulation
    from host_tools.bringup.findings import differences

    told = emulation.read_trace(trace)
    usual = emulation.emulated_again(told)
    found = differences(told, usual)
    remark(f"{len(found)} differences between {trace} and the emulation:")
    for one in found:
        remark(f"  {one.where}: {one.text}")
    model = emulation.model_of(told, usual)
    left = differences(told, emulation.emulated_again(told, model))
    remark(f"taken as the model; {len(left)} are left:")
    for one in left:
        remark(f"  {one.where}: {one.text}")
    return json.dumps(model)


def _next_step(port: int) -> None:
    """Who may do what at this board, and what to do with it."""
    listed = ", ".join(f"{role} {pin}" for role, pin in DEMO_PINS.items())
    remark(f"PINs of the demonstration: {listed}.")
    at = f" --port socket://127.0.0.1:{port}" if port else " --port socket://… as said below"
    remark(f"next, from another terminal: cardtable console{at}, or: cardtable doctor{at}")


def check(game: str, rounds: int, speed: float, seats: int | None) -> None:
    """A Problem when no table can be played like this."""
    if game not in GAMES:
        raise Problem(f"there is no game '{game}'", f"Games: {', '.join(GAMES)}.", BAD_INPUT)
    most = most_boxes(game)
    if seats is not None and not 1 <= seats <= most:
        raise Problem(f"{seats} boxes cannot be dealt", f"{game}: 1 to {most}.", BAD_INPUT)
    if rounds < 0:
        raise Problem(f"{rounds} rounds cannot be dealt", "0 means without end.", BAD_INPUT)
    if not 0 < speed <= 1000:
        raise Problem(f"speed {speed:g} is out of reach", "Choose up to 1000.", BAD_INPUT)
