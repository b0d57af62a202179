"""Old records go into an archive that can be verified, and nothing is lost on the way, ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from host_tools.common.problems import Problem
from host_tools.ledger import retention
from host_tools.ledger.books import books_of
from host_tools.ledger.days import days_of
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.verify import verify
from host_tools.room.floor import loaded
from host_tools.room.table_state import STANDING, TableState
from sim.roots import ROOT
from tests.integration.ledger import sample
from tests.integration.ledger.rig import made_lines
from tests.integration.room.engines import ENGINES, place
from tests.integration.room.server import changed, fresh, needs_postgres
from tests.integration.vault.devices import TABLE

HOUR = 3_600_000
LINES = sample.canberra_lines()


@pytest.fixture(params=ENGINES)
def at(request, tmp_path):
    """A ledger into which a record came every hour, seven of them to a commit."""
    made = place(tmp_path, request.param)
    now = 0
    intake = Intake(made, lambda: now)
    intake.open(TABLE, 1)
    for number, line in enumerate(LINES, 1):
        now = number * HOUR
        intake.follow(line)
        if number % 7 == 0:
            intake.commit()
    intake.commit()
    intake.close()
    return made


def whole(where):
    with Ledger(where) as ledger:
        return [(one.fault, one.retired and one.retired.last) for one in verify(ledger)]


def rows(where):
    with Ledger(where) as ledger:
        return ledger.numbered_lines(TABLE, 1)


def seams():
    """Where the sample can be cut: before the round that a gaming day begins with."""
    import json

    kinds = [json.loads(line)[6] for line in LINES]
    days = [number for number, kind in enumerate(kinds, 1) if kind == "day_open"]
    made = []
    for day in days:
        opened = [n for n, kind in enumerate(kinds[: day - 1], 1) if kind == "round"]
        made.append((day, opened[-1] - 1 if opened else day - 1))
    return [(day, seam) for day, seam in made if seam > 1]


def test_what_is_old_lies_in_a_signed_archive_and_the_rest_hangs_on_its_last_record(at, tmp_path):
    day, last = seams()[-1]
    with Ledger(at) as ledger:
        (chain,) = ledger.chains()
        books, days = books_of(ledger, chain).books.dump(), days_of(ledger, TABLE)
    file, (cut,) = retention.retain(at, day * HOUR, tmp_path / "archive", "old") or pytest.fail()
    assert cut.last == last
    assert rows(at) == list(enumerate(LINES, 1))[last - 1 :]
    assert rows(file) == list(enumerate(LINES, 1))[: day - 1]  # to the end of its gaming day
    assert whole(at) == [(None, last)] and whole(file) == [(None, None)]
    with Ledger(at) as ledger, Ledger(file) as old:
        (chain,) = ledger.chains()
        assert books_of(ledger, chain).books.dump() == books
        # A day is told by the one or by the other, and is the same there as before.
        kept, archived = days_of(ledger, TABLE), days_of(old, TABLE)
        for one in days:
            if one in archived + kept:
                continue
            # A drop that was counted on the day after stays where it was recorded.
            one.counted = None
            assert one in archived + kept, one.day
        assert [one.day for one in archived + kept if one.day] == [one.day for one in days]
        assert [row[1] for row in old.rows(TABLE, 1, 0, day)] == [
            number * HOUR for number in range(1, day)
        ]
    assert retention.retain(at, day * HOUR, tmp_path / "archive", "old") is None


def test_records_that_come_again_are_known_and_new_ones_go_on(at, tmp_path):
    day, last = seams()[-1]
    retention.retain(at, day * HOUR, tmp_path, "old")
    intake = Intake(at)
    intake.open(TABLE, 1)
    assert intake.number == len(LINES)
    assert all(intake.follow(line) is None for line in LINES)
    intake.commit()
    assert intake.gaps() == []
    intake.close()
    assert len(rows(at)) == len(LINES) - last + 1 and whole(at) == [(None, last)]


def test_a_second_archive_follows_the_first(at, tmp_path):
    (first, one), *_, (second, two) = seams()
    assert one < two
    assert retention.retain(at, first * HOUR, tmp_path, "old") is not None
    file, _ = retention.retain(at, second * HOUR, tmp_path, "old") or pytest.fail()
    assert file.name == "old-2.db"
    assert rows(file) == list(enumerate(LINES, 1))[one - 1 : second - 1]
    assert whole(file) == [(None, one)] and whole(at) == [(None, two)]


def test_the_open_round_is_never_retired_and_a_closed_epoch_leaves_its_head(tmp_path, at):
    intake = Intake(at)
    intake.open(TABLE, 2)
    for line in made_lines(5, TABLE, epoch=2):
        intake.follow(line)
    intake.commit()
    intake.close()
    retention.retain(at, 10**15, tmp_path, "old")
    with Ledger(at) as ledger:
        assert ledger.heads(TABLE) == {1: len(LINES), 2: 5}
        assert [chain.count for chain in ledger.chains()] == [1, 5]
    assert whole(at) == [(None, len(LINES)), (None, None)]


def test_the_floor_still_knows_what_stands(at, tmp_path):
    def state():
        made = TableState(TABLE)
        ((_, _, standing, _),) = loaded(at, [TABLE])
        for number, _, body in standing:
            assert body[0] in STANDING
            made.stand(number, body)
        return made.faults.keys(), made.pending, made.day, made.mode, made.firmware

    before = state()
    retention.retain(at, seams()[-1][0] * HOUR, tmp_path, "old")
    assert state() == before


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM retired", "missing"),
        ("UPDATE retired SET last = last + 1, entry = 1", "cannot be read"),
        ("DELETE FROM record WHERE number = (SELECT min(number) FROM record)", "missing"),
        ("DELETE FROM record WHERE number = (SELECT min(number) + 1 FROM record)", "missing"),
        (
            "UPDATE record SET received_ms = 5 WHERE number = (SELECT min(number) FROM record)",
            "another left",
        ),
    ],
)
def test_whoever_retires_more_than_was_signed_is_found_out(at, tmp_path, statement, words):
    retention.retain(at, seams()[-1][0] * HOUR, tmp_path, "old")
    changed(at, statement)
    try:
        ((fault, _),) = whole(at)
    except Problem as problem:
        fault = str(problem)
    assert fault is not None and words in fault


def test_a_ledger_that_is_not_whole_is_left_as_it_is(at, tmp_path):
    changed(at, "DELETE FROM record WHERE number = 9")
    with pytest.raises(Problem, match="not whole"):
        retention.retain(at, seams()[-1][0] * HOUR, tmp_path / "archive", "old")
    assert len(rows(at)) == len(LINES) - 1 and not (tmp_path / "archive").exists()


_KILLED = """
import os, signal, sys
from pathlib import Path
from host_tools.ledger import retention
from host_tools.ledger.place import place_of
moment, place, before, folder = sys.argv[1:]
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if moment == "between":
    retention.remove = die
