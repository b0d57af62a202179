"""A board whose MicroPython has ROMFS: modules in an image that MicroPython runs where it lies.

Real mpremote, MicroPython's own VfsRom; the partition and the cuts are emulated. The same on the
emulated Pico: tests/e2e/rp2040/test_romfs_on_the_board.py.
"""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest
from mpremote.romfs import make_romfs

from host_tools.flashing import service
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, board_keys
from host_tools.release import romfs
from host_tools.release.build import MANIFEST, Release
from sim.harness.pico import BLOCK, Pico
from sim.people.dice import Dice
from tests.integration.flash import desk
from tests.integration.flash.test_flash import listen
from tests.integration.flash.test_own_files import STOPPED, start_in_service
from tests.security.test_at_the_cable import _knock as knock
from tests.support.process import in_this_process as cardtable

_BOOT_1 = Path(__file__).with_name("boot_of_0_1_0.txt").read_bytes()
_SEED = 20
_BLOCKS = 512  # as many as a flash of 4 MB has easily: files, and two packs of what a desk compiles


@pytest.fixture(scope="module")
def in_rom(tmp_path_factory):
    """A board that was virgin and is in service with the old release, its modules in ROMFS."""
    folder = tmp_path_factory.mktemp("rom")
    with Pico(folder, desk.NOBODY, _BLOCKS, desk.ROM_BLOCKS) as pico:
        desk.settled(pico)
        assert desk.flash(pico, desk.old()).hello is not None
    return folder


@pytest.fixture(scope="module")
def committed(in_rom, tmp_path_factory):
    """The same with the new release committed, not started since."""
    folder = tmp_path_factory.mktemp("committed")
    with desk.pico_like(in_rom, folder) as pico:
        desk.commit_only(pico, desk.new())
    return folder


def modules(release: Release) -> dict[str, bytes]:
    return {path: data for path, data in release.files.items() if path.endswith(".mpy")}


def is_in_rom(pico: Pico, release: Release) -> bool:
    """The release is on the board, all modules in ROMFS and none of them a file."""
    files = pico.files()
    assert not [path for path in files if path.endswith(".mpy")]
    return desk.holds(pico, release) and pico.in_rom() == modules(release)


def is_files(pico: Pico, release: Release) -> bool:
    assert romfs.TOLD not in pico.files()
    return desk.holds(pico, release) and not pico.in_rom()


def told(pico: Pico) -> list:
    hello = service.hello(pico.port)
    assert hello is not None
    return hello.able


def test_the_image_is_the_one_that_mpremote_makes(tmp_path):
    for path, content in modules(desk.old()).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    with contextlib.redirect_stdout(io.StringIO()):  # it draws a tree
        theirs = bytes(make_romfs(str(tmp_path), mpy_cross=False))
    assert romfs.in_romfs(desk.old())[romfs.ROM] == theirs


def test_updates_and_the_way_back_and_forth(in_rom, tmp_path):
    with desk.pico_like(in_rom, tmp_path) as pico:
        assert is_in_rom(pico, desk.old())
        outcome = desk.flash(pico, desk.new())
        assert outcome.hello is not None and outcome.hello.firmware == desk.NEW_VERSION
        assert outcome.plan is not None
        assert set(outcome.plan.put) == {romfs.ROM, romfs.TOLD, MANIFEST, "main.py", "boot.py"}
        assert is_in_rom(pico, desk.new())
        again = desk.flash(pico, desk.new())
        assert again.plan is not None and not again.plan.changes
        assert desk.rollback(pico).hello is not None
        assert is_in_rom(pico, desk.old())
        assert desk.rollback(pico).hello is not None
        assert is_in_rom(pico, desk.new())


def test_files_and_romfs_follow_each_other(in_rom, tmp_path):
    """The same release and another one, and back each time."""
    with desk.pico_like(in_rom, tmp_path) as pico:
        assert desk.flash(pico, desk.old(), as_files=True).hello is not None
        assert is_files(pico, desk.old())
        assert desk.rollback(pico).hello is not None
        assert is_in_rom(pico, desk.old())
        assert desk.rollback(pico).hello is not None
        assert is_files(pico, desk.old())
        outcome = desk.flash(pico, desk.new())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert is_in_rom(pico, desk.new())
        assert desk.rollback(pico).hello is not None
        assert is_files(pico, desk.old())


