"""What sites write beside the specification, and files meant to break a reader."""

from __future__ import annotations

import pytest

from tests.integration.replay.test_replay_command import HAND, one, run

FOLDED = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [300, 300, 300]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 40', 'p1 f', 'p2 f']
"""
CHECKED_DOWN = FOLDED.replace(
    "'p3 cbr 40', 'p1 f', 'p2 f']",
    "'p3 f', 'p1 cc', 'p2 cc', 'd db 4s5h7d', 'p1 cc', 'p2 cc', 'd db 8h', 'p1 cc', 'p2 cc', "
    "'d db Qc', 'p1 cc', 'p2 cc', {}]",
)

DRAW = """variant = 'N2L1D'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [{}]
actions = ['d dh p1 2c3c4d5d7h', 'd dh p2 KcKd4s5s8s', 'd dh p3 JcJd9c9dTs', """


# ---- winnings


def test_winnings_of_zero_all_over_were_not_written_down(tmp_path):
    told = one(tmp_path, FOLDED + "winnings = [0, 0, 0]\n")
    assert told["result"] == "equal" and told["expected"] == [295, 290, 315]


@pytest.mark.parametrize(("winner", "less"), [("25", None), ("55", None), ("54", 1), ("24", 1)])
def test_winnings_may_contain_the_uncalled_bet_and_a_rake_takes_chips(tmp_path, winner, less):
    """5, 10 and 40 are put in and 30 come back: 25 in the pot, or 55 with what came back."""
    told = one(tmp_path, FOLDED + f"winnings = [0, 0, {winner}]\n")
    if less is None:
        assert told["result"] == "equal"
    else:
        assert told["result"] == "equal before the file's rake"
        assert f"the file's rake is {less}, " in told["reason"]


def test_a_share_with_many_decimals_is_shared_in_another_way(tmp_path):
    """Three equal hands; the cents that do not divide go to one of them (TGC-2006 C15.2)."""
    text = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [0.05, 0.1, 0, 0]
min_bet = 0.1
starting_stacks = [10.1, 20.2, 5.3, 8]
actions = ['d dh p1 2c3c', 'd dh p2 AcKh', 'd dh p3 AdKs', 'd dh p4 AsKc', 'p3 cbr 0.3', 'p4 cc',
  'p1 f', 'p2 cc', 'd db QhJhTc', 'p2 cc', 'p3 cc', 'p4 cc', 'd db 3d', 'p2 cc', 'p3 cc', 'p4 cc',
  'd db 4d', 'p2 cc', 'p3 cc', 'p4 cc', 'p2 sm AcKh', 'p3 sm AdKs', 'p4 sm AsKc']
finishing_stacks = [10.05, 20.21666666666666666666666667, 5.316666666666666666666666667,
  8.016666666666666666666666667]
"""
    told = one(tmp_path, text)
    assert told["result"] == "different" and told["rule"].startswith("TGC-2006 C15.2")
    assert told["reason"] == "the file shares its pots in another way"


# ---- hands that nobody shows


def test_all_hands_closed_name_no_winner(tmp_path):
    told = one(tmp_path, CHECKED_DOWN.format("'p1 sm ????', 'p2 sm ????'"))
    assert told["result"] == "unsupported" and "nobody shows" in told["reason"]


def test_closed_beside_mucked_has_won(tmp_path):
    told = one(tmp_path, CHECKED_DOWN.format("'p1 sm ????', 'p2 sm'") + "winnings = [20, 0, 0]\n")
    assert told["result"] == "equal" and told["got"] == [310, 290, 300]


# ---- a check that could change nothing


def test_draw_goes_on_over_a_check_that_all_others_tapped_out_before(tmp_path):
    text = (
        DRAW.format("10, 300, 10")
        + """'p3 cc', 'p1 cc',
  'p1 sd', 'p2 sd', 'p3 sd', 'p1 sm 2c3c4d5d7h', 'p2 sm KcKd4s5s8s', 'p3 sm JcJd9c9dTs']
finishing_stacks = [30, 290, 0]
"""
    )
    assert one(tmp_path, text)["result"] == "equal"
    raked = one(tmp_path, text.replace("[30, 290, 0]", "[29, 290, 0]"))
    assert raked["rule"] is None and "rake is 1," in raked["reason"]


def test_a_check_of_a_player_who_owes_none_is_not_passed_over(tmp_path):
    told = one(tmp_path, HAND.replace("  'd db 3c',\n", "  'p1 cc',\n  'd db 3c',\n"))
    assert told["result"] != "equal"


# ---- files that would break a reader: a plain message, and the other hands go on


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1,000", "1e99999999"),
        ("1,000", "1e-99999999"),
        ("1,000", "1" + 5000 * "0"),
        ("[5000, 6000, 7000]", "[5000, 6000, 1e400]"),
        ("[5000, 6000, 7000]", "[5000, 6000, 1e999999999999999999999]"),
        ("[5000, 6000, 7000]", f"[5000, 6000, {5000 * '7'}]"),
        ("[6800, 5900, 5300]", "[6800, 5900, 1e99999999]"),
        ("[6800, 5900, 5300]", 5000 * "[" + 5000 * "]"),
        ("antes = [0, 0, 0]", "antes = [0, -1, 0]"),
        ("'p1 cc'", f"'p{5000 * '1'} cc'"),
    ],
    ids=lambda text: text[:24],
)
def test_a_number_that_no_chips_come_to_is_a_plain_message(tmp_path, old, new):
    path = tmp_path / "hands.phhs"
    path.write_text("[1]\n" + HAND.replace(old, new) + "\n[2]\n" + HAND)
    done = run(str(path), "--json")
    lines = done.stdout.splitlines()
    assert len(lines) == 2 and '"equal"' in lines[1] and '"equal"' not in lines[0]
    assert len(done.stdout) < 8_000


