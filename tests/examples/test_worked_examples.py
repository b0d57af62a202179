"""The worked examples pass, and their runner tells the truth about any file of that form."""

from __future__ import annotations

import pytest

from tests.examples.__main__ import main
from tests.examples.registry import DEFAULT_FILE, Outcome, load, run

_FILES = (DEFAULT_FILE, DEFAULT_FILE.with_name("variants.yaml"))
_OUTCOMES = [outcome for file in _FILES for outcome in run(load(file))]

_GOOD = """
- {id: G1, kind: dealer_qualifies, given: {hand: AsKd4h3c2s}, expect: {qualifies: true}}
- {id: G2, kind: boomerang_class, given: {hand: AsKd4h3c2s}, expect: {prize: none}}
- {id: G3, kind: low_joker, given: {hand: 7h5c4c2sJk}, expect: {counts_as: '3', low: 75432}}
"""


@pytest.mark.parametrize("outcome", _OUTCOMES, ids=lambda o: f"{o.example.id}-{o.example.kind}")
def test_worked_example(outcome: Outcome):
    assert outcome.status == "passed", (outcome.example, outcome.got)


def ran(tmp_path, capsys, text: str, *more: str):
    file = tmp_path / "examples.yaml"
    file.write_text(text)
    code = main([str(file), *more])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def test_what_passes_is_counted(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD)
    assert (code, lines) == (0, ["3 passed, 0 failed, 0 skipped"])


def test_a_wrong_expectation_fails_with_id_given_expected_and_got(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD.replace("qualifies: true", "qualifies: false"))
    assert code == 1
    assert lines[-1] == "2 passed, 1 failed, 0 skipped"
    told = "\n".join(lines)
    assert "G1" in told and "AsKd4h3c2s" in told
    assert "{'qualifies': False}" in told and "{'qualifies': True}" in told


def test_an_expected_field_that_is_not_answered_fails(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD.replace("{prize: none}", "{price: none}"))
    assert (code, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped")


def test_an_example_that_cannot_be_played_fails_and_the_rest_go_on(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD.replace("7h5c4c2sJk", "7h7h4c2sJk"))
    assert (code, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped")
    assert "7h comes twice" in "\n".join(lines)


@pytest.mark.parametrize(
    ("source", "given", "wrong"),
    [
        ("NI2004-492", "exposed_cards: 2", "void"),
        ("NI2004-492", "exposed_cards: 3", "misdeal"),
        ("NI2004-492", "exposed_cards: 3", "continue"),
        ("NI2004-492", "player_cards: 6", "'that hand void, its wagers returned'"),
        ("NI2004-492", "dealer_cards: 6", "NO HAND"),
        ("S89-1997", "exposed_cards: 3", "round void"),
        ("S89-1997", "player_cards: 6", "round void"),
        ("S89-1997", "player_cards: 6", "NO HAND"),
        ("S89-1997", "dealer_cards: 6", "'that hand void, its wagers returned'"),
        ("S89-1997", "dealer_cards: 6", "continue"),
    ],
)
def test_other_words_are_understood_but_not_another_outcome(tmp_path, capsys, source, given, wrong):
    text = f"- {{id: W, source: {source}, kind: irregularity, given: {{{given}}}, "
    code, _, _ = ran(tmp_path, capsys, text + f"expect: {{outcome: {wrong}}}}}")
    assert code == 1


def test_an_unknown_kind_is_skipped_and_named(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD.replace("boomerang_class", "snap"))
    assert code == 0
    assert lines == ["skipped snap: 1 (not supported yet)", "2 passed, 0 failed, 1 skipped"]


def test_one_kind_can_be_run_alone(tmp_path, capsys):
    code, lines, _ = ran(tmp_path, capsys, _GOOD, "--kind", "low_joker")
    assert (code, lines) == (0, ["1 passed, 0 failed, 0 skipped"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a list"),
        ("a: 1", "expected a list"),
        ("- [", "not YAML"),
        ("- 3", "entry 1"),
        ("- {id: X, kind: low_joker, expect: {}}", "X has no usable 'given'"),
    ],
)
def test_a_file_without_examples_is_refused_with_a_reason(tmp_path, capsys, text, reason):
    code, lines, err = ran(tmp_path, capsys, text)
    assert (code, lines) == (2, [])
    assert reason in err


def test_a_missing_file_is_refused_with_a_reason(tmp_path, capsys):
    assert main([str(tmp_path / "none.yaml")]) == 2
    assert "No such file" in capsys.readouterr().err
