"""Real littlefs on CPython, by littlefs-python, with the figures of MicroPython's rp2 port."""

from typing import Any

from littlefs import LittleFS, LittleFSError, UserContext

from sim.chips.flash import BLOCK, PAGE, Flash
from sim.chips.power import PowerCut

_EIO = 5
_ENOSPC = 28
# extmod/vfs_lfsx.c: cache of four programs, lookahead 32, block_cycles 100; mkfs: read size 32
_FIGURES: dict[str, Any] = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": PAGE,
    "cache_size": 4 * PAGE,
    "lookahead_size": 32,
    "block_cycles": 100,
}


class _Context(UserContext):
    def __init__(self, flash: Flash):
        self.flash = flash

    def read(self, cfg, block, off, size):
        try:
            return self.flash.read(block * BLOCK + off, size)
        except PowerCut:
            return bytearray(size)  # nobody is there to see it

    def prog(self, cfg, block, off, data):
        return self._do(self.flash.program, block * BLOCK + off, data)

    def erase(self, cfg, block):
        return self._do(self.flash.erase, block)

    def _do(self, call, *arguments):
        # An exception must not pass through littlefs: it becomes an error and is raised outside.
        try:
            call(*arguments)
        except PowerCut:
            return -_EIO
        return 0


class _Desk:
    """Calls into littlefs: its errors become OSError, a cut supply becomes PowerCut."""

    def __init__(self, flash: Flash, fs: LittleFS):
        self.flash = flash
        self.fs = fs

    def call(self, function, *arguments, **more):
        self.flash.power.check()
        try:
            result = function(*arguments, **more)
        except LittleFSError as error:
            self.flash.power.check()
            raise OSError(_ENOSPC if error.code == -_ENOSPC else _EIO, str(error)) from None
        except OSError:
            self.flash.power.check()
            raise
        self.flash.power.check()
        return result

    # What Files uses of `os`

    def mkdir(self, path):
        self.call(self.fs.mkdir, path)

    def listdir(self, path):
        return self.call(self.fs.listdir, path)

    def remove(self, path):
        self.call(self.fs.remove, path)

    def statvfs(self, path):
        used = self.call(lambda: self.fs.used_block_count)
        return (BLOCK, BLOCK, self.flash.blocks, self.flash.blocks - used)

    def open(self, path, mode):
        if mode == "ab":
            try:
                raw = self.call(self.fs.open, path, "ab", buffering=0)
            except FileNotFoundError:
                raw = self.call(self.fs.open, path, "wb", buffering=0)
        else:
            raw = self.call(self.fs.open, path, mode, buffering=0 if mode == "wb" else -1)
        return _File(self, raw)


class _File:
    def __init__(self, desk: _Desk, raw):
        self._desk = desk
        self._raw = raw

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getattr__(self, name):
        function = getattr(self._raw, name)
        return lambda *arguments: self._desk.call(function, *arguments)


def mount(flash: Flash, format: bool):
    """(open, what is used of os)."""
    fs = LittleFS(_Context(flash), mount=False, block_count=flash.blocks, **_FIGURES)
    desk = _Desk(flash, fs)
    if format:
        desk.call(fs.format)
    desk.call(fs.mount)
    return desk.open, desk
