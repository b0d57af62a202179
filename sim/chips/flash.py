"""A Pico's flash under littlefs: 4096-byte blocks, programs of 256 bytes, bits that only fall.

One emulated flash serves both interpreters: as a block device for MicroPython's VfsLfs2, and as
the user context of littlefs-python. `mounted` gives plain files on it, either way.
"""

import sys

from sim.chips.power import Power, PowerCut

BLOCK = 4096
PAGE = 256
# W25Q16JV, AC characteristics: typical times of a page program and a sector erase.
PROGRAM_US = 400
ERASE_US = 45_000

_ON_MICROPYTHON = sys.implementation.name == "micropython"
_IOCTL_BLOCKS = 4  # MicroPython, class vfs.AbstractBlockDev
_IOCTL_SIZE = 5
_IOCTL_ERASE = 6


_ERASED = memoryview(b"\xff" * BLOCK)


class Flash:
    """The part of the flash that holds the file system."""

    def __init__(self, blocks=64, image=None, power=None, clock=None):
        self.image = _erased(blocks) if image is None else image
        self.blocks = len(self.image) // BLOCK
        self.power = power if power is not None else Power()
        self.programs = 0  # pages
        self.erases = [0] * self.blocks
        self._clock = clock

    # ---- what the chip does

    def read(self, at: int, count: int):
        self.power.check()
        return self.image[at : at + count]

    def program(self, at: int, data) -> None:
        """Page by page; a bit can only fall."""
        for start in range(0, len(data), PAGE):
            page = bytes(data[start : start + PAGE])
            where = at + start
            whole = self.power.point("flash", "program", where, page)
            self._fall(where, page if whole else page[: len(page) // 2])
            if not whole:
                raise PowerCut
            self.programs += 1
            self._pass(PROGRAM_US)

    def _fall(self, at, page):
        image = self.image
        end = at + len(page)
        if image[at:end] == b"\xff" * len(page):
            image[at:end] = page
        else:
            for k in range(len(page)):
                image[at + k] &= page[k]

    def erase(self, block: int) -> None:
        whole = self.power.point("flash", "erase", block)
        start = block * BLOCK
        size = BLOCK if whole else BLOCK // 2
        self.image[start : start + size] = _ERASED[:size]
        if not whole:
            raise PowerCut
        self.erases[block] += 1
        self._pass(ERASE_US)

    def _pass(self, us):
        if self._clock is not None:
            self._clock.advance_us(us)

    # ---- MicroPython's block device

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = self.read(at, len(buffer))

    def writeblocks(self, block, buffer, offset=0):
        self.program(block * BLOCK + offset, buffer)

    def ioctl(self, op, arg):
        if op == _IOCTL_BLOCKS:
            return self.blocks
        if op == _IOCTL_SIZE:
            return BLOCK
        if op == _IOCTL_ERASE:
            self.erase(arg)
            return 0
        return None


def _erased(blocks):
    image = bytearray(blocks * BLOCK)
    for start in range(0, len(image), BLOCK):
        image[start : start + BLOCK] = _ERASED
    return image


def mounted(flash: Flash, format: bool = False):
    """(open, what is used of os) on the littlefs that lies on `flash`."""
    if _ON_MICROPYTHON:
        return _on_micropython(flash, format)
    from sim.chips.desk_littlefs import mount

    return mount(flash, format)


def _on_micropython(flash, format):
    import vfs  # pyright: ignore[reportMissingImports]

    if format:
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE)  # as rp2's _boot.py does
    system = vfs.VfsLfs2(flash, progsize=PAGE)
    return system.open, _System(system)


class _System:
    """What Files uses of `os`, for a file system that is not mounted anywhere."""

    def __init__(self, system):
        self._system = system
        self.mkdir = system.mkdir
        self.remove = system.remove
        self.statvfs = system.statvfs

    def listdir(self, path):
        return [entry[0] for entry in self._system.ilistdir(path)]
