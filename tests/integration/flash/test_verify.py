"""A board against a manifest, a manifest against its signature, a bundle against both."""

from __future__ import annotations

import json
import os

import pytest

from host_tools.boards.load import load
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.flashing.plan import compare
from host_tools.flashing.repl import Entry
from host_tools.release import bundle, manifest, signature
from host_tools.release.build import MANIFEST, build
from sim.harness.pico import Pico
from sim.micropython.mpy_file import Kind
from tests.integration.flash import desk
from tests.support.process import in_this_process as cardtable


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    """(folder of a signed release with the module that is on the board, its public key)."""
    folder = tmp_path_factory.mktemp("release")
    public = signature.new_key(folder / "release.key")
    bundle.write(desk.old(), folder / "bundle", None, folder / "release.key")
    return folder / "bundle", public


# ---- the board


def test_altered_missing_and_extra_files_are_each_named(in_service, tmp_path, signed):
    folder, public = signed
    words = ("verify", "--manifest", str(folder / MANIFEST), "--key", str(public))
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        clean = cardtable(*words, CARDTABLE_PORT=pico.port)
        assert clean.returncode == 0, clean.stderr
        count = len(desk.old().files)
        assert f"{count} files are as in release {desk.old().manifest.name}." in clean.stdout
        assert f"flashed {desk.old().manifest.name}" in clean.stdout

        strange = tmp_path / "strange.py"
        strange.write_text("print('hello')\n")
        desk.mpremote(pico, "fs", "cp", str(strange), ":cardtable/engine/round_port.py")
        desk.mpremote(pico, "fs", "cp", str(strange), ":json.py")
        desk.mpremote(pico, "fs", "cp", str(strange), ":cardtable/loop.mpy")
        desk.mpremote(pico, "fs", "rm", ":cardtable/engine/round_port.mpy")
        dirty = cardtable(*words, "--json", CARDTABLE_PORT=pico.port)
        assert dirty.returncode == 1, dirty.stderr
        told = json.loads(dirty.stdout)
        assert told["missing"] == ["cardtable/engine/round_port.mpy"]
        assert told["altered"] == ["cardtable/loop.mpy"]
        assert told["unexpected"] == ["cardtable/engine/round_port.py", "json.py"]
        assert told["same"] == count - 2


