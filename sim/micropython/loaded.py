"""What is loaded on the board with one game in play: modules, bytes of .mpy, heap.

    python -m sim.micropython.loaded

Canberra Poker is measured after a round through main.py. The other games are measured by their
rules beside the same table's other parts.
"""

import sys
import tempfile
from pathlib import Path

from sim.micropython import bench, heap, sizes

GAMES = ("canberra", "holdem", "omaha", "draw", "stud")

_PLAY = """
import sys
from sim.harness import headless
headless.play(sys.argv[1], 1, keep=lambda line: None)
"""
_MAKE = """
import sys
from cardtable.rules import registry as making
from cardtable.rules.seals import Sealer
from cardtable.rules.determinations import resolve
making.make("{game}", resolve("{game}", {{}}), Sealer(b"x"))
"""
_TELL = "for name in sys.modules: print(name)\n"
_OF_CANBERRA = ("cardtable/rules/canberra/", "cardtable/engine/banked_game", "cardtable/jackpot/")


def modules(game: str) -> dict[str, int]:
    """Module file → bytes of .mpy, for what the board has loaded in a round of `game`."""
    table = _measure(_PLAY)
    if game == "canberra":
        return table
    core = {name: size for name, size in table.items() if not name.startswith(_OF_CANBERRA)}
    return core | _measure(_MAKE.format(game=game))


def _measure(program: str) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(program + _TELL)
        done = bench.run(
            [str(path), folder + "/"],
            heap_bytes=4 << 20,  # the simulator lives beside the firmware here
            report=False,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise RuntimeError(done.stderr)
    known = sizes.sizes()
    found = {}
    for name in done.stdout.split():
        for file in (name.replace(".", "/") + ".py", name.replace(".", "/") + "/__init__.py"):
            if file in known:
                found[file] = known[file]
    return found


def main() -> int:
    worst = 0
    for game in GAMES:
        loaded = sum(modules(game).values())
        worst = max(worst, loaded)
        print(f"{loaded:8,} bytes of .mpy loaded with {game}")
    print(f"{sizes.LOADED_WITH_ONE_GAME:8,} is the budget")
    used = heap.figures()
    for game, size in used.items():
        print(f"{size:8,} bytes of a Pico's heap for the rules and a full table of {game}")
    print(f"{heap.BUDGET:8,} is the budget")
    return int(worst > sizes.LOADED_WITH_ONE_GAME or max(used.values()) > heap.BUDGET)


if __name__ == "__main__":
    sys.exit(main())
