"""A table played again for people who watch: every round that is due, at the pace it had.

A round takes as long as it took, so the picture stays as far behind the table as the board's own
delay; only long pauses are shortened. What is shown between two rounds is the end of the last one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from host_tools.common.problems import Problem
from host_tools.ledger.place import Place
from host_tools.watching import due as rounds_due
from host_tools.watching.due import DueRound, Listed
from host_tools.watching.moments import Moment, moments_of
from host_tools.watching.odds import add_odds

Sleep = Callable[[float], Awaitable[None]]
Values = dict[str, dict[str, Any]]  # fingerprint → determinations


@dataclass(frozen=True)
class Pace:
    """How a round is played again."""

    speed: float = 1.0
    longest_ms: int = 15_000  # of a pause
    linger_ms: int = 6_000  # how long the end of a round is seen at least
    look_s: float = 1.0  # how often the ledger is asked for more


def steps(moments: list[Moment], pace: Pace) -> Iterator[tuple[float, Moment]]:
    """Each moment with the seconds for which it is shown."""
    for at, moment in enumerate(moments):
        if at + 1 == len(moments):
            shown_ms = pace.linger_ms
        else:
            shown_ms = min(moments[at + 1].at_ms - moment.at_ms, pace.longest_ms)
        yield shown_ms / 1000 / pace.speed, moment


def prepared(path: Place, table: str, listed: Listed, values: Values) -> list[Moment]:
    """The moments of one round with their odds; none, if it may not be watched."""
    found = rounds_due.taken(path, table, *listed.at)
    if found is None:
        return []
    moments = moments_of(found, values.get(_fingerprint(found)))
    add_odds(moments)
    return moments


def _fingerprint(found: DueRound) -> str:
    return str(found.entries[0].body[3])


@dataclass
class Playback:
    """One table. `show` is called with what is seen from now on."""

    path: Place
    table: str
    show: Callable[[dict[str, Any]], None]
    pace: Pace = field(default_factory=Pace)
    values: Values = field(default_factory=dict)
    from_start: bool = False
    sleep: Sleep = asyncio.sleep
    _played: tuple[int, int] | None = None
    _heads: dict[int, int] = field(default_factory=dict)

    async def run(self) -> None:
        """Until it is cancelled; a ledger that cannot be read now is asked again."""
        while True:
            try:
                listed = await asyncio.to_thread(self._next)
                if listed is not None:
                    await self._play(listed)
                    continue
            except Problem as why:
                self.show({"table": self.table, "trouble": str(why)})
            await self.sleep(self.pace.look_s)

    def _next(self) -> Listed | None:
        """The round after the last one that was played; first of all the newest there is."""
        heads = rounds_due.heads(self.path, self.table)
        if heads == self._heads:
            return None
        found = rounds_due.due(self.path, self.table)
        if self._played is None:
            wanted = found if self.from_start else found[-1:]
        else:
            wanted = [one for one in found if one.at > self._played]
        if len(wanted) < 2:
            self._heads = heads  # nothing else is due until there are more records
        return wanted[0] if wanted else None

    async def _play(self, listed: Listed) -> None:
        self._played = listed.at
        moments = await asyncio.to_thread(prepared, self.path, self.table, listed, self.values)
        for wait_s, moment in steps(moments, self.pace):
            self.show(moment.shown)
            await self.sleep(wait_s)
