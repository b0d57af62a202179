"""Several rounds in one file: what goes from one to the next, and what is wrong with a file."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from typer.testing import CliRunner

from cardtable.desk import games
from cardtable.rules.poker import next_round
from cardtable.rules.seals import Open
from host_tools.main import app
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import BadFile, read
from sim.roots import ROOT

FILES = sorted((ROOT / "tests" / "scenarios" / "sessions").glob("*.toml"))
HOLDEM = next(path for path in FILES if path.stem == "holdem-stacks-and-puck-go-on")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_session_holds(path):
    played = play(read(path))
    assert played.problems == [] and len(played.results["rounds"]) == len(read(path).rounds)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_chip_is_lost_between_two_rounds(path):
    """Each round begins with the stacks that the one before left."""
    file = read(path)
    rounds = play(file).results["rounds"]
    for (before, after), part in zip(pairwise(rounds), file.rounds[1:], strict=True):
        steps = [step for step in part.steps if not step.refuse]
        joined = [given[1] for step in steps for given in step.inputs if given[0] == "join"]
        for seat, cents in before["stacks"].items():
            if cents and seat in after["stacks"] and seat not in joined:
                assert after["stacks"][seat] - after["net"][seat] == cents


def test_records_of_a_session_are_those_of_a_table_that_plays_on():
    """The same inputs in rounds opened by the firmware's own next_round make the same records."""
    file = read(HOLDEM)
    records = []
    carried = ([[seat, cents] for seat, cents in file.seats.items()], 1, 0, 0)
    for number, part in enumerate(file.rounds, 1):
        seats, marker, lap, gone = carried
        table = games.start("holdem", part.determinations, seats, marker, Open(), number, lap, gone)
        records += table.opening
        for step in part.steps:
            if not step.refuse:
                for given in step.inputs:
                    records += table.take(given)
        carried = next_round.carried(table)
    assert records == play(file).records


def _changed(tmp_path, *changes):
    text = HOLDEM.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "session.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stacks = { 1 = 1, 2", "stacks = { 1 = 2, 2", "round 3: stacks: seat 1 expected 2, got 1"),
        ("next = { puck = 3 }", "next = { puck = 1 }", "round 3: next.puck: expected 1, got 3"),
        ("first = 2,", "first = 3,", "round 1: next.first: expected 3, got 2"),
        ("blinds = [2, 3]", "blinds = [3, 1]", "round 1: next.blinds: expected [3, 1]"),
        ("ante = 0 }", "ante = 5 }", "round 1: next.ante: expected 5, got 0"),
        ('"The main pot"', '"a side pot"', "round 1: told: 'a side pot' was not told"),
        ("2 call\n3 fold", "2 check\n3 fold", "round 3: line 44: '2 check' refused"),
    ],
)
def test_what_does_not_hold_is_told_with_its_round(tmp_path, old, new, said):
    problems = play(read(_changed(tmp_path, (old, new)))).problems
    assert any(problem.startswith(said) for problem in problems), problems


def test_after_a_round_that_is_not_over_nothing_is_played(tmp_path):
    path = _changed(tmp_path, ("1 fold\n2 fold\n", ""))
    path.write_text(
        path.read_text().replace("stacks = { 1 = 199, 2 = 198, 3 = 203 }\nnext", "#", 1)
    )
    text = path.read_text().replace('told = ["Box 3 raises to $10.00", "The main pot"]\n', "", 1)
    path.write_text(text)
    assert play(read(path)).problems == ["round 1: is not over, and 2 more would follow"]


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("1 fold\n2 fold\n", "1 folds a bit\n", "folds a bit", "is no line of a script"),
        ('outcome = "misdeal"', 'outcome = "lost"', '"lost"', "outcome: must be one of"),
        ("net = { 1 = 0", "nett = { 1 = 0", "nett", "does not know 'nett'; did you mean 'net'"),
        ("[[rounds]]\nscript", "[[rounds]]\nseats = 3\nscript", "seats = 3", "not know 'seats'"),
        ('game = "holdem"', 'game = "holdem"\nscript = "1 fold"', '"1 fold"', "into a round"),
        ('told = ["Mis', 'told = [3, "Mis', "[3,", "told: must be a list of texts"),
        ("next = { puck = 3 }", "next = { puk = 3 }", "puk", "next: has button, puck"),
        ("[rounds.expect]\noutcome", "[rounds.table]\nburn = 'x'\n[rounds.expect]\noutcome",
         "burn", "burn: must be a whole number"),
    ],
)  # fmt: skip
def test_an_error_has_its_line(tmp_path, old, new, where, said):
    path = _changed(tmp_path, (old, new))
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if where in text)
    with pytest.raises(BadFile) as bad:
        read(path)
    (told,) = bad.value.lines
    assert told.startswith(f"{path}:{line}: ") and said in told, told


def test_rounds_must_be_rounds(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('game = "holdem"\nrounds = 3\n[seats]\n1 = 5\n')
    with pytest.raises(BadFile, match=r"wrong.toml:2: rounds must be \[\[rounds\]\]"):
        read(path)


def test_json_has_every_round():
    done = CliRunner().invoke(app, ["play", str(HOLDEM), "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["result"] == "equal"
    assert [one["outcome"] for one in told["rounds"]] == ["won", "misdeal", "won"]
    assert told["rounds"][0]["stacks"] == {"1": 199, "2": 198, "3": 203}


def test_a_determination_may_change_from_one_round_to_the_next(tmp_path):
    path = _changed(
        tmp_path,
        ("[rounds.expect]\noutcome", "[rounds.table]\nblinds = [5, 10]\n[rounds.expect]\noutcome"),
    )
    posted = [record for record in play(read(path)).records if record[0] == "post"]
    assert [record[3] for record in posted] == [100, 200, 500, 1000, 100, 200]
