"""A flashed board that compares its own files at every start: real MicroPython, littlefs, mpremote.

What is not as released is not played, told over the link, recorded once it is mended, and mended by
the next flash; however an update is interrupted, it is no alarm.
"""

from __future__ import annotations

import json

import pytest

from host_tools.flashing import service
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, TECHNICIAN, board_keys
from host_tools.release.build import MANIFEST
from sim.harness.pico import Pico
from tests.integration.flash import desk
from tests.integration.flash.test_flash import listen
from tests.support.process import in_this_process as cardtable

STOPPED = ["stopped", "safe", "altered", "simulated"]
VERSION_FILE = "cardtable/__init__.mpy"


def put(pico: Pico, tmp_path, path: str, content: bytes) -> None:
    (tmp_path / "content").write_bytes(content)
    desk.mpremote(pico, "fs", "cp", str(tmp_path / "content"), f":{path}")


def start_in_service(pico: Pico) -> str:
    """What a board in maintenance says when it is switched on into service."""
    desk.mpremote(pico, "fs", "rm", ":maintenance")
    return desk.power_cycle(pico)


def told(pico: Pico) -> list:
    """What the board says of itself."""
    hello = service.hello(pico.port)
    assert hello is not None
    return hello.able


def one_byte_off(content: bytes) -> bytes:
    """The module still loads, and says that it is another version."""
    assert content.count(b"0.2.0") == 1
    return content.replace(b"0.2.0", b"0.2.1")


def test_one_byte_of_a_module_stops_play_is_named_everywhere_and_mended_by_a_flash(
    in_service, tmp_path
):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        before = {p: c for p, c in pico.files().items() if p.startswith("vault/")}
        fram = (pico.folder / "fram.bin").read_bytes()
        put(pico, tmp_path, VERSION_FILE, one_byte_off(pico.files()[VERSION_FILE]))
        said = start_in_service(pico)
        assert f"safe mode: file_altered: {VERSION_FILE}" in said
        assert told(pico) == STOPPED
        pico.wait_for(
            lambda: f'["stopped","file_altered","{VERSION_FILE}"]'.encode() in pico.said, "a stop"
        )

        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        assert doctor.returncode == 1, doctor.stderr
        found = [one for one in json.loads(doctor.stdout)["checks"] if one["result"] == "fail"]
        assert [(one["id"], one["cause"]) for one in found] == [("firmware.files", "file_altered")]
        assert VERSION_FILE in found[0]["evidence"] and "cardtable flash" in found[0]["remedy"]
        sync = cardtable(
            "sync", "--once", "--ledger", str(tmp_path / "ledger.sqlite"), CARDTABLE_PORT=pico.port
        )
        assert sync.returncode == 5, sync.stdout + sync.stderr
        assert VERSION_FILE in sync.stderr and "cardtable flash" in sync.stderr

        # Nothing of the altered firmware has opened the books.
        assert {p: c for p, c in pico.files().items() if p.startswith("vault/")} == before
        assert (pico.folder / "fram.bin").read_bytes() == fram

        desk.into_maintenance(pico)
        (tmp_path / MANIFEST).write_bytes(desk.old().files[MANIFEST])
        verify = cardtable(
            "verify", "--manifest", str(tmp_path / MANIFEST), "--json", CARDTABLE_PORT=pico.port
        )
        assert json.loads(verify.stdout)["altered"] == [VERSION_FILE]
        assert json.loads(verify.stdout)["unexpected"] == []

        outcome = desk.flash(pico, desk.old())
        assert outcome.plan is not None and set(outcome.plan.put) == {VERSION_FILE}
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        records = listen(pico, "fault")
        assert [one for one in records if one[0] == "fault"] == [
            ("fault", "file_altered", VERSION_FILE, 1)
        ]
        assert "altered.txt" not in pico.files()
        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        checks = {one["id"]: one for one in json.loads(doctor.stdout)["checks"]}
        assert checks["firmware.files"]["result"] == "ok"
        assert desk.old().manifest.name in checks["firmware.files"]["evidence"]


@pytest.mark.parametrize(
    ("code", "path", "spoil"),
    [
        ("file_missing", "cardtable/engine/controller.mpy", None),
        ("file_altered", "cardtable/app.mpy", b"this is no module"),
        ("file_unexpected", "cardtable/startup/front.py", b"raise RuntimeError\n"),
        ("manifest_damaged", MANIFEST, b"\xff" * 3000),
        ("manifest_damaged", MANIFEST, "truncated"),
    ],
    ids=["missing", "rubbish", "shadowing", "garbage-manifest", "truncated-manifest"],
)
def test_what_a_flash_can_mend_is_told_and_mended(in_service, tmp_path, code, path, spoil):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        if spoil is None:
            desk.mpremote(pico, "fs", "rm", f":{path}")
        else:
            # A release is made when a test wants one, not while tests are collected.
            content = desk.old().files[path][:-2] if spoil == "truncated" else spoil
            put(pico, tmp_path, path, content)
        start_in_service(pico)
        assert told(pico) == STOPPED
        pico.wait_for(lambda: f'["stopped","{code}","{path}"]'.encode() in pico.said, "a stop")
        outcome = desk.flash(pico, desk.old())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert desk.holds(pico, desk.old())


