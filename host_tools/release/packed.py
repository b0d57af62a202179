"""A release's firmware as one file, for a room to keep and tables' hosts to fetch.

An archive with one archive an architecture, each as `make release` makes it: `files/`, the
manifest, its signature. Whoever reads it believes nothing that the signature does not cover.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, unreadable
from host_tools.common.untrusted_files import content_of
from host_tools.release import manifest, signature
from host_tools.release.build import MANIFEST, Release
from host_tools.release.bundle import FILES, SIGNATURE

MOST_BYTES = 32 << 20
_MOST_FILES = 2000
_FIRMWARE = re.compile(r"cardtable-firmware-.+-(?P<arch>[A-Za-z0-9_+]+)\.zip")
_DO_NOT = "Do not use it; get the release again."
_WHEN = (2020, 2, 2, 0, 0, 0)


def packed(folder: Path) -> bytes:
    """The firmware in a folder that `make release` has filled."""
    try:
        found = sorted(path for path in folder.iterdir() if _FIRMWARE.fullmatch(path.name))
        parts = {}
        for path in found:
            named = _FIRMWARE.fullmatch(path.name)
            assert named is not None
            parts[named["arch"]] = content_of(path)
    except OSError as failure:
        raise unreadable(folder, failure) from failure
    if not parts:
        raise Problem(
            f"there is no firmware in {folder}",
            "Give the folder of a release: make release KEY=release.key",
            BAD_INPUT,
        )
    return archive(parts)


def archive(parts: dict[str, bytes]) -> bytes:
    """Architecture → its archive; the same bytes for the same content."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as whole:
        for arch, content in sorted(parts.items()):
            whole.writestr(zipfile.ZipInfo(f"{arch}.zip", _WHEN), content)
    return made.getvalue()


def unpacked(content: bytes, public: Path) -> dict[str, Release]:
    """Architecture → release, each whole and signed by the key's owner; a Problem else."""
    found = {}
    for name, inner in _entries(content, "the release").items():
        arch = name.removesuffix(".zip")
        found[arch] = _release(inner, arch, public)
    if not found:
        raise Problem("the release has no firmware in it", _DO_NOT, NOT_WHOLE)
    if len({one.manifest.version for one in found.values()}) > 1:
        raise Problem("the release is a mixture of versions", _DO_NOT, NOT_WHOLE)
    return found


def _release(content: bytes, arch: str, public: Path) -> Release:
    entries = _entries(content, f"the firmware for {arch}")
    told, signed = entries.get(MANIFEST), entries.get(SIGNATURE)
    if told is None or signed is None:
        raise Problem(f"the firmware for {arch} is not signed", _DO_NOT, NOT_WHOLE)
    signature.check(told, signed, public, f"the firmware for {arch}")
    wanted = manifest.read(told)
    if wanted.mpy.arch != arch:
        raise Problem(f"the firmware for {arch} is for {wanted.mpy.arch}", _DO_NOT, NOT_WHOLE)
    files = {
        path.removeprefix(f"{FILES}/"): data
        for path, data in entries.items()
        if path.startswith(f"{FILES}/")
    }
    if files.pop(MANIFEST, told) != told or set(files) != set(wanted.files):
        raise Problem(f"files of the firmware for {arch} are missing or too many", _DO_NOT)
    for path, digest in wanted.files.items():
        if manifest.sha256(files[path]) != digest:
            raise Problem(f"{path} for {arch} is altered", _DO_NOT, NOT_WHOLE)
    return Release(files | {MANIFEST: told})


def _entries(content: bytes, what: str) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as opened:
            there = opened.infolist()
            if len(there) > _MOST_FILES or sum(one.file_size for one in there) > MOST_BYTES:
                raise Problem(f"{what} is larger than any release", _DO_NOT, NOT_WHOLE)
            return {one.filename: opened.read(one) for one in there}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as damage:
        raise Problem(f"{what} is damaged", _DO_NOT, NOT_WHOLE) from damage
