"""`cardtable room report`, `reconcile`: all tables over a day, a week, a month."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import CsvOption, JsonOption, one_of
from host_tools.cli.room_verbs.options import DatabaseOption, database
from host_tools.cli.room_verbs.people import who
from host_tools.common.problems import BAD_INPUT, FAILED, Problem, remark, unwritable
from host_tools.reports.times import moment
from host_tools.room.gaming_day import calendar
from host_tools.wording import money

_ZoneOption = Annotated[str | None, typer.Option(help="Time zone of the room.")]


def report(
    on: Annotated[
        str, typer.Argument(help="A day of the period: 2026-11-16, or a month: 2026-11.")
    ],
    period: Annotated[str, typer.Option(help="day, week or month.")] = "day",
    html: Annotated[Path | None, typer.Option(help="A page, into this file.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="The same as PDF.")] = None,
    zone: _ZoneOption = None,
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Report all tables: hands, meters, commission against drop, irregularities, readers.

    Examples:

    cardtable room report 2026-11-16

    cardtable room report 2026-11 --period month --pdf november.pdf
    """
    from host_tools.room import report_pages, reports

    one_of(as_json, as_csv)
    made = reports.report(database(ledger), calendar(zone, "06:00"), period, on)
    for path, content in (
        (html, lambda: report_pages.as_html(made).encode()),
        (pdf, lambda: report_pages.as_pdf(made)),
    ):
        if path is not None:
            try:
                path.write_bytes(content())
            except OSError as failure:
                raise unwritable(path, failure) from failure
            remark(f"written: {path}")
    if as_json:
        print(json.dumps(report_pages.as_data(made)))
    elif as_csv:
        print(report_pages.as_csv(made), end="")
    elif html is None and pdf is None:
        _in_words(made)


def _in_words(made) -> None:  # type: ignore[no-untyped-def]
    print(made.title)
    for one in made.tables:
        rate = "-" if one.hands_an_hour is None else f"{one.hands_an_hour:.0f}"
        counted = "not counted" if one.counted is None else money(one.counted)
        print(
            f"  {one.table}: {one.hands:,} hands ({rate} an hour), commission"
            f" {money(one.commission)}, drop {counted}, meter {money(one.meter_end)}"
        )
        if one.difference:
            print(f"    DROP DIFFERS by {money(one.difference)}")
        if one.meter_difference:
            print(f"    METER DOES NOT ADD UP: {money(one.meter_difference)}")
        if one.not_counted:
            print(f"    not counted: {', '.join(one.not_counted)}")
    print(f"  all: {made.total('hands'):,} hands, commission {money(made.total('commission'))}")


def reconcile(
    month: Annotated[str, typer.Argument(help="As 2026-11.")],
    check: Annotated[
        bool, typer.Option("--check", help="Check what is kept instead of making a new one.")
    ] = False,
    zone: _ZoneOption = None,
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Reconcile a month: worked out from the records, signed by this host, kept in the room.

    Examples:

    cardtable room reconcile 2026-11

    cardtable room reconcile 2026-11 --check
    """
    from host_tools.room import reconciliation, reports
    from host_tools.room.store import now_ms, transaction

    place = database(ledger)
    made = reports.report(place, calendar(zone, "06:00"), "month", month)
    with transaction(place) as db:
        if not check:
            number = reconciliation.keep(db, who(), made, now_ms())
            if as_json:
                print(json.dumps({"reconciliation": number, "month": made.first[:7]}))
            remark(f"reconciliation {number} of {made.first[:7]} is signed and kept.")
            return
        kept = reconciliation.all_of(db, made.first[:7])
    if not kept:
        raise Problem(f"{month} was never reconciled", "Without --check it is.", BAD_INPUT)
    moved = False
    for one in kept:
        found = reconciliation.moved_since(one.check(), made)
        moved = moved or (bool(found) and one is kept[0])
        if as_json:
            told = {"reconciliation": one.id, "month": one.month, "made_ms": one.made_ms}
            print(json.dumps(told | {"who": one.who, "key": one.key, "moved": found}))
            continue
        print(f"{one.id}: {moment(one.made_ms)} by {one.who}, signed by {one.key}")
        for line in found:
            print(f"   since then: {line}")
    if moved:
        raise typer.Exit(FAILED)
