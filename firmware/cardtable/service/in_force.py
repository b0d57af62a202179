"""A new configuration is in force for good once the table has stayed up with it.

Before a file is replaced it is kept as `table.json.was`. The first start with the new one leaves
`tried`; ten seconds later both are gone. A start that fails, or finds that the one before did not
last, puts the old file back; which is then recorded.
"""

import os

FILES = ("table.json", "board.json")
_TRIED = "tried"
_WELL_MS = 10_000


def keep(settings, name):
    """Before `name` is replaced. Where there was none nothing is kept."""
    from cardtable.settings import NotInstalled

    _remove(settings, _TRIED)
    try:
        settings.write(name + ".was", settings.load(name))
    except NotInstalled:
        _remove(settings, name + ".was")


def waiting(settings):
    """The files whose old one is still kept."""
    return [name for name in FILES if _there(settings.path(name + ".was"))]


def starts(settings):
    """Before a start: the name of the file that went back because the last start did not last."""
    if not waiting(settings):
        return ""
    if _there(settings.path(_TRIED)):
        return go_back(settings)
    settings.write(_TRIED, [])
    return ""


def go_back(settings):
    """Put what was kept in force again: the name of the file, or "" where nothing was kept."""
    found = ""
    for name in waiting(settings):
        settings.write(name, settings.load(name + ".was"))
        _remove(settings, name + ".was")
        found = name
    _remove(settings, _TRIED)
    return found


def settles(settings):
    """A task: after a while it is in force for good."""
    yield _WELL_MS
    for name in FILES:
        _remove(settings, name + ".was")
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
