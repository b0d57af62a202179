"""Runs inside MicroPython: bytes allocated by one sweep, the emulator's own left out.

The same sweep is recorded on emulated hardware first; then its bytes are replayed by a bus that
allocates nothing, to the same readers and loop, one field at a time. The tracker is not part of it.
"""

import gc
import sys

from sim.harness.rig import Rig, tag

_READERS = 13
_SWEEPS = 3


class Tape:
    """A bus that plays back what another bus said."""

    def __init__(self):
        self.read = []
        self.at = 0

    def writeto(self, addr, buf, stop=True):
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        said = self.read[self.at]
        self.at += 1
        if said is None:
            raise OSError(5)
        for k in range(len(buf)):
            buf[k] = said[k]


class Recorder:
    """In front of the emulated bus: keeps every read."""

    def __init__(self, i2c, tape):
        self._i2c = i2c
        self._tape = tape

    def writeto(self, addr, buf, stop=True):
        return self._i2c.writeto(addr, buf)

    def readfrom_into(self, addr, buf, stop=True):
        try:
            self._i2c.readfrom_into(addr, buf)
        except OSError:
            self._tape.read.append(None)
            raise
        self._tape.read.append(bytes(buf))


class Still:
    """A clock without a world: time passes only while somebody sleeps."""

    def __init__(self):
        self.ms = 0

    def ticks_ms(self):
        return self.ms

    def ticks_us(self):
        return self.ms * 1000

    def ticks_diff(self, end, start):
        return end - start

    def ticks_add(self, ticks, delta):
        return ticks + delta

    def sleep_ms(self, ms):
        self.ms += ms

    def sleep_us(self, us):
        pass


def main(cards):
    rig = Rig(_READERS)
    from cardtable.readers.sweep import Sweep

    for box in range(_READERS):
        for k in range(cards):
            rig.antennas[box].put(tag(box * 5 + k))
    groups = [(reader,) for reader in rig.readers]
    rig.run(Sweep(rig.loop, groups, _ignore).once())
    tape = Tape()
    _wire(rig, Recorder(rig.i2c, tape))
    rig.run(Sweep(rig.loop, groups, _ignore).once())
    one = len(tape.read)
    tape.read = tape.read * _SWEEPS
    clock = Still()
    _wire(rig, tape)
    rig.loop.clock = clock  # type: ignore[assignment]
    for reader in rig.readers:
        reader.chip._clock = clock
    sweep = Sweep(rig.loop, groups, _ignore)
    rig.run(sweep.once())  # what is made once is made now
    if tape.at != one:
        print(f"the tape ran otherwise: {tape.at} of {one} reads")
        sys.exit(1)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()  # type: ignore[attr-defined]
    rig.run(sweep.once())
    print(gc.mem_alloc() - before)  # type: ignore[attr-defined]


def _wire(rig, i2c):
    rig.mux._i2c = i2c
    for reader in rig.readers:
        reader.chip.transport._i2c = i2c


def _ignore(reader, code, count):
    pass


main(int(sys.argv[1]))
