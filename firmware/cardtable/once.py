"""Modules that are needed once: out of the board's memory when that is over."""

import sys


def forget(*names):
    """Unload modules; whoever imports one again gets it afresh. Their packages stay."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)
