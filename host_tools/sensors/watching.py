"""Looks at the readers of a table, one after the other, and what happened between them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from host_tools.doctor import figures
from host_tools.doctor.figures import Figures
from host_tools.link.connection import BoardConnection

_KEPT = 40  # looks a sparkline shows
_BARS = "▁▂▃▄▅▆▇█"


@dataclass
class Watched:
    """One reader: since the board started, since the look before, and its recent past."""

    total: Figures
    recent: Figures
    looks: int = 1  # with one, all that is known is since the board started
    rates: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def sparkline(self) -> str:
        """Read rates of the last looks, oldest first."""
        return "".join(_BARS[round(rate * (len(_BARS) - 1))] for rate in self.rates)


class Watch:
    """Everything seen so far; `look` adds one look."""

    def __init__(self, talk: BoardConnection) -> None:
        self._talk = talk
        self.readers: dict[str, Watched] = {}
        self.uptime_ms = 0
        self.unknown: dict[str, int] = {}  # reader → times a tag of no deck was told there

    def look(self) -> dict[str, Watched]:
        self.uptime_ms = dict(self._talk.ask("health")).get("uptime_ms", 0)
        noticed = self._talk.ask("noticed")
        self.unknown = {where: times for code, where, times in noticed if code == "foreign_card"}
        for name, total in figures.read_all(self._talk.ask("readers")).items():
            known = self.readers.get(name)
            if known is None:
                self.readers[name] = Watched(total, total)
            else:
                known.recent = total.since(known.total)
                known.total = total
                known.looks += 1
            rate = self.readers[name].recent.read_rate
            if rate is not None:
                self.readers[name].rates.append(min(1.0, rate))
        return self.readers

    def as_dict(self, only: str | None = None) -> dict[str, Any]:
        """One look for scripts and for recordings."""
        every = figures.as_dicts({name: one.total for name, one in self.readers.items()})
        return {
            "uptime_ms": self.uptime_ms,
            "readers": [
                one | {"unknown_cards": self.unknown.get(one["reader"], 0)}
                for one in every
                if only in (None, one["reader"])
            ],
        }
