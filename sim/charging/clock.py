"""A virtual clock on which the firmware's work takes time.

What the firmware has spent (instrument.py) passes as soon as anybody looks at the clock: the
firmware itself, a bus that moves bytes for it, a chip that is asked. People, chips and hosts cost
the board nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sim.charging import instrument
from sim.charging.costs import HEAP_AT, NANOSECONDS, OF_A_BYTE, Costs, load
from sim.harness.clock import VirtualClock

_cell = instrument.cell
_newest: list[ChargingClock] = []  # whose board it is that works


class ChargingClock(VirtualClock):
    """`slower` stretches every price: 2 is a board of half the speed (buses stay as they are)."""

    def __init__(
        self,
        start_us: int = 0,
        costs: Costs | None = None,
        slower: float = 1.0,
        counting: bool = False,
    ):
        self._now = start_us
        self._calling = False
        self._slower = slower
        self.costs = load() if costs is None else costs
        if _newest:
            _newest.pop()._end()
        _newest.append(self)
        self._is_newest = True
        instrument.on(self.costs, counting)
        instrument.collections_by(self._heap_has_its_turn)
        _cell[0] = 0
        self._rest = 0.0  # nanoseconds that have not passed
        self._taken = 0  # of the heap, since the last collection
        self.idle_us = 0  # slept; everything else the board was busy
        self.collections: list[tuple[int, int]] = []  # (µs when it began, µs)
        self.i2c_us = self.costs.i2c_us
        self.i2c_bit = self.costs.i2c_bit
        super().__init__(start_us)

    @property
    def now_us(self) -> int:  # type: ignore[override]
        if _cell[0] and self._is_newest and not self._calling:
            self._pass()
        return self._now

    @now_us.setter
    def now_us(self, us: int) -> None:
        self._now = us

    def ticks_ms(self) -> int:
        return (self.now_us // 1000) & 0x3FFFFFFF

    def sleep_ms(self, ms: int) -> None:
        if ms > 0:
            now = self.now_us
            self.idle_us += ms * 1000
            super().advance_us(ms * 1000)
            assert self._now == now + ms * 1000

    def advance_us(self, us: int) -> None:
        if _cell[0] and self._is_newest and not self._calling:
            self._pass()
        super().advance_us(us)

    @contextmanager
    def for_nothing(self) -> Iterator[None]:
        """What is done here is not the board's work: a test that uses the firmware's code."""
        before = _cell[0]
        try:
            yield
        finally:
            _cell[0] = before

    def forget(self) -> None:
        """What was spent since somebody looked was not the board's work."""
        _cell[0] = 0

    def outside(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, at no cost to the board."""

        def done(*arguments: Any) -> Any:
            with self.for_nothing():
                return call(*arguments)

        return done

    def _end(self) -> None:
        """Another board is switched on: nothing happens here any more."""
        self._now += int((_cell[0] & NANOSECONDS) * self._slower + self._rest) // 1000
        self._is_newest = False

    def _pass(self) -> None:
        spent = _cell[0]
        _cell[0] = 0
        self._taken += spent >> HEAP_AT
        ns = (spent & NANOSECONDS) * self._slower + self._rest
        us = int(ns // 1000)
        self._rest = ns - us * 1000
        if us:
            super().advance_us(us)

    def _run_due(self, end: int) -> None:
        before = _cell[0]
        try:
            super()._run_due(end)
        finally:
            _cell[0] = before

    def _heap_has_its_turn(self) -> None:
        """The board's heap task collects when what it may use is used up."""
        now = self.now_us
        if self._taken >= self.costs.collection_after * OF_A_BYTE:
            self._taken = 0
            us = int(self.costs.collection_us * self._slower)
            self.collections.append((now, us))
            self.advance_us(us)
