"""Modules that are needed once: out of the board's memory when that is over."""

import sys


def unload(*names):
    """Unload modules; whoever imports one again gets it afresh. Their packages stay.

    None is put in their place first: MicroPython leaves what is deleted in the dictionary's table.
    """
    for name in names:
        if name in sys.modules:
            sys.modules[name] = None  # type: ignore[assignment]
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if package in sys.modules and hasattr(sys.modules[package], last):
                setattr(sys.modules[package], last, None)
                delattr(sys.modules[package], last)


def forget(names):
    """Modules that are not needed for some time; on the desk they stay: there is room."""
    if sys.implementation.name == "micropython":
        unload(*names)
