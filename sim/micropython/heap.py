"""The heap that one game's rules take: a full table's round on a 32-bit MicroPython."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from cardtable.rules.determinations import resolve
from sim.micropython import sizes
from sim.micropython.narrow import modules, pico
from sim.micropython.narrow.interpreter import Program
from sim.roots import FIRMWARE

# Rules and a round at ten seats, beyond the interpreter's own
BUDGET = 60 * 1024

PROGRAM = Path(__file__).with_name("ten_seats.py")

# As in a room: blinds or antes, and a commission to reckon
_DETERMINED = {
    "omaha": {"blinds": [100, 200], "commission": "act-5", "burn": 1},
    "holdem": {"blinds": [100, 200], "commission": "tas-holdem", "burn": 1},
    "draw": {"ante": 100, "commission": "act-5"},
    "stud": {"min_bet": 100, "commission": "tas-stud-normal"},
    "canberra": {},
    "canberra-1997": {},
}
GAMES = tuple(_DETERMINED)


def compile_rules(folder: Path) -> None:
    """The rules as a board carries them: .mpy files, without what stays on the desk."""
    for name in sizes.on_board():
        if name.startswith(("cardtable/rules/", "cardtable/jackpot/", "cardtable/__init__")):
            modules.compile_one(FIRMWARE / name, name, folder)


def determine(game: str, folder: Path) -> None:
    """The determinations, resolved by the host as for a board."""
    (folder / "values.json").write_text(json.dumps(resolve(game, _DETERMINED[game])))


def measure(game: str, folder: Path) -> tuple[int, set[str]]:
    """(bytes on a Pico, modules loaded) by a round of `game`; `folder` as compile_rules made it."""
    determine(game, folder)
    program = Program()
    program.put(folder, "/board")
    program.put(PROGRAM, f"/board/{PROGRAM.name}")
    program.step('import os, sys\nos.chdir("/board")\nsys.path[:] = [""]')
    program.step("import ten_seats\ndeck = ten_seats.shuffled()")
    before = program.look()
    program.step(f"played = ten_seats.round_of({game!r})\nten_seats.play(played, deck)")
    after = program.look()
    outcome = program.step("print(played.outcome)")
    loaded = program.step("print(*sys.modules, sep='\\n')")
    texts, looks = program.run()
    if texts[outcome] not in ("won", "settled"):
        raise RuntimeError(f"{game}: the round ended as {texts[outcome]}")
    names = set(texts[loaded].split())
    extra = sum(found.more for found in modules.machine_code(names).values())
    return pico.taken(looks[before], looks[after]) + extra, names


def figures() -> dict[str, int]:
    """Game → bytes on a Pico."""
    with tempfile.TemporaryDirectory() as made:
        compile_rules(Path(made))
        return {game: measure(game, Path(made))[0] for game in GAMES}
