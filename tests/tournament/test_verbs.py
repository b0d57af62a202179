"""`cardtable tournament`: from a file of conditions to prizes, by the verbs alone."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.cli import tournament as verbs
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem
from host_tools.main import app
from host_tools.tournament.journal import Journal

CONDITIONS = "docs/tournament.toml"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_TOURNAMENT", str(tmp_path / "thursday"))

    def ran(*words):
        done = CliRunner().invoke(app, ["tournament", *map(str, words)])
        if isinstance(done.exception, Problem):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.stdout

    return ran


def refused(code, run, *words):
    with pytest.raises(Problem) as caught:
        run(*words)
    assert caught.value.code == code, caught.value
    return caught.value.line()


@pytest.fixture
def conditions(tmp_path):
    """The handbook's, for a tournament whose published start has passed."""
    text = Path(CONDITIONS).read_text()
    assert "2026-11-26" in text
    file = tmp_path / "conditions.toml"
    file.write_text(text.replace("2026-11-26", "2020-01-02"))
    return file


def begun(run, players=("Ada", "Bea", "Cy", "Di")):
    run("open", CONDITIONS)
    for name in players:
        run("enter", name)
    run("draw", "--table", "t1=1-9")
    for number in range(1, len(players) + 1):
        run("seat", number)
    run("begin")
    return json.loads(run("show", "--json"))


def test_every_verb_has_help_with_an_example():
    for command in verbs.tournament.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__
        text = command.callback.__doc__ or ""
        assert f"Example:\n\n    cardtable tournament {name} " in text, name


def test_from_conditions_to_prizes(run):
    shown = begun(run)
    boxes = {one["box"]: one for one in shown["entrants"]}
    assert sorted(boxes) == [1, 2, 3, 4] and shown["limits"]["blinds"] == [500, 1000]
    assert "NI2006-156 20.14" in refused(
        BAD_INPUT, run, "round", "t1", 1, "1=5000", "2=0", "3=0", "4=0"
    )
    told = run(
        "round", "t1", 1, "1=3000", "2=1000", "3=0", "4=0", "--put", "3=600", "--put", "4=900"
    )
    assert boxes[3]["name"] in told and boxes[4]["name"] in told
    assert "counted already" in refused(BAD_INPUT, run, "round", "t1", 1, "1=3000", "2=1000")
    assert "--early" in refused(BAD_INPUT, run, "end")
    run("end", "--early")
    run("draw")
    run("begin")
    left = [one for one in json.loads(run("show", "--json"))["entrants"] if one["box"]]
    winner, other = (f"{one['box']}={4000 * (one is left[0])}" for one in left)
    run("round", "t1", 2, winner, other)
    told = run("end")
    # 4 entries of 50 after commission: 60, 30, 10 per cent; box 4 put in more than box 3 (20.19)
    assert f"1. {left[0]['name']}  $120.00" in told and f"2. {left[1]['name']}  $60.00" in told
    assert f"3. {boxes[4]['name']}  $20.00" in told and f"4. {boxes[3]['name']}\n" in told
    prizes = json.loads(run("prizes", "--json"))
    assert sum(one["prize"] for one in prizes["awards"]) == prizes["pool"] == 20000
    assert run("ballot").count("as promised") == 2


def test_levels_breaks_and_corrections(run):
    begun(run)
    assert "blinds 10/20" in run("level")
    run("pause", "--minutes", 10)
    assert "the clock stands" in run("show")
    run("resume")
    assert "$1,000.00 is now $900.00" in run("correct", 1, 900, "--why", "miscounted")
    assert "reason" in refused(BAD_INPUT, run, "correct", 1, 900, "--why", " ")
    assert "20.7" in refused(BAD_INPUT, run, "balance")
    assert "To be returned: $220.00" in run("cancel", "--why", "fire alarm")
    assert "over" in refused(BAD_INPUT, run, "enter", "Late")


def test_reserves_and_substitutes(run, conditions):
    run("open", conditions)
    for name in ("Ada", "Bea", "Cy", "Di"):
        run("enter", name)
    run("draw", "--table", "t1=1-3,7")
    assert "closed" in refused(BAD_INPUT, run, "enter", "Late")
    run("enter", "Rex", "--reserve")  # who comes to the door may still be given an empty seat
    assert "Rex plays at t1" in run("replace", 2, 5)
    assert "3 is now Grace Hopper" in run("substitute", 3, "Grace Hopper")
    assert "Forfeited: 1 Ada" in run("begin", "--forfeit", 1)


def test_what_was_a_mistake_is_taken_back(run):
    begun(run)
    number = next(
        e["number"] for e in json.loads(run("show", "--json"))["entrants"] if e["box"] == 3
    )
    run("round", "t1", 1, "1=3000", "2=500", "3=0", "4=500")
    assert f"{number} " in run("show") and "is out" in run("show")
    told = run("back", number, 500, "--why", "the row above was meant")
    assert "plays on at t1 box 3 with $500.00" in told
    run("correct", 1, 500, "--why", "and so was this")
    assert "blinds 10/20" in run("level")
    assert "reason" in refused(BAD_INPUT, run, "level", "--back")
    assert "blinds 5/10" in run("level", "--back", "--why", "too early")
    assert "leaves when the round is over" in run("leaves", 2, "--why", "taken ill")
    assert "(leaves)" in run("show")


@pytest.mark.parametrize("table", ["t1", "t1=", "t1=0-3", "t1=4-2", "t1=1,1", "=1-9", "t1=1-11"])
def test_a_wrong_table_is_told(run, table):
    run("open", CONDITIONS)
    assert "--table" in refused(BAD_INPUT, run, "draw", "--table", table)


def test_wrong_conditions_are_told_line_by_line(run, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text(Path(CONDITIONS).read_text().replace("fee = 55", "fee = 4"))
    done = CliRunner().invoke(app, ["tournament", "check", str(bad)])
    assert done.exit_code == BAD_INPUT and "more than the fee" in done.stderr
    assert "cannot be read" in refused(BAD_INPUT, run, "check", tmp_path / "none.toml")
    assert "tournament open" in refused(BAD_INPUT, run, "show")


def test_a_ballot_that_was_not_promised_is_found(run, tmp_path):
    """Somebody who may write the file, and chains it anew, still cannot choose the seats."""
    begun(run)
    file = tmp_path / "thursday" / "journal.jsonl"
    events = Journal(file).events
    forged = Journal(tmp_path / "forged" / "journal.jsonl")
    forged.file.parent.mkdir()
    for event in events:
        if event["kind"] == "ballot":
            (a, *seat_a), (b, *seat_b), *rest = event["seats"]
            event = {**event, "seats": [[a, *seat_b], [b, *seat_a], *rest]}
        forged.append(event)
    assert "not what was promised" in refused(
        NOT_WHOLE, run, "ballot", "--folder", forged.file.parent
    )
