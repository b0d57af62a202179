"""`cardtable ledger`: what is in it, whether it is whole, records from another one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli.options import JsonOption, LedgerOption, TableOption, ledger_path
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, remark
from host_tools.ledger.books import known, the_table
from host_tools.ledger.host_verify import HostVerdict
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.verify import Verdict
from host_tools.ledger.verify import verify as verdicts

app = typer.Typer(help="Look after the ledger: list, verify, import.", no_args_is_help=True)


@app.command("list")
def list_chains(ledger: LedgerOption = None, as_json: JsonOption = False) -> None:
    """Every table and epoch in the ledger, and where the file is.

    Example:

    cardtable ledger list
    """
    with Ledger(ledger_path(ledger)) as opened:
        if not as_json:
            print(opened.path)
        if not opened.tables():
            remark(f"the ledger is empty. {known(opened)}")
        for chain in opened.chains():
            if as_json:
                print(json.dumps({k: v for k, v in vars(chain).items() if k != "id"}))
            else:
                print(
                    f"{chain.table}, epoch {chain.epoch}: {chain.count:,} records, the last is"
                    f" {chain.last:,} with digest {chain.digest}"
                )


@app.command("verify")
def verify(
    ledger: LedgerOption = None, table: TableOption = None, as_json: JsonOption = False
) -> None:
    """Hash every record again and follow the chain; names the first that is wrong.

    Ends with 0 when everything is whole, 4 when a record is altered, missing or out of order.
    A digest that was written down elsewhere proves that the end of a chain is still the same.

    Example:

    cardtable ledger verify --table t1
    """
    with Ledger(ledger_path(ledger)) as opened:
        if table is not None or not opened.tables():
            the_table(opened, table)
        raise typer.Exit(tell_verdicts(opened, table, as_json))


@app.command("import")
def import_ledger(
    file: Annotated[Path, typer.Argument(help="Another ledger's file.", show_default=False)],
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take the records of another ledger, e.g. of a technician's laptop; each is stored once.

    Where the board had lost records that the other ledger has, they are filled in.

    Example:

    cardtable ledger import laptop.db
    """
    if not os.path.exists(file):
        raise Problem(f"{file} is not there", "Say which ledger to take.", BAD_INPUT)
    with Ledger(file) as source:
        if not source.tables():
            remark(f"{file} is empty: nothing was taken.")
        for one in merge(source, ledger_path(ledger)):
            if as_json:
                print(json.dumps(vars(one)))
            else:
                print(f"{one.table}, epoch {one.epoch}: {one.new:,} new, {one.known:,} known.")


def tell_verdicts(ledger: Ledger, table: str | None, as_json: bool) -> int:
    """Print a verdict for each chain; the exit code."""
    worst = 0
    host: HostVerdict | None = None
    for verdict in verdicts(ledger, table):
        print(json.dumps(_as_data(verdict)) if as_json else _in_words(verdict))
        worst = max(worst, NOT_WHOLE if verdict.fault else 0)
        host = verdict.host
    if host is not None and not as_json:
        print(_host_in_words(host))
    return worst


def _as_data(verdict: Verdict) -> dict[str, Any]:
    chain = verdict.chain
    return {
        "table": chain.table,
        "epoch": chain.epoch,
        "whole": verdict.fault is None,
        "records": chain.count,
        "last": chain.last,
        "digest": chain.digest,
        "gaps": [[gap.first, gap.last] for gap in verdict.gaps],
        "refused": verdict.refused,
        "retired": verdict.retired
        and {
            "before": verdict.retired.last,
            "archive": verdict.retired.archive,
            "sha256": verdict.retired.archive_digest,
        },
        "record": verdict.record,
        "fault": verdict.fault,
        "host_key": verdict.host.key,
        "host_entries": verdict.host.entries,
        "host_digest": verdict.host.digest,
    }


def _host_in_words(host: HostVerdict) -> str:
    """The host's own chain, for people who compare it with what they have noted."""
    if host.fault is not None:
        return f"This host's own chain: NOT WHOLE: {host.fault}."
    if not host.entries:
        return "Gaps and times of receipt are not signed yet; the next sync takes the ledger over."
    told = f"The host's own chain: {host.entries:,} entries, whole; digest of the last:"
    told += f" {host.digest}; signed by"
    for at, (key, first) in enumerate(host.keys):
        whose = "this host" if key == host.ours else "another host"
        told += f"{',' if at else ''} {key} ({whose}{f', from entry {first:,} on' if at else ''})"
    told += "." if host.noted else ". This computer has no note of how far it had got."
    if host.before:
        told += f" A ledger of {host.before:,} entries lay here before it."
    return told


def _in_words(verdict: Verdict) -> str:
    chain = verdict.chain
    told = f"{chain.table}, epoch {chain.epoch}: "
    if verdict.fault:
        told += f"NOT WHOLE: {verdict.fault}."
    else:
        told += f"{chain.count:,} records, whole; digest of record {chain.last:,}: {chain.digest}."
    if verdict.retired is not None:
        told += f" What came before record {verdict.retired.last:,} was retired into"
        told += f" {verdict.retired.archive} (SHA-256 {verdict.retired.archive_digest})."
    for gap in verdict.gaps:
        told += f" Records {gap.first:,} to {gap.last:,} were no longer on the board."
    if verdict.refused:
        told += f" {verdict.refused} records that did not belong were set aside."
    return told
