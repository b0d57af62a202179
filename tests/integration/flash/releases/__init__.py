"""Releases that boards in the field may have: `0.1.0.tar.xz` and whatever follows it.

Each archive holds `board/`, the files exactly as that release put them on a board, and `around/`,
the emulated table that this release was tested with, and its wiring: firmware is run with the
hardware it knew, whatever either is called since. Made from the release's own commit, by its own
builder, with

    python -m tests.integration.flash.releases 58754f6 tests/integration/flash/releases/0.1.0.tar.xz

The same commit gives the same bytes. A test reads them; none is made in a test: a clone may not
have the history.
"""

from __future__ import annotations

import tarfile
from functools import cache
from pathlib import Path

from host_tools.release.build import Release

FOLDER = Path(__file__).parent
VERSIONS = sorted(path.name.removesuffix(".tar.xz") for path in FOLDER.glob("*.tar.xz"))
BOARD = "board/"
AROUND = "around/"
# Where a board's `machine` comes from: sim/micropython/as_board.py starts every release
_ONCE, _NOW = "sim/board", "sim/shims/board"


@cache
def released(version: str) -> Release:
    """What a board of this release holds."""
    with tarfile.open(FOLDER / f"{version}.tar.xz") as tar:
        members = [one for one in tar if one.name.startswith(BOARD)]
        files = {one.name.removeprefix(BOARD): _content(tar, one) for one in members}
    return Release(files)


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()


def unpack_around(version: str, folder: Path) -> Path:
    """The emulated table of that release, as a checkout had it."""
    with tarfile.open(FOLDER / f"{version}.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    around = folder / AROUND.rstrip("/")
    if (around / _ONCE).is_dir():
        (around / _NOW).parent.mkdir(exist_ok=True)
        (around / _ONCE).rename(around / _NOW)
    return around
