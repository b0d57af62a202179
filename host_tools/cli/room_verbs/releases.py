"""`cardtable room software …`, `rollout …`: releases in the room, and tables updated in stages."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, database
from host_tools.cli.room_verbs.people import who
from host_tools.common.problems import remark
from host_tools.reports.times import moment

software = typer.Typer(help="Releases that tables may be updated to.", no_args_is_help=True)
rollout = typer.Typer(help="Tables updated in stages.", no_args_is_help=True)
_Number = Annotated[int, typer.Argument(help="The rollout's number.")]


@software.command("add")
def add(
    folder: Annotated[Path, typer.Argument(help="A release's folder, as `make release` fills it.")],
    key: Annotated[Path, typer.Option(help="The releaser's public key.")],
    ledger: DatabaseOption = None,
) -> None:
    """Bring a signed release into the room.

    Example: cardtable room software add dist/release --key release.key.pub
    """
    from host_tools.release.packed import packed
    from host_tools.room import software as kept
    from host_tools.room.store import now_ms, transaction

    content = packed(folder)
    with transaction(database(ledger)) as db:
        print(kept.add(db, who(), content, key, now_ms()))


@software.command("list")
def listed(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """The releases in the room, the newest first.

    Example: cardtable room software list
    """
    from host_tools.room import software as kept
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        for one in kept.all_of(db):
            if as_json:
                print(json.dumps(asdict(one)))
            else:
                print(f"{one.name}: added {moment(one.added_ms)} by {one.added_by}")


@rollout.command("begin")
def begin(
    release: Annotated[str, typer.Argument(help="The release's name.")],
    table: Annotated[list[str], typer.Option(help="A table; several. The first is tried first.")],
    watch: Annotated[int, typer.Option(help="Minutes the first is watched.", min=0)] = 10,
    at_once: Annotated[int, typer.Option(help="How many of the others at once.", min=1)] = 1,
    most_failed: Annotated[int, typer.Option(help="It pauses when more have failed.", min=0)] = 0,
    ledger: DatabaseOption = None,
) -> None:
    """Update tables: the first, watched; then the others; each between its rounds.

    Example: cardtable room rollout begin 0.3.0-1f2e3d4c5b6a --table t1 --table t2 --table t3
    """
    from host_tools.room import rollouts
    from host_tools.room.store import now_ms, transaction

    plan = rollouts.Plan(release, tuple(table), watch * 60, at_once, most_failed)
    with transaction(database(ledger)) as db:
        print(rollouts.begin(db, who(), plan, now_ms()))


def _ordered(name: str, number: int, ledger: str | None) -> None:
    from host_tools.room import rollouts
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        getattr(rollouts, name)(db, who(), number, now_ms())


@rollout.command("on")
def go_on(number: _Number, ledger: DatabaseOption = None) -> None:
    """Go on after a pause; tables that failed stay as they are.

    Example: cardtable room rollout on 4
    """
    _ordered("go_on", number, ledger)


@rollout.command("pause")
def pause(number: _Number, ledger: DatabaseOption = None) -> None:
    """Begin with no further table; those that have begun finish.

    Example: cardtable room rollout pause 4
    """
    _ordered("pause", number, ledger)


@rollout.command("back")
def back(number: _Number, ledger: DatabaseOption = None) -> None:
    """Roll back: every table that has got it returns to what it ran before.

    Example: cardtable room rollout back 4
    """
    _ordered("roll_back", number, ledger)


@rollout.command("end")
def end(number: _Number, ledger: DatabaseOption = None) -> None:
    """End it; what was done stays.

    Example: cardtable room rollout end 4
    """
    _ordered("end", number, ledger)


@rollout.command("list")
def list_rollouts(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Every rollout, and how each table fared.

    Example: cardtable room rollout list
    """
    from host_tools.room import rollouts
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        for one in rollouts.all_of(db):
            if as_json:
                print(json.dumps(one.told()))
                continue
            said = f": {one.said}" if one.said else ""
            print(f"{one.id}: {one.software}, by {one.who}, {moment(one.began_ms)},"
                  f" {one.state}{said}")  # fmt: skip
            for step in one.steps:
                print(f"   {step.table}: {step.state}" + (f" ({step.said})" if step.said else ""))
    if not as_json:
        remark("a table's host updates only with `sync --updates KEY.pub`.")
