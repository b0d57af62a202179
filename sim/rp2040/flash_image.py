"""The flash of a board as a file: what lies in its littlefs, and in its ROMFS."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

import littlefs

from sim.rp2040.board_facts import Facts

_BLOCK = 4096
_PAGE = 256


class FlashImage:
    """2 MiB of flash with a littlefs that MicroPython has made."""

    def __init__(self, content: bytes, facts: Facts) -> None:
        self._content = bytearray(content)
        self._facts = facts
        start, size = facts.littlefs
        context = littlefs.context.UserContext(size)
        context.buffer = bytearray(self._content[start : start + size])
        self._context = context
        # As MicroPython mounts it (ports/rp2/modules/_boot.py, extmod/vfs_lfs.c)
        self._files = littlefs.LittleFS(
            context=context, block_size=_BLOCK, block_count=size // _BLOCK, prog_size=_PAGE,
            read_size=32, cache_size=1024, lookahead_size=32, mount=True,
        )  # fmt: skip

    def content(self) -> bytes:
        """The whole flash as it is now."""
        start, size = self._facts.littlefs
        self._content[start : start + size] = self._context.buffer
        return bytes(self._content)

    def names(self) -> list[str]:
        """Every file, without a slash in front."""
        found = []
        for folder, _, names in self._files.walk("/"):
            found += [f"{folder.rstrip('/')}/{name}".lstrip("/") for name in names]
        return sorted(found)

    def read(self, name: str) -> bytes:
        with self._files.open(f"/{name}", "rb") as file:
            return bytes(file.read())

    def write(self, name: str, content: bytes) -> None:
        folder = name.rpartition("/")[0]
        if folder:
            self._files.makedirs(f"/{folder}", exist_ok=True)
        with self._files.open(f"/{name}", "wb") as file:
            file.write(content)

    def write_romfs(self, files: dict[str, bytes]) -> bytes:
        """Put files into the ROMFS partition, as `mpremote romfs deploy` would: the image."""
        from mpremote.romfs import make_romfs

        if self._facts.romfs is None:
            raise ValueError("this MicroPython has no ROMFS partition")
        start, room = self._facts.romfs
        with tempfile.TemporaryDirectory(prefix="cardtable-") as folder:
            for name, content in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            with contextlib.redirect_stdout(io.StringIO()):  # it draws a tree of all files
                made = bytes(make_romfs(folder, mpy_cross=False))
        if len(made) > room:
            raise ValueError(f"{len(made)} bytes do not fit into a ROMFS partition of {room}")
        self._content[start : start + room] = made + b"\xff" * (room - len(made))
        return made
