"""A simulated table as a process of its own: main.py on emulated hardware behind a socket.

    python -m sim.serve --folder FOLDER [--port 0] [--speed 1] [--rounds 0] [--seed 1] [--seats 7]

Says on stdout where it listens; the link's protocol is spoken there. Ends when it is told to.
"""

import argparse
import mmap
import os
import signal
import sys

from sim import paths
from sim.hardware.fram import SIZE
from sim.headless import run_main


def fram_file(path: str) -> mmap.mmap:
    """The FRAM's memory as a file: what is written survives this process, however it ends."""
    with open(path, "ab") as file:
        file.truncate(SIZE)
    with open(path, "r+b") as file:
        return mmap.mmap(file.fileno(), SIZE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sim.serve", description=__doc__)
    parser.add_argument("--folder", required=True, help="where the board's files lie")
    parser.add_argument("--port", type=int, default=0, help="TCP port on loopback; 0 = any free")
    parser.add_argument("--speed", type=float, default=1.0, help="virtual seconds a second")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to deal; 0 = for ever")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=7, help="house players")
    options = parser.parse_args()

    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.paced_clock import PacedClock
    from sim.socket_port import SocketPort
    from sim.world import World

    # Ctrl-C reaches the whole group of processes; whoever started this one ends it in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    port = SocketPort(options.port)
    world = World(
        os.path.join(options.folder, ""),
        port,
        options.seed,
        range(1, options.seats + 1),
        clock=PacedClock(options.speed),
        rounds=options.rounds,
        fram=fram_file(os.path.join(options.folder, "fram.bin")),
    )
    machine.plug(world)
    world.open()
    print("listening on {}:{}".format(*port.address), flush=True)
    try:
        run_main()
    finally:
        port.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
