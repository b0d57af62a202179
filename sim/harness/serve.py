"""A simulated table as a process of its own: main.py on emulated hardware, reachable like a board.

    python -m sim.harness.serve --folder FOLDER [--port 0] [--side 0] [--pty] [--game canberra] …

Says on stdout where it listens; the link's protocol is spoken there. What the table knows is kept
in the folder: ended or killed, it goes on where it was. Ends when it is told to.
"""

import argparse
import json
import mmap
import os
import signal
import sys
import threading
from pathlib import Path

from sim import paths
from sim.chips.fram import LARGE
from sim.harness import folder as kept
from sim.harness import measured
from sim.harness.headless import run_main
from sim.harness.power_cut import doom

CANNOT = "cannot: "
_REFUSED = 2


def fram_file(path: str) -> mmap.mmap:
    """The FRAM's memory as a file: what is written survives this process, however it ends.

    A table that is there keeps the chip it has.
    """
    with open(path, "ab") as file:
        if file.tell() == 0:
            file.truncate(LARGE)
    with open(path, "r+b") as file:
        return mmap.mmap(file.fileno(), 0)


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sim.harness.serve", description=__doc__)
    parser.add_argument("--folder", required=True, help="where the board's files lie")
    parser.add_argument("--port", type=int, default=0, help="TCP port on loopback; 0 = any free")
    parser.add_argument("--side", type=int, default=None, help="port of the side channel; 0 = any")
    parser.add_argument("--pty", action="store_true", help="a pseudo terminal besides (Linux)")
    parser.add_argument("--speed", type=float, default=1.0, help="virtual seconds a second")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to deal; 0 = for ever")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=None, help="house players")
    parser.add_argument("--game", default="canberra")
    parser.add_argument("--full", action="store_true", help="readers under every box")
    parser.add_argument(
        "--model", default="{}", help="readers as measured (sim/harness/measured.py)"
    )
    parser.add_argument("--die-at", type=int, default=0, help="kill itself at this device write")
    parser.add_argument("--house", default="play", help="play | cards | rest")
    parser.add_argument("--waits", action="store_true", help="no round before somebody says so")
    parser.add_argument("--table", default="sim-1", help="the name of a table that is new")
    parser.add_argument("--looks", action="store_true", help="house players look at their cards")
    parser.add_argument(
        "--scenario", default="", help="what is to happen (sim/harness/scenarios.py)"
    )
    parser.add_argument("--with-stdin", action="store_true", help="end when stdin does")
    return parser


def _visit(folder: Path, asked: argparse.Namespace) -> tuple[int, int, str]:
    """(seed of the deck, how often people have been here with this game before, its name)."""
    about = kept.about(folder)
    kept.check_fram(folder)
    same = about.get("game") == asked.game and about.get("full") == asked.full
    same = same and (folder / "deck.json").exists()  # else the first visit ended before it began
    about = {
        "game": asked.game,
        "full": asked.full,
        "seed": about.get("seed", asked.seed),
        "visit": about["visit"] + 1 if same else 0,
        # Before tables had names of their own, all were called this.
        "table": about.get("table", "sim-1") if about else asked.table,
    }
    kept.note(folder, about)
    return about["seed"], about["visit"], about["table"]


def _end_with_stdin() -> None:
    """Whoever started this one holds the other end: it ends with them, however they end."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main(words: list[str] | None = None) -> int:
    asked = options().parse_args(words)
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.paced_clock import PacedClock
    from sim.harness.side_channel import SideChannel
    from sim.harness.socket_port import SocketPort
    from sim.harness.world import World

    # Ctrl-C reaches the whole group of processes; whoever started this one ends it in order.
    if words is None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if asked.with_stdin and hasattr(signal, "SIGHUP"):  # so does a closed terminal
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # Like a switch: what the table keeps is in its files already.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    if asked.with_stdin:
        _end_with_stdin()
    folder = Path(asked.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept.hold(folder)
        seed, visit, table = _visit(folder, asked)
    except (kept.InUse, kept.Damaged, OSError) as why:
        if words is not None:
            raise  # the caller has words of its own
        print(f"{CANNOT}{why}", flush=True)
        return _REFUSED
    port = SocketPort(asked.port, pty=asked.pty)
    world = World(
        os.path.join(asked.folder, ""),
        port,
        seed,
        None if asked.seats is None else range(1, asked.seats + 1),
        clock=PacedClock(asked.speed),
        rounds=asked.rounds,
        fram=fram_file(os.path.join(asked.folder, "fram.bin")),
        full=asked.full,
        game=asked.game,
        visit=visit,
        table=table,
    )
    measured.take(world, json.loads(asked.model))
    world.house.mode = asked.house
    world.house.rounds_due = 0 if asked.waits else None
    world.house.patient = True
    world.house.looks = asked.looks
    if asked.scenario:
        from sim.harness import scenarios

        scenarios.prepare(world, asked.scenario)
    if asked.die_at:
        doom(world, asked.die_at)
    machine.plug(world)
    world.open()
    print("listening on {}:{}".format(*port.address), flush=True)
    if port.terminal:
        print("terminal " + port.terminal, flush=True)
    if asked.side is not None:
        side = SideChannel(world, machine, asked.side)
        print("side channel on {}:{}".format(*side.address), flush=True)
    try:
        run_main()
    finally:
        port.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
