"""Damaged ledgers and boards that write nonsense: every verb says so in a line, none falls over."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.records import Chain, digest
from host_tools.common.problems import NO_LEDGER, NOT_WHOLE, Problem
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from tests.integration.ledger import golden
from tests.integration.ledger.rig import Journal, Rig, made_lines
from tests.integration.ledger.sample import NOON, canberra_lines, poker_lines, sample
from tests.integration.vault.devices import TABLE

# Every verb that reads a ledger, in every form it prints.
VERBS = [
    ["ledger", "list"],
    ["ledger", "verify"],
    ["ledger", "verify", "--json"],
    ["events", "--last", "0"],
    ["events", "--json"],
    ["events", "--csv", "--seat", "3"],
    ["events", "--rule", "NI2004-492 14", "--since", "1d"],
    ["rounds", "--last", "0"],
    ["rounds", "--json"],
    ["rounds", "--csv"],
    ["rounds", "1", "--table", TABLE],
    ["rounds", "1", "--table", "t2", "--phh"],
    ["rounds", "2", "--table", TABLE, "--json"],
    ["day"],
    ["day", "--all", "--json"],
    ["day", "--all", "--csv"],
    ["meter", "--table", TABLE],
    ["meter", "--table", TABLE, "--json"],
    ["meter", "--table", TABLE, "--history"],
    ["meter", "--table", TABLE, "--history", "--csv"],
    ["meter", "--table", TABLE, "--svg", "OUT/meter.svg"],
    ["restore", "--who", "Ann", "--out", "OUT/order.json", "--table", TABLE],
    ["ledger", "import", "OUT/ledger.db", "--ledger", "OUT/other.db"],
]
DOCUMENTED = {0, 1, 2, 4, 6}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return checkpointed(sample(tmp_path_factory.mktemp("whole") / "ledger.db"))


def checkpointed(path):
    """Everything in the one file."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return path


def run_all(folder, verbs=VERBS) -> dict[str, tuple[int, str, str]]:
    """What each verb says; an exception of ours ends the test."""
    said = {}
    with golden.desk(folder):
        for words in verbs:
            (folder / "other.db").unlink(missing_ok=True)
            told = golden.run([word.replace("OUT", str(folder)) for word in words])
            assert told[0] in DOCUMENTED, (words, told)
            if told[0] in (1, 2, 4, 6) and words[:2] != ["ledger", "verify"]:
                assert told[2].startswith("cardtable: "), (words, told)
            said[" ".join(words)] = told
    return said


def _content(path):
    database = sqlite3.connect(path)
    try:
        return [
            database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
            for name in ("chain", "record", "gap", "refused")
        ]
    finally:
        database.close()


def test_the_verbs_are_well_with_a_whole_ledger(whole, tmp_path):
    shutil.copy(whole, tmp_path / "ledger.db")
    assert {told[0] for told in run_all(tmp_path).values()} == {0}


@pytest.mark.parametrize("seed", range(6))
def test_a_flipped_bit_anywhere_is_told_and_makes_no_traceback(whole, tmp_path, seed):
    """`make soak` flips every one. Whatever verify calls whole has the same content."""
    flips(whole, tmp_path, random.Random(seed), 8)


def test_a_flipped_bit_in_the_schemas_own_words_is_said(whole, tmp_path):
    """SQLite then tells of it in bytes that are no text."""
    content = whole.read_bytes()
    first = content.index(b"CREATE TABLE record")
    flip_each(whole, tmp_path, [(first + at) * 8 + 7 for at in range(0, 120, 5)], random.Random(1))


def test_a_record_under_another_chains_number_is_said(whole, tmp_path):
    """Out of its order some queries find it and some do not."""
    content = whole.read_bytes()
    # Chain and number of record 43 of the second chain, then its kind
    at = content.index(b"\x02+win")
    said = flip_each(whole, tmp_path, [at * 8 + 7], random.Random(1))
    assert said == 1


def flips(whole, folder, dice, count):
    size = whole.stat().st_size * 8
    return flip_each(whole, folder, [dice.randrange(size) for _ in range(count)], dice)


