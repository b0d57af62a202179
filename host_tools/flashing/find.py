"""Which port the board is at: by the USB identity of the boards that are known."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools.list_ports import comports

from host_tools.boards.load import Board, load, names
from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem
from host_tools.link.ports import AUTO, as_named


@dataclass(frozen=True)
class Place:
    """A port, and how to find it again when a restart gives it another name."""

    port: str
    serial_number: str | None = None

    def now(self, ports: Callable[[], Iterable[Any]] = comports) -> str:
        """The port's name at this moment."""
        if self.serial_number:
            for one in ports():
                if one.serial_number == self.serial_number:
                    return one.device
        return self.port


def known_boards() -> list[Board]:
    return [load(name) for name in names()]


def find(
    port: str,
    ports: Callable[[], Iterable[Any]] = comports,
    drives: Callable[[], list[Path]] | None = None,
) -> Place:
    """The one board that is plugged in, or the one at `port`; a Problem that says what is there."""
    if port != AUTO:
        port = as_named(port)
        same = [one for one in ports() if one.device == port]
        return Place(port, same[0].serial_number if same else None)
    identities = {board.usb for board in known_boards()}
    there = sorted(
        (one for one in ports() if (one.vid, one.pid) in identities), key=lambda one: one.device
    )
    if len(there) == 1:
        return Place(there[0].device, there[0].serial_number)
    if there:
        listed = "; ".join(
            f"{one.device} (serial {one.serial_number or 'unknown'})" for one in there
        )
        raise Problem(
            f"{len(there)} boards are plugged in: {listed}",
            f"Choose one: --port {there[0].device}",
            BAD_INPUT,
        )
    in_bootloader((drives or _drives)())
    raise Problem(
        "no board is plugged in",
        "Plug it in by USB, with a cable that carries data, or name its port: --port. One that was "
        "flashed just now appears when its files are in place, which may take some minutes.",
        NO_BOARD,
    )


def in_bootloader(drives: list[Path]) -> None:
    """A Problem with the way on, when one of the drives is a board without MicroPython."""
    for drive in drives:
        # Every UF2 bootloader shows this file.
        if not (drive / "INFO_UF2.TXT").is_file():
            continue
        said = (drive / "INFO_UF2.TXT").read_text(encoding="utf-8", errors="replace")
        board = _by_bootloader(drive, said)
        what = board.title if board else "a board"
        where = board.data["board"]["download"] if board else "https://micropython.org/download/"
        raise Problem(
            f"{what} is plugged in as the drive {drive}: it waits for MicroPython",
            f"Get the .uf2 file from {where}, copy it to that drive, then run this again.",
            NO_BOARD,
        )


def _by_bootloader(drive: Path, said: str) -> Board | None:
    for board in known_boards():
        volume = board.data.get("bootloader", {}).get("volume")
        if volume and (drive.name == volume or volume in said.split()):
            return board
    # RP2040's text has its volume name as "Board-ID: RPI-RP2", RP2350's as "Board-ID: RP2350".
    return None


def _drives() -> list[Path]:
    """Where removable drives show up on this system."""
    if os.name == "nt":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
    if sys.platform == "darwin":
        return _inside(Path("/Volumes"))
    found = []
    for base in (Path("/media"), Path("/run/media")):
        for one in _inside(base):
            found += [one, *_inside(one)]
    return found


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []
