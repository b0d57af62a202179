"""`cardtable day`: the report of a gaming day, a table at a time."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from host_tools import wording
from host_tools.cli.options import (
    CsvOption,
    FirstFromOption,
    JsonOption,
    LedgerOption,
    TableOption,
    ledger_path,
    one_of,
)
from host_tools.common.problems import BAD_INPUT, NO_LEDGER, Problem, remark, unwritable
from host_tools.ledger.books import known, the_table
from host_tools.ledger.days import Day, days_of
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.lines import sensible
from host_tools.reports import day_page
from host_tools.reports.days import as_csv_text, as_data, by_count
from host_tools.reports.receiving import catch_up
from host_tools.reports.times import moment
from host_tools.wording import money


def day(
    which: Annotated[
        str | None,
        typer.Argument(
            help="The gaming day as it was opened; without it the last.", show_default=False
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every day there is.")] = False,
    table: TableOption = None,
    ledger: LedgerOption = None,
    port: FirstFromOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="A page to print, into this file.", show_default=False),
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", help="The same as PDF.", show_default=False)
    ] = None,
) -> None:
    """Report a gaming day: rounds, hands an hour, commission against the counted drop,
    jackpot in and out, opened hands, corrections, irregularities by rule, reader faults.

    Without --table, every table in the ledger. What happened before a day was opened has no name.

    Examples:

    cardtable day

    cardtable day 2026-11-16 --table t1 --json

    cardtable day --all --csv

    cardtable day --pdf today.pdf
    """
    one_of(as_json, as_csv)
    path = ledger_path(ledger)
    catch_up(port, path)
    with Ledger(path) as opened:
        names = [the_table(opened, table)] if table is not None else opened.tables()
        if not names:
            raise Problem("the ledger is empty", known(opened), NO_LEDGER)
        found = [one for name in names for one in _chosen(days_of(opened, name), which, every)]
    if not found:
        if which is None:
            raise Problem(
                "nothing has been played yet", "A supervisor opens a gaming day.", NO_LEDGER
            )
        raise Problem(f"there is no gaming day {which}", "See: cardtable day --all", BAD_INPUT)
    for path, content in (
        (html, lambda: day_page.as_html(found).encode()),
        (pdf, lambda: day_page.as_pdf(found)),
    ):
        if path is not None:
            _written(path, content())
    if html is not None or pdf is not None:
        return
    if as_csv:
        print(as_csv_text(found), end="")
        return
    for at, one in enumerate(found):
        with sensible(f"table {one.table}"):
            if as_json:
                print(json.dumps(as_data(one)))
            else:
                print("\n" * bool(at) + "\n".join(in_words(one)))


def _chosen(days: list[Day], which: str | None, every: bool) -> list[Day]:
    if every:
        return days
    if which is None:
        return days[-1:]
    return [one for one in days if one.day == which]


def _written(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as failure:
        raise unwritable(path, failure) from failure
    remark(f"written: {path}")


def in_words(one: Day) -> list[str]:
    """The report for people."""
    told = [f"Table {one.table}, " + (f"gaming day {one.day}" if one.day else "no day opened")]
    rate = one.hands_an_hour
    outcomes = ", ".join(f"{count} {name}" for name, count in sorted(one.rounds.items()))
    told.append(f"  rounds            {one.hands:>14,}" + (f"  ({outcomes})" if outcomes else ""))
    if one.not_live:
        told.append(f"  not live          {one.not_live:>14,}  (tests and tournaments)")
    told.append(f"  hands an hour     {'-' if rate is None else f'{rate:.0f}':>14}")
    told.append(f"  wagered           {money(one.wagered):>14}")
    told.append(f"  won by the house  {money(one.house):>14}  (where it banks)")
    told.append(f"  commission        {money(one.commission):>14}")
    if one.counted is None:
        told.append(f"  drop              {'not counted':>14}")
    else:
        told.append(f"  drop, counted     {money(one.counted):>14}")
        told.append(f"  difference        {money(one.difference or 0):>14}")
    told.append(f"  jackpot in        {money(one.jackpot_in):>14}")
    told.append(f"  jackpot won       {money(one.jackpot_won):>14}")
    told.append(f"  jackpot paid out  {money(one.jackpot_paid):>14}")
    told.append(f"  from the house    {money(one.house_in):>14}  (to prizes and seeds)")
    if one.corrected:
        told.append(f"  corrected         {money(one.corrected):>14}")
    told.append(f"  starts            {one.starts:>14}")
    if one.missing:
        told.append(f"  MISSING           {one.missing:>14,}  records that the board had no more")
    told += _people(one)
    told += _listed("Irregular, by rule:", one.irregular, wording.IRREGULARITIES)
    told += _listed("Refused, by rule:", one.refused, wording.REFUSALS)
    faults = {code: what for code, (what, _) in wording.FAULTS.items()}
    told += _listed("Readers:", one.readers, faults)
    told += _listed("Other faults:", one.faults, faults)
    return told


def _people(one: Day) -> list[str]:
    """What people have opened, corrected and confirmed."""
    told = []
    for row in one.opened:
        proof = "" if row["proved"] else "; THE SEAL DOES NOT FIT"
        told.append(
            f"  round {row['round']}, box {row['seat']}: {wording.cards([row['card']])}{proof},"
            f" by {row['who']}, {moment(row['when_ms'])}"
        )
    if told:
        told.insert(0, "Opened for a dispute:")
    if one.corrections:
        told.append("Corrections of the meter:")
    for row in one.corrections:
        amounts = f"pool {money(row['pool'])}, reserve {money(row['reserve'])}"
        told.append(
            f"  {amounts}, overflow {money(row['overflow'])}, by {row['who']}: {row['why']}"
        )
    return told


def _listed(title: str, counted: Counter[tuple[str, str]], known: dict[str, str]) -> list[str]:
    if not counted:
        return []
    return [
        title,
        *(
            f"  {count:>4} ×  {' '.join(f'{_before(where)}{known.get(code, code)}'.split())}"
            for (where, code), count in by_count(counted)
        ),
    ]


def _before(where: str) -> str:
    return f"{where}: " if where else ""  # a key that only a supervisor may press cites no rule
