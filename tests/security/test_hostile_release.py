"""A release that a board or a folder claims to be: it names no file that is not a release's."""

from __future__ import annotations

import json
import zipfile

import pytest

from host_tools.common.problems import Problem
from host_tools.flashing import kept
from host_tools.release import manifest
from host_tools.release.build import MANIFEST, Release


def _manifest(version: str = "0.2.0", path: str = "main.py", content: bytes = b"") -> bytes:
    told = {"manifest": 1, "version": version, "mpy": 6, "files": {path: manifest.sha256(content)}}
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    "version",
    ["../../evil", "/tmp/evil", "..", ".hidden", "a/b", "a\\b", "", "x" * 41, "1\n2", "1\x00", "ü"],
)
def test_a_version_cannot_lead_out_of_the_folder_of_kept_releases(tmp_path, monkeypatch, version):
    """`flash` keeps what it reads from a board: the board says what its version is."""
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tmp_path / "releases" / "here"))
    files: dict[str, bytes | None] = {MANIFEST: _manifest(version), "main.py": b""}
    assert kept.whole(files) is None
    with pytest.raises(Problem):
        kept.keep(Release({MANIFEST: _manifest(version), "main.py": b""}))
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


@pytest.mark.parametrize(
    "path",
    [
        "keys.json", "keys.copy", "table.json", "board.json", "deck.json", "maintenance", "tried",
        "starts.txt", "rom.txt", "vault/order.json", "next/commit", "previous/pack", "../main.py",
        "./main.py", "cardtable/../keys.json", "/main.py", "a//b", "main.py\n", "C:\\main.py", "",
    ],
)  # fmt: skip
def test_no_release_brings_what_is_the_tables_own_or_opens_it(path):
    with pytest.raises(Problem, match="path that no board has"):
        manifest.read(_manifest(path=path))


def test_what_releases_have_is_taken():
    for path in (
        "main.py",
        "boot.py",
        "manifest.json",
        "cardtable/app.mpy",
        "cardtable/vault/x.mpy",
    ):
        assert manifest.read(_manifest(path=path)).files


def test_a_kept_file_that_grows_without_end_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tmp_path))
    content = bytes(64 * 1024 * 1024)
    told = _manifest(content=content)
    name = manifest.read(told).name
    with zipfile.ZipFile(tmp_path / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(MANIFEST, told)
        made.writestr("main.py", content)
    with pytest.raises(Problem, match="altered or is damaged"):
        kept.find(name)
