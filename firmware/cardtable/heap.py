"""Keeps allocations cheap: collects before the heap is full, and stops up the small holes.

MicroPython looks for room of two or more blocks from the first block that may be free, and only
allocations of one block move that mark on. In a heap full of modules and a table's state that is
a walk over thousands of entries, 0.3 to 0.6 ms on a Pico for every frame, buffer or generator:
a third of all time (measured on the emulated Pico). So after each collection the holes before the
large free room are filled with objects of one block: the mark stands where room is, and what is
allocated next is found at once. When the room is nearly used up, all of it begins anew.

Only MicroPython's `id()` is an address; on the desk nothing of this is done.
"""

import gc
import sys

import micropython

_LOOK_MS = 100
_ROOM = 1024  # bytes in one piece, from which on a hole is room and no hole
_MOST = 2048  # holes of one block that are filled: 32 kB
_LEFT = 16384  # bytes before the heap's end where a collection is due: an input's work, a late look
_WINDOW = 57344  # bytes after which one is due anyway: what stays lies in these, not everywhere
_BELOW = 10  # a second
_PACK = 14336  # bytes after which a collection follows while modules are loaded

_here = sys.implementation.name == "micropython"


def pack():
    """From here on what is loaded lies close together, until a Heap settles.

    Without it what a start leaves behind lies between what stays: of 120 kB free on a Pico the
    largest piece was 12 kB, with it 114 kB. It costs a second of the start.
    """
    if _here:
        gc.threshold(_PACK)


def tidy_packages():
    """Packages forget which modules they have, which sys.modules knows as well: 1 kB."""
    if not _here:
        return
    for package in list(sys.modules.values()):
        if hasattr(package, "__path__"):
            names = package.__dict__
            kept = [(name, names[name]) for name in names if name[:2] == "__"]
            names.clear()
            for name, value in kept:
                names[name] = value


def _address(size):
    """Where a piece of `size` bytes is found. Of all objects a tuple lies there itself."""
    return id((None,) * (size // 4 - 2))


class Heap:
    """`run()` is the task that keeps it in order; `real` when the board's memory is its own, and
    no emulated hardware lives in it."""

    def __init__(self, real=True):
        self._real = real and _here
        self.before = None  # steps of the start that come first: what they load stays
        self._stops = None  # a chain of objects, each of one block
        self._start = 0  # the address of the first room
        self._end = 0  # the address from which on a collection is due
        self._top = 0  # near the end of the heap
        self._below = 0  # looks in a row at which room was found before the first room
        self.collections = 0

    def run(self):
        if self.before is not None:
            yield from self.before
            self.before = None
        if self._real:
            self._top = _end_of_heap() - _LEFT
            self._collect()
            self._stop_up()
        if _here:
            gc.threshold(-1)
        while True:
            if self._real and self._used_up():
                yield 0  # whoever is due comes before: a collection takes its time
                self._collect()
                yield 0  # and after it
                self._stop_up()
            yield _LOOK_MS

    def _collect(self):
        self._stops = None
        gc.collect()
        self.collections += 1
        self._below = 0

    def _stop_up(self):
        """Fill the holes before the first room."""
        gc.disable()  # a piece that is not to be had must not collect again
        try:
            self._start = _address(_ROOM)
            self._fill(self._start)
        except MemoryError:
            self._start = 0  # nothing to be had in one piece
        gc.enable()
        self._end = min(self._start + _WINDOW, self._top)

    @micropython.native
    def _fill(self, start):
        chain = None
        for _ in range(_MOST):
            link = (chain, None)
            if id(link) >= start:
                break
            chain = link
        self._stops = chain

    def _used_up(self):
        """Whether all room has been used once, or MicroPython had to collect by itself: then the
        holes are open again, and one small piece after the other comes from there."""
        now = _address(32)
        self._below = self._below + 1 if now < self._start else 0
        return now > self._end or self._below > _BELOW


def _end_of_heap():
    """The address where the largest piece that can be had ends: before play the last one."""
    gc.disable()
    size = 1 << 18
    end = 0
    while not end and size > _ROOM:
        for eighths in (8, 7, 6, 5):
            try:
                end = _address(size * eighths // 8) + size * eighths // 8
                break
            except MemoryError:
                pass
        size >>= 1
    gc.enable()
    return end
