"""A report over tables for people and programs: page, PDF, CSV and JSON, the same figures."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

from host_tools import wording
from host_tools.common.plain_text import Rows
from host_tools.ledger.days import Game
from host_tools.reports import day_page
from host_tools.reports.day_page import Part
from host_tools.reports.days import by_count
from host_tools.reports.times import dollars, moment
from host_tools.room.reports import MONEY, Report, TableReport
from host_tools.wording import money

SIGN = ("Cash desk", "Floor manager", "Audit")
_PLAIN = (
    "table", "hands", "not_live", "hands_an_hour", "players_a_hand", "occupancy", "play_ms",
    *MONEY, "starts", "missing",
)  # fmt: skip
_GAME = (
    "hands", "players", "wagered", "house", "commission", "jackpot_in", "jackpot_won",
)  # fmt: skip


def _rounded(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value


def as_data(report: Report) -> dict[str, Any]:
    """For programs, in cents; docs/schemas/room-report.json."""
    return {
        "report": 1,
        "period": report.period,
        "first": report.first,
        "last": report.last,
        "tables": [_table(one) for one in report.tables],
        "games": [_game(name, game) for name, game in report.games.items()],
        "totals": {name: report.total(name) for name in ("hands", *MONEY)},
        "heads": report.heads,
        "alarms": report.alarms,
    }


def _game(name: str, game: Game) -> dict[str, Any]:
    told = {key: getattr(game, key) for key in _GAME}
    return {"game": name, **told, "outcomes": dict(sorted(game.rounds.items()))}


def _table(one: TableReport) -> dict[str, Any]:
    made = {name: _rounded(getattr(one, name)) for name in _PLAIN}
    made["days"] = [day.day for day in one.days]
    made["not_counted"] = one.not_counted
    made["games"] = [_game(name, game) for name, game in sorted(one.games.items())]
    for name, key, value in (
        ("irregular", "rule", "what"), ("refused", "rule", "code"), ("readers", "where", "code"),
        ("faults", "where", "code"),
    ):  # fmt: skip
        made[name] = [
            {key: pair[0], value: pair[1], "count": count}
            for pair, count in by_count(getattr(one, name))
        ]
    return made


def as_csv(report: Report) -> str:
    """A row a table and game, then the table's own: money in dollars, and the columns say so."""
    made = io.StringIO()
    writer = Rows(made)
    names = [f"{name}_dollars" if name in MONEY else name for name in _PLAIN[1:]]
    counts = ("irregular", "readers", "faults")
    writer.writerow(["first", "last", "table", "game", *names, *counts])
    for one in report.tables:
        for game_name, game in sorted(one.games.items()):
            cells = [
                (dollars(getattr(game, name)) if name in MONEY else getattr(game, name))
                if name in _GAME
                else ""
                for name in _PLAIN[1:]
            ]
            writer.writerow([report.first, report.last, one.table, game_name, *cells, "", "", ""])
        data = _table(one)
        cells = [dollars(data[name]) if name in MONEY else data[name] for name in _PLAIN[1:]]
        totals = [sum(item["count"] for item in data[name]) for name in counts]
        writer.writerow([report.first, report.last, one.table, "all", *cells, *totals])
    return made.getvalue()


# ---- for people


def _sheets(report: Report) -> list[tuple[str, list[Part]]]:
    return [(report.title, _whole(report)), *((f"Table {t.table}", _of(t)) for t in report.tables)]


def as_html(report: Report, style: str | None = None) -> str:
    return day_page.page_of(report.title, _sheets(report), style, SIGN)


