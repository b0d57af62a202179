"""What only the host knows is signed: gaps, times of receipt, what was deleted, what was put back.

Whoever can write the ledger's file and has not the host's key can do nothing that verify does not
name. Ledgers of 0.1.0 are read as they are and taken over by whoever writes.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import sqlite3
import stat
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.records import BrokenChain, digest
from host_tools.common.problems import NO_LEDGER, Problem
from host_tools.ledger.host_key import FILE, HostKey, host_key, key_file
from host_tools.ledger.host_verify import host_verdict
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.verify import verify
from tests.integration.ledger.rig import TABLE, Journal, Rig, made_lines
from tests.integration.room.engines import ENGINES, place
from tests.integration.room.server import changed as change

LINES = made_lines(40)


@pytest.fixture(autouse=True)
def keys(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


@pytest.fixture(params=ENGINES)
def path(request, tmp_path, keys):
    """A ledger with a gap, times of receipt a second apart, and a line set aside."""
    made = place(tmp_path, request.param)
    _made(made)
    return made


@pytest.fixture
def file(tmp_path, keys):
    """The same in SQLite's file: for what only a file has."""
    made = tmp_path / "l.db"
    _made(made)
    return made


def _made(path):
    clock = [1_790_000_000_000]

    def now_ms():
        clock[0] += 1000
        return clock[0]

    intake = Intake(path, now_ms)
    intake.open(TABLE, 1)
    for at, line in enumerate(LINES[:12]):
        intake.follow(line)
        if at % 5 == 4:
            intake.commit()
    intake.commit()
    intake.missing_before(21)
    for line in LINES[20:]:
        intake.follow(line)
    intake.commit()
    with pytest.raises(BrokenChain):
        intake.follow(made_lines(41, what=7)[40])
    intake.close()


def faults(path):
    with Ledger(path) as ledger:
        return [verdict.fault for verdict in verify(ledger)]


def changed(path, *statements):
    for statement in statements:
        words, values = statement if isinstance(statement, tuple) else (statement, ())
        change(path, words, *values)


def test_a_ledger_that_nobody_touched_is_whole(path):
    assert faults(path) == [None]
    with Ledger(path) as ledger:
        (verdict,) = verify(ledger)
    assert [(gap.first, gap.last) for gap in verdict.gaps] == [(13, 20)]
    assert verdict.host.noted and verdict.host.key == host_key().id


def test_records_that_come_while_it_is_looked_at_are_nobody_elses(path, monkeypatch):
    def meanwhile(ledger):
        signed = host_verdict(ledger)
        sync = Intake(path)
        sync.open(TABLE, 1)
        for line in made_lines(45)[40:]:
            sync.follow(line)
        sync.commit()
        sync.close()
        return signed

    monkeypatch.setattr("host_tools.ledger.verify.host_verdict", meanwhile)
    assert faults(path) == [None]
    monkeypatch.undo()
    with Ledger(path) as ledger:
        assert [one.chain.last for one in verify(ledger)] == [45]


def test_records_are_not_asked_for_one_by_one_however_many_entries_signed_them(path, monkeypatch):
    """A room has an entry a commit: with a question each, a look takes hours."""
    sync = Intake(path)
    sync.open(TABLE, 1)
    for line in made_lines(300)[40:]:
        sync.follow(line)
        sync.commit()
    sync.close()
    asked, real = [], Ledger.rows
    monkeypatch.setattr(Ledger, "rows", lambda *given: asked.append(given) or real(*given))
    assert faults(path) == [None]
    with Ledger(path) as ledger:
        entries = host_verdict(ledger).entries
    assert entries > 250 and len(asked) <= 10


