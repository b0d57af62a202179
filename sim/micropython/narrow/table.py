"""A full table on the 32-bit MicroPython; its steps are run by after_boot.py, one by one.

The firmware's modules are imported first, before anything of the simulator that uses them, so that
modules and names which both use count as the firmware's. Then the table is built around them, and
boot.py and main.py run.
"""

# Modules of the interpreter itself are on every board
import binascii  # noqa: F401
import builtins
import collections  # noqa: F401
import errno
import gc
import hashlib  # noqa: F401
import json
import os
import random  # noqa: F401
import re  # noqa: F401
import select  # noqa: F401
import struct  # noqa: F401
import sys
import time  # noqa: F401

import micropython  # noqa: F401

_UP_MS = 3000  # sweeps are under way, the host has been greeted
_OURS = ("cardtable", "adafruit_pn532", "digitalio")
_FREE_WITH_ROMFS = 80_000  # bytes; without, nothing is to spare
_ENOENT = 44  # of WebAssembly's file system (WASI); the firmware knows MicroPython's own number


class Over(BaseException):
    """The table is up; nothing of the firmware may catch it."""


here: dict = {"seen": []}  # what stays between two steps: seen, world, starters


# ---- a board's file system


def _plain(call):
    def called(*given, **named):
        try:
            return call(*given, **named)
        except OSError as failure:
            raise OSError(errno.ENOENT if failure.errno == _ENOENT else failure.errno)  # noqa: B904

    return called


class _System:
    """`os`, with a board's error numbers."""


class _Gc:
    """`gc`, of a heap as large as a board's: what is loaded only where there is room asks it."""


def as_on_a_board(modules, desk):
    """The board's modules are in a folder or an image of ROMFS, the simulator's in `desk`."""
    free = _FREE_WITH_ROMFS if modules.endswith(".img") else 0
    for name in dir(gc):
        if name[0] != "_":
            setattr(_Gc, name, getattr(gc, name))
    _Gc.mem_free = staticmethod(lambda: free)  # type: ignore[attr-defined]
    sys.modules["gc"] = _Gc  # type: ignore[assignment]
    for name in dir(os):
        if name[0] != "_":
            there = getattr(os, name)
            setattr(_System, name, staticmethod(_plain(there)) if callable(there) else there)
    if modules.endswith(".img"):
        import vfs

        with open(modules, "rb") as file:
            vfs.mount(vfs.VfsRom(file.read()), "/rom")
        modules = "/rom"
    else:
        os.chdir(modules)
        modules = "."
    sys.modules["os"] = _System  # type: ignore[assignment]
    builtins.open = _plain(open)
    for name in ("ptr8", "ptr16", "ptr32", "uint"):  # of viper, where it is bytecode here
        setattr(builtins, name, lambda value: value)
    sys.path[:] = [modules, desk + "/sim/shims/board", desk]
    from sim import paths

    paths.install()
    import machine  # noqa: F401  # pyright: ignore[reportMissingImports]


# ---- modules


def ours():
    """The firmware's modules that are loaded."""
    return [name for name in sys.modules if name.split(".")[0] in _OURS]


def watch_imports():
    """Also what is not there any more when the table is up; a module comes after those it needs."""
    original = builtins.__import__

    def seeing(name, *more):
        module = original(name, *more)
        if name in sys.modules and name.split(".")[0] in _OURS and name not in here["seen"]:
            here["seen"].append(name)
        return module

    builtins.__import__ = seeing


def drop(names):
    """As the firmware itself does once the table is up."""
    from cardtable.drivers.pn532_transport import trim_driver
    from cardtable.unload import unload

    unload(*names)
    trim_driver()


# ---- the table


def build(root, game):
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable, Listener
    from sim.harness.world import World

    cable = Cable()
    seats = range(1, 10) if game.startswith("canberra") else range(1, 11)
    here["world"] = World(root, cable, 1, seats, full=True, game=game)
    machine.plug(here["world"])
    Listener(cable, None, lambda line: None)


def keep_only(names):
    """Forget what the simulator has loaded of the firmware: it loads its own."""
    for name in ours():
        if name not in names:
            del sys.modules[name]


def start(firmware):
    """boot.py and main.py, until the table is up; what they leave stays, as on a board."""
    world = here["world"]
    world.clock.at(_UP_MS * 1000, _stop)
    here["starters"] = {"__name__": "__main__"}
    try:
        for name in ("boot.py", "main.py"):
            with open(firmware + "/" + name) as file:
                exec(compile(file.read(), name, "exec"), here["starters"])
    except Over:
        if world.app is not None:
            _open_the_holes(world.app)
            return
    raise AssertionError("the table did not come up")


def _open_the_holes(app):
    """What the firmware has stopped up is free room, whose place differs from heap to heap."""
    heap = getattr(app, "heap", None)
    if heap is not None and hasattr(heap, "_stops"):
        heap._stops = None


def switch_off():
    """Everything that the firmware has in use is free again, but for its modules."""
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.switched_off import forget

    here["starters"] = None
    here["world"].app = None
    machine.plug(here["world"])
    forget()


def _stop():
    raise Over


def tell():
    print(json.dumps({"seen": here["seen"], "loaded": ours()}))
