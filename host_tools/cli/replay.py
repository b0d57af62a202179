"""`cardtable replay`: hand histories in the PHH format, played through the firmware's own rules."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.reader import pieces, read
from host_tools.histories.replayer import (
    DIFFERENT,
    EQUAL,
    RAKED,
    REFUSED,
    UNSUPPORTED,
    Outcome,
    replay,
)
from host_tools.histories.variants import HOLE_CARDS

_ENDINGS = (".phh", ".phhs")
_ALL_ROWS = 40  # longer tables show only what is not equal


def replay_files(
    files: Annotated[
        list[Path],
        typer.Argument(help="Hand histories (.phh, .phhs) or folders of them.", show_default=False),
    ],
    game: Annotated[
        str | None, typer.Option("--game", help="Only hands of holdem, omaha, draw or stud.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a hand.")] = False,
) -> None:
    """Play hand histories in tournament conditions and compare the finishing stacks.

    Each hand is equal, equal before the file's rake, different, refused by a rule of the
    documents, or unsupported. Ends with 0 when no hand is different, 1 when one is, 2 when a file
    cannot be read.

    Example:

    cardtable replay hands.phh --game holdem
    """
    if game is not None and game not in HOLE_CARDS:
        known = ", ".join(HOLE_CARDS)
        raise Problem(f"no histories of '{game}'", f"There are {known}.", BAD_INPUT)
    hands: list[tuple[str, int | None, Outcome]] = []
    damaged = False
    for path in _files(files):
        for hand, outcome, broken in _replayed(path, game):
            damaged = damaged or broken
            if as_json:
                told = {"file": str(path), "hand": hand, **asdict(outcome)}
                print(json.dumps(told, ensure_ascii=False))
            hands.append((str(path), hand, outcome))
    if not as_json:
        _tell(hands)
    different = any(outcome.result == DIFFERENT for _, _, outcome in hands)
    raise typer.Exit(BAD_INPUT if damaged else int(different))


def _files(given: list[Path]) -> Iterator[Path]:
    for path in given:
        if not os.path.isdir(path):
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in _ENDINGS)
        if not found:
            raise Problem(
                f"{path}: no .phh or .phhs file in this folder", "Choose another folder.", BAD_INPUT
            )
        yield from found


def _replayed(path: Path, game: str | None) -> Iterator[tuple[int | None, Outcome, bool]]:
    """(hand, what came of it, whether the file is damaged there), hand by hand."""
    try:
        found = pieces(path)
    except Damaged as error:
        yield None, _damaged(path, error), True
        return
    for piece in found:
        try:
            yield piece.hand, replay(read(piece), game), False
        except Unsupported as error:
            yield piece.hand, Outcome(UNSUPPORTED, error.rule, reason=error.reason), False
        except Damaged as error:
            yield piece.hand, _damaged(path, error), True


def _damaged(path: Path, error: Damaged) -> Outcome:
    where = f"{path}:{error.line}" if error.line else str(path)
    remark(f"{where}: {error}")
    reason = f"line {error.line}: {error}" if error.line else str(error)
    return Outcome(UNSUPPORTED, reason=reason)


def _common_folder(paths: list[str]) -> str:
    """What all paths begin with, to a separator: told once, or no row has room for a name."""
    folders = {os.path.dirname(path) for path in paths}
    if len(set(paths)) < 2 or not all(folders) or len({os.path.isabs(f) for f in folders}) > 1:
        return ""
    common = os.path.commonpath(folders)
    return common + os.sep if common.strip(os.sep) else ""


def _tell(hands: list[tuple[str, int | None, Outcome]]) -> None:
    console = Console()
    rows = hands
    if len(hands) > _ALL_ROWS:
        rows = [row for row in hands if row[2].result not in (EQUAL, RAKED)]
    table = Table(Column("file", overflow="fold"), "hand", "result", "rule", "what")
    folder = _common_folder([path for path, _, _ in rows])
    if folder:
        print(f"in {folder}:")
    for path, hand, outcome in rows:
        what = outcome.reason or ""
        if outcome.result == DIFFERENT:
            what = f"{what}: expected {outcome.expected}, got {outcome.got}"
        shown = "" if hand is None else str(hand)
        table.add_row(path[len(folder) :], shown, outcome.result, outcome.rule or "", what)
    if rows:
        console.print(table, highlight=False, markup=False)
    counts = Counter(outcome.result for _, _, outcome in hands)
    names = (EQUAL, RAKED, DIFFERENT, REFUSED, UNSUPPORTED)
    print(f"{len(hands)} hands: " + ", ".join(f"{counts[name]} {name}" for name in names))
    rules = Counter(o.rule for _, _, o in hands if o.result == REFUSED and o.rule)
    for rule, count in rules.most_common():
        print(f"refused by {rule}: {count}")
