"""How much room the firmware takes on a Pico: every module compiled for it.

python -m sim.micropython.sizes
"""

import sys
from functools import cache

from sim.micropython.cross import PICO, compiled
from sim.roots import FIRMWARE

# Budgets of the design, in bytes of .mpy
ALL_FILES = 276 * 1024
# The first estimate was 80 kB; docs/budgets.md says why it grew and what it means for a Pico.
LOADED_WITH_ONE_GAME = 118 * 1024


def desk_only() -> set[str]:
    """Modules that are not copied to a board."""
    lines = (FIRMWARE / "not_on_board.txt").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def on_board() -> list[str]:
    """Module files that a board carries, relative to firmware/."""
    left_out = desk_only()
    names = [source.relative_to(FIRMWARE).as_posix() for source in FIRMWARE.rglob("*.py")]
    return sorted(name for name in names if name not in left_out)


@cache
def sizes() -> dict[str, int]:
    """Module file on the board, relative to firmware/ → bytes of .mpy."""
    return {name: len(compiled(FIRMWARE / name, name, PICO)) for name in on_board()}


def summary() -> list[str]:
    """One line for people."""
    found = sizes()
    total = sum(found.values())
    return [
        f"firmware {total:,} bytes in {len(found)} .mpy files "
        f"({100 * total // ALL_FILES} % of the budget of {ALL_FILES:,})"
    ]


def main() -> int:
    found = sizes()
    for name, size in found.items():
        print(f"{size:8,}  {name}")
    print(*summary(), sep="\n")
    return int(sum(found.values()) > ALL_FILES)


if __name__ == "__main__":
    sys.exit(main())
