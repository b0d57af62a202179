"""What wires show of the board's work at a desk that charges: as measure/table_watch.mjs has it."""

from __future__ import annotations

from typing import Any

_SHORT_US = 30_000  # shorter gaps are of no interest
_SAME_LOOK_US = 4_000  # a look at the keypad may be several reads, row by row


class Watch:
    """Of a World with a charging clock, from restart() to report()."""

    def __init__(self, world: Any):
        self._world = world
        self._clock = world.clock
        self._pressed: dict[int, dict[str, Any]] = {}
        for place, antenna in world.full.antennas.items():
            _before(
                antenna, "switch_field", lambda on, at=place, its=antenna: self._field(at, its, on)
            )
        for number in (0, 1):
            bus = world.i2c(number)
            _before(bus, "read", lambda *_: self._alive())
            _before(bus, "write", lambda *_: self._alive())
        _before(world.keys, "i2c_read", lambda *_: self._keypad_read())
        self.restart()

    def restart(self) -> None:
        """A new stretch of time begins."""
        self._since = self._last_seen = self._clock.now_us
        self._idle_us = self._clock.idle_us
        self._collections = len(self._clock.collections)
        self._last_scan: dict[Any, int] = {}
        self.scans: list[float] = []
        self.gaps: list[tuple[float, float]] = []
        self.keys: list[dict[str, Any]] = []

    def report(self) -> dict[str, Any]:
        span = self._clock.now_us - self._since
        return {
            "span_ms": span / 1000,
            "busy": 1 - (self._clock.idle_us - self._idle_us) / span,
            "scans_ms": self.scans,
            "gaps": self.gaps,
            "keys": self.keys,
            "collections": self._clock.collections[self._collections :],
        }

    def key_moved(self, key: int, down: bool) -> None:
        if down:
            press = {"key": key, "looks": 0, "last": -_SAME_LOOK_US * 2}
            self.keys.append(press)
            self._pressed[key] = press
        else:
            self._pressed.pop(key, None)

    def _field(self, place: Any, antenna: Any, on: bool) -> None:
        if on or not antenna.field_on:
            return
        now = self._clock.now_us
        before = self._last_scan.get(place)
        self._last_scan[place] = now
        if before is not None:
            self.scans.append((now - before) / 1000)

    def _alive(self) -> None:
        now = self._clock.now_us
        if now - self._last_seen > _SHORT_US:
            self.gaps.append((self._last_seen / 1000, now / 1000))
        self._last_seen = now

    def _keypad_read(self) -> None:
        expander = self._world.keys
        low = ~expander.pins() & 0xFFFF
        for key, press in self._pressed.items():
            pair = 1 << key // 5 | 1 << 4 + key % 5
            if ~expander.latch & pair and low & pair == pair:
                now = self._clock.now_us
                press["looks"] += now - press["last"] > _SAME_LOOK_US
                press["last"] = now


def _before(thing: Any, name: str, look: Any) -> None:
    plain = getattr(thing, name)

    def both(*arguments: Any) -> Any:
        look(*arguments)
        return plain(*arguments)

    setattr(thing, name, both)
