"""The heap of a full table after its start; run on real MicroPython by after_boot.py.

    boot_heap.py FOLDER/ GAME PLAN.json

A plan is what an earlier run told: the modules that stay, and those that were dropped again. They
are imported first, before anything of the simulator, so that names and modules which both use count
as the firmware's. Then the table is built around them, and firmware/main.py runs. Prints JSON.
"""

# Modules of the interpreter itself are on every board
import binascii  # noqa: F401
import builtins
import gc
import hashlib  # noqa: F401
import json
import os  # noqa: F401
import select  # noqa: F401
import sys

_UP_MS = 3000  # sweeps are under way, the host has been greeted


class Over(BaseException):
    """Measured; nothing of the firmware may catch it."""


def used():
    gc.collect()
    return gc.mem_alloc()  # type: ignore[attr-defined]


def purge():
    """Forget the firmware's modules: it loads its own, whatever the simulator has of them."""
    for name in list(sys.modules):
        if name.startswith("cardtable"):
            del sys.modules[name]


def ours():
    return [name for name in sys.modules if name.split(".")[0] in _OURS]


_OURS = ("cardtable", "adafruit_pn532", "digitalio")


def load(plan):
    """[(module, bytes)] in the order of their import; what was dropped is dropped again."""
    found = []
    for name in plan["stay"] + plan["dropped"]:
        before = used()
        __import__(name)
        found.append((name, used() - before))
    from cardtable.once import forget
    from cardtable.readers.transport import trim_driver

    forget(*plan["dropped"])
    trim_driver()
    return found


def main(root, game, plan):
    from sim import paths

    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    at_first = used()
    each = load(plan) if plan else []
    modules = used() - at_first
    from sim.cable import Cable, Listener
    from sim.headless import run_main
    from sim.world import World

    cable = Cable()
    seats = range(1, 10) if game.startswith("canberra") else range(1, 11)
    world = World(root, cable, 1, seats, full=True, game=game)
    machine.plug(world)
    Listener(cable, None, lambda line: None)
    if not plan:
        purge()
    else:
        for name in ours():
            if name not in plan["stay"]:
                del sys.modules[name]
    told = {"modules": modules, "each": each, "state": 0, "loaded": [], "seen": []}

    original = builtins.__import__

    def seeing(name, *more):
        """Also what is not there any more when the table is up."""
        module = original(name, *more)
        if name in sys.modules and name.split(".")[0] in _OURS and name not in told["seen"]:
            told["seen"].append(name)
        return module

    if not plan:
        builtins.__import__ = seeing

    def measure():
        told["state"] = used() - before
        told["loaded"] = ours()
        raise Over

    # The second start counts: at the first the emulated chips make what they keep.
    for _ in (1, 2):
        if plan:
            sys.modules["cardtable.readers.transport"]._built.clear()
        before = used()
        world.clock.at(_UP_MS * 1000, measure)
        try:
            run_main()
        except Over:
            world.app = None
            machine.plug(world)
    print(json.dumps(told))


with open(sys.argv[3]) as file:
    PLAN = json.load(file)
main(sys.argv[1], sys.argv[2], PLAN)
