"""`cardtable room jackpot …`: one pool over several tables (docs/linked-jackpot.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, database
from host_tools.cli.room_verbs.people import who
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, remark, unwritable
from host_tools.reports.times import moment
from host_tools.wording import PRIZES, money

jackpot = typer.Typer(
    help="The linked jackpot: one pool over several tables.", no_args_is_help=True
)
_TableArgument = Annotated[str, typer.Argument(help="The table's name.")]
_CentsOption = Annotated[int, typer.Option(help="In cents.")]
_WhyOption = Annotated[str, typer.Option(help="Why; it stands in the records.")]
LinkOption = Annotated[str, typer.Option("--link", help="The jackpot's name.")]
_NAME = "boomerang"
_SHOWN = (
    "pool", "reserve", "overflow", "held", "escrow", "going", "owed", "paid", "contributed",
    "brought",
)  # fmt: skip


def _deed(
    ledger: str | None, link: str, what: str, judge: Callable[[Any, Any, Any], list], **details: Any
) -> Any:
    """One deed of whoever sits at the server: judged, recorded in both journals, one commit.

    `judge(judging, pool, db)` gives the events.
    """
    from host_tools.room import journal
    from host_tools.room.jackpot import judging
    from host_tools.room.jackpot.store import opened_book
    from host_tools.room.store import now_ms, transaction

    by = who()
    with transaction(database(ledger)) as db:
        book = opened_book(db, link)
        book.append(db, by.name, now_ms(), judge(judging, book.pool, db))
        journal.record(db, by, f"jackpot.{what}", now_ms(), link=link, **details)
        return book.pool


@jackpot.command("open")
def open_(
    cents: _CentsOption = 0,
    reserve: _CentsOption = 0,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=VALUE, several: see room jackpot show.", metavar="N=V"),
    ] = None,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Open a linked jackpot with what was approved. It does not run before `start`.

    Example: cardtable room jackpot open --cents 1000000 --set start_up=1000000
    """
    from host_tools.ledger.intake import Intake
    from host_tools.room import journal
    from host_tools.room.jackpot import judging
    from host_tools.room.jackpot.store import Book
    from host_tools.room.store import now_ms, transaction

    parameters = dict(_pair(one) for one in set_ or [])
    place = database(ledger)
    Intake(place).close()
    by = who()
    with transaction(place) as db:
        book = Book(link)
        db.execute(
            "INSERT INTO jackpot (link, epoch) VALUES (?, 0) ON CONFLICT (link) DO NOTHING", (link,)
        )
        book.lock(db)
        events = judging.opened(book.pool, link, cents, reserve, parameters)
        book.append(db, by.name, now_ms(), events)
        journal.record(db, by, "jackpot.open", now_ms(), link=link, cents=cents, reserve=reserve)
    remark(f"{link} begins with {money(cents)}; link tables (add), then: start.")


def _pair(given: str) -> tuple[str, int]:
    name, equals, value = given.partition("=")
    if not equals or not value.isdigit():
        raise Problem(f"'{given}' is no NAME=VALUE", "As: --set ceiling=5000000", BAD_INPUT)
    return name, int(value)


