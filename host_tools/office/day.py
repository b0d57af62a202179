"""`cardtable day`: the report of a gaming day, a table at a time."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from typing import Annotated, Any

import typer

from host_tools import words
from host_tools.ledger.books import known, the_table
from host_tools.ledger.days import Day, days_of
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.lines import sensible
from host_tools.office.receiving import catch_up
from host_tools.options import (
    CsvOption,
    FirstFromOption,
    JsonOption,
    LedgerOption,
    TableOption,
    ledger_path,
    one_of,
)
from host_tools.problems import BAD_INPUT, NO_LEDGER, Problem
from host_tools.words import money

_PLAIN = (
    "table", "day", "hands", "not_live", "hands_an_hour", "play_ms", "wagered", "house",
    "commission", "counted", "difference", "jackpot_in", "jackpot_won", "jackpot_paid", "house_in",
    "corrected", "starts", "missing",
)  # fmt: skip


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
) -> None:
    """Report a gaming day: rounds, hands an hour, commission against the counted drop,
    jackpot in and out, irregularities by rule, reader faults.

    Without --table, every table in the ledger. What happened before a day was opened has no name.

    Examples:

    cardtable day

    cardtable day 2026-11-16 --table t1 --json

    cardtable day --all --csv
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
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if as_csv:
        writer.writerow([*_PLAIN, "irregular", "readers", "faults"])
    for at, one in enumerate(found):
        with sensible(f"table {one.table}"):
            if as_json:
                print(json.dumps(as_data(one)))
            elif as_csv:
                _row(writer, one)
            else:
                print("\n" * bool(at) + "\n".join(in_words(one)))


def _chosen(days: list[Day], which: str | None, every: bool) -> list[Day]:
    if every:
        return days
    if which is None:
        return days[-1:]
    return [one for one in days if one.day == which]


def as_data(one: Day) -> dict[str, Any]:
    """A day for scripts, in cents; docs/schemas/day.json."""
    made = {name: getattr(one, name) for name in _PLAIN}
    rate = one.hands_an_hour
    made["hands_an_hour"] = None if rate is None else round(rate, 1)
    made["outcomes"] = dict(one.rounds)
    for name, key, value in (
        ("irregular", "rule", "what"),
        ("refused", "rule", "code"),
        ("readers", "where", "code"),
        ("faults", "where", "code"),
    ):
        made[name] = [
            {key: pair[0], value: pair[1], "count": count}
            for pair, count in _sorted(getattr(one, name))
        ]
    return made


def _sorted(counted: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _row(writer: Any, one: Day) -> None:
    data = as_data(one)
    lists = [
        sum(item["count"] for item in data[name]) for name in ("irregular", "readers", "faults")
    ]
    writer.writerow([*(data[name] for name in _PLAIN), *lists])


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
    told += _listed("Irregular, by rule:", one.irregular, words.IRREGULARITIES)
    told += _listed("Refused, by rule:", one.refused, words.REFUSALS)
    faults = {code: what for code, (what, _) in words.FAULTS.items()}
    told += _listed("Readers:", one.readers, faults)
    told += _listed("Other faults:", one.faults, faults)
    return told


def _listed(title: str, counted: Counter[tuple[str, str]], known: dict[str, str]) -> list[str]:
    if not counted:
        return []
    return [
        title,
        *(
            f"  {count:>4} ×  {' '.join(f'{_before(where)}{known.get(code, code)}'.split())}"
            for (where, code), count in _sorted(counted)
        ),
    ]


def _before(where: str) -> str:
    return f"{where}: " if where else ""  # a key that only a supervisor may press cites no rule