def as_pdf(report: Report) -> bytes:
    return day_page.pdf_of(_sheets(report), SIGN)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _whole(report: Report) -> list[Part]:
    head = (
        "table",
        "hands",
        "an hour",
        "players",
        "seats in use",
        "irregular",
        "faults",
        "commission",
    )
    rows = [
        (
            one.table, f"{one.hands:,}", _number(one.hands_an_hour), _number(one.players_a_hand),
            _share(one.occupancy), f"{sum(one.irregular.values()):,}",
            f"{sum(one.readers.values()) + sum(one.faults.values()):,}", money(one.commission),
        )
        for one in report.tables
    ]  # fmt: skip
    rows.append(("all", f"{report.total('hands'):,}", "", "", "", "", "",
                 money(report.total("commission"))))  # fmt: skip
    drop = [
        (one.table, money(one.commission), _money(one.counted), _left(one), _money(one.difference))
        for one in report.tables
    ]
    drop.append(("all", money(report.total("commission")), money(report.total("counted")), "",
                 money(report.total("difference"))))  # fmt: skip
    games = [
        (wording.GAMES.get(name, name), f"{game.hands:,}", money(game.wagered), money(game.house),
         money(game.commission))
        for name, game in report.games.items()
    ]  # fmt: skip
    parts = [
        Part("Tables", rows, head, amounts=True),
        Part("Games", games, ("game", "hands", "wagered", "won by the house", "commission"), True),
        Part("Commission and drop", drop,
             ("table", "commission", "counted", "not counted", "difference"), True),
        Part("Meters", _meters(report),
             ("table", "begin", "wagers in", "house, corrections", "paid", "end", "difference"),
             True),
        _counted("Irregular, by rule", report, "irregular", wording.IRREGULARITIES),
        _counted("Readers", report, "readers", _FAULTS),
    ]  # fmt: skip
    if report.alarms:
        parts.append(_alarms(report))
    return parts


_FAULTS = {code: what for code, (what, _) in wording.FAULTS.items()}


def _money(cents: int | None) -> str:
    return "–" if cents is None else money(cents)


def _left(one: TableReport) -> str:
    return ", ".join(one.not_counted) or "–"


def _meters(report: Report) -> list[tuple[str, ...]]:
    rows = []
    for one in report.tables:
        if not (one.meter_begin or one.meter_end or one.jackpot_in):
            continue
        other = one.house_in + one.corrected + one.restored
        cells = (one.meter_begin, one.jackpot_in, other, one.jackpot_paid, one.meter_end)
        rows.append((one.table, *map(money, cells), money(one.meter_difference)))
    return rows


def _counted(name: str, report: Report, what: str, known: dict[str, str]) -> Part:
    made: Counter[tuple[str, str, str]] = Counter()
    for one in report.tables:
        for (where, code), count in getattr(one, what).items():
            made[one.table, where, code] += count
    rows = sorted(made.items(), key=lambda item: (-item[1], item[0]))
    return Part(
        name,
        [(t, where, known.get(code, code), f"{count:,} ×") for (t, where, code), count in rows],
        ("table", "rule" if what == "irregular" else "where", "what", "how often"),
        amounts=True,
    )


def _alarms(report: Report) -> Part:
    rows = []
    for one in report.alarms:
        taken = one["acknowledged_ms"]
        after = "never" if taken is None else f"{(taken - one['began_ms']) // 1000:,} s"
        rows.append((moment(one["began_ms"]), one["table"] or "room", one["words"],
                     one["acknowledged_by"] or "–", after))  # fmt: skip
    return Part("Alarms", rows, ("when", "table", "what", "taken on by", "after"), amounts=True)


def _of(one: TableReport) -> list[Part]:
    told = [
        Part(
            "Days",
            [
                (day.day or "before any day", f"{day.hands:,}", _number(day.hands_an_hour),
                 money(day.wagered), money(day.commission), _money(day.counted),
                 _money(day.difference))
                for day in one.days
            ],
            ("day", "hands", "an hour", "wagered", "commission", "counted", "difference"),
            amounts=True,
        ),
        Part(
            "Games",
            [
                (wording.GAMES.get(name, name), f"{game.hands:,}", money(game.wagered),
                 money(game.house), money(game.commission))
                for name, game in sorted(one.games.items())
            ],
            ("game", "hands", "wagered", "won by the house", "commission"),
            amounts=True,
        ),
    ]  # fmt: skip
    if one.missing:
        told.append(Part("RECORDS MISSING", [("records that the board had no more",
                                              f"{one.missing:,}")], amounts=True))  # fmt: skip
    return told