def test_more_cards_thrown_than_a_hand_has(tmp_path):
    """One of them unknown: so that it is the count that is wrong, and no card."""
    acts = "'p3 f', 'p1 cc', 'p2 cc', 'p1 sd ??', 'p1 sd 2c3c4d5d7h', 'p2 sd']\n"
    told = one(tmp_path, DRAW.format("300, 300, 300") + acts)
    assert told["result"] == "unsupported" and "a hand has 5 cards" in told["reason"]


def test_a_line_of_toml_ends_at_a_line_feed_only(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text("[1]\n" + HAND + "event = 'one\u2028two\u0085three'\n", encoding="utf-8")
    assert '"equal"' in run(str(path), "--json").stdout


def test_the_line_of_a_mistake_is_told_once(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text("[1]\n" + HAND + "\n[2]\n" + HAND.replace("min_bet = 100", "min_bet = = 100"))
    done = run(str(path))
    lines = path.read_text().splitlines()
    at = lines.index("min_bet = = 100") + 1
    assert f"hands.phhs:{at}" in done.output.replace("\n", "")
    assert "at line" not in done.output


def test_one_player_has_nobody_to_play_against(tmp_path):
    text = "variant = 'NT'\nantes = [0]\nblinds_or_straddles = [0]\nmin_bet = 10\n"
    told = one(tmp_path, text + "starting_stacks = [100]\nactions = ['d dh p1 AsAh']\n")
    assert "one player" in told["reason"]


def test_a_file_with_its_ending_in_capitals_is_found_in_a_folder(tmp_path):
    (tmp_path / "HAND.PHH").write_text(HAND)
    assert '"equal"' in run(str(tmp_path), "--json").stdout


# ---- a small blind posted on entering; stacks that nobody wrote down


POSTED = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, -5, 0]
min_bet = 10
starting_stacks = [300, 300, 300, 300]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'p3 cc', 'p4 cbr 40',
  'p1 f', 'p2 f', 'p3 f']
"""


@pytest.mark.parametrize(
    ("stacks", "result", "dead"),
    [
        ([295, 290, 290, 325], "equal", False),  # 5 more to call: the post was a bet
        ([295, 290, 285, 330], "equal", True),  # 10 to call: it was in the pot
        ([295, 290, 285, 328], "equal before the file's rake", True),
        ([295, 290, 280, 335], "different", False),
    ],
)
def test_whether_a_small_post_was_dead_is_told_by_the_files_stacks(tmp_path, stacks, result, dead):
    told = one(tmp_path, POSTED + f"finishing_stacks = {stacks}\n")
    assert told["result"] == result
    assert ("nobody's bet" in (told["reason"] or "")) is dead


UNTOLD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [inf, inf, inf]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc',
  'd db Kd2hQs', 'p1 cbr 10', 'p2 cc', 'd db 8d', %s]
"""


def test_whom_the_last_other_folds_against_has_not_tapped_out(tmp_path):
    told = one(tmp_path, UNTOLD % "'p1 f'")
    assert told["result"] == "equal" and told["got"] == [-20, 20, 0]


def test_a_file_that_ends_with_a_bet_ends_before_the_hand(tmp_path):
    told = one(tmp_path, UNTOLD % "'p1 cbr 50'")
    assert told["result"] == "unsupported"
    assert told["reason"] == "the file ends before the hand does"
