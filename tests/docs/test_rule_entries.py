"""Rule entries are whole: every rule has one, code exists, enforced rules have tests."""

from __future__ import annotations

import json
import re
from importlib import import_module

import pytest
from typer.testing import CliRunner

from host_tools.main import app
from host_tools.rulebook.citations import citations, rules_in_name
from host_tools.rulebook.entries import (
    DOCUMENTS,
    ENFORCED,
    NOT_YET,
    RECKONED,
    SHOWN,
    Book,
    Wrong,
    _entry,
    book,
    books,
    parts,
)

# How many numbered rules (section.number) each section has, counted in the documents.
_NUMBERED = {
    "NI2006-156": [1, 6, 7, 8, 2, 2, 3, 5, 6, 4, 3, 4, 3, 5, 3, 8, 20, 2, 9, 21],
    "NI2005-66": [1, 6, 7, 6, 2, 2, 3, 5, 8, 3, 4, 4, 3, 5, 3, 8, 18, 2, 9, 21],
    "NI2004-492": [1, 9, 5, 4, 2, 3, 4, 2, 7, 5, 3, 8, 2, 4, 2, 9, 26],
    "S89-1997": [0, 0, 4, 3, 2, 9, 4, 2, 5, 0, 3, 0, 7, 2, 11, 4],
    "TGC-2006 B": [2, 4, 4, 3, 5, 0, 3, 6, 2, 2, 3, 3, 0, 3, 0, 9, 12],
    "TGC-2006 C": [3, 6, 4, 3, 7, 3, 6, 2, 3, 3, 9, 6, 3, 4, 3, 3, 3, 8, 19],
}


@pytest.mark.parametrize("which", _NUMBERED)
def test_every_numbered_rule_has_an_entry(which):
    document, _, part = which.partition(" ")
    found = set(book(document).entries)
    for section, count in enumerate(_NUMBERED[which], 1):
        wanted = {f"{part}{section}.{number}" for number in range(1, count + 1)}
        if not count:
            wanted = {f"{part}{section}"}  # a section without numbers of its own
        has = {rule for rule in found if re.fullmatch(rf"{part}{section}(\.\d+)?", rule)}
        assert has == wanted, f"{document} section {part}{section}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paragraphs_stand_after_their_rule(document):
    entries = list(book(document).entries)
    for rule in entries:
        part, section, number, letter = (*parts(rule), "", "")[:4]
        if letter:
            above = f"{part.upper()}{section}.{number}"
            assert above in entries and entries.index(above) < entries.index(rule)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_code_that_is_named_exists(document):
    for entry in book(document).entries.values():
        for name in entry.code:
            module, _, path = name.partition(":")
            found = import_module(module)
            for step in path.split("."):
                assert hasattr(found, step), f"{entry.name}: {name} does not exist"
                found = getattr(found, step)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_enforced_rule_has_a_test_that_cites_it(document):
    cited = citations(document)
    bare = [
        entry.rule
        for entry in book(document).entries.values()
        if entry.how in (ENFORCED, RECKONED, SHOWN) and not cited.get(entry.rule)
    ]
    assert not bare, (
        f"{document}: no test cites {', '.join(bare)}; name one test_"
        f"{document.replace('-', '_')}_… after the rule, or a round of the gallery"
    )


def test_what_a_name_cites():
    hold_em, omaha = book("TGC-2006"), book("NI2006-156")
    assert rules_in_name("test_TGC_2006_C16_2_under_raise", hold_em) == {"C16.2"}
    assert rules_in_name("test_TGC_2006_C17_2_C17_3_both", hold_em) == {"C17.2", "C17.3"}
    assert rules_in_name("test_TGC_2006_C19_1_d_seen", hold_em) == {"C19.1", "C19.1.d"}
    assert rules_in_name("test_TGC_2006_B15_each_pot", hold_em) == {"B15"}
    assert rules_in_name("test_NI2006_156_r15_2e_rates", omaha) == {"15.2", "15.2(e)"}
    assert rules_in_name("test_NI2006_156_14_1_a_tap_out", omaha) == {"14.1"}
    assert rules_in_name("test_NI2006_156_r99_1_nothing", omaha) == set()
    both = "test_TGC_2006_C12_4_NI2006_156_r10_1"
    assert rules_in_name(both, hold_em) == {"C12.4"} and rules_in_name(both, omaha) == {"10.1"}


