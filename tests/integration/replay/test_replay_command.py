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
    """A rake takes of what the winner won; more than that, or from somebody else, is an error."""
    told = one(tmp_path, HAND.replace("[6800,", "[6765,"))
    assert told["result"] == "equal before the file's rake" and told["code"] == 0
    assert told["reason"] == "the file's rake is 35, 1.0 %" and told["got"] == [6800, 5900, 5300]
    for wrong in ("[6300, 5900, 5300]", "[6800, 5865, 5300]", "[6815, 5900, 5300]"):
        told = one(tmp_path, HAND.replace("[6800, 5900, 5300]", wrong))
        assert told["result"] == "different" and told["code"] == 1
        assert " less" in told["reason"] or " more" in told["reason"]


@pytest.mark.parametrize(
    ("winnings", "result"),
    [
        ("[3500, 0, 0]", "equal"),
        ("[3400, 0, 0]", "equal before the file's rake"),
        ("[2400, 0, 0]", "different"),
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
        (("min_bet = 100", "min_bet = inf"), "not known"),
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


TWO = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [5000, 6000]
actions = ['d dh p1 AsKd', 'd dh p2 QhQs', 'p2 cbr 300', 'p1 cc', 'd db 2s9hJd', {}]
"""


@pytest.mark.parametrize(
    ("actions", "got"),
    [
        ("'p1 cc', 'p2 cbr 400', 'p1 f'", [4700, 6300]),  # the big blind's check is not asked for
        ("'p1 cbr 400', 'p2 f'", [5300, 5700]),  # the small blind checks before
        (
            "'p1 cc', 'p2 cc', 'd db 3c', 'p1 cbr 500', 'p2 cc', 'd db Kh', 'p1 cc', 'p2 cc', "
            "'p1 sm AsKd', 'p2 sm QhQs'",
            [5800, 5200],
        ),
    ],
)
def test_two_players_are_played_with_the_small_blind_asked_first(tmp_path, actions, got):
    """PHH has p1 be the big blind and open after the flop; TGC-2006 C12.4 has the small blind."""
    told = one(tmp_path, TWO.format(actions))
    assert told["result"] == "equal" and told["got"] == got
    assert told["rule"] == "TGC-2006 C3.4, C12.4" and "small blind" in told["reason"]


def test_two_players_out_of_turn_are_refused(tmp_path):
    told = one(tmp_path, TWO.format("'p2 cbr 400', 'p2 cbr 500'"))
    assert told["result"] == "refused" and told["rule"] == "TGC-2006 C14.3"


def test_a_stack_that_nobody_wrote_down_is_as_large_as_it_must_be(tmp_path):
    told = one(tmp_path, HAND.replace("7000]", "inf]").split("finishing")[0])
    assert told["result"] == "equal" and told["got"] == [6800, 5900, -1700]
    winnings = HAND.replace("[5000, 6000, 7000]", "[inf, inf, inf]").split("finishing")[0]
    told = one(tmp_path, winnings + "winnings = [3500, 0, 0]\n")
    assert told["result"] == "equal" and told["got"] == [1800, -100, -1700]
    told = one(tmp_path, winnings + "finishing_stacks = [inf, inf, inf]\n")
    assert told["result"] == "equal" and told["got"] == [1800, -100, -1700], "they say nothing"


def test_of_an_unknown_stack_that_was_asked_no_more_all_went_in(tmp_path):
    """p3 is not asked after the flop: no chips were left, and a side pot goes to p1 alone."""
    text = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [inf, inf, inf]
actions = ['d dh p1 KsKd', 'd dh p2 QhQs', 'd dh p3 AcAd', 'p3 cbr 10', 'p1 cc', 'p2 cc',
  'd db 2s9hJd', 'p1 cbr 20', 'p2 cc', 'd db 3c', 'p1 cc', 'p2 cc', 'd db 4c', 'p1 cc', 'p2 cc',
  'p1 sm KsKd', 'p2 sm QhQs', 'p3 sm AcAd']
"""
    told = one(tmp_path, text)
    assert told["result"] == "equal" and told["got"] == [10, -30, 20]


@pytest.mark.parametrize("posted", [-100, -150])
def test_a_blind_posted_on_entering_is_a_bet_up_to_the_big_blind(tmp_path, posted):
    """TGC-2006 C19.10: what was missed beside the big blind is dead."""
    text = f"""variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, {posted}]
min_bet = 100
starting_stacks = [5000, 6000, 7000, 5000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????',
  'p3 cbr 300', 'p4 f', 'p1 f', 'p2 f']
"""
    told = one(tmp_path, text)
    assert told["result"] == "equal"
    assert told["got"] == [4950, 5900, 7000 + 150 - posted, 5000 + posted]


@pytest.mark.parametrize(
    ("antes", "got"), [("[2, 2, 2]", [-7, -12, 19]), ("[0, 6, 0]", [-5, -16, 21])]
)
def test_a_tournament_of_the_act_has_antes_with_blinds(tmp_path, antes, got):
    """NI2006-156 r 20.11; an ante that one player pays for all is dead money in the pot."""
    text = f"""variant = 'PO'
antes = {antes}
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????????', 'd dh p2 ????????', 'd dh p3 ????????', 'p3 cbr 20', 'p1 f', 'p2 f']
"""
    told = one(tmp_path, text)
    assert told["result"] == "equal" and [stack - 100 for stack in told["got"]] == got


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
    totals = "2 hands: 1 equal, 0 equal before the file's rake, 0 different, 1 refused"
    assert totals in done.stdout
    assert "refused by TGC-2006 C19.13: 1" in done.stdout


def test_files_of_one_folder_are_told_apart(tmp_path):
    folder = tmp_path / "a-folder-with-a-long-name" / "and-another-one-inside-it"
    folder.mkdir(parents=True)
    for name in ("first", "second"):
        (folder / f"{name}.phh").write_text(HAND)
    lines = run(str(folder)).stdout.splitlines()
    assert lines[0] == f"in {folder}/:"
    for name in ("first.phh", "second.phh"):
        assert [line for line in lines[1:] if name in line]


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
