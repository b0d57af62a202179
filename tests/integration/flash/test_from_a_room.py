"""What the room wants of a board's software, carried out on a real one by the table's own host."""

from __future__ import annotations

import pytest

from host_tools.release.signature import new_key
from host_tools.room import rollouts
from host_tools.room.store import now_ms, transaction
from tests.integration.flash import desk
from tests.integration.flash.from_a_room import SUE, Given, Host
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres

pytestmark = needs_postgres
DOES_NOT_START = "def application(board):\n    raise RuntimeError('no luck')\nApp = application\n"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh()).start()
    yield made
    made.end()


def test_a_board_is_updated_by_its_room_and_goes_back_by_order(
    room, in_service, tmp_path, monkeypatch
):
    given = Given(tmp_path / "release", room, desk.new())
    monkeypatch.setattr("host_tools.updating.updater._AGAIN_S", 0.1)
    number = given.begin("t1", "t2", most_failed=1)
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        host = Host(room, "t1", given.public)
        assert host.carry_out(pico.port)["state"] == "done", host.said
        assert desk.holds(pico, desk.new())
        host.until(lambda: given.steps(number)["t1"].state == "done")
        # A host that trusts another releaser touches nothing, and says so.
        other = Host(room, "t2", new_key(tmp_path / "other.key"))
        assert other.carry_out(pico.port)["state"] == "failed"
        assert desk.holds(pico, desk.new())
        other.until(lambda: given.steps(number)["t2"].state == "failed")
        assert "signature" in given.steps(number)["t2"].said
        with transaction(room.place) as db:
            rollouts.roll_back(db, SUE, number, now_ms())
        assert host.carry_out(pico.port)["state"] == "done", host.said
        assert desk.holds(pico, desk.old())
        host.until(lambda: given.steps(number)["t1"].state == "was_back")


def test_a_release_with_which_the_table_does_not_start_is_taken_back_and_told(
    room, in_service, tmp_path, monkeypatch
):
    monkeypatch.setattr("host_tools.updating.updater._AGAIN_S", 0.1)
    files = dict(desk.new().files)
    files["cardtable/app.mpy"] = desk.compiled_module("cardtable/app.py", DOES_NOT_START)
    given = Given(tmp_path / "release", room, desk.release(files, desk.NEW_VERSION))
    number = given.begin("t3")
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        host = Host(room, "t3", given.public)
        told = host.carry_out(pico.port)
        assert told["state"] == "failed" and "back on" in told["said"], told
        assert desk.holds(pico, desk.old())  # not dead: it plays what it played before
        host.until(lambda: given.steps(number)["t3"].state == "failed")
