"""Starts the table; where it must not or cannot start, leaves the board to a technician.

Maintenance mode is the REPL, for mpremote and `cardtable flash`. Four ways lead there: the file
`maintenance` (a technician asked for it), the jumper, an application that cannot be loaded, and
one that did not stay up for ten minutes three times in a row. Switching the table off and on
forgets the count, not the file. The watchdog is the application's: here none runs.
"""

import json
import os
import sys

import machine

_TRIES = 3
_WELL_S = 600

_simulated = getattr(machine, "simulated", None)
_root = _simulated().root if _simulated else ""


def _read(name):
    try:
        with open(_root + name) as file:
            return file.read()
    except OSError:
        return None


def _remove(name):
    try:
        os.remove(_root + name)
    except OSError:
        pass


def _jumper():
    try:
        pin = json.loads(_read("board.json") or "{}")["jumper"]["pin"]
        return not machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP).value()
    except Exception:  # a board without a description has no jumper
        return False


def _starts():
    """How often the application started since it last was well; 0 where nobody can tell."""
    cause = getattr(machine, "reset_cause", None)
    if cause is None or cause() == machine.PWRON_RESET:
        _remove("starts.txt")
        return 0
    try:
        return int(_read("starts.txt") or 0)
    except ValueError:
        return 0


def _count(starts):
    """Remember this start, until the application has been well for ten minutes."""
    if getattr(machine, "reset_cause", None):
        with open(_root + "starts.txt", "w") as file:
            file.write(str(starts + 1))


def _well(loop):
    for _ in range(_WELL_S):
        yield 1000
    _remove("starts.txt")


def _note(failure):
    """Keep the failure for people; a full file system must not make it worse."""
    try:
        with open(_root + "last_error.txt", "w") as file:
            if hasattr(sys, "print_exception"):
                sys.print_exception(failure, file)
            else:
                file.write(repr(failure))
    except OSError:
        pass


def _keys(code):
    """Which character interrupts: in service none, or anyone at the cable could stop the table."""
    if not _simulated:
        import micropython

        micropython.kbd_intr(code)


def _maintenance(why):
    _keys(3)
    print("Cardtable is in maintenance mode:", why)
    print("No game runs. Files can be changed: cardtable flash")


def _why_not():
    """Why the application must not start, or None."""
    asked = _read("maintenance")
    if asked is not None:
        return asked if " " in asked else "a technician asked for it."
    if _read("next/commit") is not None:  # boot.py takes it away when it is done
        return "an update could not be finished; some files are old and some new."
    if _jumper():
        return "the jumper is closed."
    if _starts() >= _TRIES:
        error = _read("last_error.txt") or "it was restarted each time (watchdog)."
        return "the application did not stay up %d times in a row: %s" % (_TRIES, error)
    return None


def _run(app):
    """Everything but the loop itself, which runs below: a board's stack is small."""
    if _read("starts.txt"):
        app.loop.spawn(_well(app.loop), "well")
    app.begin()


def _start():
    """The application, or None in maintenance mode."""
    why = _why_not()
    if why is not None:
        _maintenance(why)
        return None
    _keys(-1)  # before the files are looked at, which takes a while
    try:
        from cardtable import heap

        heap.pack()
        from cardtable.chosen import chosen as run

        run, board = run(_root)  # one name: what chose is not to be kept
    except Exception as failure:
        _note(failure)
        _maintenance("the application cannot be loaded: %r" % failure)
        return None
    _count(_starts())
    for done in ("_jumper", "_starts", "_count", "_why_not", "_maintenance", "_keys"):
        globals()[done] = None  # not needed again: a table has no memory to spare
    return run, board


_app = _start()
if _app is not None:
    try:
        _app = _app[0](_app[1])
        _run(_app)
        _app = _app.loop.run
        _app()
    except Exception as failure:
        _note(failure)
        print("cardtable: the application failed:", repr(failure))
    machine.reset()
