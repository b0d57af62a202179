"""MicroPython's built-in `micropython` for firmware that runs on CPython: the parts it uses."""


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
