"""The manifest of a release: its version, who can load it, and the SHA-256 of every file, in one
canonical text.

"mpy" is the number that a MicroPython which loads the release has as sys.implementation._mpy: the
version of its .mpy files in the lowest byte, above it sub-version and architecture of the machine
code in them. A release without machine code, as all were at first, has the version alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.common.untrusted_files import parsed_json
from sim.micropython.mpy_file import Kind, kind_of

_OTHER = "Take the manifest.json of a release, as it was handed out."
FORMAT = 1
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PATH = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*")
# It becomes part of a file's name on this computer, and may have come from a board.
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,39}")
# What is a table's own, or says what a board is to do next: no release brings it.
_OF_THE_TABLE = ("board", "table", "deck", "keys", "maintenance", "tried", "starts", "rom")
_FOLDERS_OF_THE_TABLE = ("vault", "next", "previous")


@dataclass(frozen=True)
class Manifest:
    """`files`: path on the board → SHA-256 in hex."""

    version: str
    mpy: Kind
    files: dict[str, str]

    def text(self) -> bytes:
        """The bytes that are signed and kept on the board: the same for the same content."""
        told = {
            "manifest": FORMAT,
            "version": self.version,
            "mpy": self.mpy.number,
            "files": dict(sorted(self.files.items())),
        }
        return (json.dumps(told, indent=0, separators=(",", ":")) + "\n").encode()

    @property
    def name(self) -> str:
        """Version and the beginning of the manifest's own hash: two builds never share it."""
        return f"{self.version}-{sha256(self.text())[:12]}"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def make(version: str, mpy: Kind, files: dict[str, bytes]) -> Manifest:
    return Manifest(version, mpy, {path: sha256(content) for path, content in files.items()})


def read(content: bytes, name: str = "manifest.json") -> Manifest:
    """A manifest from its bytes; a Problem says why it is none."""
    try:
        told = parsed_json(content)
    except ValueError as damage:
        raise Problem(f"{name} is not a manifest: {damage}", _OTHER, BAD_INPUT) from damage
    if not isinstance(told, dict) or told.get("manifest") != FORMAT:
        raise Problem(f"{name} is not a manifest of format {FORMAT}", _OTHER, BAD_INPUT)
    version, mpy, files = told.get("version"), told.get("mpy"), told.get("files")
    if not isinstance(version, str) or not isinstance(mpy, int) or not isinstance(files, dict):
        raise Problem(f"{name} lacks version, mpy or files", _OTHER, BAD_INPUT)
    if not _VERSION.fullmatch(version):
        raise Problem(f"{name} has no version: {version[:40]!r}", _OTHER, BAD_INPUT)
    kind = kind_of(mpy)
    if mpy < 0 or kind.number != mpy:
        raise Problem(f"{name} is for a MicroPython that nobody knows: {mpy}", _OTHER, BAD_INPUT)
    for path, digest in files.items():
        if not _PATH.fullmatch(path) or not _may_be_released(path):
            raise Problem(f"{name} lists a path that no board has: {path!r}", _OTHER, BAD_INPUT)
        if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
            raise Problem(f"{name} has no SHA-256 for {path}", _OTHER, BAD_INPUT)
    return Manifest(version, kind, files)


def _may_be_released(path: str) -> bool:
    first, *more = path.split("/")
    if {".", ".."} & {first, *more}:
        return False
    if more:
        return first not in _FOLDERS_OF_THE_TABLE
    return first.partition(".")[0] not in _OF_THE_TABLE
