"""`cardtable config`: check, push, pull, diff, show."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.boards import budget
from host_tools.boards.compiled import as_json as board_json
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, FAILED, Problem, remark, unwritable
from host_tools.config import compare, sending, text
from host_tools.config.compare import Change, OnBoard
from host_tools.config.load import BadConfig, Config, load
from host_tools.link.roles import SUPERVISOR, TECHNICIAN
from host_tools.link.session import Session

config = typer.Typer(
    help="A table's configuration: check a table.toml, push it, pull it, compare.",
    no_args_is_help=True,
)
File = Annotated[Path, typer.Argument(help="The table's configuration.", metavar="TABLE.TOML")]
JsonFlag = Annotated[bool, typer.Option("--json", help="As JSON.")]


class MicroPython(StrEnum):
    """What a board has."""

    stock = budget.STOCK
    romfs = budget.ROMFS


@config.command("check")
def check(
    file: File = Path("table.toml"),
    micropython: Annotated[
        MicroPython | None,
        typer.Option(help="What the board has: refuse what does not fit.", show_default=False),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Say everything that is wrong with a configuration, or what follows from it.

    Ends with 7 where it was measured not to fit: with the MicroPython that is named, else with any.

    Example:

    cardtable config check table.toml
    """
    try:
        made = load(file)
    except BadConfig as bad:
        if as_json:
            told = [
                {"path": f.path, "what": f.what.strip(), "advice": f.advice} for f in bad.faults
            ]
            print(json.dumps({"ok": False, "faults": told}, indent=2))
            raise typer.Exit(BAD_INPUT) from None
        raise _told(bad) from None
    refused = None
    try:
        budget.must_fit(made.board, made.game, micropython)
    except budget.DoesNotFit as found:
        refused = found
    if as_json:
        reckoned = budget.by_micropython(made.board, made.game).items()
        told = {"ok": refused is None} | made.as_board_reads_it()
        told["fits"] = {name: verdict.as_dict() for name, verdict in reckoned}
        print(json.dumps(told, indent=2))
    if refused is not None:
        raise refused
    if as_json:
        return
    print(f"{file}: table {made.table}, {made.game}, holds together.")
    print(f"Determinations: {made.fingerprint}")
    if micropython is None:
        told = budget.needs(made.board, made.game)
    else:
        told = f"{budget.reckon(made.board, micropython, made.game).words}."
    if told:
        print(f"What fits: {told}")


