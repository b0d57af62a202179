"""Firmware and keys onto a board, in maintenance mode: keys are the one file no link carries."""

from __future__ import annotations

import json

from host_tools.boards import compiled
from host_tools.boards.load import Board
from host_tools.common.problems import NO_BOARD, Problem
from host_tools.flashing import flasher
from host_tools.flashing.find import Place
from host_tools.flashing.flasher import Steps
from host_tools.release.build import build

_FILE = "keys.json"


def flash(place: Place, board: Board, game: str, steps: Steps) -> str:
    """This program's firmware; the name of its release."""

    def wiring(one: Board) -> str:
        return compiled.as_json(one.data)

    outcome = flasher.flash(place, build, board, wiring, steps, game=game)
    if outcome.hello is None:
        why = f": {outcome.error}" if outcome.error else ""
        raise Problem(
            f"the application has not said hello{why}",
            "Is the maintenance jumper still closed? Else wait a minute, and run the same command "
            "again: it goes on from here.",
        )
    return outcome.name


def put_keys(place: Place, keys: dict[str, str], steps: Steps) -> None:
    """The three role keys, whole or not at all; then back into service."""
    with flasher.open_repl(place, steps) as repl:
        repl.write(_FILE + ".new", json.dumps(keys).encode(), lambda _: None)
        repl.run(f"ct_settle({_FILE!r})")
    if flasher.end_maintenance(place) is None:
        raise Problem(
            "the board has not come back", flasher.last_error(place) or "Run this again.", NO_BOARD
        )
