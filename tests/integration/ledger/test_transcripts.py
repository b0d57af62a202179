"""What the verbs print for people, word for word, and for scripts, by schema."""

from __future__ import annotations

import json

import jsonschema
import pytest

from host_tools.ledger.intake import Intake
from sim.roots import ROOT
from tests.integration.ledger import golden
from tests.integration.ledger.sample import canberra_lines, fill

SCHEMAS = ROOT / "docs" / "schemas"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("desk")
    golden.ledgers(made)
    return made


@pytest.mark.parametrize("name", golden.CASES)
def test_the_transcript_is_as_it_was(folder, name):
    """Meant to change? `python -m tests.integration.ledger.golden`, and read the difference."""
    kept = (golden.HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.transcript(name, folder) == kept


def test_every_transcript_belongs_to_a_case():
    assert {path.stem for path in golden.HERE.glob("*.txt")} == set(golden.CASES)


def test_an_expected_failure_is_one_line_with_a_stable_code():
    told = (golden.HERE / "errors.txt").read_text(encoding="utf-8").split("\n\n")
    assert len(told) == len(golden.CASES["errors"])
    for one in told:
        _, line, code = one.strip().split("\n")
        assert line.startswith("! cardtable: ")
        assert code in ("(exit 2)", "(exit 3)", "(exit 6)")


def data(folder, *words):
    with golden.desk(folder):
        code, out, err = golden.run(list(words))
    assert code == 0 and err == "", err
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("schema", "words", "least"),
    [
        ("event", ["events", "--json"], 250),
        ("round", ["rounds", "--json"], 8),
        ("round", ["rounds", "3", "--table", "table-1", "--json"], 1),
        ("meter", ["meter", "--table", "table-1", "--json"], 1),
        ("meter-history", ["meter", "--table", "table-1", "--history", "--json"], 7),
        ("day", ["day", "--all", "--json"], 3),
        ("verify", ["ledger", "verify", "--json"], 2),
        ("ledger", ["ledger", "list", "--json"], 2),
    ],
)
def test_what_scripts_get_fits_its_schema(folder, schema, words, least):
    known = json.loads((SCHEMAS / f"{schema}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(known)
    found = data(folder, *words)
    assert len(found) >= least
    validator = jsonschema.Draft202012Validator(known)
    for one in found:
        validator.validate(one)


def test_the_order_and_the_import_fit_their_schemas(folder, tmp_path):
    out = tmp_path / "order.json"
    (told,) = data(
        folder, "restore", "--who", "sue", "--table", "table-1", "--out", str(out), "--json"
    )
    jsonschema.validate(told, json.loads((SCHEMAS / "restore.json").read_text()))
    assert json.loads(out.read_text()) == told["order"]
    other = tmp_path / "other.db"
    found = data(
        folder, "ledger", "import", str(folder / "ledger.db"), "--ledger", str(other), "--json"
    )
    for one in found:
        jsonschema.validate(one, json.loads((SCHEMAS / "import.json").read_text()))
    assert [one["new"] for one in found] == [len(data(folder, "events", "--json", "--table", t))
                                             for t in ("t2", "table-1")]  # fmt: skip


def test_a_schema_would_notice_a_missing_and_an_unknown_field(folder):
    known = json.loads((SCHEMAS / "day.json").read_text())
    (day, *_) = data(folder, "day", "--all", "--json")
    for wrong in (day | {"more": 1}, {k: v for k, v in day.items() if k != "commission"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, known)


def test_a_ledger_that_is_not_whole_ends_with_four_and_names_the_record(tmp_path):
    fill(tmp_path / "ledger.db", "table-1", canberra_lines())
    intake = Intake(tmp_path / "ledger.db")
    intake._db.execute("DELETE FROM record WHERE number = 100")
    intake.close()
    with golden.desk(tmp_path):
        code, out, _ = golden.run(["ledger", "verify"])
    assert code == 4
    assert out.startswith("table-1, epoch 1: NOT WHOLE: record 100 is missing.\n")


def test_the_picture_of_the_meter_is_svg_with_every_change(folder, tmp_path):
    from xml.etree import ElementTree

    svg = tmp_path / "m.svg"
    data(folder, "meter", "--table", "table-1", "--svg", str(svg), "--json")
    tree = ElementTree.parse(svg)
    lines = tree.findall(".//{http://www.w3.org/2000/svg}polyline")
    drawn = [[one.split(",") for one in line.attrib["points"].split()] for line in lines]
    assert [len(points) for points in drawn] == [7, 7]
    for points in drawn:  # each fills its own part from its least to its greatest, along the time
        heights = [int(y) for _, y in points]
        assert max(heights) - min(heights) in (0, 140)
        assert [int(x) for x, _ in points] == sorted(int(x) for x, _ in points)
    high, low = ([int(y) for _, y in points] for points in drawn)
    assert max(high) < min(low), "one below the other"


@pytest.mark.parametrize(
    "verb",
    ["sync", "events", "rounds", "meter", "day", "restore", "replay-trace", "ledger verify"],
)
def test_help_says_what_a_verb_does(verb):
    code, out, _ = golden.run([*verb.split(), "--help"])
    assert code == 0
    assert f"cardtable {verb.split()[0]}" in out
    assert "--json" in out and len(out.splitlines()) > 12