@config.command("push")
def push(
    file: File = Path("table.toml"),
    port: PortOption = "auto",
    board: Annotated[bool, typer.Option("--board", help="The board's wiring as well.")] = False,
    notice_given: Annotated[
        bool, typer.Option("--notice-given", help="The players have had notice of the changes.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the end of the round.")] = False,
    who: Annotated[
        str, typer.Option(help="The supervisor whose PIN signs it.", show_default=False)
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Put a configuration in force (supervisor's PIN; with --board also the technician's).

    Between rounds only. What has to wait for notice to the players, or for the jackpot to be won,
    is told, and then nothing is changed.

    Example:

    cardtable config push table.toml
    """
    made = loaded(file)
    with Session(port, who={SUPERVISOR: who}) as session:
        _same_table(made, session)
        there = compare.on_board(session)
        found = compare.changes(made, there)
        orders = compare.parameter_changes(made, there)
        _may_change(found, there, notice_given)
        if there.round_in_play and (found or board):
            _round_over(session, wait)
        if board:
            sending.send(session, TECHNICIAN, "board", board_json(made.board.data).encode())
        if found:
            sending.send(session, SUPERVISOR, "table", sending.compact(made.as_board_reads_it()))
            if compare.on_board(session).fingerprint != made.fingerprint:
                raise Problem("the board plays by something else still", "Push again.")
        for one in orders:
            name = one.name.removeprefix("jackpot.")
            session.order(SUPERVISOR, "parameter", name, one.then, SUPERVISOR)
    if as_json:
        print(json.dumps({"changed": _dicts(found), "waits": _dicts(orders), "board": board}))
        return
    for one in found:
        print(f"changed {one.line()}")
    for one in orders:
        print(f"waits   {one.line()}")
    if not found and not orders and not board:
        print("The board plays by this configuration already.")


@config.command("diff")
def diff(
    file: File = Path("table.toml"), port: PortOption = "auto", as_json: JsonFlag = False
) -> None:
    """Compare a configuration with what a board plays by; 1 when something differs.

    Example:

    cardtable config diff table.toml
    """
    made = loaded(file)
    with Session(port) as session:
        _same_table(made, session)  # what push refuses is not offered as a change
        there = compare.on_board(session)
    found = compare.changes(made, there) + compare.parameter_changes(made, there)
    if as_json:
        print(json.dumps(_dicts(found)))
    else:
        for one in found:
            print(one.line())
        if not found:
            print("No difference.")
    if found:
        raise typer.Exit(FAILED)


@config.command("pull")
def pull(
    file: Annotated[
        Path | None, typer.Argument(help="Write it there; else to the screen.", show_default=False)
    ] = None,
    port: PortOption = "auto",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write down what a board plays by, as a table.toml.

    Example:

    cardtable config pull table.toml
    """
    if file is not None and file.exists() and not force:
        raise Problem(f"{file} is there already", "Replace it with --force.", BAD_INPUT)
    with Session(port) as session:
        there = compare.on_board(session)
    made = _as_toml(there)
    if file is None:
        print(made, end="")
        return
    try:
        file.write_text(made, encoding="utf-8")
    except OSError as failure:
        raise unwritable(file, failure) from failure
    print(f"{file}: table {there.table}, {there.game}.")


@config.command("show")
def show(port: PortOption = "auto", as_json: JsonFlag = False) -> None:
    """Show what a board plays by, and what waits for the jackpot to be won.

    Example:

    cardtable config show --port /dev/ttyACM0
    """
    with Session(port) as session:
        there = compare.on_board(session)
    if as_json:
        print(json.dumps(vars(there), indent=2))
        return
    print(_as_toml(there), end="")
    for name, value in there.waiting.items():
        print(f"# waits until the jackpot is won: {name} = {value}")


def _as_toml(there: OnBoard) -> str:
    parameters = there.parameters | there.waiting
    return text.table_toml(there.table, there.game, there.board, None, there.values, parameters)


def loaded(file: Path) -> Config:
    try:
        return load(file)
    except BadConfig as bad:
        raise _told(bad) from None


def _told(bad: BadConfig) -> typer.Exit:
    bad.tell()
    return typer.Exit(BAD_INPUT)


def _same_table(made: Config, session: Session) -> None:
    there = session.talk.hello.table
    if there and made.table != there:
        raise Problem(
            f"the board is table {there}, the file is for {made.table}",
            "A table's name cannot change: its books and keys carry it.",
            BAD_INPUT,
        )


def _may_change(found: list[Change], there: OnBoard, notice_given: bool) -> None:
    waiting = compare.must_wait(found, there)
    if waiting:
        listed = "; ".join(one.line() for one in waiting)
        raise Problem(
            f"this has to wait until the jackpot is won: {listed}",
            "Nothing was changed. Push again after the win, or leave it out.",
        )
    notice = [one for one in found if one.when == "notice"]
    if notice and not notice_given:
        listed = "; ".join(one.line() for one in notice)
        raise Problem(
            f"the players need notice of this: {listed}",
            "Nothing was changed. Give notice, then push with --notice-given.",
        )


def _round_over(session: Session, wait: bool) -> None:
    if not wait:
        raise Problem(
            "a round is in play", "Nothing was changed. Push after its end, or with --wait."
        )
    remark("waiting for the end of the round.")
    while session.asked("health").get("round_in_play"):
        time.sleep(0.2)


def _dicts(found: list[Change]) -> list[dict]:
    return [vars(one) for one in found]
