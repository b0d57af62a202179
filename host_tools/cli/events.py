"""`cardtable events`: the records of the ledger, one a line."""

from __future__ import annotations

import heapq
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Annotated, Any

import typer

from cardtable.desk.record_kinds import KINDS
from host_tools.cli.options import (
    CsvOption,
    FirstFromOption,
    JsonOption,
    LedgerOption,
    TableOption,
    ledger_path,
    one_of,
    since_ms,
)
from host_tools.common.plain_text import Rows, one_line
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.ledger.books import the_table
from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.lines import believing
from host_tools.ledger.place import DatabaseUrl, Place
from host_tools.reports.receiving import catch_up, receive
from host_tools.reports.times import when
from host_tools.wording.records import describe

_FOR_PEOPLE = 50
_POLL_S = 0.5
COLUMNS = ("table", "epoch", "number", "clock", "time_ms", "received_ms", "kind", "seat", "rule")


def _kinds(incomplete: str) -> list[str]:
    return [name for name in KINDS.names() if name.startswith(incomplete)]


def events(
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help="This kind of record; may be given again.",
            show_default=False,
            autocompletion=_kinds,
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="This box.", show_default=False)] = None,
    rule: Annotated[
        str | None,
        typer.Option(help="Records that cite this rule, or one under it.", show_default=False),
    ] = None,
    since: Annotated[
        str | None, typer.Option(help="30m, 2h, 3d, or a date and time.", show_default=False)
    ] = None,
    last: Annotated[
        int | None,
        typer.Option(
            help="So many at the most; 0 = all. 50 for people.", show_default=False, min=0
        ),
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on as they come.")] = False,
    table: TableOption = None,
    ledger: LedgerOption = None,
    port: FirstFromOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show records: everything that happened at a table, in order.

    Times with a ~ are when this computer received the record: nobody had told the board the time.

    Examples:

    cardtable events --kind irregular --since 1d

    cardtable events --rule "NI2004-492 14" --json

    cardtable events --follow --seat 3
    """
    one_of(as_json, as_csv)
    wanted = Wanted(kind, seat, rule, since_ms(since))
    path = ledger_path(ledger)
    show = _shower(as_json, as_csv)
    if port is not None and not follow:
        catch_up(port, path)
    with Ledger(_made(path, port)) as opened:
        if table is not None:
            the_table(opened, table)
        seen: dict[int, int] = {}
        limit = last if last is not None else 0 if as_json or as_csv else _FOR_PEOPLE
        found = fresh(opened, table, wanted, seen)
        shown = False
        for entry in deque(found, limit) if limit else found:
            with believing(entry):
                show(entry)
            shown = True
        if not follow:
            if not shown:
                remark(_nothing(opened, table))
            return

        def look() -> None:
            for entry in fresh(opened, table, wanted, seen):
                with believing(entry):
                    show(entry)

        _follow(path, port, look)


def _nothing(ledger: Ledger, table: str | None) -> str:
    count = sum(chain.count for chain in ledger.chains(table))
    whose = f" of table {table}" if table is not None else ""
    if not count:
        return f"the ledger has no records{whose} yet. Take them: cardtable sync"
    return f"of {count:,} records{whose} none matches. Leave out an option to see more."


def _made(path: Place, port: str | None) -> Place:
    """With a port to follow, the ledger may be begun now."""
    if port is not None and (isinstance(path, DatabaseUrl) or not os.path.exists(path)):
        from host_tools.ledger.intake import Intake

        Intake(path).close()
    return path


def _follow(path: Place, port: str | None, look: Callable[[], None]) -> None:
    if port is not None:
        say = lambda text: print(text, file=sys.stderr, flush=True)  # noqa: E731
        receive(port, path, False, lambda _received, fresh: look() if fresh else None, say)
        return
    while True:
        time.sleep(_POLL_S)
        look()


class Wanted:
    """Which records are asked for."""

    def __init__(
        self, kinds: list[str] | None, seat: int | None, rule: str | None, since: int | None
    ) -> None:
        for one in kinds or ():
            if one not in KINDS:
                near = get_close_matches(one, KINDS.names(), 3, 0.4)
                hint = f"Did you mean {' or '.join(near)}?" if near else "See docs/host-tools.md."
                raise Problem(f"there is no kind '{one}'", hint, BAD_INPUT)
        self.kinds = kinds or None
        self.seat = seat
        self.rule = rule.upper() if rule else None
        self.since = since

    def __call__(self, entry: Entry) -> bool:
        if self.since is not None and entry.when_ms < self.since:
            return False
        if self.seat is not None and not _is_of_seat(entry, self.seat):
            return False
        return self.rule is None or any(self._cites(rule) for rule in rules_of(entry))

    def _cites(self, rule: str) -> bool:
        """ "NI2004-492 14" asks for 14, 14.3 and 14(a), not for 141."""
        assert self.rule is not None
        rest = rule.upper().removeprefix(self.rule)
        return len(rest) < len(rule) and (not rest or not rest[0].isdigit())


def rules_of(entry: Entry) -> list[str]:
    """The rules a record cites."""
    if entry.kind not in KINDS:
        return []
    pairs = zip(KINDS.fields(entry.kind), entry.body[1:], strict=False)
    return [value for field, value in pairs if field.type == "rule" and value]


def seat_of(entry: Entry) -> int | None:
    """The box a record is about, if it is about one."""
    if entry.kind not in KINDS:
        return None
    for field, value in zip(KINDS.fields(entry.kind), entry.body[1:], strict=False):
        if field.type in ("seat", "place") and not field.many and isinstance(value, int):
            return value if field.type == "seat" or 1 <= value <= 10 else None
    return None


def _is_of_seat(entry: Entry, seat: int) -> bool:
    if entry.kind not in KINDS:
        return False
    pairs = zip(KINDS.fields(entry.kind), entry.body[1:], strict=False)
    return seat_of(entry) == seat or any(
        field.type == "seat" and field.many and seat in value for field, value in pairs
    )


def fresh(
    ledger: Ledger, table: str | None, wanted: Wanted, seen: dict[int, int]
) -> Iterator[Entry]:
    """The wanted records after those in `seen` (chain → number), by the time they came."""
    streams = []
    for chain in ledger.chains(table):
        after = seen.get(chain.id, 0)
        seen[chain.id] = chain.last
        if chain.last > after:
            streams.append(ledger.entries(chain, wanted.kinds, after, chain.last))
    merged: Iterable[Entry] = heapq.merge(
        *streams, key=lambda one: (one.received_ms, one.table, one.epoch, one.number)
    )
    for entry in merged:
        with believing(entry):
            is_wanted = wanted(entry)
        if is_wanted:
            yield entry


def as_data(entry: Entry) -> dict[str, Any]:
    """A record for scripts; docs/schemas/event.json."""
    return {
        "table": entry.table,
        "epoch": entry.epoch,
        "number": entry.number,
        "clock": entry.clock,
        "time_ms": entry.time_ms,
        "received_ms": entry.received_ms,
        "digest": entry.digest,
        "kind": entry.kind,
        "fields": entry.fields(),
    }


def _shower(as_json: bool, as_csv: bool) -> Callable[[Entry], None]:
    if as_json:
        return lambda entry: print(json.dumps(as_data(entry)), flush=True)
    if as_csv:
        writer = Rows()
        writer.writerow([*COLUMNS, "fields"])

        def row(entry: Entry) -> None:
            data = as_data(entry)
            data["seat"] = seat_of(entry)
            data["rule"] = "; ".join(rules_of(entry))
            fields = json.dumps(data["fields"], separators=(",", ":"))
            writer.writerow([*(data[name] for name in COLUMNS), fields])
            sys.stdout.flush()

        return row

    def line(entry: Entry) -> None:
        place = f"{entry.table} {entry.epoch}:{entry.number}"
        told = f"{when(entry)}  {place:<14} {entry.kind:<13} {describe(entry.body)}"
        print(one_line(told.rstrip()), flush=True)

    return line
