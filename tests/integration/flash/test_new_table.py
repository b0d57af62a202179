"""A flashed board that has never been a table.

It says so, gets keys and a configuration, opens its books by a supervisor's order, sees a card.
"""

from __future__ import annotations

import json

import pytest

from cardtable.desk.messages import PROTOCOL
from cardtable.rules.determinations import settled
from host_tools.doctor import checks
from host_tools.doctor.examine import Examined, Examiner
from host_tools.doctor.result import OK, SKIP, WARN, Result
from host_tools.flashing import service
from host_tools.flashing.find import Place
from host_tools.flashing.flasher import last_error
from host_tools.link.hello import Hello
from host_tools.link.roles import SUPERVISOR, KeyRing, board_keys
from host_tools.link.session import Session
from host_tools.release.build import MANIFEST
from sim.harness.pico import Pico
from tests.integration.flash import desk

NOT_INSTALLED = ("1", "-2", "100")  # seed; nobody has ever installed it; speed
PINS = {"dealer": "258014", "technician": "147036", "supervisor": "369025"}
JACKPOT = {"pool": 2000000, "reserve": 300000, "start_up": 1000000, "pool_share": 8000}


@pytest.fixture
def bare(in_service, tmp_path):
    """A board with firmware and board.json, without table, keys, deck and books."""
    desk.wipe_table(in_service, tmp_path / "first")
    with desk.pico_like(tmp_path / "first", tmp_path / "board", NOT_INSTALLED) as pico:
        desk.into_service(pico)
        yield pico


def test_a_board_without_a_table_opens_new_books_by_order_and_reads_cards(
    bare, tmp_path, monkeypatch
):
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "ring"))
    pico: Pico = bare
    hello = service.hello(pico.port)
    assert hello is not None and hello.able == ["not_installed"]
    assert last_error(Place(pico.port)) == ""  # in service nobody looks into its files

    desk.into_maintenance(pico)
    table = settled("canberra", {}) | {"table": "new-1", "jackpot": JACKPOT}
    keys = board_keys(KeyRing().new("new-1"), PINS)
    for name, value in (("table.json", table), ("keys.json", keys)):
        (tmp_path / name).write_text(json.dumps(value))
        desk.mpremote(pico, "fs", "cp", str(tmp_path / name), f":{name}")
    desk.into_service(pico)

    with Session(pico.port, PINS.__getitem__) as session:
        assert {"keyed", "stopped"} <= set(session.talk.hello.able)
        session.order(SUPERVISOR, "order", "new", "Kim")
        session.again()
        assert "stopped" not in session.talk.hello.able
        assert session.asked("vault")["audit"] is None
        assert dict(session.talk.ask("meters"))["display"][0] == JACKPOT["pool"]

        pico.technician.does("hold", "As", "box 4")
        pico.wait_for(lambda: _seeing(session) == ["box 4"], "the card over box 4")
        pico.technician.does("release")
        pico.wait_for(lambda: _seeing(session) == [], "an empty felt")


def test_the_doctor_of_a_board_without_a_table_says_that_its_files_are_as_released(bare):
    """It has a manifest and was checked against it at the start, table or not."""
    (files,) = _files_by_the_doctor(bare)
    assert files.result == OK, files
    assert files.evidence == f"at the start all were as in release {desk.old().manifest.name}"


def test_the_doctor_says_that_a_manifest_is_missing_only_where_it_is(bare):
    desk.into_maintenance(bare)
    desk.mpremote(bare, "fs", "rm", f":{MANIFEST}")
    desk.into_service(bare)
    (files,) = _files_by_the_doctor(bare)
    assert files.result == WARN and "no manifest" in files.evidence


def test_the_doctor_claims_nothing_of_files_that_a_board_does_not_tell_of():
    """Firmware 0.1.0 said nothing of its files before a table was installed."""
    hello = Hello(PROTOCOL, "0.1.0", "", "", 0, 0, able=["not_installed"])
    seen = Examined(hello=hello, health={"not_installed": "table.json: missing"})
    (files,) = [one for one in checks.firmware(seen) if one.id == "firmware.files"]
    assert files.result == SKIP and "manifest" not in files.evidence
    assert "cardtable verify" in files.remedy


def _files_by_the_doctor(pico: Pico) -> list[Result]:
    with Session(pico.port) as session:
        seen = Examiner(session, lambda _: None).examine()
    return [one for one in checks.run(seen) if one.id == "firmware.files"]


def _seeing(session: Session) -> list[str]:
    """The readers under the felt that see a card."""
    return [row[0] for row in session.talk.ask("readers") if row[0] != "shoe" and row[3]]
