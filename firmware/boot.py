# cardtable boot 1
"""Finishes an update that lies staged in next/, however often the power goes while it does.

Every step is one rename or removal, which littlefs does whole or not at all. Nothing begins before
next/commit is there, which is written last; a step done before a cut is passed over after it.
"""

import os

import micropython


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _put(path, text):
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def _step(do, path):
    if do == "+":
        if _there("next/" + path):
            os.rename("next/" + path, path)
    elif do == "-":
        if _there(path):
            os.remove(path)
    elif do == "=":  # what the board remembers of its last ten changes
        told = []
        if _there("changes.txt"):
            with open("changes.txt") as file:
                told = file.read().split("\n")[:-1]
        if path not in told:
            _put("changes.txt", "\n".join((told + [path])[-10:]) + "\n")


def _finish():
    with open("next/commit") as file:
        steps = file.read().split("\n")
    for step in steps:
        if step:
            _step(step[0], step[1:])
    os.remove("next/commit")


if _there("next/commit"):
    micropython.kbd_intr(-1)  # a host that looks for the REPL sends Ctrl-C
    try:
        _finish()
    except Exception as failure:
        # Some files are old and some new: that must not play.
        print("cardtable: the update cannot be finished:", repr(failure))
        try:
            _put("maintenance", "the update cannot be finished: %r" % failure)
        except OSError:
            pass
    micropython.kbd_intr(3)
