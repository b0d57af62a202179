"""MicroPython's built-in `micropython` for firmware that runs on CPython: the parts it uses.

Not on the board. `cardtable` itself puts it in place when CPython imports it, so that every module
is the same on the desk, whoever imports it: a host tool, the simulator or a test.
"""

import builtins
import sys


def const(value):
    """The value itself: on the board it is known when the file is compiled."""
    return value


def native(function):
    """The function itself: on the board it becomes machine code."""
    return function


def viper(function):
    """The function itself: on the board it becomes machine code with machine types."""
    return function


def kbd_intr(char):
    """Whether Ctrl-C interrupts: no REPL here."""


def alloc_emergency_exception_buf(size):
    """Room for an exception raised in an interrupt: CPython has it anyway."""


def schedule(function, argument):
    """Call it: there is no interrupt to come back from."""
    function(argument)


def _itself(buffer):
    """A pointer of viper: on the desk the buffer it points to."""
    return buffer


def install():
    """Stand in for `micropython`, and for the names of viper's types, which are built into it."""
    sys.modules["micropython"] = sys.modules[__name__]
    for name in ("ptr8", "ptr16", "ptr32"):
        setattr(builtins, name, _itself)
