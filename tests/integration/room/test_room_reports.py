"""Reports over tables against a separate calculation from the raw records, to the cent."""

from __future__ import annotations

import csv
import io
import json

import jsonschema
import pytest

from host_tools.common.problems import Problem
from host_tools.ledger.place import DatabaseUrl
from host_tools.room import reconciliation, report_pages, reports
from host_tools.room.gaming_day import calendar
from host_tools.room.journal import Who
from host_tools.room.store import transaction
from sim.roots import ROOT
from tests.integration.ledger.sample import fill
from tests.integration.room.month import Played, days, month
from tests.integration.room.server import changed, fresh, needs_postgres
from tests.oracles.room_month import reckon

pytestmark = needs_postgres
UTC = calendar("UTC", "06:00")
SUE = Who("Sue", "manager")
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "room-report.json").read_text(encoding="utf-8"))
_MONEY = ("wagered", "house", "commission", "jackpot_in", "jackpot_won", "jackpot_paid", "house_in",
          "corrected")  # fmt: skip


def held_against_the_oracle(place: DatabaseUrl, played: list[Played], period: str, on: str) -> dict:
    """Every figure of every table; the report, for more."""
    told = report_pages.as_data(reports.report(place, UTC, period, on))
    jsonschema.validate(told, SCHEMA)
    first, last = reports.span_of(period, on)
    assert [one["table"] for one in told["tables"]] == sorted(one.name for one in played)
    totals = dict.fromkeys(("hands", "commission", "wagered"), 0)
    for one in played:
        (row,) = [t for t in told["tables"] if t["table"] == one.name]
        own = [json.loads(line)[7] for line in one.lines if json.loads(line)[6] == "day_open"]
        wanted = reckon(one.lines, {day for day in own if first <= day <= last})
        for name in ("hands", *_MONEY):
            assert row[name] == wanted["sums"][name], (one.name, name)
        for name in ("counted", "difference", "not_counted"):
            assert row[name] == wanted[name], (one.name, name)
        assert row["meter_difference"] == 0, one.name
        games = {game.pop("game"): game for game in row["games"] if game["hands"]}
        assert set(games) == set(wanted["games"])
        for name, game in games.items():
            for key in ("hands", "players", "wagered", "house", "commission"):
                assert game[key] == wanted["games"][name][key], (one.name, name, key)
        found = {(i["rule"], i["what"]): i["count"] for i in row["irregular"]}
        assert found == dict(wanted["irregular"])
        assert sum(i["count"] for i in row["readers"]) == sum(wanted["readers"].values())
        for name in totals:
            totals[name] += row[name]
    assert {name: told["totals"][name] for name in totals} == totals
    by_game = sum(game["commission"] for game in told["games"])
    assert by_game == told["totals"]["commission"]
    return told


@pytest.fixture(scope="module")
def played():
    return month(5, days("2026-10-29", 5), 4, seed=26)


@pytest.fixture(scope="module")
def place(played):
    made = fresh()
    for one in played:
        fill(made, one.name, one.lines)
    return made


@pytest.mark.parametrize(
    ("period", "on"),
    [("day", "2026-10-30"), ("week", "2026-10-30"), ("month", "2026-10-30"), ("month", "2026-11")],
)
def test_reports_are_what_the_raw_records_come_to(place, played, period, on):
    told = held_against_the_oracle(place, played, period, on)
    assert told["totals"]["hands"] > 0 and told["totals"]["commission"] > 0


def test_the_meter_at_the_end_is_what_the_boards_own_vault_holds(place, played):
    told = report_pages.as_data(reports.report(place, UTC, "month", "2026-11"))
    for one in played:
        (row,) = [t for t in told["tables"] if t["table"] == one.name]
        assert row["meter_end"] == (one.held or 0)
    before = report_pages.as_data(reports.report(place, UTC, "month", "2026-10"))
    ends = {t["table"]: t["meter_end"] for t in before["tables"]}
    assert {t["table"]: t["meter_begin"] for t in told["tables"]} == ends


def test_page_pdf_and_csv_say_the_same(place):
    made = reports.report(place, UTC, "month", "2026-10")
    data = report_pages.as_data(made)
    rows = list(csv.DictReader(io.StringIO(report_pages.as_csv(made))))
    for table in data["tables"]:
        own = [row for row in rows if row["table"] == table["table"]]
        whole = next(row for row in own if row["game"] == "all")
        assert round(float(whole["commission_dollars"]) * 100) == table["commission"]
        games = [float(row["commission_dollars"]) for row in own if row["game"] != "all"]
        assert round(sum(games) * 100) == table["commission"]
    from host_tools.wording import money

    page = report_pages.as_html(made)
    for table in data["tables"]:
        assert money(table["commission"]) in page
    pdf = report_pages.as_pdf(made)
    assert pdf.startswith(b"%PDF-1.4") and pdf.count(b"/Type /Page ") >= 1 + len(data["tables"])


def test_hands_an_hour_and_seats_in_use(place, played):
    names = {one.name: 10 for one in played}
    made = reports.report(place, UTC, "month", "2026-10", None, names)
    for one in made.tables:
        players = sum(game.players for game in one.games.values())
        assert one.occupancy == pytest.approx(players / one.hands / 10)
        assert one.hands_an_hour == pytest.approx(one.hands * 3_600_000 / one.play_ms)


def test_a_signed_month_stays_as_it_was_and_shows_what_has_moved_since(place, played):
    with transaction(place) as db:
        report = reports.report(place, UTC, "month", "2026-10")
        number = reconciliation.keep(db, SUE, report, 1_794_830_400_000)
    with transaction(place) as db:
        kept = reconciliation.all_of(db, "2026-10")
    assert [one.id for one in kept] == [number]
    told = kept[0].check()
    assert told["totals"]["commission"] == report.total("commission") and told["who"] == "Sue"
    heads = {tuple(one[:2]): one[2] for one in told["heads"]}
    assert heads == {(one.name, 1): len(one.lines) for one in played}
    assert reconciliation.moved_since(told, report) == []
    report.tables[0].days[0].counted = 1  # a box that was counted again
    (line,) = [one for one in reconciliation.moved_since(told, report) if "counted was" in one]
    assert report.tables[0].table in line
    content = kept[0].content.replace(b'"commission":', b'"commission":1', 1)
    changed(place, "UPDATE reconciliation SET content = ? WHERE id = ?", content, number)
    with transaction(place) as db, pytest.raises(Problem, match="altered since it was signed"):
        reconciliation.all_of(db)[0].check()


def test_what_is_no_period_or_day_is_told():
    for period, on in (("year", "2026-10-30"), ("day", "yesterday"), ("month", "2026-13")):
        with pytest.raises(Problem):
            reports.span_of(period, on)
    assert reports.span_of("week", "2027-01-01") == ("2026-12-28", "2027-01-03")
    assert reports.span_of("month", "2028-02") == ("2028-02-01", "2028-02-29")
