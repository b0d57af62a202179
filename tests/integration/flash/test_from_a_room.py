"""What the room wants of a board's software, carried out on a real one by the table's own host."""

from __future__ import annotations

import os
import subprocess
from types import SimpleNamespace

import pytest

from host_tools.common.problems import Problem
from host_tools.forwarding.reporter import OF_ROUND
from host_tools.release.signature import new_key
from host_tools.updating import updater
from sim.roots import ROOT
from tests.integration.flash import desk
from tests.integration.flash.from_a_room import Given, firmwares, records
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres
from tests.integration.room.sync_process import SyncProcess
from tests.support.process import COMMAND

pytestmark = needs_postgres
TABLE = "sim-1"
DOES_NOT_START = "def application(board):\n    raise RuntimeError('no luck')\nApp = application\n"


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "room"
    folder.mkdir()
    made = RoomProcess(folder, fresh()).start()
    yield made
    made.end()


def test_a_board_is_updated_by_its_room_goes_back_by_order_and_takes_no_other_releasers(
    room, in_service, tmp_path
):
    given = Given(tmp_path / "release", room, desk.new())
    number = given.begin(TABLE)

    def is_now(state):
        return lambda: given.step(number, TABLE).state == state

    with desk.pico_like(in_service, tmp_path / "board") as pico:
        with SyncProcess(room, tmp_path / "host", TABLE, pico.port, given.public) as host:
            host.until(is_now("done"), "the update")
            assert desk.holds(pico, desk.new())
            host.until(
                lambda: firmwares(host.ledger, TABLE)[-1:] == [desk.NEW_VERSION],
                "a record of the new release",
            )
            given.back(number)
            host.until(is_now("was_back"), "the way back")
            assert desk.holds(pico, desk.old())
            host.until(
                lambda: firmwares(host.ledger, TABLE)[-1:] == ["0.2.0"], "a record of the old one"
            )
        number = given.begin(TABLE)
        other = new_key(tmp_path / "other.key")
        with SyncProcess(room, tmp_path / "host", TABLE, pico.port, other) as host:
            host.until(is_now("failed"), "the refusal")
        assert "signature" in given.step(number, TABLE).said
        assert desk.holds(pico, desk.old())


def test_a_release_with_which_the_table_does_not_start_is_taken_back_and_told(
    room, in_service, tmp_path
):
    files = dict(desk.new().files)
    files["cardtable/app.mpy"] = desk.compiled_module("cardtable/app.py", DOES_NOT_START)
    given = Given(tmp_path / "release", room, desk.release(files, desk.NEW_VERSION))
    number = given.begin(TABLE)
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        with SyncProcess(room, tmp_path / "host", TABLE, pico.port, given.public) as host:
            host.until(lambda: given.step(number, TABLE).state == "failed", "the failure")
            assert desk.holds(pico, desk.old())  # not dead: it plays what it played before
            host.until(lambda: firmwares(host.ledger, TABLE)[-1:] == ["0.2.0"], "its next start")
        said = given.step(number, TABLE).said
        assert "does not start" in said and "no luck" in said and "back on 0.2.0" in said


def test_a_board_that_never_comes_back_has_failed_and_one_that_is_not_there_is_waited_for(
    tmp_path, monkeypatch
):
    """The host goes on being heard: without this the room waited for ever, and said nothing."""
    clock = [1000.0]
    monkeypatch.setattr(updater, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    gone = Problem("no board answers", "Look at the cable.")
    one = updater.Updater({}, tmp_path / "key.pub", lambda said: None)
    one.lost(TABLE, gone)
    assert one.status() is None  # nothing was ordered
    one.ordered(TABLE, {"rollout": 1, "how": "flash", "software": "9.9.9", "digest": "d"})
    one.lost("another", gone)
    assert one.status() is None
    for _ in range(3):
        clock[0] += 3600
        one.lost(TABLE, gone)
        told = one.status()
        assert told is not None and told["state"] == "waiting" and "no board" in told["said"]
    one._tell("working", "the board is being updated")
    for seconds, state in ((0, "working"), (170, "working"), (20, "failed")):
        clock[0] += seconds
        one.lost(TABLE, gone)
        told = one.status()
        assert told is not None and told["state"] == state
    assert "does not answer any more (no board answers)" in told["said"]
    assert not one.is_due(TABLE)


PEOPLE_WITHOUT_END = ("1", "0", "1")  # seed, rounds, speed


def test_in_a_round_the_update_waits_tells_why_and_the_round_is_played_to_its_end(
    room, in_service, tmp_path
):
    given = Given(tmp_path / "release", room, desk.new())
    with (
        desk.pico_like(in_service, tmp_path / "board", PEOPLE_WITHOUT_END) as pico,
        SyncProcess(room, tmp_path / "host", TABLE, pico.port, given.public) as host,
    ):

        def kinds():
            return [one[0] for one in records(host.ledger, TABLE)]

        host.until(lambda: "bet" in kinds()[-3:], "a round in the middle")
        number = given.begin(TABLE)
        host.until(lambda: given.step(number, TABLE).said == OF_ROUND, "what it waits for")
        host.until(lambda: given.step(number, TABLE).state == "done", "the update")
        host.until(
            lambda: firmwares(host.ledger, TABLE)[-1:] == [desk.NEW_VERSION],
            "a record of the new release",
        )
        told = records(host.ledger, TABLE)
        before = told[: max(at for at, one in enumerate(told) if one[0] == "boot")]
        rounds = [one[0] for one in before if one[0] in ("deal", "end")]
        assert rounds and rounds[-1] == "end" and rounds.count("end") == _begun(before)
        assert not any("round_lost" in one for one in told)


def _begun(told):
    """How many rounds have begun: cards are dealt many times in each."""
    kinds = [one[0] for one in told if one[0] in ("deal", "end")]
    return sum(one == "deal" and before == "end" for before, one in zip(["end", *kinds], kinds))


def test_a_console_that_has_the_port_is_named_and_the_update_begins_when_it_is_ended(
    room, in_service, tmp_path
):
    given = Given(tmp_path / "release", room, desk.new())
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        words = ["console", "--port", pico.port, "--listen", "0"]
        console = subprocess.Popen(
            [*COMMAND, *words, "--ledger", str(tmp_path / "console.db")],
            stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ},
        )  # fmt: skip
        try:
            assert console.stdout is not None and console.stdout.readline()
            with SyncProcess(room, tmp_path / "host", TABLE, pico.port, given.public) as host:
                host.until(lambda: firmwares(host.ledger, TABLE), "a record through the console")
                number = given.begin(TABLE)
                host.until(
                    lambda: (
                        f"cardtable console (process {console.pid}) has the board's port: end it"
                        in given.step(number, TABLE).said
                    ),
                    "who is in the way",
                )
                assert given.step(number, TABLE).state == "wanted"
                assert desk.holds(pico, desk.old())
                console.terminate()
                host.until(lambda: given.step(number, TABLE).state == "done", "the update")
                assert desk.holds(pico, desk.new())
        finally:
            console.kill()
            console.wait(60)
