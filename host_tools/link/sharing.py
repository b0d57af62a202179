"""One board, several programs: whoever has the port says so, and lets others speak through it.

A program that keeps a port (console, `cardtable table`, a sync that goes on) claims it: a locked
file in this user's run folder, named after the port, that says who it is. A console also offers a
socket beside it (console/relay.py), which speaks the link's own protocol; every verb that opens the
port finds it there and goes through it. The lock goes with the process, however it ends.

Only where there are Unix sockets and flock; elsewhere a port is simply in use.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import socket
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

VARIABLE = "CARDTABLE_RUN"
IS_POSSIBLE = fcntl is not None and hasattr(socket, "AF_UNIX")
_LONGEST = 4096
_TRIES = 5


@dataclass(frozen=True)
class Holder:
    """Who has a port."""

    port: str
    what: str
    pid: int

    def __str__(self) -> str:
        return f"{self.what} (process {self.pid})"


def run_folder() -> Path:
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given)
    with warnings.catch_warnings():  # where the system has none, one under /tmp does
        warnings.simplefilter("ignore")
        return Path(platformdirs.user_runtime_dir("cardtable"))


def _file(port: str, end: str) -> Path:
    plain = port.replace("://localhost:", "://127.0.0.1:")
    return run_folder() / (hashlib.sha256(plain.encode()).hexdigest()[:16] + end)


def socket_path(port: str) -> Path:
    return _file(port, ".sock")


class Claim:
    """A port is ours until this is released, or the process ends."""

    def __init__(self, port: str, descriptor: int) -> None:
        self.port = port
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def claim(port: str, what: str) -> Claim | None:
    """Claim a port; None when another program has it, or nothing can be claimed here."""
    if fcntl is None:
        return None
    try:
        path = _file(port, ".lock")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        _lock(descriptor)
        os.ftruncate(descriptor, 0)
        told = json.dumps({"port": port, "what": what, "pid": os.getpid()})
        os.pwrite(descriptor, told.encode(), 0)
    except OSError:
        os.close(descriptor)
        return None
    return Claim(port, descriptor)


def _lock(descriptor: int) -> None:
    """Somebody who asks who has it holds it for a moment."""
    assert fcntl is not None
    for at in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if at == _TRIES - 1:
                raise
        time.sleep(0.01)


def holder(port: str) -> Holder | None:
    """Who has claimed a port and lives; None when nobody has."""
    return _holder(_file(port, ".lock"))


def _holder(path: Path) -> Holder | None:
    if fcntl is None:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None  # nobody holds it: left behind
    except OSError:
        return _read(descriptor)
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> Holder | None:
    try:
        told: Any = json.loads(os.pread(descriptor, _LONGEST, 0))
        return Holder(str(told["port"]), str(told["what"]), int(told["pid"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Holder("", "another program", 0)


def holders() -> list[Holder]:
    """Every port that a program of this user lets others speak through."""
    try:
        files = sorted(run_folder().glob("*.lock"))
    except OSError:
        return []
    found = [one for path in files if (one := _holder(path)) is not None]
    return [one for one in found if one.port and socket_path(one.port).exists()]


def reach(port: str) -> socket.socket | None:
    """A way to the board through the program that has its port; None when there is none."""
    if not IS_POSSIBLE:
        return None
    path = socket_path(port)
    try:
        if path.parent.stat().st_uid != os.getuid() or not path.exists():
            return None  # in a folder of somebody else's is nobody of ours
    except OSError:
        return None
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.settimeout(5)
    try:
        made.connect(str(path))
    except OSError as failure:
        made.close()
        if failure.errno in (errno.ECONNREFUSED, errno.ENOENT):  # killed: nobody listens any more
            with contextlib.suppress(OSError):
                if holder(port) is None:
                    path.unlink()
        return None
    return made


def listen(port: str) -> socket.socket | None:
    """The socket for others, for whoever has claimed the port; None where it cannot be had."""
    if not IS_POSSIBLE:
        return None
    path = socket_path(port)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.unlink(missing_ok=True)
        made.bind(str(path))  # in a folder that only this user may enter
        path.chmod(0o600)
        made.listen(16)
    except OSError:
        made.close()
        return None
    return made