def flip_each(whole, folder, bits, dice):
    """How many of the flipped bits are told; silence only where nothing was changed by it."""
    content = whole.read_bytes()
    before = _content(whole)
    told = 0
    for at in bits:
        bad = bytearray(content)
        bad[at // 8] ^= 1 << at % 8
        (folder / "ledger.db").write_bytes(bad)
        for name in ("ledger.db-wal", "ledger.db-shm"):
            (folder / name).unlink(missing_ok=True)
        said = run_all(folder, [VERBS[1], *dice.sample(VERBS, 5)])
        if said["ledger verify"][0] == 0:
            assert _content(folder / "ledger.db") == before, f"bit {at} changed it in silence"
        else:
            told += 1
    return told


DAMAGE = [
    "UPDATE record SET line = x'ff00fe' WHERE number = {n}",
    "UPDATE record SET line = '[' WHERE number = {n}",
    "UPDATE record SET line = 7 WHERE number = {n}",
    "UPDATE record SET line = replace(hex(zeroblob(60000)), '00', '[') WHERE number = {n}",
    "UPDATE record SET digest = 5 WHERE number = {n}",
    "UPDATE record SET received_ms = 'late' WHERE number = {n}",
    "UPDATE record SET received_ms = 9e300 WHERE number = {n}",
    "UPDATE record SET kind = 'round' WHERE number = {n}",
    "UPDATE record SET number = -5 WHERE number = {n}",
    "UPDATE record SET number = 9223372036854775807 WHERE number = {n}",
    "UPDATE chain SET epoch = 'x' WHERE id = 1",
    "UPDATE chain SET table_name = x'00' WHERE id = 1",
    "UPDATE gap SET first = 'x'",
    "UPDATE host SET line = '[1,2]' WHERE number = 2",
    "UPDATE host SET signature = 'text' WHERE number = 2",
    "UPDATE host_key SET public = 'text'",
    "INSERT INTO gap VALUES (1, 'a', 'b', 'c')",
    "INSERT INTO refused VALUES (1, 'a', 'b', 'c', 'd')",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_odd_values_in_the_file_are_told(whole, tmp_path, damage):
    for number in (1, 40, 200):
        shutil.copy(whole, tmp_path / "ledger.db")
        database = sqlite3.connect(tmp_path / "ledger.db")
        try:
            database.execute("PRAGMA ignore_check_constraints = ON")
            changed = database.execute(damage.format(n=number)).rowcount
            database.commit()
        finally:
            database.close()
        said = run_all(tmp_path)
        assert not changed or said["ledger verify"][0] in (4, 6), said["ledger verify"]


# ---- a board that writes nonsense, properly chained and signed for

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 10**17, 10**19, 10**400, 1.5, 1e308, float("inf"), "", "x" * 3000]),
    st.text(max_size=8),
    st.lists(st.integers(-3, 40), max_size=4),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.recursive(st.integers(0, 9), lambda deeper: st.lists(deeper, max_size=2), max_leaves=6),
)


def nonsense(path, lines, table, at, field, value):
    """The same records, one of them with something odd in it, as a broken board would chain it."""
    chain = Chain(table, 1)
    intake = Intake(path, lambda: NOON + 120_000)
    intake.open(table, 1)
    for number, line in enumerate(lines):
        record = json.loads(line)
        body = record[6:]
        if number == at % len(lines):
            where = 1 + field % len(body)
            body = [*body[:where], value, *body[where + 1 :]] if field % 5 else body[:where]
        intake.follow(chain.encode(body, record[3], record[4]))
    intake.commit()
    intake.close()


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 40), ODD, st.booleans())
def test_what_makes_no_sense_is_said_with_its_number(tmp_path_factory, at, field, value, poker):
    folder = tmp_path_factory.mktemp("nonsense")
    lines, table = (poker_lines(), "t2") if poker else (canberra_lines(), TABLE)
    nonsense(folder / "ledger.db", lines, table, at, field, value)
    run_all(folder)


def test_a_ledger_that_is_a_folder_empty_or_rubbish_is_said(tmp_path):
    path = tmp_path / "ledger.db"
    for content in (b"", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 4096, b"x" * 70000):
        path.write_bytes(content)
        for code, _, errors in run_all(tmp_path).values():
            assert code in (2, 6), errors
    path.unlink()
    path.mkdir()
    for code, _, errors in run_all(tmp_path).values():
        assert code in (2, 6), errors


def test_a_digest_is_what_tells_a_damaged_record(whole, tmp_path):
    """0.1.0 printed a traceback in day, rounds, events and meter for this one."""
    shutil.copy(whole, tmp_path / "ledger.db")
    database = sqlite3.connect(tmp_path / "ledger.db")
    (line,) = database.execute("SELECT line FROM record WHERE number = 60 AND chain = 1").fetchone()
    bad = line[:-4]
    database.execute("UPDATE record SET line = ? WHERE number = 60 AND chain = 1", (bad,))
    database.commit()
    database.close()
    said = run_all(tmp_path)
    assert digest(bad) != digest(line)
    for verb in ("day", "rounds --last 0", "events --last 0"):
        assert said[verb][0] == 4 and "record 60 is damaged" in said[verb][2], said[verb]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_sync_into_a_damaged_ledger_goes_on_or_says_why_not(tmp_path, damage):
    """In this ledger the damaged record is the last one, or one in a gap's neighbourhood."""
    lines = made_lines(60)
    for number in (1, 30, 40):
        path = tmp_path / f"{number}.db"
        rig = Rig(Journal(lines[:40]), path)
        rig.sync()
        database = sqlite3.connect(path)
        try:
            database.execute(damage.format(n=number))
            database.commit()
        finally:
            database.close()
        rig.plug(Journal(lines))
        try:
            rig.sync(limit=400)
        except Problem as problem:
            assert problem.code in (NOT_WHOLE, NO_LEDGER), problem
            continue
        with Ledger(path) as ledger:
            try:
                faults = [one.fault for one in verify(ledger)]
            except Problem:
                continue  # said
        assert faults != [None] or ledger_is_right(path, lines)


def ledger_is_right(path, lines):
    with Ledger(path) as ledger:
        chain = ledger.chains()[-1]
        return ledger.lines(chain.table, chain.epoch) == lines