def test_a_board_in_service_is_not_looked_into(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        done = cardtable("verify", CARDTABLE_PORT=pico.port)
        assert done.returncode == 1
        assert "in service" in done.stderr and "cardtable maintenance" in done.stderr


def test_code_among_the_tables_data_is_unexpected():
    there = {
        "vault/books.0": Entry(1, ""),
        "vault/evil.py": Entry(1, ""),
        "keys.json": Entry(1, ""),
    }
    assert compare(manifest.make("1", Kind(6), {}), there).unexpected == ["vault/evil.py"]


# ---- the signature


def _check(folder, public):
    content = (folder / MANIFEST).read_bytes()
    signature.check(content, (folder / bundle.SIGNATURE).read_bytes(), public, MANIFEST)


def test_a_signature_fits_its_manifest_and_no_other(signed, tmp_path):
    folder, public = signed
    _check(folder, public)
    content = (folder / MANIFEST).read_bytes()
    right = (folder / bundle.SIGNATURE).read_bytes()
    for altered, given in (
        (content.replace(b'"0.2.0"', b'"0.2.1"'), right),
        (content + b" ", right),
        (content, right.replace(right[:2], b"00" if right[:2] != b"00" else b"11", 1)),
        (content, b""),
        (content, b"not hex"),
        (content, right.strip() + b"00"),
    ):
        with pytest.raises(Problem, match=r"the signature of .* is wrong") as told:
            signature.check(altered, given, public, MANIFEST)
        assert told.value.code == NOT_WHOLE
    other = signature.new_key(tmp_path / "other.key")
    with pytest.raises(Problem, match="is wrong"):
        signature.check(content, right, other, MANIFEST)


def test_verify_refuses_a_wrong_signature_before_it_looks_for_a_board(signed, tmp_path):
    folder, public = signed
    altered = tmp_path / MANIFEST
    altered.write_bytes((folder / MANIFEST).read_bytes().replace(b'"0.2.0"', b'"6.6.6"'))
    words = ("verify", "--manifest", str(altered), "--key", str(public))
    done = cardtable(*words, CARDTABLE_PORT=str(tmp_path / "no-port"))
    assert done.returncode == 4 and "has no signature" in done.stderr
    (tmp_path / bundle.SIGNATURE).write_bytes((folder / bundle.SIGNATURE).read_bytes())
    done = cardtable(*words, CARDTABLE_PORT=str(tmp_path / "no-port"))
    assert done.returncode == 4 and f"the signature of {altered} is wrong" in done.stderr


def test_a_private_key_is_for_its_user_only_and_never_written_over(tmp_path):
    signature.new_key(tmp_path / "key")
    if os.name == "posix":
        assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    with pytest.raises(Problem, match="is there already"):
        signature.new_key(tmp_path / "key")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "is not a manifest"),
        (b"[]", "is not a manifest of format 1"),
        (b'{"manifest": 1}', "lacks version, mpy or files"),
        (b'{"manifest":1,"version":"1","mpy":6,"files":{"../x":"' + b"0" * 64 + b'"}}', "path"),
        (b'{"manifest":1,"version":"1","mpy":6,"files":{"x":"12"}}', "no SHA-256 for x"),
    ],
)
def test_what_is_no_manifest_is_told(content, says):
    with pytest.raises(Problem, match=says):
        manifest.read(content)


def test_a_manifest_is_the_same_bytes_for_the_same_content():
    files = {"b": b"2", "a": b"1"}
    one = manifest.make("1", Kind(6), files)
    assert one.text() == manifest.make("1", Kind(6), dict(sorted(files.items()))).text()
    assert manifest.read(one.text()) == one


# ---- the bundle


def test_a_bundle_has_every_file_and_a_board_json(tmp_path):
    done = cardtable("flash", "--bundle", str(tmp_path / "out"), "--board", "pico2")
    assert done.returncode == 0, done.stderr
    release = build(load("pico2").architecture)
    for path, content in release.files.items():
        assert (tmp_path / "out" / "files" / path).read_bytes() == content
    assert json.loads((tmp_path / "out" / "files" / "board.json").read_text())["name"] == "pico2"
    again = cardtable("flash", "--bundle", str(tmp_path / "out"))
    assert again.returncode == 2 and "is not empty" in again.stderr


def test_the_bundles_package_is_installed_by_mip(signed, tmp_path):
    """The real mip of mpremote puts the modules where the list says, and they import."""
    folder, _ = signed
    with Pico(tmp_path, desk.NOBODY) as pico:
        desk.settled(pico)
        desk.mpremote(pico, "mip", "install", "--target", "/", str(folder / "package.json"))
        there = pico.files()
        for path in bundle.modules(desk.old()):
            assert there[path] == desk.old().files[path]
        said = desk.mpremote(pico, "exec", "import cardtable; print(cardtable.VERSION)")
        assert said.strip() == "0.2.0"


def test_the_bundles_freezing_manifest_names_files_that_are_there(signed):
    folder, _ = signed
    frozen: list[str] = []
    included: list[str] = []

    def freeze_mpy(path: str, script: tuple[str, ...]) -> None:
        frozen.extend(f"{path}/{name}" for name in script)

    code = (folder / "manifest.py").read_text()
    exec(code, {"include": included.append, "freeze_mpy": freeze_mpy})
    assert included == ["$(PORT_DIR)/boards/manifest.py"]
    assert len(frozen) == len(bundle.modules(desk.old()))
    assert all((folder / path).is_file() for path in frozen)
