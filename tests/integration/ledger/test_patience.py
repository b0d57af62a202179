"""Boards that have stopped, hang, or are none: what the sync says, and when it asks again."""

from __future__ import annotations

import pytest

from host_tools.common.problems import NO_BOARD, STOPPED, Problem
from host_tools.ledger.intake import Intake
from host_tools.link.record_pump import QUIET_S, BoardStopped, Syncing
from host_tools.link.wire import Unplugged
from tests.integration.ledger.rig import Journal, Rig, made_lines
from tests.integration.ledger.test_ledger import filled

LINES = made_lines(40)


class Wire:
    """Whatever is at the end of it says `text` again and again, or nothing."""

    def __init__(self, text: bytes = b"") -> None:
        self.text = text
        self.seconds = 0.0
        self.heard = b""

    def now(self) -> float:
        return self.seconds

    def read(self, wait_s: float) -> bytes:
        self.seconds += wait_s
        return self.text

    def write(self, data: bytes) -> None:
        self.heard += data

    def close(self) -> None:
        pass


@pytest.fixture
def intake(tmp_path):
    made = Intake(tmp_path / "l.db")
    yield made
    made.close()


@pytest.mark.parametrize("kept", [0, 20])
def test_a_board_that_has_stopped_says_why_and_shows_its_meters(tmp_path, kept):
    """Also when its journal cannot be read, and it seems to have less than the ledger."""
    filled(tmp_path / "l.db", LINES[:kept])
    rig = Rig(Journal([]), tmp_path / "l.db")
    rig.feed.stop(
        ("copies_disagree", "vault"),
        [("fram a", 1, 40, 2_000_000, 300_000), ("flash", 1, 38, 1_999_000, 300_000)],
    )
    with pytest.raises(BoardStopped, match="t1 has stopped play: vault: copies") as caught:
        rig.sync(lambda syncing: False, limit=50)
    assert caught.value.code == STOPPED and caught.value.hint
    assert [one[0] for one in caught.value.believed] == ["fram a", "flash"]


def test_something_that_says_nothing_is_no_board(intake):
    wire = Wire()
    syncing = Syncing(wire, intake, wire.now)
    with pytest.raises(Problem, match="does not speak as a board of ours") as caught:
        for _ in range(1000):
            syncing.pump()
    assert caught.value.code == NO_BOARD
    assert wire.heard.count(b"hail") == 3  # asked more than once
    assert 2 * QUIET_S < wire.seconds < 6 * QUIET_S


def test_a_prompt_is_no_board_and_the_message_says_what_was_heard(intake):
    wire = Wire(b">>> \r\n")
    syncing = Syncing(wire, intake, wire.now)
    with pytest.raises(Problem, match="lines of other text") as caught:
        for _ in range(1000):
            syncing.pump()
    assert "maintenance" in caught.value.hint


def test_a_board_that_hangs_counts_as_unplugged(tmp_path, intake):
    rig = Rig(Journal(LINES), tmp_path / "l.db")
    syncing = Syncing(rig.cable.host_end(), intake, rig.cable.now)
    while not syncing.caught_up:
        syncing.pump()
    assert rig.cable.loop is not None
    for task in list(rig.cable.loop.tasks):  # its link does not run any more
        rig.cable.loop.cancel(task)
    rig.cable.loop.spawn(_asleep(rig.cable.loop), "asleep")
    with pytest.raises(Unplugged):
        for _ in range(1000):
            syncing.pump()


def _asleep(loop):
    while True:
        yield 1000


def test_an_idle_board_is_greeted_now_and_then_and_its_next_record_comes(tmp_path, intake):
    journal = Journal(LINES[:10])
    rig = Rig(journal, tmp_path / "l.db")
    syncing = Syncing(rig.cable.host_end(), intake, rig.cable.now)
    for _ in range(400):
        syncing.pump()
    assert rig.cable.now() > 10 * QUIET_S
    journal.lines = LINES
    for _ in range(20):
        syncing.pump()
    assert intake.number == 40


def test_a_board_that_falls_silent_is_gone_and_not_one_with_an_older_memory(tmp_path):
    """What it said of itself before it was asked again is old: it was told to be behind by that."""
    lines = made_lines(40)
    rig = Rig(Journal(lines[:5]), tmp_path / "l.db")
    intake = Intake(rig.path)
    syncing = Syncing(rig.cable.host_end(), intake, rig.cable.now)
    while not syncing.caught_up:
        syncing.pump()
    rig.journal.lines = lines  # it plays on …
    while intake.number < 40:
        syncing.pump()
    silent = Wire()  # … and then says nothing any more
    silent.seconds = rig.cable.now()
    syncing._wire, syncing._now = silent, silent.now
    with pytest.raises(Unplugged):
        for _ in range(200):
            syncing.pump()
    intake.close()
