"""The ledger itself: exactly once, forks refused, gaps told, every alteration named."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from cardtable.records import BrokenChain, Chain, digest
from host_tools.common.problems import NO_LEDGER, NOT_WHOLE, Problem
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.schema import connect
from host_tools.ledger.verify import verify
from host_tools.link.record_pump import Syncing
from tests.integration.ledger.rig import TABLE, Journal, Rig, made_lines
from tests.integration.room.engines import ENGINES, place
from tests.integration.room.server import changed

LINES = made_lines(40)


@pytest.fixture(params=ENGINES)
def path(request, tmp_path):
    """Where a ledger may lie, in either engine."""
    return place(tmp_path, request.param)


@pytest.fixture
def file(tmp_path):
    """Where SQLite's may: for what only a file has."""
    return tmp_path / "l.db"


def filled(path, lines=LINES, table=TABLE, epoch=1):
    intake = Intake(path)
    intake.open(table, epoch)
    for line in lines:
        intake.follow(line)
    intake.commit()
    intake.close()


def fault(path):
    with Ledger(path) as ledger:
        (verdict,) = verify(ledger)
        return verdict.fault


def kept(path, epoch=1):
    with Ledger(path) as ledger:
        return ledger.lines(TABLE, epoch)


# ---- into it


def test_a_record_is_stored_once_however_often_it_comes(path):
    filled(path)
    filled(path)
    assert kept(path) == LINES


def test_what_was_not_committed_is_not_there(path):
    intake = Intake(path)
    intake.open(TABLE, 1)
    intake.follow(LINES[0])
    intake.commit()
    intake.follow(LINES[1])
    intake.close()
    assert kept(path) == LINES[:1]


def test_a_commit_returns_when_the_disk_has_it(file):
    """SQLite's own promise, and that we ask for it: FULL in WAL mode syncs at every commit."""
    intake = Intake(file)
    assert intake._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert intake._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    intake.close()


def test_nothing_is_acknowledged_when_the_disk_is_full(path):
    rig = Rig(Journal(LINES), path)
    Intake(path).close()

    class Full(Intake):
        def commit(self):
            if self.number:
                raise Problem("the ledger: database or disk is full", "", NO_LEDGER)
            super().commit()

    intake = Full(path)
    syncing = Syncing(rig.cable.host_end(), intake, rig.cable.now)
    with pytest.raises(Problem, match="disk is full"):
        for _ in range(20):
            syncing.pump()
    intake.close()
    rig.cable.loop.run_for(100)  # type: ignore[union-attr]
    assert rig.journal.acked == 0
    assert kept(path) == []


def test_a_forked_chain_is_refused_set_aside_and_changes_nothing(path):
    filled(path, LINES[:20])
    fork = made_lines(40, what=7)
    intake = Intake(path)
    intake.open(TABLE, 1)
    with pytest.raises(BrokenChain, match="record 21 does not continue the chain"):
        intake.follow(fork[20])
    intake.close()
    assert kept(path) == LINES[:20]
    with Ledger(path) as ledger:
        (chain,) = ledger.chains()
        assert [line for _, line in ledger.refused(chain)] == [fork[20]]
    assert fault(path) is None


def test_another_record_under_a_known_number_is_refused(path):
    filled(path, LINES[:20])
    intake = Intake(path)
    intake.open(TABLE, 1)
    fork = made_lines(40, what=7)
    with pytest.raises(BrokenChain, match="record 10 is not the one that was stored before"):
        intake.follow(fork[9])
    assert intake.follow(LINES[20])  # and the true one goes on
    intake.commit()
    intake.close()
    assert kept(path) == LINES[:21]


def test_a_board_that_went_another_way_is_a_problem_in_words_and_is_not_acknowledged(path):
    filled(path, LINES[:20])
    rig = Rig(Journal(made_lines(40, what=7)), path)
    with pytest.raises(Problem, match="record 20 is not the one that was stored") as caught:
        rig.sync()
    assert caught.value.code == NOT_WHOLE
    assert rig.journal.acked < 20
    assert kept(path) == LINES[:20]


@pytest.mark.parametrize("last", [0, 25, 38, 39])
def test_a_board_with_older_memory_is_a_problem_in_words(path, last):
    filled(path)
    rig = Rig(Journal(LINES[:last]), path)
    with pytest.raises(Problem, match=rf"record 40 of epoch 1 is in the ledger, .* only {last}"):
        rig.sync()
    assert kept(path) == LINES