def test_a_citation_is_found_in_names_and_in_rounds(tmp_path):
    tests = tmp_path / "tests"
    (tests / "scenarios" / "rounds").mkdir(parents=True)
    (tests / "test_one.py").write_text("def test_NI2006_156_r9_2_x():\n    pass\n")
    (tests / "scenarios" / "rounds" / "omaha-4.2e-over.toml").write_text(
        'game = "omaha"\nscript = """\nrefuse(4.2(f)) 3 check\n"""\nirregular = ["17.5"]\n'
    )
    cited = citations("NI2006-156", tests)
    assert cited == {
        "4.2": ["tests/scenarios/rounds/omaha-4.2e-over.toml"],
        "4.2(e)": ["tests/scenarios/rounds/omaha-4.2e-over.toml"],
        "4.2(f)": ["tests/scenarios/rounds/omaha-4.2e-over.toml"],
        "9.2": ["tests/test_one.py: test_NI2006_156_r9_2_x"],
        "17.5": ["tests/scenarios/rounds/omaha-4.2e-over.toml"],
    }
    assert citations("TGC-2006", tests) == {}


@pytest.mark.parametrize(
    "row",
    [
        ["title"],
        ["title", "somehow"],
        ["title", "enforced"],
        ["title", "people"],
        ["title", "outside", ""],
        ["title", "not yet", "code:name"],
    ],
)
def test_a_wrong_entry_is_told(row):
    with pytest.raises(Wrong, match=r"X 1\.1"):
        _entry("X", "1.1", row)


# ---- the verb


def run(*arguments: str):
    return CliRunner().invoke(app, ["rules", *arguments])


def test_all_documents_with_totals():
    done = run("--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["document"] for one in told] == list(DOCUMENTS)
    for one in told:
        assert one["all"] == sum(
            one[how] for how in ("enforced", "reckoned", "shown", "people", "outside", NOT_YET)
        )
    assert done.exit_code == 0 and "NI2006-156" in run().stdout


@pytest.mark.parametrize("spelled", ["C16.3", "c 16.3", "C16.3 "])
def test_one_rule(spelled):
    done = run("tgc-2006", spelled, "--json")
    told = json.loads(done.stdout)
    assert told["rule"] == "C16.3" and told["how"] == "enforced"
    assert "cardtable.rules.poker.limits:under_raise_closes" in told["code"]
    assert any("test_TGC_2006_C16_3" in test for test in told["tests"])


@pytest.mark.parametrize("spelled", ["4.2(g)", "4.2 (g)", "4.2.g", "r 4.2(g)", "4.2g"])
def test_a_paragraph_in_every_spelling(spelled):
    assert "NI2006-156 4.2(g): " in run("NI2006-156", spelled).stdout


def test_one_document_for_people():
    done = run("NI2006-156")
    assert done.exit_code == 0
    found: Book = book("NI2006-156")
    assert f"{len(found.entries)} rules: {found.totals()['enforced']} enforced" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "what", "hint"),
    [
        (("NI2006-165",), "no document", "Did you mean NI2006-156?"),
        (("TGC-2006", "C16.33"), "no rule", "C16.3"),
        (("NI2006-156", "no such"), "no rule", "cardtable rules NI2006-156"),
    ],
)
def test_what_is_not_there_is_told_with_a_hint(arguments, what, hint):
    done = run(*arguments)
    problem = done.exception
    assert done.exit_code != 0 and what in str(problem)
    assert hint in problem.line()  # type: ignore[union-attr]


def test_titles_are_short_and_our_own():
    for one in books():
        for entry in one.entries.values():
            assert 3 < len(entry.title) < 80, entry.name
