"""Releases kept on this computer: the way back where a board has no room for two.

A file a release, called by its name; every byte is checked against its manifest when it is read.
"""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import platformdirs

from host_tools.common.problems import Problem
from host_tools.release import manifest
from host_tools.release.build import MANIFEST, Release
from host_tools.release.manifest import sha256

_LARGEST = 16 * 1024 * 1024  # of all files together: a board's flash has less
FOLDER_VARIABLE = "CARDTABLE_RELEASES"


def folder() -> Path:
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else platformdirs.user_data_path("cardtable") / "releases"


def keep(release: Release) -> Path:
    """Whole or not at all, as the others are written."""
    path = folder() / f"{release.manifest.name}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    with zipfile.ZipFile(scratch, "w", zipfile.ZIP_DEFLATED) as made:
        for name in sorted(release.files):
            made.writestr(name, release.files[name])
    os.replace(scratch, path)
    return path


def find(name: str) -> Release | None:
    """The release of that name, if it was kept here and is what its manifest says."""
    path = folder() / f"{name}.zip"
    if "/" in name or "\\" in name or not path.is_file():
        return None
    release = Release({})
    try:
        with zipfile.ZipFile(path) as made:
            if sum(one.file_size for one in made.infolist()) > _LARGEST:
                raise ValueError("larger than any release")
            release = Release({one: made.read(one) for one in made.namelist()})
        wanted = release.manifest
        there = {one: sha256(data) for one, data in release.files.items() if one != MANIFEST}
    except (zipfile.BadZipFile, OSError, KeyError, ValueError, EOFError, Problem):
        there, wanted = {}, None
    if wanted is None or there != wanted.files or wanted.name != name:
        raise Problem(
            f"{path} was altered or is damaged",
            "Flash the release with the Cardtable that it came with, or this one: cardtable flash.",
        )
    return release


def whole(files: dict[str, bytes | None]) -> Release | None:
    """What was read from a board, if it is a release as its manifest says."""
    there = {path: content for path, content in files.items() if content is not None}
    try:
        wanted = manifest.read(there.get(MANIFEST, b""))
    except Problem:
        return None
    if any(sha256(there.get(path, b"")) != digest for path, digest in wanted.files.items()):
        return None
    return Release(there)
