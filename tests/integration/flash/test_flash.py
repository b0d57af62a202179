"""From a virgin board to a working table, and on to the next release: real mpremote, real
MicroPython behind a serial port, real littlefs."""

from __future__ import annotations

import json
import os

import pytest

from cardtable import file_copies
from host_tools.boards import compiled
from host_tools.boards.load import load
from host_tools.cli.flash import ask_pin
from host_tools.common.problems import Problem
from host_tools.flashing import flasher
from host_tools.flashing.find import Place
from host_tools.flashing.fits import check_facts
from host_tools.flashing.repl import Facts, Repl
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, TECHNICIAN, board_keys
from host_tools.link.wire import open_wire
from host_tools.release.build import MANIFEST
from sim.harness.cable import Listener
from sim.harness.pico import Pico
from sim.micropython.mpy_file import Kind
from tests.integration.flash import desk
from tests.support.process import cardtable

PIN = DEMO_PINS[TECHNICIAN]


def listen(pico: Pico, kind: str) -> list:
    """Follow the records over the link until one of `kind` comes: all of them."""
    wire = open_wire(pico.port)
    records: list = []

    class Cable:
        listener = None

        def to_board(self, told):
            from cardtable.link.lines import frame
            from cardtable.records import dumps

            wire.write(frame(dumps(told).encode()))

    cable = Cable()
    listener = Listener(cable, records.append)
    cable.to_board(("hail", 1))

    def told() -> bool:
        listener.feed(wire.read(0.05))
        return any(record[0] == kind for record in records)

    try:
        pico.wait_for(told, f"a record of kind {kind}", 120)
    finally:
        wire.close()
    return records


# ---- the way of a board


def test_a_virgin_board_becomes_a_table_that_plays_canberra(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path, ("1", "1", "200")) as pico:
        files = pico.files()
        wiring = json.loads(compiled.as_json(load("pico").data))
        assert json.loads(file_copies.plain(files["board.json"])) == wiring
        assert (
            files["changes.txt"]
            .decode()
            .splitlines()[0]
            .endswith(f"flashed {desk.old().manifest.name}")
        )
        assert not [path for path in files if path.startswith("next/")]
        records = listen(pico, "end")
        kinds = {record[0] for record in records}
        assert {"round", "ante", "deal", "settle", "end"} <= kinds
        assert "fault" not in kinds


