"""A table configured on a flashed board: the files of a recorded play, and keys for its roles."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from cardtable import file_copies
from cardtable.settings import masked
from sim.rp2040.flash_image import FlashImage
from sim.rp2040.flashed import Flashed
from sim.rp2040.recorder import Recording

ROLES = ("dealer", "technician", "supervisor")
_KEPT = ("board.json",)  # `cardtable flash` has put the description of this very board there


_CHIP = bytes.fromhex("e6614c311b8a242f")  # as the emulated flash says (emulator/chip/pico.mjs)


def keys() -> dict[str, str]:
    """A key for each role, in hex digits: of no use anywhere but here."""
    return {role: hashlib.sha256(f"emulated {role}".encode()).hexdigest() for role in ROLES}


def commissioned(board: Flashed, recording: Recording, settings: dict[str, Any]) -> bytes:
    """The flash of a board that is ready for the play; `settings` of its own beside its wiring."""
    image = board.image()
    another = recording.setting.board is not None
    if settings or another:
        given = recording.files["board.json"] if another else image.read("board.json")
        wiring = json.loads(given) | settings
        image.write("board.json", json.dumps(wiring).encode())
    for name, content in recording.files.items():
        if name not in _KEPT:
            image.write(name, content)
    image.write("keys.json", json.dumps(keys()).encode())
    _in_two_copies(image)
    return image.content()


def _in_two_copies(image: FlashImage) -> None:
    """As the board's first start leaves its files: what is measured is a usual one."""
    for name in file_copies.FILES:
        told = json.loads(image.read(name))
        if name == "keys.json":
            told = masked(told, _CHIP, "00" * 8)
        content = file_copies.sealed(json.dumps(told).encode(), 1)
        image.write(name, content)
        image.write(file_copies.copy_of(name), content)
