"""A recorded conversation runs again on the desk: the same understanding, the same errors."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.common.problems import Problem
from host_tools.ledger.recorded import RecordedIntake
from host_tools.link.record_pump import Syncing
from host_tools.link.trace import RecordedWire, Recorder, escaped, read_trace, unescaped
from host_tools.link.trace_replay import Replayed
from host_tools.link.wire import Unplugged
from sim.roots import ROOT
from tests.integration.ledger import golden
from tests.integration.ledger.rig import Journal, Rig, made_lines, spoiler
from tests.integration.ledger.test_ledger import filled

LINES = made_lines(60)


def recorded(tmp_path, rig, until=lambda syncing: syncing.caught_up):
    """A sync written down: (trace, the problem it ended with)."""
    file = tmp_path / "bug.trace"
    recorder = Recorder(file, rig.cable.now)
    intake = RecordedIntake(rig.path, recorder)
    problem = None
    try:
        while True:
            recorder.note("open memory")
            wire = RecordedWire(rig.cable.host_end(), recorder)
            syncing = Syncing(wire, intake, rig.cable.now)
            try:
                while not until(syncing):
                    syncing.pump()
                break
            except Unplugged:
                continue
    except Problem as failure:
        problem = failure
    finally:
        intake.close()
        recorder.close()
    return file, problem


def told(file):
    replayed = Replayed(read_trace(file))
    return list(replayed.run()), replayed.problem


def records(found):
    return [one[2] for _, what, one in found if what == "record"]


@given(st.binary(max_size=60))
def test_any_bytes_survive_being_written_down(data):
    text = escaped(data)
    assert unescaped(text) == data
    assert text.isascii() and "\n" not in text


def test_a_trace_gives_the_same_records(tmp_path):
    rig = Rig(Journal(LINES), tmp_path / "l.db")
    file, problem = recorded(tmp_path, rig)
    found, again = told(file)
    assert problem is None and again is None
    assert records(found) == list(range(1, 61))
    assert [what for _, what, _ in found if what not in ("hello", "record")] == ["end"]


def test_a_trace_begins_where_the_ledger_was_then(tmp_path):
    filled(tmp_path / "l.db", LINES[:25])
    file, _ = recorded(tmp_path, Rig(Journal(LINES), tmp_path / "l.db"))
    found, again = told(file)
    assert records(found) == list(range(26, 61)) and again is None
    assert "differs" not in [what for _, what, _ in found]


def test_a_bad_cable_and_its_cuts_are_heard_again(tmp_path):
    rig = Rig(Journal(LINES), tmp_path / "l.db")
    rig.cable.spoil = spoiler(3)
    rig.cable.cut_after = 2500
    file, _ = recorded(tmp_path, rig)
    found, again = told(file)
    assert sorted(set(records(found))) == list(range(1, 61)) and again is None
    assert [what for _, what, _ in found].count("end") == 2
    assert "noise" in [what for _, what, _ in found]


def test_a_fork_ends_in_the_same_words_and_code(tmp_path):
    filled(tmp_path / "l.db", LINES[:20])
    rig = Rig(Journal(made_lines(60, what=7)), tmp_path / "l.db")
    file, problem = recorded(tmp_path, rig)
    _, again = told(file)
    assert problem is not None and again is not None
    assert (again.line(), again.code) == (problem.line(), problem.code)


def test_a_gap_is_understood_again(tmp_path):
    filled(tmp_path / "l.db", LINES[:20])
    file, _ = recorded(tmp_path, Rig(Journal(LINES, first=31), tmp_path / "l.db"))
    found, _ = told(file)
    assert [one for _, what, one in found if what == "gap"] == ["records 21 to 30 are missing"]
    assert records(found) == list(range(31, 61))


def test_the_verb_prints_what_fits_its_schema_and_tells_rounds(tmp_path):
    file, _ = recorded(tmp_path, Rig(Journal(LINES), tmp_path / "l.db"))
    code, out, _ = golden.run(["replay-trace", str(file), "--json"])
    assert code == 0
    schema = json.loads((ROOT / "docs" / "schemas" / "trace.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    for line in out.splitlines():
        validator.validate(json.loads(line))
    code, out, _ = golden.run(["replay-trace", str(file), "--tell"])
    assert code == 0 and "Box 3 folds." in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no trace"),
        ("something else\n", "is no trace"),
        ("cardtable link trace 1\nnonsense\n", "line 2"),
        ("cardtable link trace 1\n5 < a\\q\n", "line 2: column 2"),
        ("cardtable link trace 1\n0 = open x\n5 < \\xZZ\n", "line 3"),
    ],
)
def test_a_damaged_trace_is_named_by_its_line(tmp_path, text, words):
    file = tmp_path / "bad.trace"
    file.write_text(text)
    with pytest.raises(Problem, match=words) as caught:
        read_trace(file)
    assert caught.value.code == 2