def test_a_release_whose_boot_knows_no_romfs_is_left_and_come_back_to(tmp_path):
    """boot.py of 0.1.0 would write a file of that name, or do nothing: it is replaced before."""
    before = desk.release(desk.old().files | {"boot.py": _BOOT_1})
    with Pico(tmp_path, desk.NOBODY, _BLOCKS, desk.ROM_BLOCKS) as pico:
        desk.settled(pico)
        assert desk.flash(pico, before, as_files=True).hello is not None
        assert pico.files()["boot.py"] == _BOOT_1
        assert desk.flash(pico, desk.new()).hello is not None
        assert is_in_rom(pico, desk.new())
        assert desk.rollback(pico).hello is not None
        assert is_files(pico, before)
        assert desk.rollback(pico).hello is not None
        assert is_in_rom(pico, desk.new())


@pytest.mark.parametrize("twice", [False, True])
def test_the_power_goes_while_the_image_is_written(committed, tmp_path, twice):
    """Whichever write it is: MicroPython mounts no half, and boot.py makes it whole."""
    dice = Dice(_SEED + twice)
    pages = (committed / "flash.bin.rom").stat().st_size // BLOCK
    writes = len(romfs.in_romfs(desk.new())[romfs.ROM]) // 256 + pages
    chosen = {1, 2, 3} | {dice.below(writes) + 1 for _ in range(5)}
    cuts = half = 0
    for write in sorted(chosen):
        with desk.pico_like_unstarted(committed, tmp_path / str(write)) as pico:
            cuts += desk.cut_while_it_is_put_in_force(
                pico, write, dice.below(200) + 1 if twice else 0
            )
            there = pico.in_rom()  # as MicroPython would mount it now
            assert there in ({}, modules(desk.old()), modules(desk.new()))
            half += not there
            said = desk.power_cycle(pico)
            assert "maintenance mode: an update is under way" in said and desk.starts_well(said)
            assert is_in_rom(pico, desk.new())
            start_in_service(pico)
            hello = service.hello(pico.port)
            assert hello is not None and hello.firmware == desk.NEW_VERSION
            assert "stopped" not in hello.able
    assert cuts > 3 and half


@pytest.mark.parametrize("where", ["header", "names", "code", "end"])
def test_an_altered_image_is_not_imported_from_is_named_and_mended(in_rom, tmp_path, where):
    image = romfs.in_romfs(desk.old())[romfs.ROM]
    wanted = desk.old().files["cardtable/app.mpy"]
    at = {
        "header": 1,
        "names": image.index(b"app.mpy"),
        "code": image.index(wanted) + len(wanted) // 2,
        "end": len(image) - 1,
    }[where]
    with desk.pico_like_unstarted(in_rom, tmp_path / "board") as pico:
        content = bytearray(pico.rom.read_bytes())
        content[at] ^= 0x10
        pico.rom.write_bytes(content)
        said = desk.power_cycle(pico)
        assert "safe mode: file_altered: /rom" in said and '["hello"' not in said
        assert "No keys were ever installed here" in said  # with keys it stays shut
        if where == "code":
            (tmp_path / MANIFEST).write_bytes(desk.old().files[MANIFEST])
            verify = cardtable(
                "verify", "--manifest", str(tmp_path / MANIFEST), "--json", CARDTABLE_PORT=pico.port
            )
            assert verify.returncode == 1, verify.stderr
            found = json.loads(verify.stdout)
            assert "/rom/cardtable/app.mpy" in found["altered"]
            assert not found["missing"] and not found["unexpected"]
        outcome = desk.flash(pico, desk.old())
        assert outcome.plan is not None and set(outcome.plan.put) == {romfs.ROM}
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert is_in_rom(pico, desk.old())
        records = listen(pico, "fault")
        assert ("fault", "file_altered", "/rom", 1) in records


