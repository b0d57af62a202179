"""What a board says about itself: its MicroPython, and where its partitions lie in the flash."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from sim.rp2040.micropython import MicroPython
from sim.rp2040.tools import Tools

FLASH_BYTES = 2 * 1024 * 1024

# Runs on the board. Nothing about the layout of a build is written down here: rp2.Flash() and
# vfs.rom_ioctl() give objects whose memory can be asked for.
_ASK = """
import json, rp2, sys, uctypes, vfs
XIP = 0x10000000
flash = rp2.Flash()
size = flash.ioctl(4, 0) * flash.ioctl(5, 0)
try:
    start = uctypes.addressof(flash) - XIP
except TypeError:
    import machine
    start = machine.mem32[id(flash) + 4]
romfs = None
ioctl = getattr(vfs, "rom_ioctl", None)
if ioctl and ioctl(1) > 0:
    view = memoryview(ioctl(2, 0))
    romfs = [uctypes.addressof(view) - XIP, len(view)]
print(json.dumps({
    "version": sys.version.split("MicroPython ")[-1],
    "machine": sys.implementation._machine,
    "littlefs": [start, size],
    "romfs": romfs,
    "path": sys.path,
}))
"""


@dataclass(frozen=True)
class Facts:
    version: str
    machine: str
    littlefs: tuple[int, int]  # offset and bytes
    romfs: tuple[int, int] | None
    path: list[str]  # where MicroPython looks for modules

    def as_dict(self) -> dict:
        return asdict(self)

    @classmethod
    def from_dict(cls, told: dict) -> Facts:
        romfs = told["romfs"]
        return cls(
            told["version"],
            told["machine"],
            (told["littlefs"][0], told["littlefs"][1]),
            None if romfs is None else (romfs[0], romfs[1]),
            list(told["path"]),
        )


def ask(tools: Tools, micropython: MicroPython, scratch: Path) -> tuple[Facts, Path]:
    """Boot it virgin: what it says, and its flash after that (the file system is made then)."""
    empty = scratch / "empty.flash"
    empty.write_bytes(b"\xff" * FLASH_BYTES)
    result = scratch / "virgin.flash"
    job = scratch / "ask.json"
    job.write_text(
        json.dumps(
            {
                "bootrom": str(tools.bootrom),
                "flash": str(empty),
                "uf2": str(micropython.path),
                "flash_timing": "typ",
                "seed": 1,
                "program": _ASK,
                "result": str(result),
            }
        )
    )
    return Facts.from_dict(json.loads(tools.run("ask.mjs", str(job), limit_s=300))), result
