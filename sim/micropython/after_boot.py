"""The heap of a full table after its start, for every game, as a Pico would have it in use.

    python -m sim.micropython.after_boot [GAME …]

Modules are compiled as for a board; shoe, thirteen readers, sign, lamps and FRAM are there, and a
host listens. Figures are of the 64-bit unix port; half of them is taken as a Pico's.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from sim import paths
from sim.micropython import bench, sizes
from sim.roots import FIRMWARE

# In use after the start, on a Pico: it has about 230 kB for everything.
BUDGET = 150 * 1024

GAMES = ("canberra", "canberra-1997", "holdem", "omaha", "draw", "stud")
_SHOWN = 12
PROGRAM = Path(__file__).with_name("boot_heap.py")


class Figures(NamedTuple):
    """Bytes on the 64-bit port."""

    modules: int
    state: int
    each: dict[str, int]  # module → bytes; a module that is first to use a name pays for it
    loaded: list[str]

    @property
    def halved(self) -> int:
        return (self.modules + self.state) // bench.WORD_RATIO


def compile_all(folder: Path) -> None:
    """The firmware and the driver as a board carries them; what only the desk reads as well,
    because the simulator does."""
    sources = [(source, source.relative_to(FIRMWARE)) for source in FIRMWARE.rglob("*.py")]
    driver = Path(paths.driver_dir())
    sources += [(source, source.relative_to(driver)) for source in driver.rglob("*.py")]
    for source, name in sources:
        if name.as_posix() not in ("main.py", "boot.py"):
            target = (folder / name).with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            sizes.compile_module(source, target, name.as_posix())


def measure(game: str, compiled: Path) -> Figures:
    """`compiled` as compile_all made it. Two runs: the first tells which modules there are."""
    told = _run(game, compiled, {})
    seen, loaded = told["seen"], told["loaded"]
    stay = [name for name in seen if name in loaded]
    stay += [name for name in loaded if name not in stay]
    dropped = [name for name in seen if name not in loaded]
    told = _run(game, compiled, {"stay": stay, "dropped": dropped})
    return Figures(told["modules"], told["state"], dict(told["each"]), told["loaded"])


def _run(game: str, compiled: Path, plan: dict) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "plan.json").write_text(json.dumps(plan))
        done = bench.run(
            [str(PROGRAM), folder + "/", game, folder + "/plan.json"],
            heap_bytes=8 << 20,  # the simulator lives beside the firmware here
            report=False,
            before=[Path(".")],  # as on a board: every module keeps the path of its file
            cwd=compiled,
            capture_output=True,
            text=True,
        )
    if done.returncode or not done.stdout.startswith("{"):
        raise RuntimeError(f"{game}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def main(games: list[str]) -> int:
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        compile_all(Path(folder))
        for game in games or GAMES:
            found = measure(game, Path(folder))
            worst = max(worst, found.halved)
            print(
                f"{game}: modules {found.modules:,} + state {found.state:,}, "
                f"on a Pico {found.halved:,}"
            )
            for size, name in sorted(((s, n) for n, s in found.each.items()), reverse=True)[
                :_SHOWN
            ]:
                print(f"{size:10,}  {name}")
    print(f"{BUDGET:,} is the budget")
    return int(worst > BUDGET)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
