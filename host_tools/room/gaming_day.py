"""Which gaming day it is in the room: by its time zone, and the hour at which a new one begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from host_tools.common.problems import BAD_INPUT, Problem


@dataclass(frozen=True)
class Calendar:
    """`zone` None: this computer's."""

    zone: tzinfo | None = None
    begins: time = time(6, 0)

    def moment(self, ms: int) -> datetime:
        """By the clocks on the walls."""
        return datetime.fromtimestamp(ms / 1000, UTC).astimezone(self.zone)

    def day(self, ms: int) -> str:
        """2026-11-16 until the hour comes at which the next one begins, by the wall's clock."""
        now = self.moment(ms)
        date = now.date() if now.time() >= self.begins else now.date() - timedelta(days=1)
        return date.isoformat()

    def begin_ms(self, day: str) -> int:
        """When a gaming day begins; a day with a change of clocks is as long as it is."""
        date = datetime.fromisoformat(day).date()
        local = datetime.combine(date, self.begins)
        return int((local.replace(tzinfo=self.zone) if self.zone else local).timestamp() * 1000)


def calendar(zone: str | None, begins: str) -> Calendar:
    """As people write them: "Australia/Sydney", "06:00"."""
    try:
        found = ZoneInfo(zone) if zone else None
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        raise Problem(
            f"there is no time zone '{zone}'", "Write it as Europe/Paris or UTC.", BAD_INPUT
        ) from wrong
    try:
        return Calendar(found, time.fromisoformat(begins))
    except ValueError as wrong:
        raise Problem(f"'{begins}' is no time of day", "Write it as 06:00.", BAD_INPUT) from wrong
