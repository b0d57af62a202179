"""Which MicroPython runs: a UF2 file that is given, or one in the user's cache."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from sim.rp2040.problem import Problem

DOWNLOAD = "https://micropython.org/download/RPI_PICO/"
_ROMFS = "romfs"


@dataclass(frozen=True)
class MicroPython:
    path: Path

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    @property
    def symbols(self) -> Path | None:
        """What `nm -n -S` says of its ELF file, if somebody has put that beside it."""
        path = self.path.with_name(f"{self.path.stem}.syms.txt")
        return path if path.exists() else None


def folder() -> Path:
    return Path(platformdirs.user_cache_dir("cardtable", False)) / "micropython"


def cached() -> list[MicroPython]:
    return [MicroPython(path) for path in sorted(folder().glob("*.uf2"))]


def find(wanted: str | None = None) -> MicroPython:
    """A file, or the one in the cache whose name has `wanted` in it.

    Without a wish one with a ROMFS partition is preferred: a full table needs the room.
    """
    if wanted and Path(wanted).is_file():
        return MicroPython(Path(wanted))
    there = cached()
    if wanted:
        if wanted == "stock":
            there = [one for one in there if _ROMFS not in one.name]
        else:
            there = [one for one in there if wanted in one.name]
    else:
        there = [one for one in there if _ROMFS in one.name] or there
    if not there:
        raise Problem(
            f"no MicroPython for the Pico {f'like {wanted} ' if wanted else ''}in {folder()}",
            f"Get a .uf2 file from {DOWNLOAD} and put it there, or name one: --uf2 FILE. For code "
            "in ROMFS it must be a build with MICROPY_HW_ROMFS_BYTES set, with romfs in its name.",
        )
    return there[-1]
