"""The same sources give the same release, byte for byte, whoever builds it where and when."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from host_tools.boards.load import architectures
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.release import bundle, manifest, pack, signature
from host_tools.release.build import MANIFEST
from sim.micropython.cross import CACHE_VARIABLE
from sim.micropython.mpy_file import kind_for
from sim.roots import ROOT

_TREES = ("firmware", "host_tools", "sim", "boards")
_FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
_LIMIT_S = 180


def _builder(sources: Path, out: Path, key: Path, umask: int, **env: str) -> subprocess.Popen[str]:
    """Somebody who builds a release from these sources."""
    roots = os.pathsep.join([str(sources), str(sources / "firmware")])
    left_out = {"SOURCE_DATE_EPOCH", CACHE_VARIABLE}  # each compiles for itself
    clean = {k: v for k, v in os.environ.items() if k not in left_out}
    return subprocess.Popen(
        [sys.executable, "-m", "host_tools.release.pack", str(out), "--key", str(key)],
        cwd=sources,
        env=clean | {"PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1"} | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=umask,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path, Path]:
    """Two releases of one tree by two people, and the public key."""
    place = tmp_path_factory.mktemp("release")
    first, second = place / "one", place / "a much longer name of a folder"
    ignore = shutil.ignore_patterns("__pycache__")
    for tree in _TREES:
        shutil.copytree(ROOT / tree, first / tree, ignore=ignore)
    for name in _FILES:
        shutil.copy(ROOT / name, first / name)
    # The second has the same files, created in another order, with other times and modes.
    for path in sorted(first.rglob("*"), reverse=True):
        if path.is_file():
            target = second / path.relative_to(first)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
            target.chmod(0o600)
            os.utime(target, (1_000_000_000, 1_000_000_000))
    public = signature.new_key(place / "release.key")
    key = place / "release.key"
    builders = [
        _builder(first, place / "A", key, 0o022, TZ="UTC", LC_ALL="C", PYTHONHASHSEED="1"),
        _builder(
            second, place / "B", key, 0o077, TZ="Pacific/Auckland", LC_ALL="C.UTF-8",
            PYTHONHASHSEED="2",
        ),
    ]  # fmt: skip
    for builder in builders:
        out, errors = builder.communicate(timeout=_LIMIT_S)
        assert builder.returncode == 0, errors + out
    return place / "A", place / "B", public


def test_two_builds_are_byte_equal(built):
    one, other, _ = built
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    kinds = [".whl", pack.SUMS, f"{pack.SUMS}.sig", pack.TOOLS]
    for arch in architectures():
        kinds += [f"-{arch}.zip", f"manifest-{arch}.json", f"manifest-{arch}.sig"]
    assert len(names) == len(kinds) and all(any(n.endswith(k) for n in names) for k in kinds)
    differ = [n for n in names if (one / n).read_bytes() != (other / n).read_bytes()]
    assert differ == []


def test_the_sums_are_those_of_the_files_and_signed(built):
    folder, _, public = built
    listed = (folder / pack.SUMS).read_bytes()
    for line in listed.decode().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    signed = (folder / f"{pack.SUMS}.sig").read_bytes()
    signature.check(listed, signed, public, pack.SUMS)
    with pytest.raises(Problem) as told:
        signature.check(listed.replace(b"a", b"b", 1), signed, public, pack.SUMS)
    assert told.value.code == NOT_WHOLE


def test_a_release_is_checked_as_a_whole(built, tmp_path):
    folder, _, public = built
    copy = tmp_path / "got"
    shutil.copytree(folder, copy)
    count = len(list(folder.iterdir())) - 2  # the sums themselves, and their signature
    assert pack.check(copy, public) == count >= 8
    other = signature.new_key(tmp_path / "other.key")
    (wheel,) = copy.glob("*.whl")
    whole = wheel.read_bytes()

    def told(key: Path | None) -> str:
        with pytest.raises(Problem) as problem:
            pack.check(copy, key)
        assert problem.value.code == NOT_WHOLE
        return str(problem.value)

    assert "signature" in told(other)
    wheel.write_bytes(whole[:-1] + b"x")
    assert wheel.name in told(public) and "altered" in told(None)
    wheel.unlink()
    assert f"{wheel.name} is missing" in told(public)
    wheel.write_bytes(whole)
    (copy / "extra.zip").write_bytes(b"")
    assert "extra.zip" in told(public)
    (copy / "extra.zip").unlink()
    (copy / f"{pack.SUMS}.sig").unlink()
    assert "is not signed" in told(public) and pack.check(copy, None) == count


@pytest.mark.parametrize("arch", architectures())
def test_the_firmware_in_the_archive_is_what_the_signed_manifest_lists(built, arch):
    folder, _, public = built
    text = (folder / bundle.named_for(MANIFEST, arch)).read_bytes()
    signed = (folder / bundle.named_for(bundle.SIGNATURE, arch)).read_bytes()
    signature.check(text, signed, public, MANIFEST)
    wanted = manifest.read(text)
    assert wanted.mpy.arch == arch
    (archive,) = folder.glob(f"cardtable-firmware-*-{arch}.zip")
    with zipfile.ZipFile(archive) as made:
        names = made.namelist()
        there = {
            name.removeprefix("files/"): made.read(name)
            for name in names
            if name.startswith("files/") and name != f"files/{MANIFEST}"
        }
        assert made.read(MANIFEST) == made.read(f"files/{MANIFEST}") == text
        times = {entry.date_time for entry in made.infolist()}
        modes = {entry.external_attr >> 16 for entry in made.infolist()}
    assert {name: manifest.sha256(there[name]) for name in there} == wanted.files
    assert kind_for([there[name] for name in there if name.endswith(".mpy")]) == wanted.mpy
    assert "cardtable/app.mpy" in there
    assert names == sorted(names) and len(times) == len(modes) == 1


def test_the_private_key_is_in_nothing_that_is_handed_out(built):
    folder, _, public = built
    secret = public.with_suffix("").read_bytes().splitlines()[1]
    for path in folder.iterdir():
        assert secret not in path.read_bytes()


def test_a_release_is_not_mixed_with_what_lies_there(tmp_path):
    (tmp_path / "old.whl").write_bytes(b"")
    with pytest.raises(Problem, match="is not empty"):
        pack.everything(tmp_path)
