"""`cardtable replay`: results, reasons, damaged files, exit codes. The hands are our own."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from host_tools.main import app

HAND = """# three players, a raise and a call
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 6000, 7000]
actions = [
  'd dh p1 AsKd',
  'd dh p2 7c2d',
  'd dh p3 QhQs',   # the button
  'p3 cbr 300',
  'p1 cc # thinks for a while',
  'p2 f',
  '# the flop',
  'd db 2s9hJd',
  'p1 cc',
  'p3 cbr 400',
  'p1 cc',
  'd db 3c',
  'p1 cc',
  'p3 cc',
  'd db Kh',
  'p1 cbr 1,000',
  'p3 cc',
  'p1 sm AsKd',
  'p3 sm',
]
finishing_stacks = [6800, 5900, 5300]
players = ['Ada', 'Ben', 'Cy']
"""


def run(*arguments: str):
    done = CliRunner().invoke(app, ["replay", *arguments])
    assert "Traceback" not in done.output
    return done


def one(tmp_path, text: str, *more: str) -> dict:
    path = tmp_path / "hand.phh"
    path.write_text(text)
    done = run(str(path), "--json", *more)
    (line,) = done.stdout.splitlines()
    told = json.loads(line)
    assert set(told) == {"file", "hand", "result", "rule", "expected", "got", "reason"}
    assert told["file"] == str(path)
    return told | {"code": done.exit_code, "stderr": done.stderr}


def test_a_hand_is_equal(tmp_path):
    told = one(tmp_path, HAND)
    assert told["result"] == "equal" and told["code"] == 0 and told["hand"] == 1
    assert told["expected"] == told["got"] == [6800, 5900, 5300]


def test_a_hand_is_different(tmp_path):
    told = one(tmp_path, HAND.replace("[6800, 5900, 5300]", "[6700, 5900, 5400]"))
    assert told["result"] == "different" and told["code"] == 1
    assert told["got"] == [6800, 5900, 5300]


def test_chips_that_are_missing_are_told(tmp_path):
    told = one(tmp_path, HAND.replace("[6800,", "[6765,"))
    assert told["result"] == "different" and "35 less" in told["reason"]


@pytest.mark.parametrize(
    ("winnings", "result"),
    [
        ("[3500, 0, 0]", "equal"),
        ("[3400, 0, 0]", "different"),  # a rake
    ],
)
def test_winnings_serve_where_finishing_stacks_are_not_given(tmp_path, winnings, result):
    told = one(
        tmp_path, HAND.replace("finishing_stacks = [6800, 5900, 5300]", "winnings = " + winnings)
    )
    assert told["result"] == result


def test_winnings_may_or_may_not_contain_what_nobody_called(tmp_path):
    text = HAND.split("finishing_stacks")[0].split("  'p1 cc # thinks")[0] + "  'p1 f', 'p2 f']\n"
    for winnings in ("[0, 0, 250]", "[0, 0, 450]"):
        told = one(tmp_path, text + f"winnings = {winnings}\n")
        assert told["result"] == "equal" and told["got"] == [4950, 5900, 7150]


def test_without_either_the_actions_are_added_up(tmp_path):
    told = one(tmp_path, HAND.split("finishing_stacks")[0])
    assert told["result"] == "equal" and told["expected"] == [6800, 5900, 5300]


def test_unknown_cards_of_a_player_who_folds_do_not_matter(tmp_path):
    told = one(tmp_path, HAND.replace("p2 7c2d", "p2 ????"))
    assert told["result"] == "equal"


def test_cards_shown_later_are_taken_from_there(tmp_path):
    told = one(tmp_path, HAND.replace("p1 AsKd',\n  'd dh p2", "p1 ????',\n  'd dh p2"))
    assert told["result"] == "equal"


def test_unknown_cards_at_the_showdown_are_unsupported(tmp_path):
    text = HAND.replace("p3 QhQs", "p3 ????").replace("'p3 sm',", "")
    told = one(tmp_path, text)
    assert told["result"] == "unsupported" and "p3 are not known" in told["reason"]


def test_a_player_with_unknown_cards_may_give_up(tmp_path):
    for given_up in ("'p3 sm'", "'p3 sm ????'"):
        text = HAND.replace("p3 QhQs", "p3 ????").replace("'p3 sm'", given_up)
        assert one(tmp_path, text)["result"] == "equal"


def test_the_player_called_shows_TGC_2006_C15_1(tmp_path):
    told = one(tmp_path, HAND.replace("'p1 sm AsKd'", "'p1 sm'").replace("'p3 sm'", "'p3 sm -'"))
    assert told["result"] == "refused" and told["rule"] == "TGC-2006 C15.1"


@pytest.mark.parametrize(
    ("change", "rule", "what"),
    [
        (("antes = [0, 0, 0]", "antes = [0, 100, 0]"), "TGC-2006 C5.2.b", "ante and blinds"),
        (("p3 cbr 300", "p3 cbr 150"), "TGC-2006 C19.13", "p3 cbr 150"),
        (("p3 cbr 300", "p3 cbr 9000"), "TGC-2006 C16.1, C5.4", "not enough chips"),
        (("'p3 cbr 400',\n  'p1 cc'", "'p1 cc'"), "TGC-2006 C14.3", "not your turn"),
        (("[50, 100, 0]", "[50, 25, 0]"), "TGC-2006 C5.2.e", "blinds must rise"),
    ],
)
def test_what_the_documents_do_not_allow_is_refused_with_its_rule(tmp_path, change, rule, what):
    told = one(tmp_path, HAND.replace(*change))
    assert told["result"] == "refused" and told["code"] == 0
    assert told["rule"] == rule and what in told["reason"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("'NT'", "'F7S'"), "variant F7S"),
        (("[50, 100, 0]", "[50, 0, 100]"), "not next to each other"),
        (("[50, 100, 0]", "[50, 100, -100]"), "posted on entering"),
        (("7000]", "inf]"), "not known"),
        (("7000]", "9000000000]"), "more than the table can count"),
        (("7000]", "7000.000001]"), "6 decimals"),
        (("'d db Kh',", "'d db Kh', 'd db Qc',"), "run more than once"),
        (("'d db Kh',", "'d db ??',"), "communal card is unknown"),
        (("  'p1 cbr 1,000',\n  'p3 cc',\n  'p1 sm AsKd',\n  'p3 sm',\n", ""), "ends before"),
        (("  'd db 3c',", "  'p1 sd',"), "no part of Hold-Em"),
        (("'p1 sm AsKd',", "'p1 sm As',"), "shows 1 of 2"),
    ],
)
def test_what_is_not_supported_says_why(tmp_path, change, what):
    assert change[0] in HAND
    told = one(tmp_path, HAND.replace(*change))
    assert told["result"] == "unsupported" and told["code"] == 0 and what in told["reason"]
    assert told["stderr"] == ""


def test_two_players_are_unsupported_with_the_rule(tmp_path):
    text = """variant = 'PO'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [100, 100]
