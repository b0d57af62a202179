"""The firmware as a board gets it: compiled modules, the two starters, the reader's driver.

boot.py and main.py stay source, because MicroPython starts them by these names; everything else is
compiled, because a Pico could not hold the compiler's work and the table at the same time.

Modules with hot functions hold machine code, so that a release is made for one architecture; the
other modules are the same for all.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardtable import VERSION
from host_tools.common.problems import Problem
from host_tools.release import manifest
from sim import paths
from sim.micropython import cross, mpy_file, sizes
from sim.roots import FIRMWARE

STARTERS = ("main.py", "boot.py")  # in the order in which they are put in force: boot.py last
MANIFEST = "manifest.json"
_DRIVER = "adafruit_pn532"
_DRIVER_FILES = ("__init__.py", "adafruit_pn532.py")  # the part that knows no transport


@dataclass(frozen=True)
class Release:
    """Path on the board → content; the manifest among them lists all the others."""

    files: dict[str, bytes]

    @property
    def manifest(self) -> manifest.Manifest:
        return manifest.read(self.files[MANIFEST])


def sources() -> dict[str, Path]:
    """Path on the board, as source → where it lies here."""
    found = {name: FIRMWARE / name for name in sizes.on_board()}
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
def build(arch: str = cross.PICO) -> Release:
    """Everything a board gets, from the sources that lie here; machine code for `arch`."""
    wanted = sources()
    modules = [name for name in wanted if name not in STARTERS]
    with ThreadPoolExecutor(4) as pool:
        made = pool.map(lambda name: _compiled(wanted[name], name, arch), modules)
        files = {as_module(name): mpy for name, mpy in zip(modules, made, strict=True)}
    kind = mpy_file.kind_for(list(files.values()))
    for name in STARTERS:
        files[name] = wanted[name].read_bytes()
    files[MANIFEST] = manifest.make(VERSION, kind, files).text()
    return Release(files)


def as_module(name: str) -> str:
    """What a source file is called once it is compiled."""
    return name.removesuffix(".py") + ".mpy"


def _compiled(source: Path, name: str, arch: str) -> bytes:
    try:
        return cross.compiled(source, name, arch)
    except cross.DoesNotCompile as failure:
        raise Problem(
            f"this does not compile for {arch}: {failure}", "Nothing was changed on any board."
        ) from failure
