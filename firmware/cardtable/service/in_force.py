"""A new configuration is in force for good once the table has stayed up with it.

Before a file is replaced it is kept as `table.json.was` under its seal (file_copies.py): one that
is damaged since is not put back. The first start with the new one leaves `tried`; ten seconds later
both are gone. A start that fails, or finds that the one before did not last, puts the old file
back; which is then recorded.
"""

import os

FILES = ("table.json", "board.json")
_TRIED = "tried"
_WAS = ".was"
_WELL_MS = 10_000


def keep(settings, name):
    """Before `name` is replaced. Where there was none, or nobody can say which one, nothing is."""
    from cardtable import file_copies

    root = settings.path("")
    _remove(settings, _TRIED)
    one = file_copies.raw(root, name)
    if file_copies.look(one)[0] == file_copies.SEALED and one == file_copies.raw(
        root, file_copies.copy_of(name)
    ):
        file_copies.put(root, name + _WAS, one)
    else:
        _remove(settings, name + _WAS)


def waiting(settings):
    """The files whose old one is still kept."""
    return [name for name in FILES if _there(settings.path(name + _WAS))]


def starts(settings):
    """Before a start: the name of the file that went back because the last start did not last."""
    if not waiting(settings):
        return ""
    if _there(settings.path(_TRIED)):
        return go_back(settings)
    settings.write(_TRIED, [])
    return ""


def go_back(settings):
    """Put what was kept in force again: its name, or "" where nothing whole was kept."""
    from cardtable import file_copies

    found = ""
    for name in waiting(settings):
        kept = file_copies.raw(settings.path(""), name + _WAS)
        if kept is not None and file_copies.look(kept)[0] == file_copies.SEALED:
            settings.put(name, file_copies.plain(kept))
            found = name
        _remove(settings, name + _WAS)
    _remove(settings, _TRIED)
    return found


def settles(settings):
    """A task: after a while it is in force for good."""
    yield _WELL_MS
    for name in FILES:
        _remove(settings, name + _WAS)
    _remove(settings, _TRIED)


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _remove(settings, name):
    try:
        os.remove(settings.path(name))
    except OSError:
        pass