actions = ['d dh p1 AsKsQsJs', 'd dh p2 2c3c4c5c', 'p2 f']
"""
    told = one(tmp_path, text)
    assert told["result"] == "unsupported" and told["rule"] == "NI2006-156 8.5(a), 10.1"


def test_a_straddle_is_the_third_blind_TGC_2006_C5_2_c(tmp_path):
    text = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 4, 0]
min_bet = 2
starting_stacks = [100, 100, 100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 QsJs', 'd dh p3 2c3c', 'd dh p4 4c5c',
  'p4 cc', 'p1 f', 'p2 f', 'p3 cbr 12', 'p4 f']
finishing_stacks = [99, 98, 107, 96]
"""
    assert one(tmp_path, text)["result"] == "equal"


def test_a_ten_may_be_written_out(tmp_path):
    plain, spelt = HAND.replace("2s9hJd", "2sThJd"), HAND.replace("2s9hJd", "2s10hJd")
    assert one(tmp_path, spelt) == one(tmp_path, plain)
    assert one(tmp_path, spelt)["result"] == "equal"


@pytest.mark.parametrize(
    ("change", "line", "what"),
    [
        (("'p3 cbr 400'", "'p3 raises 400'"), 17, "is no action"),
        (("'d db 3c'", "'d db 3x'"), 19, "'3x' is no card"),
        (("'p1 cbr 1,000'", "'p1 cbr lots'"), 23, "is no amount"),
        (("'d db 3c'", "'d db As'"), 8, "As is dealt twice"),
        (("'p2 f'", "'p4 f'"), 13, "there are 3 players"),
        (("min_bet = 100\n", ""), 1, "has no min_bet"),
        (("[5000, 6000, 7000]", "[5000, 0, 7000]"), 6, "above zero"),
        (("antes = [0, 0, 0]", "antes = [0, 0]"), 3, "2 amounts for 3 players"),
        (("starting_stacks = [", "starting_stacks = [["), 7, "not TOML"),
        (("min_bet = 100", "min_bet = 'many'"), 5, "is no amount"),
        (("'p1 sm AsKd'", "'p1 sm AsKc'"), 25, "other cards than were dealt"),
        (("'d dh p2 7c2d'", "'d dh p2 7c2d3d'"), 9, "2 hole cards"),
    ],
)
def test_a_damaged_file_is_told_with_its_line(tmp_path, change, line, what):
    assert change[0] in HAND
    told = one(tmp_path, HAND.replace(*change))
    assert told["result"] == "unsupported" and told["code"] == 2
    assert f"hand.phh:{line}: " in told["stderr"] and what in told["stderr"]
    assert len(told["stderr"].splitlines()) == 1


