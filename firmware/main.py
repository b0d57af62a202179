"""Starts the table; where it cannot run, safe mode: on the link, with a reason, and closed.

Maintenance mode is the REPL, for mpremote and `cardtable flash`. Two ways lead there: the file
`maintenance`, which a technician's signed command leaves, and the jumper. Nothing that fails opens
it: an application that cannot be loaded or did not stay up for ten minutes three times in a row,
altered files and an unfinished update lead to safe mode (cardtable/modes/safe.py), and if that
cannot be loaded either, to the few lines below. The one exception is a board on which no keys
were ever installed: it has nothing to guard. Switching off and on forgets how often it failed;
so does safe mode after ten minutes, which then tries again. The watchdog is the application's:
here none runs.
"""

import json
import os
import sys

import machine

_simulated = getattr(machine, "simulated", None)


def _keys(code):
    """Which character interrupts: none, or anyone at the cable could stop the table."""
    if not _simulated:
        import micropython

        micropython.kbd_intr(code)


_keys(-1)  # before all else: MicroPython has just allowed it
_TRIES = 3
_WELL_S = 600
_AGAIN_S = 600  # after which a board that found nothing to run tries again
_root = _simulated().root if _simulated else ""


def _read(name):
    try:
        with open(_root + name) as file:
            return file.read()
    except OSError:
        return None
    except Exception:  # no text: damaged
        return ""


def _remove(name):
    try:
        os.remove(_root + name)
    except OSError:
        pass


def _is_there(path):
    try:
        return bool(os.stat(path))
    except OSError:
        return False


def _jumper():
    """Whether it is closed, by a description that is whole: damage must not close it."""
    from binascii import crc32

    for name in ("board.json", "board.copy"):
        try:
            told = _read(name) or ""
            if told[-28:-19] == ',"copy":"':  # its seal: cardtable/file_copies.py
                if int(told[-10:-2], 16) != crc32(told[:-10].encode()) & 0xFFFFFFFF:
                    continue
            pin = told[told.index('"jumper"') :].partition('"pin":')[2].partition("}")[0]
            pin = int(pin.partition(",")[0])
            return not machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP).value()
        except Exception:  # a board without a description has no jumper
            pass
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
        try:
            with open(_root + "starts.txt", "w") as file:
                file.write(str(starts + 1))
        except OSError:  # a full file system: the table may play all the same
            pass


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
    except Exception:
        pass


def _maintenance(why):
    _keys(3)
    print("Cardtable is in maintenance mode:", why)
    print("No game runs. Files can be changed: cardtable flash")


def _asked():
    """Why the board is to be opened, or None. Only people ask for it."""
    asked = _read("maintenance")
    if asked is not None:
        return asked if " " in asked else "a technician asked for it."
    return "the jumper is closed." if _jumper() else None


def _last_error():
    """What failed last, without the way there."""
    return (_read("last_error.txt") or "").strip().split("\n")[-1]


def _why_not():
    """(code, where) of why the application must not start, or None."""
    if _read("next/commit") is not None:  # boot.py takes it away when it is done
        return "update_unfinished", _last_error() or "some files are old and some new"
    if _read("rom.txt") is not None and not _is_there("/rom"):
        return "file_altered", "/rom"  # boot.py has not let it in: it is not what was put there
    if _starts() >= _TRIES:
        return "does_not_stay_up", _last_error() or "restarted each time (watchdog)"
    return None


def _safe(why):
    """Safe mode: `why` is [(code, where), …]."""
    print("Cardtable is in safe mode:", "; ".join(["%s: %s" % one for one in why]))
    try:
        import gc

        if not _simulated:  # half an application may fill the memory
            for name in [name for name in sys.modules if name.startswith("cardtable")]:
                del sys.modules[name]
        gc.collect()
        from cardtable.modes.safe import run

        run(machine, _root, why)
    except Exception as failure:
        _note(failure)
        _last_resort(why[0])


def _last_resort(why):
    """Not even safe mode can be loaded: say hello and why, open nothing, and try again later."""
    if _read("keys.json") is None and _read("keys.copy") is None:
        _maintenance("%s: %s. No keys were ever installed here." % why)
        return
    import select
    import time
    from binascii import crc32

    lines = b""
    where = "".join([c if " " <= c <= "~" else " " for c in why[1]])[-200:]
    hello = ("hello", 1, "unknown", "", "", 0, 0, "00", 0, ("stopped", "safe", "jumper_only"))
    for told in (hello, ("stopped", why[0], where)):
        text = json.dumps(told, separators=(",", ":")).encode()
        lines += text + b"*%08x\n" % (crc32(text) & 0xFFFFFFFF)
    world = _simulated() if _simulated else None
    clock = world.clock if world else time
    poll = select.poll()
    if not world:
        poll.register(sys.stdin, select.POLLIN)
    byte = bytearray(1)
    asked = True
    for _ in range(_AGAIN_S * 20):
        if asked:
            (world.port if world else sys.stdout.buffer).write(lines)
        asked = False
        for _ in range(64):
            if world:
                if not world.port.readinto(byte):
                    break
            elif not poll.poll(0) or not sys.stdin.buffer.readinto(byte):
                break
            asked = asked or byte[0] == 10
        clock.sleep_ms(50)
    _remove("starts.txt")
    machine.reset()


def _run(app):
    """Everything but the loop itself, which runs below: a board's stack is small."""
    if _read("starts.txt"):
        app.loop.spawn(_well(app.loop), "well")
    app.begin()


def _start():
    """The application, or None where there is nothing to run: in maintenance mode."""
    asked = _asked()
    if asked is not None:
        _maintenance(asked)
        return None
    why = _why_not()
    if why is not None:
        _safe([why])
        return None
    try:
        from cardtable import heap

        heap.pack()
        from cardtable.entry import chosen as run

        run, board = run(_root)  # one name: what chose is not to be kept
    except Exception as failure:
        _note(failure)
        run, board = None, [("not_loadable", repr(failure))]
    if run is None:
        _safe(board)
        return None
    _count(_starts())
    # rp2: MicroPython's own start leaves its name among ours
    gone = "rp2 _jumper _starts _count _asked _last_error _why_not _maintenance _keys _safe"
    for done in (gone + " _last_resort _is_there").split():
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