def test_a_board_with_keys_and_a_damaged_image_stays_shut_and_says_why(
    in_rom, tmp_path, monkeypatch
):
    """Nothing can be imported, not even safe mode: main.py's last resort, and only the jumper.

    (Not the jumper itself: the pins of this world are made of the firmware's modules.)
    """
    keys = tmp_path / "given.json"
    keys.write_text(json.dumps(board_keys(DEMO_KEY, DEMO_PINS)))
    with desk.pico_like(in_rom, tmp_path / "keyed") as pico:
        desk.into_maintenance(pico)
        desk.mpremote(pico, "fs", "cp", str(keys), ":keys.json")
        desk.into_service(pico)
        assert "keyed" in told(pico)
    image = romfs.in_romfs(desk.old())[romfs.ROM]
    for at in (1, len(image) // 2):  # MicroPython mounts none; it would mount that one
        with desk.pico_like_unstarted(tmp_path / "keyed", tmp_path / str(at)) as pico:
            content = bytearray(pico.rom.read_bytes())
            content[at] ^= 0x10
            pico.rom.write_bytes(content)
            said = desk.power_cycle(pico)
            assert "safe mode: file_altered: /rom" in said and ">>> " not in said
            assert knock(pico) == []
            assert told(pico) == ["stopped", "safe", "jumper_only"]
            doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
            found = [one for one in json.loads(doctor.stdout)["checks"] if one["result"] == "fail"]
            assert [one["cause"] for one in found] == ["file_altered"]
            assert "/rom" in found[0]["evidence"] and "jumper" in found[0]["remedy"]
            with pytest.raises(desk.Problem, match="cannot load anything") as refused:
                desk.flash(pico, desk.old())
            assert "jumper" in refused.value.line()
            assert knock(pico) == []  # still, after somebody has tried


def test_an_image_put_there_by_mpremote_is_checked_file_by_file(in_rom, tmp_path):
    other = modules(desk.old())
    other["cardtable/startup/factory.mpy"] += b"\0"  # MicroPython loads it all the same
    other["cardtable/mine.mpy"] = other["cardtable/gone.mpy"]
    with desk.pico_like(in_rom, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        (tmp_path / "other.romfs").write_bytes(romfs.make(other))
        desk.mpremote(pico, "romfs", "deploy", str(tmp_path / "other.romfs"))
        desk.mpremote(pico, "fs", "rm", f":{romfs.TOLD}")
        said = start_in_service(pico)
        assert "file_altered: /rom/cardtable/startup/factory.mpy" in said
        assert "file_unexpected: /rom/cardtable/mine.mpy" in said
        assert told(pico) == STOPPED
        assert desk.flash(pico, desk.old()).hello is not None
        assert is_in_rom(pico, desk.old())


def test_the_code_of_another_release_is_not_played(in_rom, tmp_path):
    """Both whole, and they do not belong together."""
    with desk.pico_like(in_rom, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        (tmp_path / MANIFEST).write_bytes(desk.new().files[MANIFEST])
        desk.mpremote(pico, "fs", "cp", str(tmp_path / MANIFEST), f":{MANIFEST}")
        assert "file_altered: /rom" in start_in_service(pico)
        assert told(pico) == STOPPED


def test_what_others_have_put_into_romfs_is_not_overwritten(tmp_path):
    with Pico(tmp_path / "board", desk.NOBODY, _BLOCKS, desk.ROM_BLOCKS) as pico:
        desk.settled(pico)
        (tmp_path / "fonts.romfs").write_bytes(romfs.make({"font.bin": b"abc"}))
        desk.mpremote(pico, "romfs", "deploy", str(tmp_path / "fonts.romfs"))
        with pytest.raises(desk.Problem, match="not Cardtable's lies in ROMFS"):
            desk.flash(pico, desk.old())
        assert desk.flash(pico, desk.old(), as_files=True).hello is not None
        assert pico.in_rom() == {"font.bin": b"abc"}
        assert "stopped" not in told(pico)


def test_where_the_image_has_no_room_the_modules_are_files(tmp_path):
    with Pico(tmp_path, desk.NOBODY, rom_blocks=4) as pico:
        desk.settled(pico)
        said: list[str] = []
        steps = desk.Steps(say=said.append, ask_pin=desk.STEPS.ask_pin)
        assert desk.flash(pico, desk.old(), steps).hello is not None
        assert is_files(pico, desk.old())
        assert any("Its ROMFS has 16,384 bytes" in words for words in said)
