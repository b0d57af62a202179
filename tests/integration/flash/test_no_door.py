"""No crash opens a door: whatever fails or is damaged, no REPL answers at the cable.

Real MicroPython behind a real terminal, with keys on the board. The knocks that open a REPL where
there is one are tried in every state; the way on is a technician's signed order, and nothing else.
"""

from __future__ import annotations

import json

import pytest

from cardtable.vault import layout
from host_tools.common.problems import Problem
from host_tools.flashing import flasher, service
from host_tools.flashing.find import Place
from host_tools.link.connection import BoardConnection
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, TECHNICIAN, board_keys
from host_tools.release.build import MANIFEST
from sim.harness.pico import Pico
from tests.integration.flash import desk
from tests.security.test_at_the_cable import _knock as knock
from tests.support.process import in_this_process as cardtable


@pytest.fixture(scope="module")
def with_keys(in_service, tmp_path_factory):
    """A board in service, with keys."""
    folder = tmp_path_factory.mktemp("keyed")
    keys = folder / "given.json"
    keys.write_text(json.dumps(board_keys(DEMO_KEY, DEMO_PINS)))
    with desk.pico_like(in_service, folder / "board") as pico:
        desk.into_maintenance(pico)
        desk.mpremote(pico, "fs", "cp", str(keys), ":keys.json")
        desk.into_service(pico)
    return folder / "board"


@pytest.fixture(autouse=True)
def technician(monkeypatch):
    monkeypatch.setenv("CARDTABLE_PIN", DEMO_PINS[TECHNICIAN])


def spoil(pico: Pico, tmp_path, files: dict[str, bytes | None], listed: bool = False) -> str:
    """Damage files, switch the board on into service; what it says.

    `listed`: as if they had been released so, or the board would not even try them.
    """
    desk.into_maintenance(pico)
    told = dict(files)
    if listed:
        given = {path: content for path, content in files.items() if content is not None}
        told[MANIFEST] = desk.release(desk.old().files | given).files[MANIFEST]
    for path, content in told.items():
        if content is None:
            desk.mpremote(pico, "fs", "rm", f":{path}")
        else:
            (tmp_path / "content").write_bytes(content)
            if path.startswith("next/"):
                desk.mpremote(pico, "exec", "import os; os.mkdir('next')")
            desk.mpremote(pico, "fs", "cp", str(tmp_path / "content"), f":{path}")
    desk.mpremote(pico, "fs", "rm", ":maintenance")
    return desk.power_cycle(pico)


def module(path: str, source: str) -> bytes:
    return desk.compiled_module(path, source)


