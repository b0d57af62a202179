"""`cardtable play`: exit codes, differences, errors with file and line, JSON."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from host_tools.main import app
from host_tools.scenarios.expect import EXPECT_KEYS
from sim.roots import ROOT

ROUND = """game = "holdem"
script = \"\"\"
deal 1 As 2 Kd 3 7c 1 Ah 2 Kc 3 7d   # two cards each
3 fold
1 fold
\"\"\"
[table]
blinds = [1, 2]
puck = 1
[seats]
1 = 200
2 = 200
3 = 200.50
[expect]
stacks = { 1 = 199, 2 = 201 }
"""

CANBERRA = """game = "canberra"
script = \"\"\"
1 ante 5
deal 1 As dealer 7c 1 Ah dealer 8d 1 2c dealer 4c 1 2d dealer Jd 1 9c dealer Tc
1 bet
"""
ENDS = """\"\"\"
[seats]
1 = 100
"""


def played(tmp_path, text: str, *more: str):
    path = tmp_path / "round.toml"
    path.write_text(text)
    done = CliRunner().invoke(app, ["play", str(path), *more])
    return done.exit_code, done.stdout, done.stderr


def test_all_expectations_hold(tmp_path):
    code, out, _ = played(tmp_path, ROUND)
    assert code == 0 and "as expected" in out


def test_a_file_of_another_editor_is_the_same(tmp_path):
    path = tmp_path / "round.toml"
    path.write_bytes(b"\xef\xbb\xbf" + ROUND.replace("\n", "\r\n").encode())
    assert CliRunner().invoke(app, ["play", str(path)]).exit_code == 0


def test_a_seat_stands_there_once(tmp_path):
    code, _, errors = played(tmp_path, ROUND.replace("[seats]", '[seats]\n"01" = 5'))
    assert code == 2 and "stands there twice" in errors


def test_a_whole_round_is_told_in_words():
    """From the first ante to the marker's way; a card of the file is not told as face up."""
    path = ROOT / "tests" / "scenarios" / "rounds" / "stud-B9-a-whole-round.toml"
    told = CliRunner().invoke(app, ["play", "--tell", str(path)]).stdout.splitlines()
    assert told[0].endswith("as expected (won)")
    assert "  Box 1 gets 2♠." in told
    assert "  The main pot of $85.00 goes to box 2." in told
    assert "  The marker goes on to box 2 (TGC-2006 B9.1)." in told


def test_nothing_of_the_round_before_is_told_again():
    name = "canberra-11.3-two-straight-flushes-in-a-row.toml"
    path = ROOT / "tests" / "scenarios" / "sessions" / name
    told = CliRunner().invoke(app, ["play", "--tell", str(path)]).stdout.splitlines()
    assert [line for line in told if line.startswith("Round")] == ["Round 1", "Round 2"]
    shown = "  Box 1 shows 9♦ 8♦ 7♦ 6♦ 5♦: straight flush to the nine."
    assert told.count(shown) == 2 and told.count("  Winners: box 1 $505.00.") == 2


def test_who_has_tapped_out_opens_no_betting_round():
    path = ROOT / "tests" / "scenarios" / "rounds" / "draw-10.1d-the-first-has-tapped-out.toml"
    told = CliRunner().invoke(app, ["play", "--tell", str(path)]).stdout.splitlines()
    assert "  Betting round 1." in told


def test_what_went_wrong_is_told_with_its_rule_and_what_to_do():
    path = ROOT / "tests" / "scenarios" / "rounds" / "canberra-14.1-third-exposed-card.toml"
    told = CliRunner().invoke(app, ["play", "--tell", str(path)]).stdout.splitlines()
    at = told.index("  Irregular at box 2: a card was exposed (NI2004-492 14.1).")
    assert told[at + 1] == "  → Turn the card over and deal on; the third one ends the round."


def test_each_difference_is_printed(tmp_path):
    code, out, _ = played(tmp_path, ROUND.replace("1 = 199, 2 = 201", "1 = 198, 2 = 202.25"))
    assert code == 1
    assert "seat 1 expected 198, got 199" in out and "seat 2 expected 202.25, got 201" in out


def test_json_has_every_key_of_expect(tmp_path):
    code, out, _ = played(tmp_path, ROUND, "--json")
    told = json.loads(out)
    assert code == 0 and told["result"] == "equal"
    for key in EXPECT_KEYS:
        assert key in told
    assert told["stacks"] == {"1": 199, "2": 201, "3": 200.5}
    assert told["pots"] == [{"amount": 3, "winners": [2]}]
    coming = {"first": 2, "blinds": [2, 3], "ante": 0}
    assert told["next"] == {"puck": 2, "act": None} | coming


def test_a_refused_line_is_named_with_its_rule(tmp_path):
    code, out, _ = played(tmp_path, ROUND.replace("3 fold", "3 check"))
    assert code == 1
    assert "line 4: '3 check' refused" in out and "C13.2" in out


