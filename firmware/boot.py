# cardtable boot 1
"""Finishes an update that lies staged in next/, however often the power goes while it does.

next/pack has the new files one after the other: on their own they would not fit beside the old
ones on a Pico. Each is written beside its place and renamed, which littlefs does whole or not at
all. Nothing begins before next/commit is there, which is written last; after a cut all of it is
done again.
"""

import os

import micropython

_ENOENT = 2


def _remove(path):
    try:
        os.remove(path)
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


def _take(pack, size, path):
    """The next `size` bytes of the pack become the file at `path`."""
    buffer = memoryview(bytearray(512))
    with open(path + ".new", "wb") as file:
        while size:
            count = pack.readinto(buffer[: min(size, 512)])
            if not count:
                raise OSError("next/pack is too short")
            file.write(buffer[:count])
            size -= count
    os.rename(path + ".new", path)


def _finish(steps):
    with open("next/pack", "rb") as pack:
        for step in steps:
            do, told = step[:1], step[1:]
            if do == "+":
                size, _, path = told.partition(" ")
                _take(pack, int(size), path)
            elif do == "-":
                _remove(told)
            elif do == "=":
                _remember(told)
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
        # Some files are old and some new: that must not play. main.py sees next/commit.
        print("cardtable: the update cannot be finished:", repr(failure))
        try:
            _put("last_error.txt", "the update cannot be finished: %r" % failure)
        except OSError:
            pass
    micropython.kbd_intr(3)