FAILS = "def application(board):\n    raise RuntimeError('no luck')\n"
CASES = {
    "three-restarts": ("does_not_stay_up", {"cardtable/app.mpy": FAILS}, True),
    "not-a-module": ("not_loadable", {"cardtable/app.mpy": b"this is no module"}, True),
    "import-fails": ("not_loadable", {"cardtable/app.mpy": "import nowhere\n"}, True),
    "altered": ("file_altered", {"cardtable/app.mpy": b"this is no module"}, False),
    "missing": ("file_missing", {"cardtable/link/server.mpy": None}, False),
    "link-damaged": ("file_altered", {"cardtable/link/lines.mpy": b"\xff" * 900}, False),
    "check-damaged": ("not_loadable", {"cardtable/startup/integrity.mpy": b"M\x06"}, False),
    "package-damaged": ("not_loadable", {"cardtable/entry.mpy": b""}, False),
    "manifest": ("manifest_damaged", {MANIFEST: b"\xff" * 3000}, False),
    "update": ("update_unfinished", {"next/commit": b"+9 cardtable/app.mpy\n"}, False),
    "update-rubbish": ("update_unfinished", {"next/commit": b"\xff\xfe+x\n"}, False),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_fails_leads_to_safe_mode_and_only_a_signed_order_leads_on(with_keys, tmp_path, case):
    code, files, listed = CASES[case]
    made = {p: module(p, c) if isinstance(c, str) else c for p, c in files.items()}
    with desk.pico_like(with_keys, tmp_path / "board") as pico:
        said = spoil(pico, tmp_path, made, listed)
        assert ">>> " not in said and f"safe mode: {code}" in said
        assert knock(pico) == []
        hello = service.hello(pico.port)
        assert hello is not None and hello.able[:3] == ["keyed", "stopped", "safe"]

        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        found = [one for one in json.loads(doctor.stdout)["checks"] if one["result"] == "fail"]
        assert [one["cause"] for one in found] == [code] and "cardtable flash" in found[0]["remedy"]

        with BoardConnection.at(pico.port) as talk, pytest.raises(Problem):
            talk.do_without_key("maintenance")
        assert "maintenance" not in pico.files()
    with desk.pico_like(tmp_path / "board", tmp_path / "mended") as pico:  # the wait is over
        outcome = desk.flash(pico, desk.old())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able


@pytest.mark.parametrize("path", ["cardtable/modes/safe.mpy", "cardtable/file_copies.mpy"])
def test_where_not_even_safe_mode_can_be_loaded_it_says_so_and_the_jumper_is_the_way(
    with_keys, tmp_path, path
):
    with desk.pico_like(with_keys, tmp_path / "board") as pico:
        said = spoil(pico, tmp_path, {path: b"this is no module"})
        assert ">>> " not in said and f"safe mode: file_altered: {path}" in said
        assert knock(pico) == []
        hello = service.hello(pico.port)
        assert hello is not None and hello.able == ["stopped", "safe", "jumper_only"]
        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        found = [one for one in json.loads(doctor.stdout)["checks"] if one["result"] == "fail"]
        assert [one["cause"] for one in found] == ["file_altered"]
        assert "jumper" in found[0]["remedy"]
        with pytest.raises(Problem, match="cannot load anything") as told:
            desk.flash(pico, desk.old())
        assert "jumper" in told.value.line()


def test_a_board_that_never_had_keys_has_nothing_to_guard(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        said = spoil(pico, tmp_path, {"cardtable/modes/safe.mpy": b"this is no module"})
        assert ">>> " in said and "No keys were ever installed here" in said


def test_rubbish_and_floods_do_not_bring_safe_mode_down(with_keys, tmp_path):
    with desk.pico_like(with_keys, tmp_path / "board") as pico:
        spoil(pico, tmp_path, {"cardtable/app.mpy": b"this is no module"})
        from host_tools.link.wire import open_wire
        from tests.integration.table.visitor import line

        since = len(pico.said)
        wire = open_wire(pico.port)
        deep = json.loads("[" * 200 + "]" * 200)
        for bad in (
            b"\x00" * 2000 + b"\n", b"[" * 500 + b"\n", line("do", 1, "x", [], {}),
            line("do", deep, 1, "00", "[]"), line("do", "technician", 1, deep, "[]"),
            line("ask", deep, "health", []), line("ask", 10**300, deep),
            line(deep), line(7), line("hail"), b"*\n", b"7*00000000\n",
        ):  # fmt: skip
            wire.write(bad)
        wire.close()
        pico.wait_for(lambda: service.hello(pico.port) is not None, "an answer")
        assert b">>> " not in pico.said[since:] and knock(pico) == []


def test_before_maintenance_the_hidden_cards_of_the_open_round_are_gone(with_keys, tmp_path):
    """The round is void afterwards; nobody has read a card."""
    from tests.integration.flash.test_flash import listen

    with desk.pico_like(with_keys, tmp_path / "played", ("1", "0", "3")) as pico:
        listen(pico, "deal")
        pico.power_off()
    begin, end = layout.PRIVATE_A, layout.MARKS
    fram = (tmp_path / "played" / "fram.bin").read_bytes()
    assert any(fram[begin:end])
    with desk.pico_like_unstarted(tmp_path / "played", tmp_path / "broken") as pico:
        flash = pico.flash.read_bytes()
        name = b"cardtable.engine.controller"
        assert name in flash
        pico.flash.write_bytes(flash.replace(name, b"cardtable.engine.controlleR"))
        said = desk.power_cycle(pico)
        assert "safe mode: file_altered" in said and "cardtable/engine/controller.mpy" in said
        assert any((pico.folder / "fram.bin").read_bytes()[begin:end]), "until somebody asks"
        with flasher.open_repl(Place(pico.port), desk.STEPS):
            pass
        assert not any((pico.folder / "fram.bin").read_bytes()[begin:end])
        outcome = desk.flash(pico, desk.old())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert ("fault", "round_lost", "vault", 1) in listen(pico, "end")


def test_what_safe_mode_knows_of_the_memory_is_the_vaults_layout():
    from cardtable.modes import safe
    from cardtable.ui.lamps import _RGB, BLUE

    begin, count = safe._HIDDEN
    assert (begin, begin + count) == (layout.PRIVATE_A, layout.MARKS)
    assert _RGB[3 * BLUE : 3 * BLUE + 3] == safe._BLUE


# ---- the table's own files, in both copies

BOTH = {"board": b"\xff" * 300, "table": b"", "deck": b'{"deck":', "keys": b"\x00" * 200}


@pytest.mark.parametrize("stem", BOTH)
def test_a_file_of_which_both_copies_are_damaged_stops_play_with_words(with_keys, tmp_path, stem):
    with desk.pico_like(with_keys, tmp_path / "board") as pico:
        bad: dict[str, bytes | None] = {
            f"{stem}.json": BOTH[stem],
            f"{stem}.copy": BOTH[stem][::-1] + b"x",
        }
        said = spoil(pico, tmp_path, bad)
        assert ">>> " not in said and knock(pico) == []
        hello = service.hello(pico.port)
        assert hello is not None and "stopped" in hello.able and "keyed" in hello.able
        doctor = cardtable("doctor", "--yes", "--json", CARDTABLE_PORT=pico.port)
        found = [one for one in json.loads(doctor.stdout)["checks"] if one["result"] == "fail"]
        assert "settings_damaged" in [one["cause"] for one in found]
        assert f"{stem}.json" in found[-1]["evidence"]
        with BoardConnection.at(pico.port) as talk, pytest.raises(Problem):
            talk.do_without_key("maintenance")
        assert "maintenance" not in pico.files()


@pytest.mark.parametrize("which", ["json", "copy"])
def test_one_damaged_copy_of_each_file_is_repaired_and_recorded(with_keys, tmp_path, which):
    from tests.integration.flash.test_flash import listen

    with desk.pico_like(with_keys, tmp_path / "board") as pico:
        before = pico.files()
        names = [f"{stem}.{which}" for stem in BOTH]
        spoil(pico, tmp_path, dict.fromkeys(names, b"\xff" * 100))
        told = {one[1:3] for one in listen(pico, "attach") if one[0] == "fault"}
        assert {("settings_repaired", name) for name in names} <= told
        after = pico.files()
        for name in (*names, "keys.json", "table.copy"):
            assert after[name] == before[name]