def test_a_stranger_that_a_flash_leaves_alone_is_named_with_the_way_to_remove_it(
    in_service, tmp_path
):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        put(pico, tmp_path, "mine.py", b"x = 1\n")
        start_in_service(pico)
        assert told(pico) == STOPPED
        done = cardtable("flash", "--board", "pico", CARDTABLE_PORT=pico.port)
        assert "mine.py is on the board and not Cardtable's." in done.stderr
        assert "mpremote fs rm :mine.py" in done.stderr
        assert done.returncode == 5 and "plays nothing" in done.stderr
        again = cardtable("flash", "--board", "pico", CARDTABLE_PORT=pico.port)
        assert "was there already" in again.stdout and again.returncode == 5
        assert "mpremote fs rm :mine.py" in again.stderr
        assert told(pico) == STOPPED
        desk.into_maintenance(pico)
        desk.mpremote(pico, "fs", "rm", ":mine.py")
        start_in_service(pico)
        assert "stopped" not in told(pico)


def test_a_halted_board_with_keys_wants_the_technicians_pin(in_service, tmp_path, monkeypatch):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        keys = json.dumps(board_keys(DEMO_KEY, DEMO_PINS)).encode()
        put(pico, tmp_path, "keys.json", keys)
        put(pico, tmp_path, VERSION_FILE, one_byte_off(pico.files()[VERSION_FILE]))
        start_in_service(pico)
        assert told(pico) == ["keyed", *STOPPED]
        monkeypatch.setenv("CARDTABLE_PIN", "9999")
        with pytest.raises(desk.Problem, match="refuses maintenance"):
            desk.flash(pico, desk.old())
        assert "maintenance" not in pico.files()
        monkeypatch.setenv("CARDTABLE_PIN", DEMO_PINS[TECHNICIAN])
        pico.wait_for(lambda: _flashed(pico), "a board that listens again")
        assert "stopped" not in told(pico)


def _flashed(pico: Pico) -> bool:
    """After a wrong PIN the board waits a while before it looks at another."""
    try:
        return desk.flash(pico, desk.old()).hello is not None
    except desk.Problem as slow:
        assert "there were wrong keys" in str(slow)
        return False


def test_without_a_manifest_the_table_plays_and_says_that_nobody_checked(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        desk.mpremote(pico, "fs", "rm", f":{MANIFEST}")
        start_in_service(pico)
        assert "stopped" not in told(pico)
        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        checks = {one["id"]: one for one in json.loads(doctor.stdout)["checks"]}
        assert checks["firmware.files"]["evidence"].startswith("not checked")


# ---- updates


def test_an_update_that_was_cut_while_it_was_put_in_force_is_no_alarm(committed, tmp_path):
    """The board goes into service by itself once boot.py is done, and finds the new release."""
    cuts = 0
    for write in (3, 11, 20, 29):
        with desk.pico_like_unstarted(committed, tmp_path / str(write)) as pico:
            cuts += desk.cut_while_it_is_put_in_force(pico, write)
            desk.power_cycle(pico)
            start_in_service(pico)
            hello = service.hello(pico.port)
            assert hello is not None and hello.firmware == desk.NEW_VERSION
            assert "stopped" not in hello.able, write
            assert "altered.txt" not in pico.files()
    assert cuts


def test_the_release_before_is_as_released_too(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        for outcome in (desk.flash(pico, desk.new()), desk.rollback(pico), desk.rollback(pico)):
            assert outcome.hello is not None and "stopped" not in outcome.hello.able


def test_an_update_that_cannot_be_finished_does_not_come_to_the_check(in_service, tmp_path):
    """Half of it is old and half new: safe mode, with its own words."""
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        desk.mpremote(pico, "exec", "import os; os.mkdir('next')")
        put(pico, tmp_path, "next/commit", b"+9 cardtable/engine/round_port.mpy\n")
        said = start_in_service(pico)
        assert "safe mode: update_unfinished: the update cannot be finished" in said
        assert ">>> " not in said and "file_" not in said
        assert told(pico) == ["stopped", "safe", "simulated"]
        outcome = desk.flash(pico, desk.old())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