def test_a_board_of_another_history_with_just_as_many_records_is_noticed(path):
    filled(path)
    rig = Rig(Journal(made_lines(40, what=7)), path)
    with pytest.raises(Problem, match="record 40 is not the one that was stored before"):
        rig.sync()


def test_a_board_that_holds_no_record_any_more_is_up_to_date(path):
    filled(path)
    rig = Rig(Journal(LINES, first=41), path)
    assert rig.sync(limit=60).caught_up


@pytest.mark.parametrize(
    "line",
    [
        b"[1,1,1]",
        b"{}",
        b'[1,1,1,"u",0,5,"fold",1]',
        b'[1,1,1,"x",0,"","fold",1]',
        b'[1,1,1,"u","late","","fold",1]',
        b'[1,1,99999999999999999999999,"u",0,"","fold",1]',
        b'[1,1,-4,"u",0,"","fold",1]',
        b'[1,1,1,"u",0,"","fold",' + b"[" * 4000 + b"]" * 4000 + b"]",
    ],
)
def test_lines_that_are_no_records_are_refused_without_an_error_of_ours(path, line):
    intake = Intake(path)
    intake.open(TABLE, 1)
    with pytest.raises(BrokenChain):
        intake.follow(line)
    intake.close()
    assert kept(path) == []


# ---- epochs and gaps


def test_epochs_stand_side_by_side(path):
    filled(path, LINES[:10])
    second = made_lines(5, epoch=2)
    filled(path, second, epoch=2)
    assert kept(path, 1) == LINES[:10]
    assert kept(path, 2) == second
    with Ledger(path) as ledger:
        assert [verdict.fault for verdict in verify(ledger)] == [None, None]


def test_records_that_went_with_formatted_flash_are_a_gap_that_is_told(path):
    """docs/vault.md: the FRAM is believed and the same epoch goes on; the files are gone."""
    filled(path, LINES[:10])
    rig = Rig(Journal(LINES, first=26), path)
    rig.sync()
    assert rig.kept() == LINES[:10] + LINES[25:]
    assert rig.journal.acked == 40
    with Ledger(path) as ledger:
        (verdict,) = verify(ledger)
    assert [(gap.first, gap.last) for gap in verdict.gaps] == [(11, 25)]
    assert verdict.fault is None


def test_a_second_host_begins_with_what_the_board_still_has_and_learns_the_rest_by_import(
    tmp_path, path
):
    """The board drops what the first host acknowledged; ledgers are merged."""
    first = tmp_path / "first.db"
    filled(first, LINES[:30])
    rig = Rig(Journal(LINES, first=21), path)
    rig.sync()
    assert rig.kept() == LINES[20:]
    with Ledger(first) as source:
        (merged,) = merge(source, path)
    assert (merged.new, merged.known) == (20, 10)
    assert rig.kept() == LINES
    with Ledger(path) as ledger:
        (verdict,) = verify(ledger)
    assert verdict.gaps == [] and verdict.fault is None


def test_a_ledger_of_another_history_is_not_merged(tmp_path, path):
    filled(path, LINES[:20])
    other = tmp_path / "other.db"
    filled(other, made_lines(40, what=7))
    before = kept(path)
    with Ledger(other) as source, pytest.raises(Problem, match=r"do not belong|not the one"):
        merge(source, path)
    assert kept(path) == before


def test_what_fills_a_gap_must_fit_both_neighbours(path):
    filled(path, LINES[:10])
    Rig(Journal(LINES, first=13), path).sync()
    intake = Intake(path)
    intake.open(TABLE, 1)
    chain = Chain(TABLE, 1, 10, digest(LINES[9]))
    with pytest.raises(BrokenChain, match="record 12 does not fit"):
        chain.encode(("fold", 1), "u", 0)
        intake.follow(chain.encode(("fold", 1), "u", 0))
    assert intake.follow(LINES[11]) and intake.follow(LINES[10])
    intake.commit()
    intake.close()
    assert kept(path) == LINES


# ---- several at once


