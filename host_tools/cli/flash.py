"""`cardtable flash`: put the firmware on a board, so that no interruption leaves a dead one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from host_tools.boards import compiled
from host_tools.boards.budget import DoesNotFit
from host_tools.boards.load import Board, load
from host_tools.cli import release as releases
from host_tools.cli.options import ForceOption, PortOption
from host_tools.common.problems import BAD_INPUT, NO_BOARD, STOPPED, Problem, remark
from host_tools.flashing import find as finding
from host_tools.flashing import flasher
from host_tools.flashing.flasher import Outcome, Steps
from host_tools.flashing.patience import now_and_then
from host_tools.flashing.plan import Plan, plan
from host_tools.link.roles import TECHNICIAN
from host_tools.link.session import typed_pin
from host_tools.release import bundle as bundles
from host_tools.release.build import build
from host_tools.release.manifest import Manifest


def flash(
    port: PortOption = finding.AUTO,
    board: Annotated[
        str | None,
        typer.Option(help="Which board it is, if it cannot tell itself.", show_default=False),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be copied; change nothing.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Copy every file, also those that are the same.")
    ] = False,
    rollback: Annotated[
        bool, typer.Option("--rollback", help="Back to the release that was there before.")
    ] = False,
    _force: ForceOption = False,
    as_files: Annotated[
        bool, typer.Option("--files", help="Modules as files, also where the board has ROMFS.")
    ] = False,
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="Also where no game fits: that table will not start."),
    ] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(help="Write a folder to copy by hand instead.", show_default=False),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(help="Sign the bundle's manifest with this key.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The outcome as JSON.")] = False,
) -> None:
    """Put this firmware on a board.

    The board is found by its USB identity and sent into maintenance mode (that needs the
    technician's PIN once keys are installed; CARDTABLE_PIN gives it to scripts). Only what changed
    is copied, checked on the board by its hash, and put in force at the next start, file by file;
    whenever it is interrupted, the board still starts. Books, keys and configuration stay.

    Examples:

    cardtable flash --dry-run

    cardtable flash --port /dev/ttyACM0
    """
    if sum(map(bool, (rollback, dry_run, bundle is not None))) > 1 or (key and bundle is None):
        raise Problem("these options do not go together", "See: cardtable flash --help", BAD_INPUT)
    definition = load(board) if board else None
    if bundle is not None:
        _write_bundle(bundle, definition, key)
        return
    try:
        if dry_run:
            _dry_run(port, definition, full, as_files, anyway, as_json)
            return
        place = finding.find(port)
        with _Screen() as screen:
            if rollback:
                outcome = flasher.rollback(place, screen.steps)
            else:
                outcome = flasher.flash(
                    place, build, definition, _board_json, screen.steps, full, as_files,
                    anyway=anyway,
                )  # fmt: skip
    except DoesNotFit as refused:
        if as_json:
            print(json.dumps(refused.verdict.as_dict(), indent=2))
        raise DoesNotFit(refused.verdict, _NOT_YET) from refused
    _tell(outcome, as_json)


_NOT_YET = "Nothing was changed; with --anyway it is, and the table does not start before that."


def _board_json(board: Board) -> str:
    return compiled.as_json(board.data)


def _write_bundle(folder: Path, board: Board | None, key: Path | None) -> None:
    if board is not None:
        release = build(board.architecture)
        bundles.write(release, folder, _board_json(board), key)
        print(f"{folder}: {releases.told(release, key)}.")
        return
    releases.make(folder, key)
    remark("no board.json in them; name a board with --board to have one.")


def _dry_run(
    port: str, board: Board | None, full: bool, as_files: bool, anyway: bool, as_json: bool
) -> None:
    try:
        release, made = flasher.look(finding.find(port), build, board, full, as_files, anyway)
        what = "This board"
    except Problem as problem:
        if problem.code != NO_BOARD or port != finding.AUTO:
            raise
        remark("no board is plugged in; this is what a new one would get.")
        release = build(board.architecture) if board else build()
        made = plan(release.files, {})
        what = "A new board"
    if as_json:
        print(json.dumps(_as_dict(made, release.manifest), indent=2))
        return
    for path, content in made.put.items():
        print(f"copy    {len(content):7,}  {path}")
    for path in made.remove:
        print(f"remove           {path}")
    for path in made.unexpected:
        print(f"leave            {path} (not Cardtable's)")
    print(
        f"{what} would get release {release.manifest.name} for {release.manifest.mpy.arch}: "
        f"{len(made.put)} of {len(release.files)} files copied ({made.bytes:,} bytes), "
        f"{len(made.remove)} removed. Nothing was changed."
    )


def _as_dict(made: Plan | None, manifest: Manifest) -> dict:
    told: dict = {"release": manifest.name, "architecture": manifest.mpy.arch}
    if made is not None:
        told |= {
            "copied": sorted(made.put),
            "bytes": made.bytes,
            "removed": made.remove,
            "same": len(made.same),
            "unexpected": made.unexpected,
        }
    return told


def _tell(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        told = _as_dict(outcome.plan, outcome.manifest)
        told["up"] = outcome.hello is not None
        if outcome.fits is not None:
            told |= outcome.fits.as_dict()
        print(json.dumps(told, indent=2))
    elif outcome.plan is not None and not outcome.plan.changes:
        print(f"Release {outcome.name} was there already; nothing was copied.")
    elif outcome.plan is not None:
        print(
            f"Release {outcome.name} is on the board: {len(outcome.plan.put)} files copied, "
            f"{len(outcome.plan.remove)} removed, {len(outcome.plan.same)} were the same."
        )
    else:
        print(f"Release {outcome.name} is back on the board.")
    if outcome.plan is not None and not as_json:
        for path in outcome.plan.unexpected:
            remark(f"{path} is on the board and not Cardtable's.{_stops(path)}")
    if outcome.hello is None:
        why = f": {outcome.error}" if outcome.error else ""
        raise Problem(
            f"the application has not said hello{why}",
            "Is the maintenance jumper still closed? See what it says: mpremote connect PORT. "
            "Back to what ran before: cardtable flash --rollback.",
        )
    hello = outcome.hello
    if hello.safe and "altered" not in hello.able:
        raise Problem(
            f"{hello.name} is in safe mode and plays nothing: {outcome.error}",
            "Back to what ran before: cardtable flash --rollback. More: cardtable doctor.",
            STOPPED,
        )
    if "altered" in hello.able:
        raise Problem(
            f"{hello.name} says hello but plays nothing: its files are not as released",
            "cardtable doctor names them.",
            STOPPED,
        )
    if not as_json:
        print(f"{hello.title} is up with firmware {hello.firmware}.")


def _stops(path: str) -> str:
    """What more there is to say of a file that could be imported (integrity.py)."""
    if not path.endswith((".py", ".mpy")):
        return ""
    return f" The table does not play while it is there: in maintenance, mpremote fs rm :{path}"


class _Screen:
    """Messages and the progress bar, on stderr; where nobody sees a bar, a line for each tenth."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._bar = None
        self._copied = self._whole = self._told = 0  # bytes; tenths that were told in lines
        self._wait = Progress(
            TextColumn("the board writes"),
            BarColumn(),
            TextColumn("{task.completed:.0f} s of at most {task.total:.0f}"),
            console=self._console,
            transient=True,
        )
        in_lines = now_and_then(self._console.print)
        waited = self._waited if self._console.is_terminal else in_lines
        self.steps = Steps(self._say, self._planned, self._moved, ask_pin, waited)

    def __enter__(self) -> _Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
        self._wait.stop()

    def _say(self, words: str) -> None:
        self._progress.stop()
        self._wait.stop()  # whatever was waited for has come
        self._console.print(words)

    def _waited(self, gone_s: float, limit_s: float) -> None:
        if not self._wait.tasks:
            self._wait.add_task("", total=limit_s)
            self._wait.start()
        self._wait.update(self._wait.tasks[0].id, completed=gone_s)

    def _planned(self, made: Plan) -> None:
        if made.put:
            self._progress.start()
            self._bar = self._progress.add_task(f"copying {len(made.put)} files", total=made.bytes)
            self._whole = made.bytes

    def _moved(self, count: int) -> None:
        if self._bar is not None:
            self._progress.advance(self._bar, count)
        self._copied += count
        tenths = 10 * self._copied // max(1, self._whole)
        if tenths > self._told and not self._console.is_terminal:
            self._told = tenths
            kb = f"{self._copied // 1000} of {self._whole // 1000} kB"
            self._console.print(f"copied {kb} ({10 * tenths} %)")


def ask_pin() -> str:
    """The technician's PIN, typed unseen; CARDTABLE_PIN is looked at before (service.py)."""
    return typed_pin(TECHNICIAN)
