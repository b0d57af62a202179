"""How long a board may be away while boot.py puts an update in force, and what to say meanwhile.

MicroPython on an RP2040 shows no USB before boot.py has ended: until then nobody can ask the board
how far it is. What it has to write is known, so the longest time it can take is known too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

SECTOR = 4096
# W25Q16JV (a Pico's flash), AC characteristics: typical and longest times.
ERASE_S = (0.045, 0.400)
PROGRAM_S = (0.0004, 0.003)  # a page of 256 bytes
_PAGES = SECTOR // 256
_SPARE_SECTORS = 16  # folders that grow, the list of changes, the end of the commit
_BYTES_A_SECOND = 40_000  # read from the pack, written by littlefs, without the flash's own time
_BREATH_S = 0.1  # between two looks
_EVERY_S = 30
RESTART_S = 30.0  # until USB is back and the computer has found it
_USUAL_RESTART_S = 3.0


@dataclass(frozen=True)
class Work:
    """What boot.py has to do: files of these sizes put in their place, others removed."""

    sizes: tuple[int, ...] = ()
    removed: int = 0

    @property
    def sectors(self) -> int:
        """At most so many are erased: what is in a file, and one for its entry in the folder.

        littlefs keeps several entries in a sector and small files among them, so it needs fewer
        (tests/integration/flash/test_patience.py counts).
        """
        data = sum(-(-size // SECTOR) for size in self.sizes)
        return data + len(self.sizes) + self.removed + _SPARE_SECTORS

    @property
    def longest_s(self) -> float:
        """However slow the flash is, within its data sheet."""
        return RESTART_S + self._reckoned(1)

    @property
    def usual_s(self) -> float:
        return _USUAL_RESTART_S + self._reckoned(0)

    def _reckoned(self, column: int) -> float:
        if not self.sizes and not self.removed:
            return 0.0
        sector_s = ERASE_S[column] + _PAGES * PROGRAM_S[column]
        return self.sectors * sector_s + sum(self.sizes) / _BYTES_A_SECOND

    def told(self) -> str:
        """For people, before the wait."""
        return (
            f"It writes {len(self.sizes)} files and shows no USB meanwhile: usually "
            f"{spoken(self.usual_s)}, with a slow flash up to {spoken(self.longest_s)}. "
            "Leave it plugged in."
        )


def spoken(seconds: float) -> str:
    """About so long."""
    if seconds < 90:
        return f"{-(-int(seconds) // 5) * 5} seconds"
    return f"{-(-int(seconds) // 60)} minutes"


@dataclass(frozen=True)
class Clock:
    """Time as the host has it; tests give it another."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep


Waited = Callable[[float, float], object]  # seconds that have gone, seconds at most


class Wait:
    """A wait with an end: `goes_on()` between two looks, until the limit has passed."""

    def __init__(
        self,
        limit_s: float = RESTART_S,
        clock: Clock | None = None,
        waited: Waited = lambda gone, limit: None,
    ) -> None:
        self.limit_s = limit_s
        self._clock = clock or Clock()
        self._waited = waited
        self._start = self._clock.now()

    def goes_on(self) -> bool:
        """Sleep a moment and tell how long it has been; False when the limit has passed."""
        gone = self._clock.now() - self._start
        if gone > self.limit_s:
            return False
        self._waited(gone, self.limit_s)
        self._clock.sleep(_BREATH_S)
        return True


def now_and_then(say: Callable[[str], object]) -> Waited:
    """Tells a wait in a line every half minute: where no bar can be drawn."""
    told = 0

    def waited(gone_s: float, limit_s: float) -> None:
        nonlocal told
        if gone_s < told * _EVERY_S:
            told = 0  # another wait
        if gone_s >= (told + 1) * _EVERY_S:
            told = int(gone_s // _EVERY_S)
            say(f"The board is still at work: {gone_s:.0f} of at most {limit_s:.0f} seconds.")

    return waited