def test_a_line_that_must_be_refused_and_is_not(tmp_path):
    code, out, _ = played(tmp_path, ROUND.replace("3 fold", "refuse 3 fold\n3 fold"))
    assert code == 1 and "line 4" in out and "must be refused" in out


def test_a_line_that_is_taken_now_and_would_be_refused_later_is_a_difference(tmp_path):
    """Canberra Poker: hands are turned over where a line takes it for granted, not to refuse it."""
    text = CANBERRA + "refuse dealer takes back\ndealer collects\n" + ENDS
    code, out, _ = played(tmp_path, text)
    assert code == 1 and "line 6: 'refuse dealer takes back' was taken" in out
    code, out, _ = played(tmp_path, text.replace("refuse dealer", "dealer") + "[expect]\n")
    assert code == 1 and "line 7" in out  # the bet is gone: nothing to collect


def test_a_refusal_by_another_rule_is_a_difference(tmp_path):
    code, out, _ = played(tmp_path, ROUND.replace("3 fold", "refuse(C16.2) 3 check\n3 fold"))
    assert code == 1 and "not by C16.2" in out


def test_what_no_rule_refuses_says_so(tmp_path):
    code, out, _ = played(
        tmp_path, ROUND.replace("3 fold", "refuse(C19.16) dealer takes back\n3 fold")
    )
    assert code == 1 and "refused by no rule, not by C19.16: nothing has been keyed" in out
    code, out, _ = played(tmp_path, ROUND.replace("3 fold", "dealer takes back\n3 fold"))
    assert code == 1 and "()" not in out


def test_a_line_refused_in_its_middle_changes_nothing(tmp_path):
    # The second card is refused (it is on the table already), so the first one is not dealt either.
    text = ROUND.replace("deal 1 As", "refuse(C2.2) deal 1 As 2 As\ndeal 1 As")
    code, _, _ = played(tmp_path, text)
    assert code == 0


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        (("3 fold", "3 fodl"), ":4:", "did you mean 'fold'"),
        (("blinds", "blnds"), ":8:", "did you mean 'blinds'"),
        (("200.50", "200.505"), ":13:", "two decimals"),
        (("stacks", "stakcs"), ":15:", "did you mean 'stacks'"),
        (("As 2", "Ax 2"), ":3:", "no suit"),
        (("3 fold", "12 fold"), ":4:", "no seat 12"),
        (("3 fold", "supervisor"), ":4:", "write: supervisor clock 3"),
        (("3 fold", "3 fold at once"), ":4:", "write: 3 fold"),
        (("3 fold", "applause"), ":4:", "known: deal, "),
        (("[seats]", "[jackpot]\npool_share = 33.333\n[seats]"), ":11:", "two decimals"),
        (("[seats]", "[jackpot]\npool_share = true\n[seats]"), ":11:", "write percent"),
        (("[seats]", '[jackpot]\nreserve_share = "x"\n[seats]'), ":11:", "write percent"),
        (("[seats]", "[jackpot]\npool = 100\n[seats]"), ":11:", "holdem has none: take it out"),
        (('"holdem"', '"snap"'), ":1:", "game must be one of"),
        (("puck = 1", "puck = 1\nbutton = 2"), ":10:", "not both"),
        (("[seats]", "[seats"), ":10:", "not TOML"),
    ],
)
def test_a_file_that_cannot_be_read_tells_where_and_why(tmp_path, change, where, what):
    code, out, err = played(tmp_path, ROUND.replace(*change))
    assert code == 2 and out == ""
    assert "round.toml" + where in err and what in err


def test_every_error_is_told_at_once(tmp_path):
    text = ROUND.replace("3 fold", "3 fodl").replace("blinds", "blnds")
    _, _, err = played(tmp_path, text)
    assert len(err.splitlines()) == 2


def test_a_missing_file_is_told(tmp_path):
    done = CliRunner().invoke(app, ["play", str(tmp_path / "none.toml")])
    assert done.exit_code == 2 and "No such file" in done.stderr


def test_refused_determinations_are_a_difference_unless_expected(tmp_path):
    text = ROUND.replace("blinds = [1, 2]", "blinds = [1, 2]\nante = 1")
    code, out, _ = played(tmp_path, text)
    assert code == 1 and "C5.2.b" in out
    code, _, _ = played(tmp_path, text.split("[expect]")[0] + '[expect]\nerror = "C5.2.b"\n')
    assert code == 0


def test_an_expected_error_that_does_not_come_is_a_difference(tmp_path):
    code, out, _ = played(tmp_path, ROUND + 'error = "C5.2.b"\n')
    assert code == 1 and "error: expected C5.2.b, got none" in out


def test_bounds_of_an_amount_are_told_in_dollars(tmp_path):
    _, out, _ = played(tmp_path, ROUND.replace("[1, 2]", "[0, 2]"))
    assert "blinds must be at least 0.01" in out
    _, out, _ = played(tmp_path, ROUND.replace("[1, 2]", "[1, 2]\nburn = -1"))
    assert "burn must be at least 0 (" in out
