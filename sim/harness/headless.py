"""Whole rounds through main.py and emulated hardware, without a screen, as fast as it goes.

    python -m sim.harness.headless FOLDER [rounds] [seed] [--game omaha]   on CPython
    python -m sim.micropython -m sim.harness.headless FOLDER [rounds]      on real MicroPython

Prints every record as the listener at the end of the cable got it.
"""

import os
import sys

from sim import paths

_OPENING_US = 50_000  # the board is told first, and then has the round itself
_PATIENCE_US = 30_000_000  # for the table to tell the end of a round after the last hand moved


class Over(BaseException):
    """The play is over; nothing of the firmware may catch it."""


class Stuck(BaseException):
    """The table did not follow the people to the end."""


def play(
    root,
    rounds=1,
    seed=1,
    seats=None,
    prepare=None,
    keep=None,
    full=False,
    game="canberra",
    determinations=None,
    cuts=(),
    relabel=None,
    dark=None,
    clock=None,
    board=None,
):
    """Play `rounds` rounds in a folder (its path ends with a slash): (world, listener).

    `prepare(world)` may change the world before the board starts, e.g. to plan a fault.
    `keep(line)` takes each record's bytes as it comes; without it they are in `listener.lines`.
    `full`: a table with readers under the boxes, played at a pace that people can keep.
    `game`: one of sim.harness.world.GAMES.
    `relabel`, `board`: see World.
    `cuts`: the supply goes after so many writes to the FRAM, and comes back at once; people and
    cards stay where they are. `dark(world)` may do something meanwhile.
    `clock`: one that charges (sim/charging), or any other; without it the board's work is free.
    """
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable, Listener
    from sim.harness.world import World
    from sim.people.house import BRISK, STEADY

    try:
        os.remove(root + "journal.txt")
    except OSError:
        pass
    cable = Cable()
    world = World(
        root,
        cable,
        seed,
        seats,
        rounds=rounds,
        full=full,
        game=game,
        determinations=determinations,
        relabel=relabel,
        clock=clock,
        board=board,
    )
    world.house.pace = BRISK if world.full is None else STEADY
    ended = [0]

    def heard(record):
        # The meter moves after the end: the next round's opening is the last word on this one.
        if record[0] == "end":
            ended[0] += 1
        elif record[0] == "round" and ended[0] == rounds:
            world.clock.at(_OPENING_US, _stop)

    listener = Listener(cable, heard, keep)
    machine.plug(world)
    if prepare is not None:
        prepare(world)
    world.open(lambda: world.clock.at(_PATIENCE_US, _stuck, ended[0], rounds))
    try:
        for writes in cuts:
            _run_until_cut(world, writes)
            if dark is not None:
                dark(world)
        run_main()
    except Over:
        pass
    return world, listener


def _run_until_cut(world, writes):
    from sim.chips.power import Power, PowerCut

    world.fram.power.cut_after = world.fram.power.points + writes
    try:
        run_main()
    except PowerCut:
        world.fram.power = Power()
        world.app = None  # nobody can see what it knew


def run_main():
    """firmware/main.py itself, as a program; once more after every reset of the board."""
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.switched_off import forget

    path = paths.FIRMWARE + "/main.py"
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    while True:
        forget()
        try:
            exec(code, {"__name__": "__main__", "__file__": path})
            return
        except machine.SimReset:
            pass


def _stop():
    raise Over


def _stuck(ended, rounds):
    raise Stuck(
        "the people have played {} rounds, the table ended {} of them".format(rounds, ended)
    )


def main(argv):
    game = "canberra"
    if "--game" in argv:
        at = argv.index("--game")
        game = argv[at + 1]
        argv = argv[:at] + argv[at + 2 :]
    root = argv[1] if argv[1].endswith("/") else argv[1] + "/"
    rounds = int(argv[2]) if len(argv) > 2 else 1
    seed = int(argv[3]) if len(argv) > 3 else 1
    # Printed as they come: thousands of lines kept would leave a small heap in fragments.
    play(root, rounds, seed, keep=lambda line: print(line.decode()), game=game)


if __name__ == "__main__":
    main(sys.argv)
