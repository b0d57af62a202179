"""The firmware's modules as the 32-bit MicroPython takes them: without machine code.

A board has some functions as machine code (@micropython.native, @micropython.viper). Here they are
compiled as bytecode like the rest, so that they run, and what they take more on a board is added
by arithmetic: mpy-cross compiles them for the RP2040 as well, and the code's bytes are compared.
"""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from sim import paths
from sim.micropython.cross import PICO, compiled, traced_as
from sim.micropython.mpy_file import BYTECODE, functions
from sim.roots import FIRMWARE

_BLOCK = 16  # of a Pico's heap
STARTERS = ("main.py", "boot.py")  # a board compiles them itself
_MACHINE_CODE = re.compile(r"^[ \t]*@micropython\.(native|viper)[ \t]*(#.*)?$", re.MULTILINE)


def sources() -> dict[str, Path]:
    """Module file as on a board → where it lies; what only the desk reads as well, because the
    simulator does."""
    driver = Path(paths.driver_dir())
    found = {}
    for root in (FIRMWARE, driver):
        for source in root.rglob("*.py"):
            name = source.relative_to(root).as_posix()
            if name not in STARTERS:
                found[name] = source
    return found


def compile_all(folder: Path) -> None:
    """Every module as bytecode, in `folder`."""
    wanted = sources()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: compile_one(wanted[name], name, folder), wanted))


def compile_one(source: Path, name: str, folder: Path) -> Path:
    """One module as bytecode; the path of the file."""
    target = (folder / name).with_suffix(".mpy")
    target.parent.mkdir(parents=True, exist_ok=True)
    text = source.read_text(encoding="utf-8")
    plain = _MACHINE_CODE.sub("", text)
    if plain == text:
        target.write_bytes(compiled(source, name, PICO))
        return target
    with tempfile.TemporaryDirectory(prefix="cardtable-") as scratch:
        copy = Path(scratch) / "module.py"
        copy.write_text(plain, encoding="utf-8")
        target.write_bytes(compiled(copy, name, PICO))
    return target


def romfs(folder: Path) -> Path:
    """The modules of `folder` as an image of a ROMFS partition, beside it."""
    from mpremote.romfs import make_romfs

    image = folder.with_name(folder.name + ".romfs")
    if not image.exists():
        with contextlib.redirect_stdout(io.StringIO()):  # it lists every file
            image.write_bytes(make_romfs(str(folder), mpy_cross=False))
    return image


class MachineCode(NamedTuple):
    """Of a module, in bytes of a Pico's heap."""

    size: int
    replaced: int  # the bytecode that stands in for it here

    @property
    def more(self) -> int:
        return self.size - self.replaced


def machine_code_of(source: Path, name: str) -> MachineCode:
    there = functions(compiled(source, name, PICO))
    with tempfile.TemporaryDirectory(prefix="cardtable-") as scratch:
        here = functions(compile_one(source, name, Path(scratch)).read_bytes())
    size = sum(_blocks(one.size) for one in there if one.code != BYTECODE)
    still = sum(_blocks(one.size) for one in there if one.code == BYTECODE)
    return MachineCode(size, sum(_blocks(one.size) for one in here) - still)


def machine_code(names: Iterable[str]) -> dict[str, MachineCode]:
    """Module → its machine code, of those that have any; `names` as they are imported."""
    wanted = set(names)
    return {
        traced_as(name): machine_code_of(source, name)
        for name, source in sources().items()
        if traced_as(name) in wanted and _MACHINE_CODE.search(source.read_text(encoding="utf-8"))
    }


def _blocks(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK
