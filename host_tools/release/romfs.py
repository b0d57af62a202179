"""The modules of a release as one ROMFS image: MicroPython runs code where it lies in such a one.

The format is MicroPython's (extmod/vfs_rom.c), the writer mpremote's own; what is in the image is
decided by the modules alone, so that two images of a release are the same, byte by byte.
"""

from __future__ import annotations

from typing import Any

from mpremote.romfs import VfsRomWriter

from host_tools.release.build import MANIFEST, Release
from host_tools.release.manifest import sha256

ROM = "/rom"  # where MicroPython mounts it: as a path it stands for the image as a whole
TOLD = "rom.txt"  # on the board, for boot.py: how long the image is, its SHA-256, whose release
_MODULE = ".mpy"


def in_romfs(release: Release) -> dict[str, bytes]:
    """The files of a release on a board with ROMFS: path → content, ROM for the image."""
    modules = {path: data for path, data in release.files.items() if path.endswith(_MODULE)}
    image = make(modules)
    rest = {path: data for path, data in release.files.items() if path not in modules}
    name = sha256(release.files[MANIFEST])[:12]
    return {ROM: image, TOLD: told(len(image), sha256(image), name), **rest}


def told(size: int, digest: str, release: str) -> bytes:
    return f"{size} {digest} {release}\n".encode()


def make(files: dict[str, bytes]) -> bytes:
    """An image of these files."""
    tree: dict[str, Any] = {}
    for path, content in files.items():
        *folders, name = path.split("/")
        here = tree
        for folder in folders:
            here = here.setdefault(folder, {})
        here[name] = content
    writer = VfsRomWriter()
    _write(writer, tree)
    return bytes(writer.finalise())


def _write(writer: VfsRomWriter, tree: dict[str, Any]) -> None:
    for name, content in sorted(tree.items()):
        if isinstance(content, dict):
            writer.opendir(name)
            _write(writer, content)
            writer.closedir()
        else:
            writer.mkfile(name, content)
