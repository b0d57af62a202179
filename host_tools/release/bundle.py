"""A folder to copy by hand: the release's files, its manifest, and lists for mip and freezing.

Where nobody has said for which board, there is such a folder for each architecture, by its name.

mpremote fs cp -r DIR/files/. :                            copy by hand
mpremote mip install --target / DIR/package.json           the modules, by mip
make -C micropython/ports/rp2 FROZEN_MANIFEST=DIR/manifest.py    frozen into MicroPython itself
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from host_tools.common.problems import BAD_INPUT, Problem, unwritable
from host_tools.release import signature
from host_tools.release.build import MANIFEST, STARTERS, Release

FILES = "files"
SIGNATURE = "manifest.sig"


def write(
    release: Release, folder: Path, board_json: str | None = None, key: Path | None = None
) -> None:
    """Fill an empty or new folder. `key` signs the manifest."""
    must_be_new(folder)
    signed = signature.sign(release.files[MANIFEST], key) if key is not None else None
    try:
        _fill(release, folder, board_json, signed)
    except OSError as failure:
        raise unwritable(folder, failure) from failure


def write_each(releases: Sequence[Release], folder: Path, key: Path | None = None) -> None:
    """Fill an empty or new folder with a folder for each architecture."""
    must_be_new(folder)
    for release in releases:
        write(release, folder / release.manifest.mpy.arch, None, key)


def named_for(name: str, arch: str) -> str:
    """manifest-armv6m.json: several lie in one folder where a release is handed out."""
    stem, dot, suffix = name.partition(".")
    return f"{stem}-{arch}{dot}{suffix}"


def must_be_new(folder: Path) -> None:
    """A Problem when something lies in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Problem(f"{folder} is not empty", "Choose a new folder.", BAD_INPUT)


def _fill(release: Release, folder: Path, board_json: str | None, signed: bytes | None) -> None:
    for path, content in release.files.items():
        target = folder / FILES / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if board_json is not None:
        (folder / FILES / "board.json").write_text(board_json, encoding="utf-8", newline="\n")
    (folder / MANIFEST).write_bytes(release.files[MANIFEST])
    if signed is not None:
        (folder / SIGNATURE).write_bytes(signed)
    (folder / "package.json").write_text(package_json(release), encoding="utf-8", newline="\n")
    (folder / "manifest.py").write_text(manifest_py(release), encoding="utf-8", newline="\n")


def modules(release: Release) -> list[str]:
    """What can be imported: all but the starters and the manifest."""
    return sorted(path for path in release.files if path.endswith(".mpy"))


def package_json(release: Release) -> str:
    """For mip; the starters are copied by hand, as mip installs modules only."""
    told = {
        "version": release.manifest.version,
        "urls": [[path, f"{FILES}/{path}"] for path in modules(release)],
        "deps": [],
    }
    return json.dumps(told, indent=1) + "\n"


def manifest_py(release: Release) -> str:
    """For MicroPython's build: our modules in its image take no RAM for their code."""
    listed = "".join(f'    "{path}",\n' for path in modules(release))
    return (
        f"# Cardtable {release.manifest.name}: freeze the modules into MicroPython.\n"
        f"# Machine code for {release.manifest.mpy.arch}.\n"
        f"# {' and '.join(STARTERS)} stay files on the board.\n"
        'include("$(PORT_DIR)/boards/manifest.py")\n'
        f'freeze_mpy(\n    "{FILES}",\n    (\n'
        + "".join(f"    {line}\n" for line in listed.splitlines())
        + "    ),\n)\n"
    )
