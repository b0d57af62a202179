"""The heap that one game's rules take: a full table's round on real MicroPython, modules compiled.

The unix port is 64-bit, where objects take twice the room they take on a Pico: figures are halved.
"""

import json
import tempfile
from pathlib import Path

from cardtable.rules.determinations import resolve
from sim.micropython import bench, sizes
from sim.roots import FIRMWARE

# Rules and a round at ten seats, beyond the interpreter's own
BUDGET = 40 * 1024

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
            target = (folder / name).with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            sizes.compile_module(FIRMWARE / name, target, name)


def determine(game: str, folder: Path) -> None:
    """The determinations, resolved by the host as for a board."""
    (folder / "values.json").write_text(json.dumps(resolve(game, _DETERMINED[game])))


def measure(game: str, folder: Path) -> tuple[int, set[str]]:
    """(bytes on a Pico, modules loaded) by a round of `game`; `folder` as compile_rules made it."""
    (folder / PROGRAM.name).write_text(PROGRAM.read_text())
    determine(game, folder)
    done = bench.run_alone([PROGRAM.name, game, "values.json"], folder)
    if done.returncode:
        raise RuntimeError(f"{game}: {done.stdout}{done.stderr}")
    figure, *names = done.stdout.splitlines()
    heap, outcome = figure.split()
    if outcome not in ("won", "settled"):
        raise RuntimeError(f"{game}: the round ended as {outcome}")
    return int(heap) // bench.WORD_RATIO, set(names)


def figures() -> dict[str, int]:
    """Game → bytes on a Pico."""
    with tempfile.TemporaryDirectory() as made:
        compile_rules(Path(made))
        return {game: measure(game, Path(made))[0] for game in GAMES}
