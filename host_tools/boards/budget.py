"""What fits on a board, from what was measured (boards/budget.toml): memory and time for its chip,
its MicroPython (modules in ROMFS, or as files), its readers and a game.

Fewer boxes than were measured need as much less as a box takes; nothing is said about more, about
other games, or about a chip of which there are no figures.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from host_tools.boards.load import Board
from host_tools.common.problems import DOES_NOT_FIT, Problem
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

    def as_dict(self) -> dict[str, Any]:
        return {"fits": self.fits, "why": self.words, "way_out": self.way_out}


class DoesNotFit(Problem):
    """Refused, because it was measured not to fit."""

    def __init__(self, verdict: Verdict, more: str = "") -> None:
        hint = f"{verdict.way_out} {more}".strip()
        super().__init__(verdict.words, hint, DOES_NOT_FIT)
        self.verdict = verdict


@cache
def budget() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def boxes_of(board: Board) -> int:
    """How many boxes have readers under them."""
    return sum(name.startswith("box ") for name in board.data["readers"])


def reckon(
    board: Board, micropython: str, game: str | None = None, boxes: int | None = None
) -> Verdict:
    """Whether a table with this board plays `game` (None: any at all) with that MicroPython.

    `boxes`: how many are wired, where that is known better than from the definition.
    """
    chip = board.data["board"]["chip"]
    boxes = boxes_of(board) if boxes is None else boxes
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
    short = [_short_of(one, game, boxes) for one in rows]
    if all(short):
        words = f"{what} does not fit with {_WORDS[micropython]}: {short[0]}"
        return Verdict(False, words, _way_out(boxes, micropython))
    if not any(one.get("played", True) and not why for one, why in zip(rows, short, strict=True)):
        words = f"{what} with {_WORDS[micropython]} was only counted, not played"
        return Verdict(None, words, "See docs/budgets.md.")
    return Verdict(True, f"{what} fits with {_WORDS[micropython]}{_left(rows[0], game, boxes)}")


def _left(row: dict[str, Any], game: str | None, boxes: int) -> str:
    """What was measured of a game; of any game there is nothing to tell."""
    if game is None:
        return ""
    # Fewer boxes leave a little more; what was measured is told.
    place_ms = row["place_ms"].get(game)
    again = f", a place was seen again within {place_ms} ms (95 of 100)" if place_ms else ""
    fewer = f" with {row['boxes']} boxes" if row["boxes"] > boxes else ""
    return (
        f": {row['games'][game] // 1000} kB of memory were left{fewer}{again}; on the emulated "
        "Pico, no hardware has confirmed it"
    )


def _short_of(row: dict[str, Any], game: str | None, boxes: int) -> str:
    """What there is too little of, in words; empty where one of the games has enough."""
    limits = budget()["limits"]
    saved = (row["boxes"] - boxes) * limits["box"]
    why = ""
    for one in row["games"] if game is None else (game,):
        free, place_ms = row["games"][one] + saved, row["place_ms"].get(one, 0)
        if free < limits["free"]:
            left, need = free // 1000, limits["free"] // 1000
            why = f"at most {left} kB of memory would be left, {need} are needed"
        elif place_ms > limits["place_ms"]:
            why = (
                f"a place would be seen again after {place_ms} ms only, "
                f"it must be within {limits['place_ms']}"
            )
        else:
            return ""
    return why


def _what(board: Board, boxes: int, game: str | None) -> str:
    table = f"a table of {boxes} boxes" if boxes else "a table with the shoe's reader alone"
    return f"{table}{f' for {game}' if game else ''} on a {board.title}"


def _way_out(boxes: int, micropython: str) -> str:
    table = f"{boxes} boxes need" if boxes else "It needs"
    if micropython == STOCK:
        return f"{table} a Pico 2 (not measured yet), or MicroPython with ROMFS (docs/flashing.md)."
    return f"{table} a Pico 2 (not measured yet)."


def by_micropython(board: Board, game: str) -> dict[str, Verdict]:
    """For each MicroPython that a board may have."""
    return {one: reckon(board, one, game) for one in (STOCK, ROMFS)}


def needs(board: Board, game: str) -> str:
    """In words what a table needs; empty where any MicroPython does."""
    found = by_micropython(board, game)
    stock, romfs = found[STOCK], found[ROMFS]
    if stock.fits:
        return ""
    if stock.fits is None:
        return f"{stock.words}."
    if romfs.fits is not False:
        return f"{stock.words}. {stock.way_out}"
    return f"{romfs.words}. {romfs.way_out}"


def must_fit(board: Board, game: str, micropython: str | None = None) -> None:
    """DoesNotFit with that MicroPython; without one, where it fits with none."""
    found = by_micropython(board, game)
    asked = [found[micropython]] if micropython else list(found.values())
    if all(one.fits is False for one in asked):
        raise DoesNotFit(asked[-1])
