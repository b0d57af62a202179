"""A simulated board whose process dies at its n-th device write: somebody has pulled the plug.

Every byte that the FRAM keeps and every write to a file is one. Nothing is flushed, no `finally`
runs: what a real cut leaves behind is what the next process finds.
"""

import os

from sim.chips.power import Power

DEAD = 9  # how the process ends


class Deadly(Power):
    """Counts write points; at the last one the process is gone."""

    def __init__(self, lives: int):
        super().__init__()
        self._lives = lives

    def point(self, device, what, where, data=None) -> bool:
        if self.points >= self._lives:
            os._exit(DEAD)
        self.points += 1
        return True

    def is_steady(self) -> bool:
        return False

    def open(self, path, mode="r"):
        """`open` for the vault's files: their writes count, too."""
        file = open(path, mode)
        return file if mode in ("r", "rb") else _Counted(file, self)


class _Counted:
    def __init__(self, file, power):
        self._file = file
        self._power = power

    def write(self, data):
        self._power.point("file", "write", 0)
        return self._file.write(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def __getattr__(self, name):
        return getattr(self._file, name)


def doom(world, lives: int) -> None:
    """From now on the board lives for so many writes."""
    power = Deadly(lives)
    world.fram.power = power
    world.files = (power.open, os)