@jackpot.command("add")
def add(
    table: _TableArgument,
    out: Annotated[
        Path | None,
        typer.Option(help="The key's file; without it TABLE.jackpot.json.", show_default=False),
    ] = None,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Link a table: from its next record on it plays for the pool, once its board has the key.

    What its own meter holds stays there unless it is carried along: keys link --carry.

    Example: cardtable room jackpot add t1
    """
    from host_tools.room.jackpot.joining import standing_of

    def judge(judging: Any, pool: Any, db: Any) -> list:
        taken, spent = standing_of(db, table)
        return judging.joined(pool, table, taken, spent)

    pool = _deed(ledger, link, "add", judge, table=table)
    _write_key(link, table, pool.members[table].generation, out)


@jackpot.command("key")
def key(
    table: _TableArgument,
    out: Annotated[
        Path | None,
        typer.Option(help="The key's file; without it TABLE.jackpot.json.", show_default=False),
    ] = None,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Give a table another key: the one it has is worth nothing from now on.

    Example: cardtable room jackpot key t1
    """
    pool = _deed(ledger, link, "key", lambda j, p, _: j.rekeyed(p, table), table=table)
    _write_key(link, table, pool.members[table].generation, out)


def _write_key(link: str, table: str, generation: int, out: Path | None) -> None:
    from host_tools.ledger.host_key import host_key
    from host_tools.room.jackpot.leases import key_of

    path = out or Path(f"{table}.jackpot.json")
    key = key_of(host_key(), link, table, generation)
    _write_own(path, {"link": link, "table": table, "key": key.hex()})
    remark(f"bring it to the host of {table}, and there: cardtable keys link {path.name}")


def _write_own(path: Path, told: dict[str, Any]) -> None:
    """A file that nobody else can read."""
    import os

    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(told, file)
    except OSError as failure:
        raise unwritable(path, failure) from failure
    print(path)


@jackpot.command("remove")
def remove(
    table: _TableArgument,
    lost: Annotated[
        bool,
        typer.Option("--lost", help="Nobody need wait for it: its board is gone for good."),
    ] = False,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Take a table out: it gets no lease any more, and is gone when its last round is settled.

    With --lost wins of other tables wait no longer for it; what it tells later still counts.

    Example: cardtable room jackpot remove t1
    """
    _deed(
        ledger, link, "lost" if lost else "remove",
        lambda j, p, _: j.lost(p, table) if lost else j.leaving(p, table), table=table,
    )  # fmt: skip
    remark(f"{table} gets no lease any more; at the table afterwards: cardtable keys link --end")


@jackpot.command("start")
def start(link: LinkOption = _NAME, ledger: DatabaseOption = None) -> None:
    """Let it run: tables with a key get leases.

    Example: cardtable room jackpot start
    """
    _deed(ledger, link, "start", lambda j, p, _: j.started(p))


@jackpot.command("stop")
def stop(link: LinkOption = _NAME, ledger: DatabaseOption = None) -> None:
    """No wagers are taken any more; rounds that have begun are settled.

    Example: cardtable room jackpot stop
    """
    _deed(ledger, link, "stop", lambda j, p, _: j.stopped(p))


@jackpot.command("set")
def set_parameter(
    name: Annotated[str, typer.Argument(help="Which: see room jackpot show.")],
    value: Annotated[int, typer.Argument(help="A whole number; money in cents.")],
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Change a parameter, while it is stopped and every prize is paid.

    Example: cardtable room jackpot set ceiling 5000000
    """
    _deed(
        ledger,
        link,
        "set",
        lambda j, p, _: j.parameter(p, name, value),
        parameter=name,
        value=value,
    )


@jackpot.command("paid")
def paid(
    hit: Annotated[int, typer.Argument(help="The prize's number: see room jackpot show.")],
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """An attendant has handed a major prize over.

    Example: cardtable room jackpot paid 3
    """
    _deed(ledger, link, "paid", lambda j, p, _: j.confirmed(p, hit), hit=hit)


@jackpot.command("correct")
def correct(
    why: _WhyOption,
    pool: _CentsOption = 0,
    reserve: _CentsOption = 0,
    overflow: _CentsOption = 0,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Set the pools right by signed amounts.

    Example: cardtable room jackpot correct --pool 250000 --why "counted again"
    """
    from host_tools.room.store import now_ms

    _deed(
        ledger, link, "correct",
        lambda j, p, _: j.corrected(p, pool, reserve, overflow, why, now_ms()),
        pool=pool, reserve=reserve, overflow=overflow, why=why,
    )  # fmt: skip


@jackpot.command("give")
def give(
    table: _TableArgument,
    pool: _CentsOption = 0,
    reserve: _CentsOption = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="The file; without it TABLE.meter.json.", show_default=False),
    ] = None,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Give a table so much for its own meter, while it is stopped: bring it there with the file.

    Example: cardtable room jackpot give t1 --pool 250000
    """
    from host_tools.room.store import now_ms

    made = _deed(
        ledger, link, "give", lambda j, p, _: j.giving(p, table, pool, reserve, now_ms()),
        table=table, pool=pool, reserve=reserve,
    )  # fmt: skip
    path = out or Path(f"{table}.meter.json")
    told = {"link": link, "table": table, "way": made.ways, "pool": pool, "reserve": reserve}
    _write_own(path, told)
    remark(f"bring it to the host of {table}, and there: cardtable keys link --bring {path.name}")


@jackpot.command("free")
def free(
    to_pool: Annotated[int, typer.Argument(help="Cents of what is held that go to the pool.")],
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
) -> None:
    """Say how much of an unreasonable contribution belongs to the pool; the rest to the reserve.

    Example: cardtable room jackpot free 900
    """
    _deed(ledger, link, "free", lambda j, p, _: j.freed(p, to_pool), to_pool=to_pool)


@jackpot.command("end")
def end(link: LinkOption = _NAME, ledger: DatabaseOption = None) -> None:
    """Decommission it: stopped, without tables, nothing in it. Its records stay.

    Example: cardtable room jackpot end
    """
    _deed(ledger, link, "end", lambda j, p, _: j.ended(p))


@jackpot.command("show")
def show(
    link: LinkOption = _NAME, ledger: DatabaseOption = None, as_json: JsonOption = False
) -> None:
    """What lies in it, which tables are linked, which prizes wait.

    Example: cardtable room jackpot show
    """
    from host_tools.room.jackpot.store import opened_book
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        pool = opened_book(db, link, lock=False).pool
    if as_json:
        print(json.dumps(_as_json(pool)))
        return
    state = "ended" if pool.ended else "running" if pool.running else "stopped"
    if not pool.running and not pool.quiet:
        state += ", but not every table has said that its last round is over"
    print(f"{pool.name}: {state}")
    for name in _SHOWN:
        print(f"  {name:<12}{money(getattr(pool, name)):>16}")
    for name, value in pool.parameters.items():
        print(f"  {name} = {value}")
    for table, member in pool.members.items():
        print(f"  table {table}: {member.state}, contributed {money(member.contributed)}")
        for way, amounts in member.going.items():
            print(f"    on its way to its own meter, number {way}: {money(sum(amounts))}")
    for win in pool.waiting:
        hands = ", ".join(f"box {seat} {PRIZES[prize]}" for seat, prize, _ in win.hands)
        print(f"  waits: {win.table}, {hands}, determined {moment(win.stamp)}")
    for one in pool.pending:
        print(
            f"  to be paid: prize {one.hit}, {one.table} box {one.seat},"
            f" {PRIZES[one.prize]}, {money(one.cents)}"
        )


def _as_json(pool: Any) -> dict[str, Any]:
    from dataclasses import asdict

    told = asdict(pool)
    del told["moves"]
    return told | {"escrow": pool.escrow, "going": pool.going, "owed": pool.owed}


@jackpot.command("events")
def events(
    most: Annotated[int, typer.Option(help="How many, the last ones.", min=1)] = 50,
    link: LinkOption = _NAME,
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Everything that has moved it, in its one order; each event is checked on the way.

    Example: cardtable room jackpot events --most 20
    """
    from host_tools.room.jackpot.store import Book
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        kept = Book(link).read(db)
    for one in kept[-most:]:
        if as_json:
            print(json.dumps([one.number, one.time_ms, one.epoch, one.who, *one.event]))
            continue
        fields = " ".join(str(field) for field in one.event[1:])
        print(f"{one.number:>6}  {moment(one.time_ms)}  {one.who}: {one.event[0]} {fields}")


@jackpot.command("reconcile")
def reconcile(
    link: LinkOption = _NAME, ledger: DatabaseOption = None, as_json: JsonOption = False
) -> None:
    """Compare the pool with what each table has recorded, to the cent; exit code 6 when it differs.

    Example: cardtable room jackpot reconcile
    """
    from host_tools.room.jackpot.joining import reconciled
    from host_tools.room.jackpot.store import opened_book
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        rows = reconciled(db, opened_book(db, link))
    differs = False
    for row in rows:
        differs = differs or row.difference != 0
        if as_json:
            print(json.dumps(vars(row) | {"difference": row.difference}))
        else:
            print(
                f"{row.table}: recorded {money(row.recorded)}, in the pool {money(row.taken)},"
                f" not taken yet {money(row.coming)}, from its own meter {money(row.carried)},"
                f" difference {money(row.difference)}"
            )
    if differs:
        raise typer.Exit(NOT_WHOLE)
