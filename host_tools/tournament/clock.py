"""Which level is played, and for how long still: time that is played, without breaks and pauses."""

from __future__ import annotations

from dataclasses import dataclass, field

from host_tools.tournament.conditions import Level

_MINUTE_MS = 60_000


@dataclass
class LevelClock:
    """Runs while a session is played; times are the caller's, in milliseconds."""

    levels: list[Level]
    level: int = 0
    played_ms: int = 0  # of this level, up to the last change
    running_since_ms: int | None = None
    break_until_ms: int | None = None
    rounds: dict[str, int] = field(default_factory=dict)  # table → rounds of this level

    def start(self, now_ms: int) -> None:
        if self.running_since_ms is None:
            self.running_since_ms = now_ms

    def stop(self, now_ms: int) -> None:
        self.played_ms = self.played(now_ms)
        self.running_since_ms = None

    def played(self, now_ms: int) -> int:
        """Milliseconds of this level; a clock that was set back never takes any away."""
        if self.running_since_ms is None:
            return self.played_ms
        return self.played_ms + max(0, now_ms - self.running_since_ms)

    def left_ms(self, now_ms: int) -> int | None:
        """What is left of a level of minutes; None for one of rounds."""
        minutes = self.levels[self.level].minutes
        return None if minutes is None else max(0, minutes * _MINUTE_MS - self.played(now_ms))

    def rounds_left(self, table: str) -> int | None:
        rounds = self.levels[self.level].rounds
        return None if rounds is None else max(0, rounds - self.rounds.get(table, 0))

    def is_over(self, now_ms: int, tables: list[str]) -> bool:
        """Whether the next level is due: the time is up, or every table has played its rounds."""
        if self.level + 1 >= len(self.levels):
            return False  # the last one lasts
        left = self.left_ms(now_ms)
        if left is not None:
            return left == 0
        return bool(tables) and all(self.rounds_left(table) == 0 for table in tables)

    def go_to(self, level: int, now_ms: int) -> None:
        running = self.running_since_ms is not None
        self.level = level
        self.played_ms, self.rounds = 0, {}
        self.running_since_ms = now_ms if running else None
