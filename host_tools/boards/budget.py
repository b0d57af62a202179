"""What fits on a board, from what was measured (boards/budget.toml): memory and time for its chip,
its MicroPython (modules in ROMFS, or as files), its readers and a game.

Fewer boxes than were measured need less; nothing is said about more, about other games, or about a
chip of which there are no figures.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from host_tools.boards.load import Board
from sim.roots import BOARDS

FILE = BOARDS / "budget.toml"
ROMFS, STOCK = "romfs", "stock"
_WORDS = {ROMFS: "MicroPython with ROMFS", STOCK: "stock MicroPython"}


@dataclass(frozen=True)
class Verdict:
    """`fits` is None where nothing was measured; `words` say what, and the way out."""

    fits: bool | None
    words: str = ""
    way_out: str = ""


@cache
def budget() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def boxes_of(board: Board) -> int:
    """How many boxes have readers under them."""
    return sum(name.startswith("box ") for name in board.data["readers"])


def reckon(board: Board, micropython: str, game: str | None = None) -> Verdict:
    """Whether a table with this board plays `game` (None: any at all) with that MicroPython."""
    chip = board.data["board"]["chip"]
    boxes = boxes_of(board)
    measured = [one for one in budget()["figures"] if one["chip"] == chip]
    if not measured:
        return Verdict(None, f"how much fits on {chip} was not measured", "See docs/budgets.md.")
    rows = [
        one
        for one in measured
        if one["micropython"] == micropython
        and one["felt"] == bool(boxes)
        and one["boxes"] >= boxes
        and (game is None or game in one["games"])
    ]
    what = _what(board, boxes, game)
    if not rows:
        return Verdict(None, f"{what} with {_WORDS[micropython]} was not measured")
    if any(_plays(one, game) for one in rows):
        return Verdict(True)
    free = max(max(one["games"].values()) if game is None else one["games"][game] for one in rows)
    return Verdict(
        False,
        f"{what} does not fit with {_WORDS[micropython]}: at most {free // 1000} kB of memory "
        f"would be left, {budget()['limits']['free'] // 1000} are needed",
        _way_out(boxes, micropython),
    )


def _plays(row: dict[str, Any], game: str | None) -> bool:
    limits = budget()["limits"]
    games = row["games"] if game is None else {game: row["games"][game]}
    return any(
        free >= limits["free"] and row["place_ms"].get(one, 0) <= limits["place_ms"]
        for one, free in games.items()
    )


def _what(board: Board, boxes: int, game: str | None) -> str:
    table = f"a table of {boxes} boxes" if boxes else "a table with the shoe's reader alone"
    return f"{table}{f' for {game}' if game else ''} on a {board.title}"


def _way_out(boxes: int, micropython: str) -> str:
    table = f"{boxes} boxes need" if boxes else "It needs"
    if micropython == STOCK:
        return f"{table} a Pico 2 (not measured yet), or MicroPython with ROMFS (docs/flashing.md)."
    return f"{table} a Pico 2 (not measured yet)."


def needs(board: Board, game: str) -> str:
    """In words what a table needs; empty where any MicroPython does."""
    stock, romfs = (reckon(board, one, game) for one in (STOCK, ROMFS))
    if stock.fits:
        return ""
    if stock.fits is None:
        return f"{stock.words}."
    if romfs.fits:
        return f"{stock.words}. {stock.way_out}"
    return f"{romfs.words}. {romfs.way_out}"
