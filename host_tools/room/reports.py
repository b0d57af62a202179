"""Reports over tables: a day, a week, a month; per table and game, reconciled to the cent.

Worked out from the records by the same reader as a single table's day (ledger/days.py), so that
the room's figures are the sum of what each table's own report says.
"""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.days import Day, Game, days_of
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.room.gaming_day import Calendar

PERIODS = ("day", "week", "month")
MONEY = (
    "wagered", "house", "commission", "counted", "difference", "jackpot_in", "jackpot_won",
    "jackpot_paid", "house_in", "corrected", "restored", "meter_begin", "meter_end",
    "meter_difference",
)  # fmt: skip
_SUMS = (
    "not_live", "play_ms", "wagered", "house", "commission", "jackpot_in", "jackpot_won",
    "jackpot_paid", "house_in", "corrected", "restored", "starts", "missing",
)  # fmt: skip
_COUNTS = ("irregular", "refused", "readers", "faults")


@dataclass
class TableReport:
    """One table over the whole period; money in cents."""

    table: str
    days: list[Day] = field(default_factory=list)
    places: int | None = None  # seats of the table, where the room knows them

    def __getattr__(self, name: str) -> Any:
        if name in _SUMS:
            return sum(getattr(day, name) for day in self.days)
        if name in _COUNTS:
            made: Counter[tuple[str, str]] = Counter()
            for day in self.days:
                made.update(getattr(day, name))
            return made
        raise AttributeError(name)

    @property
    def hands(self) -> int:
        return sum(day.hands for day in self.days)

    @property
    def games(self) -> dict[str, Game]:
        made: dict[str, Game] = {}
        for day in self.days:
            for name, game in day.games.items():
                _add(made.setdefault(name, Game()), game)
        return made

    @property
    def counted(self) -> int | None:
        """What was counted of the drop; None: nothing yet."""
        found = [day.counted for day in self.days if day.counted is not None]
        return sum(found) if found else None

    @property
    def not_counted(self) -> list[str]:
        """Days with commission whose box nobody has counted."""
        return [day.day for day in self.days if day.counted is None and day.commission]

    @property
    def difference(self) -> int | None:
        """Counted less taken, over the days that were counted."""
        found = [day.difference for day in self.days if day.difference is not None]
        return sum(found) if found else None

    @property
    def meter_begin(self) -> int:
        return self.days[0].meter_begin if self.days else 0

    @property
    def meter_end(self) -> int:
        return self.days[-1].meter_end if self.days else 0

    @property
    def meter_difference(self) -> int:
        """0: from the first day's meter to the last day's, every cent is accounted for."""
        moved = self.jackpot_in + self.house_in + self.corrected - self.jackpot_paid
        return self.meter_end - self.meter_begin - self.restored - moved

    @property
    def hands_an_hour(self) -> float | None:
        return self.hands * 3_600_000 / self.play_ms if self.play_ms else None

    @property
    def players_a_hand(self) -> float | None:
        players = sum(game.players for game in self.games.values())
        return players / self.hands if self.hands else None

    @property
    def occupancy(self) -> float | None:
        """Of the table's seats, those with a player in the hands dealt; 1: full."""
        players = self.players_a_hand
        return players / self.places if players is not None and self.places else None


@dataclass
class Report:
    period: str
    first: str
    last: str
    tables: list[TableReport]
    heads: list[list[Any]]  # table, epoch, last record, its digest: what it was worked out from
    alarms: list[dict[str, Any]] = field(default_factory=list)

    @property
    def title(self) -> str:
        span = self.first if self.first == self.last else f"{self.first} to {self.last}"
        return f"{self.period.capitalize()} report, {span}"

    @property
    def games(self) -> dict[str, Game]:
        made: dict[str, Game] = {}
        for table in self.tables:
            for name, game in table.games.items():
                _add(made.setdefault(name, Game()), game)
        return dict(sorted(made.items()))

    def total(self, name: str) -> int:
        return sum(getattr(one, name) or 0 for one in self.tables)


def _add(to: Game, one: Game) -> None:
    to.rounds.update(one.rounds)
    for name in ("players", "wagered", "house", "commission", "jackpot_in", "jackpot_won"):
        setattr(to, name, getattr(to, name) + getattr(one, name))


def span_of(period: str, on: str) -> tuple[str, str]:
    """First and last day of the period that a day is in; a week begins on Monday."""
    try:
        day = date.fromisoformat(on if len(on) > 7 else f"{on}-01")
    except ValueError:
        raise Problem(f"'{on}' is no day", "Write it as 2026-11-16.", BAD_INPUT) from None
    if period == "day":
        return day.isoformat(), day.isoformat()
    if period == "week":
        monday = day - timedelta(days=day.weekday())
        return monday.isoformat(), (monday + timedelta(days=6)).isoformat()
    if period == "month":
        last = monthrange(day.year, day.month)[1]
        return day.replace(day=1).isoformat(), day.replace(day=last).isoformat()
    raise Problem(f"'{period}' is no period", f"Choose: {', '.join(PERIODS)}.", BAD_INPUT)


def report(
    place: Place,
    calendar: Calendar,
    period: str,
    on: str,
    tables: Iterable[str] | None = None,
    places: dict[str, int] | None = None,
) -> Report:
    """All tables over a period; a gaming day belongs to the date it was opened under."""
    first, last = span_of(period, on)
    made, heads = [], []
    with Ledger(place) as ledger:
        known = ledger.tables()
        for name in sorted(tables) if tables is not None else known:
            if name not in known:
                raise Problem(f"the ledger has no table {name}", "See its tables.", BAD_INPUT)
            days = [
                day for day in days_of(ledger, name) if first <= _date_of(day, calendar) <= last
            ]
            if days:
                made.append(TableReport(name, days, (places or {}).get(name)))
                heads += [
                    [name, chain.epoch, chain.last, chain.digest] for chain in ledger.chains(name)
                ]
    return Report(period, first, last, made, heads)


def _date_of(day: Day, calendar: Calendar) -> str:
    """Days are named by people: one that is no date counts by when it began."""
    try:
        return date.fromisoformat(day.day[:10]).isoformat()
    except ValueError:
        return calendar.day(day.first_ms)


def after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
