"""The heap of a full table after its start, for every game, in a Pico's bytes.

    python -m sim.micropython.after_boot [GAME …] [--modules N] [--romfs] [--against FIGURES.json]

Ten boxes, dealer, board, rack and shoe read, sign, lamps and FRAM there, a host listens: all that
main.py leaves in use. Counted by a 32-bit MicroPython (sim/micropython/narrow), with the
interpreter's own share. `--romfs`: the modules lie in a ROMFS partition, where bytecode and texts
are used in place; only what a function or a class becomes when it is made is in the heap, and
machine code. `--against` compares with figures of a board: {"GAME": bytes, …}.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sim.micropython.narrow import modules, pico
from sim.micropython.narrow.interpreter import Program
from sim.roots import FIRMWARE, ROOT

# In use after the start with the modules in ROMFS, of the 245,888 bytes that a Pico has
BUDGET = 168 * 1024

GAMES = ("canberra", "canberra-1997", "holdem", "omaha", "draw", "stud")
_SHOWN = 12
_BOARD, _DESK, _ROOT = "/board", "/desk", "/table/"
_ROMFS = "/rom.img"
_STARTERS = _DESK + "/firmware"


@dataclass(frozen=True)
class Figures:
    """Bytes on a Pico."""

    in_use: int  # everything
    modules: int  # without the pools of their names
    state: int
    machine_code: int  # what it takes beyond the bytecode that it replaces
    names: int
    each: dict[str, int]  # module → bytes; the first to use a name pays for its text
    loaded: list[str]

    @property
    def names_left(self) -> int:
        """How many names more there may be before another pool is needed."""
        return pico.room(pico.pools_for(self.names)) - self.names


def measure(game: str, compiled: Path, romfs: bool = False) -> Figures:
    """`compiled` as modules.compile_all made it. Two runs: the first tells what is loaded."""
    first = program(compiled, romfs)
    first.step(f"table.build({_ROOT!r}, {game!r})\ntable.keep_only(())")
    first.step(f"table.watch_imports()\ntable.start({_STARTERS!r})")
    told_at = first.step("table.tell()")
    told = json.loads(first.run()[0][told_at])
    seen, loaded = told["seen"], told["loaded"]
    stay = [name for name in seen if name in loaded]
    stay += [name for name in loaded if name not in stay]
    dropped = [name for name in seen if name not in loaded]

    second = program(compiled, romfs)
    second.look()
    for name in stay + dropped:
        second.step(f"__import__({name!r})")
        second.look()
    second.step(f"table.drop({dropped!r})")
    with_modules = second.look()
    second.step(f"table.build({_ROOT!r}, {game!r})\ntable.keep_only({stay!r})")
    # The second start counts: at the first the emulated chips make what they keep.
    second.step(f"table.start({_STARTERS!r})")
    second.step("table.switch_off()")
    off = second.look()
    second.step(f"table.start({_STARTERS!r})")
    up = second.look()
    told_at = second.step("table.tell()")
    texts, looks = second.run()

    each = {
        name: pico.without_pools(looks[n], looks[n + 1]) for n, name in enumerate(stay + dropped)
    }
    in_modules = pico.without_pools(looks[0], looks[with_modules])
    state = pico.without_pools(looks[off], looks[up])
    names = looks[with_modules].names - looks[0].names + looks[up].names - looks[off].names
    machine_code = 0
    for name, found in modules.machine_code(stay).items():
        extra = found.size if romfs else found.more
        machine_code += extra
        each[name] += extra
    return Figures(
        pico.in_use(in_modules + machine_code + state, names),
        in_modules + machine_code,
        state,
        machine_code,
        pico.names_of_a_board(names),
        each,
        json.loads(texts[told_at])["loaded"],
    )


def program(compiled: Path, romfs: bool = False) -> Program:
    """One that has the board's files and the simulator, and nothing of either loaded."""
    made = Program()
    if romfs:
        made.put(modules.romfs(compiled), _ROMFS)
    else:
        made.put(compiled, _BOARD)
    made.put(ROOT / "sim", f"{_DESK}/sim")
    made.put(FIRMWARE / "boot.py", f"{_STARTERS}/boot.py")
    made.put(FIRMWARE / "main.py", f"{_STARTERS}/main.py")
    made.put(Path(__file__).parent / "narrow" / "table.py", f"{_DESK}/table.py")
    made.step(f"import sys\nsys.path.insert(0, {_DESK!r})\nimport table")
    made.step(f"table.as_on_a_board({(_ROMFS if romfs else _BOARD)!r}, {_DESK!r})")
    made.step(f"import os\nos.mkdir({_ROOT[:-1]!r})")
    return made


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sim.micropython.after_boot")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--modules", type=int, default=_SHOWN, metavar="N", help="largest modules")
    parser.add_argument("--romfs", action="store_true", help="modules in a ROMFS partition")
    parser.add_argument("--against", type=Path, metavar="FILE", help="figures of a board (JSON)")
    asked = parser.parse_args(arguments)
    board = json.loads(asked.against.read_text()) if asked.against else {}
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        modules.compile_all(Path(folder))
        for game in asked.games or GAMES:
            found = measure(game, Path(folder), asked.romfs)
            worst = max(worst, found.in_use)
            print("\n".join(told(game, found, asked.modules, board.get(game))))
    print(f"{BUDGET:,} is the budget with ROMFS, {pico.HEAP_BYTES:,} bytes are a Pico's heap")
    return int(worst > (BUDGET if asked.romfs else pico.HEAP_BYTES))


def told(game: str, found: Figures, shown: int, board: int | None) -> list[str]:
    lines = [
        f"{game}: {found.in_use:,} bytes in use on a Pico: modules {found.modules:,}"
        f" (machine code {found.machine_code:+,}), state {found.state:,}, {found.names:,} names;"
        f" {found.names_left:,} names more cost {pico.next_pool_bytes(found.names):,}"
    ]
    if board is not None:
        lines.append(f"  on a board {board:,}: {100 * (found.in_use / board - 1):+.1f} %")
    largest = sorted(((size, name) for name, size in found.each.items()), reverse=True)[:shown]
    return lines + [f"{size:10,}  {name}" for size, name in largest]


if __name__ == "__main__":
    sys.exit(main())
