"""Tells a line that was lost on the cable from records that the board no longer has.

A board that is greeted sends what comes after the host's last record. When it has lost its files,
or another host has had what came before, it begins later, and does so however often it is asked.
"""

from __future__ import annotations

_OFTEN = 3


class GapDetector:
    """Where the board began after each greeting."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """All is well: the next record came."""
        self._number = 0
        self._times = 0
        self._waiting = False
        self._noise = 0

    def greeted(self, noise: int) -> None:
        """The board has answered a greeting; `noise` counts damaged lines so far."""
        self._waiting = True
        self._noise = noise

    def is_all_there_is(self, number: int, noise: int) -> bool:
        """Whether `number`, which is later than the one due, is the oldest the board has."""
        if not self._waiting or noise != self._noise:
            return False  # not the first one, or a damaged line explains what is missing
        self._waiting = False
        self._times = self._times + 1 if number == self._number else 1
        self._number = number
        return self._times >= _OFTEN