def test_the_firmware_in_use_is_the_one_in_the_flash(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        desk.into_maintenance(pico)
        said = desk.mpremote(
            pico, "exec", "import cardtable.app as a, adafruit_pn532.adafruit_pn532 as p\n"
            "print(a.__file__, p.__file__)",
        )  # fmt: skip
        assert said.split() == ["cardtable/app.mpy", "adafruit_pn532/adafruit_pn532.mpy"]


def test_omaha_is_played_on_the_flashed_board(in_service, tmp_path):
    """Another table on the same firmware: its configuration and books are new."""
    desk.wipe_table(in_service, tmp_path / "first")
    with desk.pico_like(
        tmp_path / "first", tmp_path / "second", ("1", "1", "200", "omaha")
    ) as pico:
        desk.into_service(pico)
        records = listen(pico, "end")
        opened = next(record for record in records if record[0] == "round")
        assert "omaha" in opened
        assert {"deal", "bet", "end"} & {record[0] for record in records} >= {"deal", "end"}


def test_the_next_release_copies_only_what_changed_and_leads_back_and_forth(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        before = pico.files()
        outcome = desk.flash(pico, desk.new())
        assert outcome.plan is not None and set(outcome.plan.put) == desk.CHANGED
        assert outcome.plan.remove == [desk.GONE]
        assert outcome.hello is not None and outcome.hello.firmware == desk.NEW_VERSION
        assert desk.holds(pico, desk.new())
        after = pico.files()
        for path in before:
            if path.startswith("vault/") or path in ("board.json", "table.json", "deck.json"):
                assert path in after, f"{path} did not survive"
        assert before["table.json"] == after["table.json"]

        outcome = desk.rollback(pico)
        assert outcome.hello is not None and outcome.hello.firmware == "0.2.0"
        assert desk.holds(pico, desk.old())

        outcome = desk.rollback(pico)
        assert outcome.hello is not None and outcome.hello.firmware == desk.NEW_VERSION
        assert desk.holds(pico, desk.new())
        changes = pico.files()["changes.txt"].decode().splitlines()
        assert [line.split()[1] for line in changes] == [
            "flashed", "flashed", "rolled-back", "rolled-back",
        ]  # fmt: skip


def test_the_command_flashes_what_lies_here_and_says_what_it_did(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        there = cardtable("maintenance", CARDTABLE_PORT=pico.port)
        assert there.returncode == 0, there.stderr
        assert "The board is in maintenance" in there.stdout
        dry = cardtable("flash", "--board", "pico", "--dry-run", "--json", CARDTABLE_PORT=pico.port)
        assert dry.returncode == 0, dry.stderr
        plan = json.loads(dry.stdout)
        assert plan["copied"] == [MANIFEST] and plan["removed"] == [desk.GONE]
        assert desk.holds(pico, desk.old())  # nothing was changed
        done = cardtable("flash", "--board", "pico", CARDTABLE_PORT=pico.port)
        assert done.returncode == 0, done.stderr
        assert "1 files copied, 1 removed" in done.stdout
        assert "Table sim-1 is up with firmware 0.2.0." in done.stdout


def test_a_release_that_is_there_already_is_not_copied_again(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        starts = len(pico.starts)
        outcome = desk.flash(pico, desk.old())
        assert outcome.plan is not None and not outcome.plan.changes
        assert outcome.hello is not None
        assert len(pico.starts) == starts + 2  # into maintenance and back


def test_a_board_in_the_middle_of_a_round_is_left_alone_and_force_opens_nothing(
    in_service, tmp_path, monkeypatch
):
    monkeypatch.setenv("CARDTABLE_PIN", "9999")
    with desk.pico_like(in_service, tmp_path / "keys") as pico:
        desk.into_maintenance(pico)
        keys = tmp_path / "keys.json"
        keys.write_text(json.dumps(board_keys(DEMO_KEY, DEMO_PINS)))
        desk.mpremote(pico, "fs", "cp", str(keys), ":keys.json")
        desk.into_service(pico)
    with desk.pico_like(tmp_path / "keys", tmp_path / "board", ("1", "0", "3")) as pico:
        listen(pico, "ante")
        with pytest.raises(Problem, match="in the middle of a round") as told:
            desk.flash(pico, desk.new())
        assert "have a supervisor void it" in told.value.line()
        done = cardtable("flash", "--board", "pico", "--force", CARDTABLE_PORT=pico.port)
        assert "in the middle of a round" in done.stderr
        assert desk.holds(pico, desk.old()) and "maintenance" not in pico.files()
    with desk.pico_like(tmp_path / "keys", tmp_path / "rests") as pico:
        with pytest.raises(Problem) as told:
            desk.flash(pico, desk.new())
        assert told.value.line().endswith("Check the technician's PIN.")


def test_a_pin_that_nobody_can_type_is_asked_for_by_name(monkeypatch):
    monkeypatch.setattr("sys.stdin", open(os.devnull))
    with pytest.raises(Problem, match="the board wants the technician's PIN") as told:
        ask_pin()
    assert "CARDTABLE_PIN" in told.value.line()


def test_a_rollback_without_a_previous_release_says_so_and_the_board_serves_on(
    in_service, tmp_path
):
    with desk.pico_like(in_service, tmp_path) as pico:
        with pytest.raises(Problem, match="there is no previous release on this board"):
            desk.rollback(pico)
        since = len(pico.said)
        assert '["hello"' in desk.settled(pico, since)
        assert "maintenance" not in pico.files()


# ---- what a board may be instead


def test_a_micropython_that_is_too_old_is_told_with_the_way_to_a_newer_one():
    facts = Facts((1, 23, 0), Kind(6, 3, "armv6m"), "Raspberry Pi Pico with RP2040", 1 << 20)
    with pytest.raises(Problem) as told:
        check_facts(facts, None)
    line = told.value.line()
    assert "MicroPython 1.23.0" in line and "1.24 or newer" in line
    assert "https://micropython.org/download/RPI_PICO/" in line and "BOOTSEL" in line


def test_a_pico_2_is_told_from_a_pico_by_its_machine():
    facts = Facts((1, 24, 0), Kind(6, 3, "armv7emsp"), "Raspberry Pi Pico2 with RP2350", 1 << 20)
    assert check_facts(facts, None).name == "pico2"
    with pytest.raises(Problem, match="this is a Raspberry Pi Pico 2, not a Raspberry Pi Pico"):
        check_facts(facts, load("pico"))


def test_an_unknown_board_is_asked_for(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        desk.into_maintenance(pico)
        with pytest.raises(
            Problem, match="no definition fits a board that calls itself 'linux"
        ) as no:
            flasher.look(Place(pico.port), lambda arch: desk.old(), None, False)
        assert "Say which it is wired like: --board " in no.value.line()
        assert " or pico or pico2 or " in no.value.line()


def test_a_port_where_nobody_answers_is_told(tmp_path):
    import pty

    master, slave = pty.openpty()
    try:
        with pytest.raises(Problem, match="no MicroPython answers at"):
            Repl(os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)


# ---- an application that does not work


def _replace_app(pico: Pico, tmp_path, source: bytes) -> None:
    desk.into_maintenance(pico)
    broken = tmp_path / "app.mpy"
    broken.write_bytes(source)
    desk.mpremote(pico, "fs", "cp", str(broken), ":cardtable/app.mpy")
    # As if it had been released so: else the board would not even try it (test_own_files.py).
    listed = desk.release(desk.old().files | {"cardtable/app.mpy": source}).files[MANIFEST]
    (tmp_path / MANIFEST).write_bytes(listed)
    desk.mpremote(pico, "fs", "cp", str(tmp_path / MANIFEST), f":{MANIFEST}")
    desk.mpremote(pico, "fs", "rm", ":maintenance")


def test_an_application_that_cannot_be_loaded_leads_to_safe_mode(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        _replace_app(pico, tmp_path, b"this is no module")
        said = desk.power_cycle(pico)
        assert "safe mode: not_loadable: ValueError" in said and ">>> " not in said
        assert b"ValueError" in pico.files()["last_error.txt"]
        outcome = desk.flash(pico, desk.old())
        assert outcome.plan is not None
        assert set(outcome.plan.put) == {"cardtable/app.mpy", MANIFEST}
        assert outcome.hello is not None
        assert "last_error.txt" not in pico.files()


def test_a_release_that_does_not_start_is_told_with_its_error_and_rolled_back(in_service, tmp_path):
    broken = desk.release(
        desk.old().files | {"cardtable/app.mpy": desk.compiled_module("app", "import nowhere\n")}
    )
    with desk.pico_like(in_service, tmp_path) as pico:
        outcome = desk.flash(pico, broken)
        assert outcome.hello is not None and outcome.hello.safe
        assert "not_loadable: ImportError(\"no module named 'nowhere'\"" in outcome.error
        assert desk.holds(pico, broken)
        outcome = desk.rollback(pico)
        assert outcome.hello is not None
        assert desk.holds(pico, desk.old())


def test_an_application_that_fails_three_times_in_a_row_leads_to_safe_mode(in_service, tmp_path):
    source = "def application(board):\n    raise RuntimeError('no luck')\nApp = application\n"
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        _replace_app(pico, tmp_path, desk.compiled_module("cardtable/app.py", source))
        starts = len(pico.starts)
        said = desk.power_cycle(pico)
        assert len(pico.starts) == starts + 4  # on, and three restarts
        assert said.count("the application failed: RuntimeError('no luck'") == 3
        assert "RuntimeError: no luck" in said.split("safe mode: does_not_stay_up")[1]
        assert ">>> " not in said
        # Off and on again: it may try again.
        said = desk.power_cycle(pico)
        assert said.count("the application failed") == 3


def test_the_jumper_leads_into_maintenance(in_service, tmp_path):
    """The jumper's pin on another wire: one that the world holds low."""
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        wiring = json.loads(pico.files()["board.json"])
        assert wiring["jumper"] == {"pin": 15}
        wiring["jumper"] = {"pin": wiring["lamps"]["pin"]}  # a data line that rests low
        altered = tmp_path / "board.json"
        altered.write_text(json.dumps(wiring))
        desk.mpremote(pico, "fs", "cp", str(altered), ":board.json")
        desk.mpremote(pico, "fs", "rm", ":maintenance")
        said = desk.power_cycle(pico)
        assert "maintenance mode: the jumper is closed." in said