elif moment == "writing":
    retention._close = die
retention.retain(place_of(place), int(before), Path(folder), "old")
"""


@pytest.mark.parametrize("moment", ["writing", "between"])
def test_a_kill_at_any_moment_loses_nothing_and_the_next_run_does_it(at, tmp_path, moment):
    day, last = seams()[-1]
    folder = tmp_path / "archive"
    url = at.url if isinstance(at, DatabaseUrl) else str(at)
    words = [sys.executable, "-c", _KILLED, moment, url, str(day * HOUR), str(folder)]
    path = os.pathsep.join([str(ROOT), str(ROOT / "firmware")])
    done = subprocess.run(words, env={**os.environ, "PYTHONPATH": path}, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert rows(at) == list(enumerate(LINES, 1)) and whole(at) == [(None, None)]
    assert [one.name for one in folder.glob("*.db")] == ["old.db"] * (moment == "between")
    file, _ = retention.retain(at, day * HOUR, folder, "old") or pytest.fail()
    assert rows(file)[-1][0] == day - 1 and whole(at) == [(None, last)]


@needs_postgres
def test_the_verb_says_what_it_would_do_and_then_does_it(tmp_path):
    from typer.testing import CliRunner

    from host_tools.main import app

    made = sample.sample(fresh())
    ledger = ["--ledger", made.url, "--archive", str(tmp_path)]

    def run(*words):
        return CliRunner().invoke(app, ["room", "retain", *words, *ledger])

    assert run("--before", "2020-01-01").exit_code == 0 and not list(tmp_path.iterdir())
    dry = run("--before", "2999-01-01", "--dry-run")
    assert "table-1, epoch 1: " in dry.output and not list(tmp_path.iterdir())
    done = run("--before", "2999-01-01")
    assert done.exit_code == 0 and "records retired" in done.output
    (file,) = tmp_path.glob("retired-before-2999-01-01.db")
    for where in (made.url, str(file)):
        told = CliRunner().invoke(app, ["ledger", "verify", "--ledger", where])
        assert told.exit_code == 0, told.output
        assert ("was retired into retired-before-2999-01-01.db" in told.output) == (
            where == made.url
        )
    for words in ([], ["--keep", "3", "--before", "2026-01-01"], ["--before", "soon"]):
        refused = run(*words)
        assert isinstance(refused.exception, Problem)
