"""A simulated table's folder: one board at a time, and plain words when something in it is damaged.

Two boards on one store would ruin it as two processors on one flash would: whoever runs it holds a
lock, which goes with the process, however that ends.
"""

import json
import os
from contextlib import suppress

from sim.chips.fram import LARGE

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

ABOUT = "sim.json"
LOCK = "in-use"
FRAM = "fram.bin"
_SMALL = 32 * 1024
_NUMBERS = ("seed", "visit")


class InUse(Exception):
    """Another process runs a table in this folder."""

    def __init__(self, folder, pid):
        who = "process {}".format(pid) if pid else "another process"
        super().__init__("{} is in use: {} runs a table there".format(folder, who))
        self.pid = pid


class Damaged(Exception):
    """A file of the folder cannot be what this program has written."""

    def __init__(self, path, why):
        super().__init__("{} is damaged ({})".format(path, why))


def hold(folder) -> int:
    """Hold the folder until this process ends, or the descriptor is closed; InUse if it is held."""
    descriptor = os.open(os.path.join(folder, LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        pid = 0
        with suppress(OSError, ValueError):
            pid = int(os.read(descriptor, 20))
        os.close(descriptor)
        raise InUse(folder, pid) from None
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
    return descriptor


def about(folder) -> dict:
    """What is noted about the table there; {} when it is new, Damaged when it makes no sense."""
    path = os.path.join(folder, ABOUT)
    try:
        with open(path, "rb") as file:
            found = json.loads(file.read(100_000))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as why:
        raise Damaged(path, "not JSON") from why
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), int) and 0 <= found[name] < 1 << 40 for name in _NUMBERS
    ):
        raise Damaged(path, "not what was written there")
    if not all(isinstance(found.get(name, ""), str) for name in ("game", "table")):
        raise Damaged(path, "not what was written there")
    return found


def note(folder, told) -> None:
    """Written beside it and renamed: a process that ends here leaves the old or the new one."""
    path = os.path.join(folder, ABOUT)
    with open(path + ".new", "w") as file:
        file.write(json.dumps(told))
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def check_fram(folder) -> None:
    path = os.path.join(folder, FRAM)
    if os.path.exists(path) and os.path.getsize(path) not in (0, _SMALL, LARGE):
        raise Damaged(path, "{} bytes".format(os.path.getsize(path)))
