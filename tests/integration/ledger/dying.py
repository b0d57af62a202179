"""A host that kills itself at its n-th write to the ledger's files, by a hook in SQLite itself.

SQLite's Unix layer lets a test replace its system calls (`xSetSystemCall`). The child counts its
writes and, at the n-th, ends by SIGKILL: before it, or after half of its bytes. What the process
had written stays in the files, as it does when a host is killed.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import signal
import sqlite3
from collections.abc import Callable

_VOID = ctypes.c_void_p
_CALLS = ("write", "pwrite", "pwrite64")
_WRITE = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_int, _VOID, ctypes.c_size_t)
_PWRITE = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, _VOID, ctypes.c_size_t, ctypes.c_longlong
)


class _Vfs(ctypes.Structure):
    # sqlite3.h: struct sqlite3_vfs, version 3
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", _VOID),
        ("zName", ctypes.c_char_p),
        ("pAppData", _VOID),
        *[(name, _VOID) for name in (
            "xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym",
            "xDlClose", "xRandomness", "xSleep", "xCurrentTime", "xGetLastError",
            "xCurrentTimeInt64",
        )],
        ("xSetSystemCall", ctypes.CFUNCTYPE(ctypes.c_int, _VOID, ctypes.c_char_p, _VOID)),
        ("xGetSystemCall", ctypes.CFUNCTYPE(_VOID, _VOID, ctypes.c_char_p)),
        ("xNextSystemCall", _VOID),
    ]  # fmt: skip


def library() -> ctypes.CDLL | None:
    """The SQLite that Python itself uses, or None where it cannot be reached or hooked."""
    if not hasattr(os, "fork"):
        return None
    try:
        found = ctypes.CDLL(ctypes.util.find_library("sqlite3") or "libsqlite3.so.0")
        found.sqlite3_libversion.restype = ctypes.c_char_p
        if found.sqlite3_libversion().decode() != sqlite3.sqlite_version:
            return None
        found.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        vfs = found.sqlite3_vfs_find(None)
        return found if vfs and vfs.contents.iVersion >= 3 else None
    except (OSError, AttributeError):
        return None


_hooks: list = []  # SQLite keeps the pointers: nothing of these may be collected


def count_writes(lib: ctypes.CDLL, seen: Callable[[int, int, bytes], None]) -> None:
    """From now on `seen(fd, offset or -1, data)` before each write of SQLite in this process."""
    vfs = lib.sqlite3_vfs_find(None)
    address = ctypes.cast(vfs, _VOID)
    for name in _CALLS:
        plain = vfs.contents.xGetSystemCall(address, name.encode())
        if not plain:
            continue
        made = _hooked(name, plain, seen)
        _hooks.append(made)
        vfs.contents.xSetSystemCall(address, name.encode(), ctypes.cast(made, _VOID))


def _hooked(name: str, plain: int, seen: Callable[[int, int, bytes], None]):
    if name == "write":
        call = _WRITE(plain)

        def write(fd: int, data: int, size: int) -> int:
            seen(fd, -1, ctypes.string_at(data, size))
            return call(fd, data, size)

        return _WRITE(write)
    pcall = _PWRITE(plain)

    def pwrite(fd: int, data: int, size: int, offset: int) -> int:
        seen(fd, offset, ctypes.string_at(data, size))
        return pcall(fd, data, size, offset)

    return _PWRITE(pwrite)


class Killer:
    """Ends this process at its n-th write, before it or in the middle of it."""

    def __init__(self, at: int, torn: bool) -> None:
        self._at = at
        self._torn = torn
        self.count = 0

    def __call__(self, fd: int, offset: int, data: bytes) -> None:
        self.count += 1
        if self.count != self._at:
            return
        if self._torn and offset >= 0:
            os.pwrite(fd, data[: len(data) // 2], offset)
        os.kill(os.getpid(), signal.SIGKILL)


def in_a_child(work: Callable[[], int]) -> int | None:
    """What `work` returned in a process of its own (0 to 250), or None when it was killed."""
    child = os.fork()
    if child == 0:
        code = 251
        try:
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
