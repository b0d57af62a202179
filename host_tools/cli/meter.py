"""`cardtable meter`: the jackpot meter as the records make it: values, hits, audit, history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from cardtable.jackpot.meter import LAST_HITS, PARAMETERS, PRIZES, Meter
from cardtable.records import TOLD
from host_tools.cli.options import (
    CsvOption,
    FirstFromOption,
    JsonOption,
    LedgerOption,
    TableOption,
    ledger_path,
    one_of,
)
from host_tools.common.plain_text import Rows
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, unwritable
from host_tools.ledger.books import Kept, books_of, newest_chain, the_table
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.lines import sensible
from host_tools.reports.plot import svg_plot, terminal_plot
from host_tools.reports.receiving import catch_up
from host_tools.reports.times import moment, when
from host_tools.wording import PRIZES as PRIZE_WORDS
from host_tools.wording import money

_AMOUNTS = ("pool", "reserve", "overflow", "held")
_IN = (
    ("opened", "opened with"),
    ("wagers_in", "wagers in"),
    ("house_in", "from the house"),
    ("corrected", "corrected"),
)
_PARAMETER_WORDS = {
    "start_up": "start-up amount",
    "ceiling": "ceiling",
    "pool_share": "share of the pool",
    "most_in": "most in one round",
    "bonus_from": "bonus prizes from",
}


def meter(
    history: Annotated[bool, typer.Option("--history", help="How the pool moved.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option(help="Write the history as a picture into this file.", show_default=False),
    ] = None,
    table: TableOption = None,
    ledger: LedgerOption = None,
    port: FirstFromOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the jackpot meter of a table, worked out from its records, and audit it.

    Ends with 4 when the audit equation does not hold, or records are missing that it needs.

    Examples:

    cardtable meter

    cardtable meter --history --svg meter.svg

    cardtable meter --history --csv
    """
    one_of(as_json, as_csv)
    if as_csv and not history:
        raise Problem("--csv is for the history", "Try: cardtable meter --history --csv", BAD_INPUT)
    path = ledger_path(ledger)
    catch_up(port, path)
    with Ledger(path) as opened:
        kept = books_of(opened, newest_chain(opened, the_table(opened, table)))
    with sensible(f"table {kept.chain.table}"):
        if svg is not None:
            _picture(kept, svg)
        if history:
            _history(kept, as_json, as_csv)
        elif as_json:
            print(json.dumps(as_data(kept)))
        else:
            _tell(kept)
    if kept.books.why_not():
        raise Problem(
            f"the books of {kept.chain.table} do not balance ({kept.books.why_not()})",
            "Hash the records again: cardtable ledger verify",
            NOT_WHOLE,
        )


def audit(meter: Meter) -> tuple[int, int]:
    """Both sides of the audit equation (docs/meter.md)."""
    left = meter.opened + meter.wagers_in + meter.house_in + meter.corrected
    lies = meter.pool + meter.reserve + meter.overflow + meter.held
    return left, lies + meter.owed() + meter.paid + meter.linked


def as_data(kept: Kept) -> dict[str, Any]:
    """The meter for scripts, in cents; docs/schemas/meter.json."""
    meter = kept.books.meter
    left, right = audit(meter)
    return {
        "table": kept.chain.table,
        "epoch": kept.chain.epoch,
        "record": kept.chain.last,
        "mode": kept.books.mode,
        "display": meter.display,
        "locked": meter.locked,
        **{name: getattr(meter, name) for name in _AMOUNTS},
        "pending": [
            _hit_data(hit, seat, prize, amount) for hit, seat, prize, amount in meter.pending
        ],
        "paid": meter.paid,
        **{name: getattr(meter, name) for name, _ in _IN},
        "parameters": {name: getattr(meter, name) for name in PARAMETERS},
        "waiting": {PARAMETERS[at]: value for at, value in meter.waiting},
        "prizes": {
            prize: {"hits": count, "cents": cents}
            for prize, (count, cents) in zip(PRIZES, meter.prizes, strict=True)
        },
        "hits": [
            _hit_data(hit, seat, prize, amount) | {"clock": clock, "time_ms": time_ms}
            for hit, clock, time_ms, seat, prize, amount in meter.last
        ],
        "audit": {"in": left, "out": right, "balanced": kept.books.why_not() is None},
    }


def _hit_data(hit: int, seat: int, prize: int, amount: int) -> dict[str, Any]:
    return {"hit": hit, "seat": seat, "prize": PRIZES[prize], "cents": amount}