def test_one_damaged_hand_costs_no_other(tmp_path):
    path = tmp_path / "many.phhs"
    broken = HAND.replace("min_bet = 100", "min_bet =")
    path.write_text(f"[1]\n{HAND}\n[2]\n{broken}\n[7]\n{HAND}")
    done = run(str(path), "--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(hand["hand"], hand["result"]) for hand in told] == [
        (1, "equal"),
        (2, "unsupported"),
        (7, "equal"),
    ]
    rows = path.read_text().splitlines()
    assert f"many.phhs:{rows.index('min_bet =') + 1}: not TOML" in done.stderr
    assert done.exit_code == 2


def test_numbers_of_tables_may_be_quoted(tmp_path):
    path = tmp_path / "quoted.phhs"
    path.write_text(f"['3']\n{HAND}\n[\"4\"] # next\n{HAND}")
    told = [json.loads(line) for line in run(str(path), "--json").stdout.splitlines()]
    assert [(hand["hand"], hand["result"]) for hand in told] == [(3, "equal"), (4, "equal")]


def test_people_get_a_table_and_totals(tmp_path):
    (tmp_path / "a.phh").write_text(HAND)
    (tmp_path / "b.phh").write_text(HAND.replace("p3 cbr 300", "p3 cbr 150"))
    (tmp_path / "other.txt").write_text("no history")
    done = run(str(tmp_path))
    assert done.exit_code == 0
    assert "2 hands: 1 equal, 0 different, 1 refused, 0 unsupported" in done.stdout
    assert "refused by TGC-2006 C19.13: 1" in done.stdout


def test_only_one_game_may_be_asked_for(tmp_path):
    told = one(tmp_path, HAND, "--game", "omaha")
    assert told["result"] == "unsupported" and "only omaha" in told["reason"]
    assert one(tmp_path, HAND, "--game", "holdem")["result"] == "equal"
    done = run(str(tmp_path / "hand.phh"), "--game", "snap")
    assert done.exit_code != 0 and "snap" in str(done.exception)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None, b"[1]", b"x = 1\n[1]\n"])
def test_what_is_no_history_is_told(tmp_path, content):
    path = tmp_path / "bad.phh"
    if content is not None:
        path.write_bytes(content)
    done = run(str(path), "--json")
    assert done.exit_code == 2 and "bad.phh" in done.stderr
    assert json.loads(done.stdout)["result"] == "unsupported"


def test_omaha_eight_or_better_with_a_low(tmp_path):
    text = """variant = 'FO/8'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [50, 50, 50]
actions = ['d dh p1 As2sKdQd', 'd dh p2 9c9d4h4s', 'd dh p3 KhKcJh7s',
  'p3 cbr 4', 'p1 cc', 'p2 f',
  'd db 3h5cKs', 'p1 cc', 'p3 cbr 2', 'p1 cc',
  'd db 8h', 'p1 cc', 'p3 cbr 4', 'p1 cc',
  'd db Jd', 'p1 cc', 'p3 cc', 'p1 sm As2sKdQd', 'p3 sm KhKcJh7s']
"""
    told = one(tmp_path, text)
    assert told["result"] == "equal"
    assert told["got"] == [51, 48, 51]  # p3 has three kings, p1 the low