@given(st.integers(1, 40), st.integers(0, 12))
def test_records_deleted_with_a_gap_in_their_place_are_named(tmp_path_factory, first, more):
    """0.1.0 called this ledger whole."""
    folder = tmp_path_factory.mktemp("gap")
    path = folder / "l.db"
    intake = Intake(path)
    intake.open(TABLE, 1)
    for line in LINES:
        intake.follow(line)
    intake.commit()
    intake.close()
    last = min(40, first + more)
    changed(
        path,
        ("DELETE FROM record WHERE number BETWEEN ? AND ?", (first, last)),
        ("INSERT INTO gap VALUES (1, ?, ?, 1790000000000)", (first, last)),
    )
    (fault,) = faults(path)
    assert fault is not None and str(first) in fault, fault


@given(st.sampled_from([*range(1, 13), *range(21, 41)]), st.integers(-(10**14), 10**14))
def test_a_time_of_receipt_that_was_moved_is_named(tmp_path_factory, number, by):
    """0.1.0 had it under no digest."""
    path = tmp_path_factory.mktemp("time") / "l.db"
    _made(path)
    changed(
        path, ("UPDATE record SET received_ms = received_ms + ? WHERE number = ?", (by, number))
    )
    (fault,) = faults(path)
    if by:
        assert fault is not None and f"time of receipt of record {number} was altered" in fault
    else:
        assert fault is None


def test_the_last_record_exchanged_with_its_digest_is_named(path):
    """No record follows it, so the board's chain alone cannot tell."""
    other = LINES[39].replace(b"collect", b"Collect")
    changed(
        path,
        (
            "UPDATE record SET line = ?, digest = ?, kind = 'Collect' WHERE number = 40",
            (other, digest(other)),
        ),
    )
    (fault,) = faults(path)
    assert fault is not None and "not the one that came" in fault


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("DELETE FROM record WHERE number > 37", "record 38 came on 20"),
        ("DELETE FROM gap", "record 13 is missing"),
        ("UPDATE gap SET last = 19", "record 20 is missing"),
        ("DELETE FROM refused", "what was set aside"),
        ("DELETE FROM record", "record 1 came on 20"),
        ("DELETE FROM host WHERE number > 4", "this host has signed entry"),
        ("DELETE FROM host WHERE number = 3", "entry 3 of the host's chain is missing"),
        ("DELETE FROM host", "this host has signed entry"),
        ("DELETE FROM host_key", "not signed by the key it names"),
        ("UPDATE host SET signature = line WHERE number = 2", "entry 2 of the host's"),
        ("UPDATE host SET line = line || ' ' WHERE number = 2", "entry 2 of the host's"),
    ],
)
def test_every_other_deed_in_the_file_is_named(path, deed, said):
    changed(path, deed)
    (fault,) = faults(path)
    assert fault is not None and said in fault, fault


def test_a_whole_table_that_was_deleted_is_named(path):
    changed(
        path,
        *(f"DELETE FROM {name}" for name in ("record", "gap", "refused")),
        "DELETE FROM chain",
    )
    assert faults(path) == ["all its records were deleted"]


def test_a_record_that_somebody_else_put_in_is_named(path):
    line = LINES[12]
    changed(
        path,
        ("INSERT INTO record VALUES (1, 13, 'fold', 0, ?, ?)", (digest(line), line)),
        "UPDATE gap SET first = 14",
    )
    (fault,) = faults(path)
    assert fault == "record 13 was put in by somebody else than this host"


def test_a_ledger_put_back_to_an_earlier_day_does_not_fit_the_note_of_the_host(file, tmp_path):
    before = tmp_path / "copy.db"
    shutil.copy(file, before)
    intake = Intake(file)
    intake.open(TABLE, 1)
    intake.follow(made_lines(41)[40])
    intake.commit()
    intake.close()
    assert faults(file) == [None]
    file.with_name("l.db-wal").unlink(missing_ok=True)
    file.with_name("l.db-shm").unlink(missing_ok=True)
    shutil.copy(before, file)
    (fault,) = faults(file)
    assert fault is not None and "put back to an earlier state, or exchanged" in fault