def test_two_syncs_of_one_board_at_once_store_everything_once(path):
    errors = []

    def take(lines):
        try:
            for start in range(0, 40, 5):
                intake = Intake(path)
                intake.open(TABLE, 1)
                for line in lines[: start + 5]:
                    intake.follow(line)
                    if line[-2] % 3 == 0:
                        intake.commit()
                intake.commit()
                intake.close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=take, args=(LINES,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert kept(path) == LINES
    assert fault(path) is None


def test_programs_that_make_one_ledger_at_the_same_moment_all_get_it(tmp_path):
    errors = []

    def make(path, together):
        together.wait(60)
        try:
            connect(path, create=True).close()
        except BaseException as error:
            errors.append(error)

    for attempt in range(60):
        together = threading.Barrier(4)
        path = tmp_path / f"{attempt}.db"
        threads = [threading.Thread(target=make, args=(path, together)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert errors == []


def test_a_ledger_that_another_program_holds_is_a_plain_message(file, monkeypatch):
    filled(file, LINES[:5])
    monkeypatch.setattr("host_tools.ledger.schema.BUSY_S", 0.05)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    intake = Intake(file)
    with pytest.raises(Problem, match="locked") as caught:
        intake.open(TABLE, 1)
    assert caught.value.code == NO_LEDGER and "Another program holds it" in caught.value.hint
    holder.execute("ROLLBACK")
    intake.open(TABLE, 1)
    assert intake.number == 5
    intake.close()
    holder.close()


# ---- altered files


def forged(number):
    """The record with another amount in it, and the digest that goes with that."""
    line = LINES[number - 1].replace(b"1000", b"9000").replace(b"500", b"900")
    assert line != LINES[number - 1]
    return line, digest(line)


def test_an_altered_record_is_named(path):
    filled(path)
    line, _ = forged(18)
    changed(path, "UPDATE record SET line = ? WHERE number = 18", line)
    assert fault(path) == "record 18 was altered: its bytes are not those that came"


def test_an_altered_record_with_a_matching_digest_is_named_by_the_next_one(path):
    filled(path)
    changed(path, "UPDATE record SET line = ?, digest = ? WHERE number = 18", *forged(18))
    assert fault(path) == "record 19 does not continue record 18: one of them was altered"


def test_a_missing_record_is_named(path):
    filled(path)
    changed(path, "DELETE FROM record WHERE number IN (12, 13)")
    assert fault(path) == "record 12 is missing"


def test_reordered_records_are_named(path):
    filled(path)
    changed(
        path,
        "UPDATE record SET line = ?, digest = ? WHERE number = 7",
        LINES[7],
        digest(LINES[7]),
    )
    assert fault(path) == "record 7 was altered: record 8 of epoch 1 stands in its place"


def test_a_gap_that_was_made_up_is_named_by_what_follows_it(path):
    """Records deleted and declared lost: what is left still has to begin where the gap ends."""
    filled(path)
    changed(path, "INSERT INTO gap VALUES (1, 12, 15, 0)")
    assert fault(path) == "record 16 is missing"


def test_another_kind_in_the_index_is_named(path):
    filled(path)
    changed(path, "UPDATE record SET kind = 'void' WHERE number = 9")
    assert "record 9 was altered" in (fault(path) or "")


# ---- files that are no ledgers


def test_a_newer_schema_is_refused_untouched(file):
    filled(file, LINES[:3])
    changed(file, "PRAGMA user_version = 4")
    before = file.read_bytes()
    for opened in (Intake, Ledger):
        with pytest.raises(Problem, match=r"newer cardtable \(schema 4; this one knows 3\)"):
            opened(file)
    assert file.read_bytes() == before


def test_other_files_are_refused_in_words(tmp_path):
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to be looked at" * 40)
    other = tmp_path / "other.db"
    changed(other, "CREATE TABLE t (x)")
    for file, words in ((text, "not a database"), (other, "is not a ledger")):
        before = file.read_bytes()
        with pytest.raises(Problem, match=words) as caught:
            Intake(file)
        assert caught.value.code == NO_LEDGER
        assert file.read_bytes() == before
    with pytest.raises(Problem, match="there is no ledger at"):
        Ledger(tmp_path / "none.db")


def test_a_folder_that_cannot_be_written_is_a_problem_in_words(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="the ledger"):
        Intake(tmp_path / "file" / "l.db")


def test_the_bytes_are_those_of_the_wire(path):
    """Also of a kind that this program does not know: a newer board may have more."""
    line = Chain(TABLE, 1).encode(("not_yet_known", 5, ["x"]), "t", 1_800_000_000_000)
    filled(path, [line])
    with Ledger(path) as ledger:
        (entry,) = ledger.entries(ledger.chains()[0])
    assert entry.fields() == {"field1": 5, "field2": ["x"]}
    assert entry.when_ms == 1_800_000_000_000
    assert kept(path) == [line]
