"""A board with the firmware on it, kept for the next time.

`cardtable flash` puts it there, through mpremote's own transport: as files, or with its modules in
ROMFS where the MicroPython has a partition for that (code in ROMFS is run where it lies and takes
no heap). By hand is quicker and leaves the same files: those of `--bundle` are written into the
flash without a board that runs.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from sim.roots import FIRMWARE, ROOT
from sim.rp2040 import board_facts
from sim.rp2040.board_facts import Facts
from sim.rp2040.flash_image import FlashImage
from sim.rp2040.live_board import live_board
from sim.rp2040.micropython import MicroPython
from sim.rp2040.problem import Problem
from sim.rp2040.tools import Tools

_FRAM_BYTES = 32768
_FLASH_LIMIT_S = 600
_KEPT = 12  # flashed boards in the cache
_MANIFEST = "manifest.json"
_MODULE = ".mpy"
_ROM_TOLD = "rom.txt"  # what boot.py holds the code in ROMFS against: size, SHA-256, release
# What the content of a flashed board depends on besides MicroPython
_SOURCES = (
    "firmware", "boards/pico", "host_tools/release", "host_tools/flashing", "requirements.txt",
    "sim/micropython/cross.py", "sim/micropython/constants.py", "sim/rp2040/flashed.py",
    "sim/rp2040/flash_image.py",
)  # fmt: skip


@dataclass(frozen=True)
class Flashed:
    """A board's flash after `cardtable flash`, before a table is configured on it."""

    content: bytes
    facts: Facts
    micropython: MicroPython
    firmware: str  # the hash of firmware/
    in_romfs: int  # bytes of the ROMFS image; 0: the modules lie on littlefs

    def image(self) -> FlashImage:
        return FlashImage(self.content, self.facts)


def tree_hash(*paths: Path) -> str:
    """A hash of the names and contents of files and folders; the first sixteen digits."""
    digest = hashlib.sha256()
    for path in paths:
        for one in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if one.is_file() and "__pycache__" not in one.parts:
                digest.update(one.relative_to(path.parent).as_posix().encode() + b"\0")
                digest.update(one.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def flashed(
    tools: Tools,
    micropython: MicroPython,
    say: Callable[[str], None] = lambda text: None,
    by_hand: bool = False,
) -> Flashed:
    """The board, from the cache if this firmware was put on this MicroPython before.

    `by_hand`: the files are put in place without `cardtable flash`, which takes a second instead of
    half a minute.
    """
    firmware = tree_hash(FIRMWARE)
    sources = tree_hash(*(ROOT / name for name in _SOURCES if (ROOT / name).exists()))
    way = "-by-hand" if by_hand else ""
    kept = _folder() / f"{micropython.sha256[:16]}-{sources}{way}"
    try:
        told = json.loads(kept.with_name(kept.name + ".json").read_text())
        content = kept.with_name(kept.name + ".flash").read_bytes()
    except (OSError, ValueError):
        say(f"flashing {micropython.name} with firmware {firmware} (once)")
        content, facts, in_romfs = _flash(tools, micropython, by_hand)
        told = {"facts": facts.as_dict(), "in_romfs": in_romfs}
        _keep(kept.with_name(kept.name + ".flash"), content)
        _keep(kept.with_name(kept.name + ".json"), json.dumps(told).encode())
        _forget_the_oldest()
    return Flashed(content, Facts.from_dict(told["facts"]), micropython, firmware, told["in_romfs"])


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("cardtable", False)) / "pico"


def _keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(content)
    os.replace(part, path)


def _forget_the_oldest() -> None:
    """2 MiB for every change of the firmware would fill a disk in time."""
    kept = sorted(_folder().glob("*.flash"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[_KEPT:]:
        path.unlink(missing_ok=True)
        path.with_suffix(".json").unlink(missing_ok=True)


def _flash(tools: Tools, micropython: MicroPython, by_hand: bool) -> tuple[bytes, Facts, int]:
    with tempfile.TemporaryDirectory(prefix="cardtable-pico-") as folder:
        scratch = Path(folder)
        facts, virgin = board_facts.ask(tools, micropython, scratch)
        if by_hand:
            image = FlashImage(virgin.read_bytes(), facts)
            in_romfs = _put_by_hand(image, scratch / "bundle", facts)
            return image.content(), facts, in_romfs
        result = scratch / "flashed.flash"
        job = {
            "flash": str(virgin),
            "fram_bytes": _FRAM_BYTES,
            "flash_timing": "typ",
            "seed": 1,
            "result": str(result),
        }
        with live_board(tools, job, scratch) as port:
            _cardtable_flash("--port", port, "--anyway")  # what fits is measured here
        content = result.read_bytes()
        if facts.romfs is None:
            return content, facts, 0
        told = FlashImage(content, facts).read(_ROM_TOLD)
        return content, facts, int(told.split()[0])


def _cardtable_flash(*options: str) -> None:
    """The project's own command, as anybody would run it."""
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.main", "flash", *options],
        capture_output=True,
        text=True,
        timeout=_FLASH_LIMIT_S,
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise Problem(f"cardtable flash {' '.join(options)} failed: {said}")


def _put_by_hand(image: FlashImage, bundle: Path, facts: Facts) -> int:
    _cardtable_flash("--bundle", str(bundle), "--board", "pico")
    bundle = bundle / "files"
    files = {
        path.relative_to(bundle).as_posix(): path.read_bytes()
        for path in sorted(bundle.rglob("*"))
        if path.is_file()
    }
    size = 0
    if facts.romfs is not None:
        modules = {name: files[name] for name in files if name.endswith(_MODULE)}
        made = image.write_romfs(modules)
        size = len(made)
        files = {name: files[name] for name in files if name not in modules}
        release = hashlib.sha256(files[_MANIFEST]).hexdigest()[:12]
        told = f"{size} {hashlib.sha256(made).hexdigest()} {release}\n"
        files[_ROM_TOLD] = told.encode()
    for name, content in files.items():
        image.write(name, content)
    return size