def test_a_ledger_signed_anew_with_another_key_is_named_here_and_shows_elsewhere(
    file, tmp_path, monkeypatch
):
    """The insider makes the same ledger without some records, with a key of their own."""
    ours = host_key().id
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "insider"))
    forged = tmp_path / "forged.db"
    intake = Intake(forged)
    intake.open(TABLE, 1)
    for line in LINES[:12]:
        intake.follow(line)
    intake.commit()
    intake.close()
    for end in ("", "-wal", "-shm"):
        file.with_name("l.db" + end).unlink(missing_ok=True)
    shutil.copy(forged, file)
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))
    (fault,) = faults(file)
    assert fault is not None and "exchanged" in fault
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "a third computer"))
    with Ledger(file) as ledger:
        (verdict,) = verify(ledger)
    assert verdict.fault is None and verdict.host.key != ours and not verdict.host.noted


def test_the_host_chain_taken_out_altogether_is_named(file):
    changed(file, "DROP TABLE host", "DROP TABLE host_key", "PRAGMA user_version = 1")
    (fault,) = faults(file)
    assert fault is not None and "exchanged" in fault


def test_a_gap_that_is_filled_from_another_ledger_is_filled_in_the_host_chain(path, tmp_path):
    other = tmp_path / "other.db"
    intake = Intake(other)
    intake.open(TABLE, 1)
    for line in LINES:
        intake.follow(line)
    intake.commit()
    intake.close()
    with Ledger(other) as source:
        merge(source, path)
    assert faults(path) == [None]
    with Ledger(path) as ledger:
        assert ledger.gaps(ledger.chains()[0]) == []


def test_a_new_key_goes_on_and_verify_says_since_when(path, keys):
    (keys / FILE).unlink()
    intake = Intake(path)
    intake.open(TABLE, 1)
    intake.follow(made_lines(41)[40])
    intake.commit()
    intake.close()
    with Ledger(path) as ledger:
        (verdict,) = verify(ledger)
    assert verdict.fault is None
    assert [key for key, _ in verdict.host.keys][-1] == host_key().id
    assert len(verdict.host.keys) == 2


# ---- files