def _tell(kept: Kept) -> None:
    meter = kept.books.meter
    mode = "" if kept.books.mode == "live" else f"; in {kept.books.mode} mode"
    print(f"{kept.chain.table}, epoch {kept.chain.epoch}, as of record {kept.chain.last:,}{mode}")
    print(f"  the sign shows    {money(meter.display):>16}")
    for name in _AMOUNTS:
        print(f"  {name:<17} {money(getattr(meter, name)):>16}")
    print(f"  pending           {money(meter.owed()):>16}")
    print(f"  paid              {money(meter.paid):>16}")
    if meter.linked:
        print(f"  to linked pools   {money(meter.linked):>16}")
    for name, told in _IN:
        print(f"  {told:<17} {money(getattr(meter, name)):>16}")
    left, right = audit(meter)
    verdict = "balanced" if kept.books.why_not() is None else "NOT BALANCED"
    print(f"  audit             {money(left):>16} in, {money(right)} out: {verdict}")
    print("As approved: " + "; ".join(_parameter(name, meter) for name in PARAMETERS) + ".")
    for at, value in meter.waiting:
        told = _PARAMETER_WORDS[PARAMETERS[at]]
        print(f"Waits for the jackpot to be won: {told} {_value(PARAMETERS[at], value)}.")
    if meter.last:
        print(f"The last {len(meter.last)} of {meter.hits} prizes (at most {LAST_HITS} are kept):")
    for hit, clock, time_ms, seat, prize, amount in meter.last:
        time = moment(time_ms) if clock == TOLD else ""
        wait = " pending" if any(one[0] == hit for one in meter.pending) else ""
        told = f"  {hit:>4} {time:<19} box {seat:<2} {PRIZE_WORDS[PRIZES[prize]]:<16}"
        print(f"{told} {money(amount):>14}{wait}")


def _parameter(name: str, meter: Meter) -> str:
    return f"{_PARAMETER_WORDS[name]} {_value(name, getattr(meter, name))}"


def _value(name: str, value: int) -> str:
    if name == "pool_share":
        return f"{value / 100:g} %"
    if name == "bonus_from":
        return "the reserve" if value else "the house"
    return money(value) if value or name == "start_up" else "none"


def _history(kept: Kept, as_json: bool, as_csv: bool) -> None:
    if as_json:
        for entry in kept.history:
            print(json.dumps(_point(entry)))
        return
    if as_csv:
        writer = Rows()
        writer.writerow(["number", "clock", "time_ms", "received_ms", "pool", "reserve"])
        for entry in kept.history:
            writer.writerow(_point(entry).values())
        return
    if not kept.history:
        print("The meter has not moved yet.")
        return
    first, last = kept.history[0], kept.history[-1]
    print(f"{kept.chain.table}: the prize pool over {len(kept.history):,} changes,")
    print(
        f"{when(first).strip()} (record {first.number:,}) to {when(last).strip()} ({last.number:,})"
    )
    rows = terminal_plot([entry.body[1] for entry in kept.history])
    for row in rows:
        print(row)
    start, end = moment(first.when_ms), moment(last.when_ms)
    print(f"{start} {end:>{max(1, max(map(len, rows)) - len(start) - 1)}}")


def _point(entry: Any) -> dict[str, Any]:
    """One change for scripts; docs/schemas/meter-history.json."""
    return {
        "number": entry.number,
        "clock": entry.clock,
        "time_ms": entry.time_ms,
        "received_ms": entry.received_ms,
        "pool": entry.body[1],
        "reserve": entry.body[2],
    }


def _picture(kept: Kept, path: Path) -> None:
    if not kept.history:
        raise Problem(
            "the meter has not moved yet: there is nothing to draw", "Ask again after a round."
        )
    pools = [entry.body[1] for entry in kept.history]
    series = {"prize pool": pools, "reserve": [entry.body[2] for entry in kept.history]}
    falls = [
        (at, f"record {kept.history[at].number}: {money(pools[at] - pools[at - 1])}")
        for at in range(1, len(pools))
        if pools[at] < pools[at - 1]
    ]
    title = f"Jackpot meter of {kept.chain.table}, epoch {kept.chain.epoch}"
    try:
        path.write_text(
            svg_plot(title, series, falls, [entry.when_ms for entry in kept.history]),
            encoding="utf-8",
        )
    except OSError as failure:
        raise unwritable(path, failure) from failure
