# cardtable boot 1
"""Finishes an update that lies staged in next/, however often the power goes while it does.

Every step is one rename or removal, which littlefs does whole or not at all. Nothing begins before
next/commit is there, which is written last; a step done before a cut is passed over after it.
"""

import os

import micropython

_ENOENT = 2


def _once(do, *paths):
    """Rename or remove, unless that was done before a cut."""
    try:
        do(*paths)
    except OSError as failure:
        if failure.errno != _ENOENT:
            raise


def _put(path, text):
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def _remember(change):
    """The board keeps its last ten changes."""
    told = []
    try:
        with open("changes.txt") as file:
            told = file.read().split("\n")[:-1]
    except OSError:
        pass
    if change not in told:
        _put("changes.txt", "\n".join((told + [change])[-10:]) + "\n")


def _finish(steps):
    for step in steps:
        do, path = step[:1], step[1:]
        if do == "+":
            _once(os.rename, "next/" + path, path)
        elif do == "-":
            _once(os.remove, path)
        elif do == "=":
            _remember(path)
    os.remove("next/commit")


def _steps():
    # A power cut in the middle of a rename leaves littlefs with a move to finish. Until something
    # is about to write, a lookup beside the moved file finds nothing although it is there: so a
    # removal of nothing comes first, on every start, for all that follows.
    try:
        os.remove("next/nothing")
    except OSError:
        pass
    try:
        with open("next/commit") as file:
            return file.read().split("\n")
    except OSError:
        return None


_todo = _steps()
if _todo:
    micropython.kbd_intr(-1)  # a host that looks for the REPL sends Ctrl-C
    try:
        _finish(_todo)
    except Exception as failure:
        # Some files are old and some new: that must not play.
        print("cardtable: the update cannot be finished:", repr(failure))
        try:
            _put("maintenance", "the update cannot be finished: %r" % failure)
        except OSError:
            pass
    micropython.kbd_intr(3)