@pytest.mark.skipif(os.name == "nt", reason="modes are of Unix")
def test_ledger_key_and_notes_are_for_their_user_only(file, keys):
    before = os.umask(0)
    try:
        made = file.with_name("new.db")
        _made(made)
    finally:
        os.umask(before)
    files = [made, file, key_file(), *(keys / "ledgers").iterdir()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_programs_that_make_the_key_at_the_same_moment_have_the_same(keys):
    shutil.rmtree(keys, ignore_errors=True)
    found = []
    together = threading.Barrier(6)

    def make():
        together.wait(30)
        found.append(host_key().id)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(found) == 6 and len(set(found)) == 1
    assert [one.name for one in keys.iterdir()] == [FILE]


def test_every_flipped_bit_of_the_key_is_told(keys):
    """Never another key in silence; a flip that means the same (Ab, aB) is the same key."""
    ours = host_key()
    content = key_file().read_bytes()
    for at in range(len(content) * 8):
        bad = bytearray(content)
        bad[at // 8] ^= 1 << at % 8
        key_file().write_bytes(bad)
        try:
            assert host_key() == ours
        except Problem as problem:
            assert problem.code == NO_LEDGER and "damaged" in str(problem)


def test_every_flipped_bit_of_the_note_is_told(path, keys):
    (file,) = (keys / "ledgers").iterdir()
    content = file.read_bytes()
    for at in range(0, len(content) * 8, 7):
        bad = bytearray(content)
        bad[at // 8] ^= 1 << at % 8
        file.write_bytes(bad)
        (fault,) = faults(path)
        assert fault is None or "note" in fault, fault
        if fault is None:  # upper for lower case in the hexadecimal signature
            assert json.loads(bad)[:3] == json.loads(content)[:3]


def test_a_key_that_cannot_be_kept_is_a_problem_in_words(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "file"))
    with pytest.raises(Problem, match="the host's key") as caught:
        Intake(tmp_path / "x.db")
    assert caught.value.code == NO_LEDGER


def test_a_signature_is_of_one_key_and_one_content():
    one, other = HostKey(bytes(32)), HostKey(bytes(31) + b"\1")
    assert one.id != other.id and one.sign(b"x") != one.sign(b"y")


# ---- ledgers of 0.1.0

# As 0.1.0 made it (its host_tools/ledger/schema.py), not as this program would.
_VERSION_1 = """
CREATE TABLE chain (
    id INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    UNIQUE (table_name, epoch)
);
CREATE TABLE record (
    chain INTEGER NOT NULL REFERENCES chain,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    received_ms INTEGER NOT NULL,
    digest TEXT NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (chain, number)
) WITHOUT ROWID;
CREATE INDEX record_kind ON record (chain, kind, number);
CREATE TABLE gap (
    chain INTEGER NOT NULL REFERENCES chain,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    found_ms INTEGER NOT NULL,
    PRIMARY KEY (chain, first)
) WITHOUT ROWID;
CREATE TABLE refused (
    chain INTEGER NOT NULL REFERENCES chain,
    digest TEXT NOT NULL,
    why TEXT NOT NULL,
    received_ms INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (chain, digest)
) WITHOUT ROWID;
PRAGMA application_id = 1128354372;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.db"
    database = sqlite3.connect(path)
    database.executescript(_VERSION_1)
    database.execute("INSERT INTO chain VALUES (1, ?, 1)", (TABLE,))
    for number, line in enumerate(LINES, 1):
        if not 13 <= number <= 20:
            kind = json.loads(line)[6]
            row = (1, number, kind, 1_790_000_000_000 + number, digest(line), line)
            database.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", row)
    database.execute("INSERT INTO gap VALUES (1, 13, 20, 1790000000000)")
    line = b"[]"
    database.execute("INSERT INTO refused VALUES (1, ?, 'why', 5, ?)", (digest(line), line))
    database.commit()
    database.close()
    path.chmod(0o644)
    return path


def test_a_ledger_of_0_1_0_is_read_untouched(old):
    before = old.read_bytes()
    with Ledger(old) as ledger:
        (verdict,) = verify(ledger)
        assert len(list(ledger.entries(ledger.chains()[0]))) == 32
    assert verdict.fault is None and verdict.host.entries == 0
    assert old.read_bytes() == before


def test_a_ledger_of_0_1_0_is_taken_over_and_from_then_on_signed(old):
    rig = Rig(Journal(made_lines(60)), old)
    rig.sync()
    with Ledger(old) as ledger:
        (verdict,) = verify(ledger)
    assert verdict.fault is None and verdict.host.entries >= 4 and verdict.refused == 1
    assert [(gap.first, gap.last) for gap in verdict.gaps] == [(13, 20)]
    if os.name != "nt":
        assert stat.S_IMODE(old.stat().st_mode) == 0o600
    changed(old, "UPDATE record SET received_ms = received_ms - 1 WHERE number = 7")
    assert faults(old) != [None]


def test_a_clock_that_goes_on_while_a_ledger_is_taken_over_changes_no_time(old):
    ticks = itertools.count(1_800_000_000_000)
    Intake(old, now_ms=lambda: next(ticks)).close()
    assert faults(old) == [None]


def test_programs_that_take_over_one_ledger_at_the_same_moment_do_it_once(old):
    errors = []
    together = threading.Barrier(4)

    def take():
        together.wait(30)
        try:
            Intake(old).close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == [] and faults(old) == [None]


def test_a_damaged_ledger_of_0_1_0_is_not_taken_over_and_left_as_it_is(old):
    changed(old, "UPDATE record SET received_ms = 'soon' WHERE number = 9")
    with pytest.raises(Problem, match="damaged and was not taken over"):
        Intake(old)
    with Ledger(old) as ledger:
        assert not ledger.has_host_chain
