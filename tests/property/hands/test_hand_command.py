"""`cardtable hand`: for people, for scripts, and for lines that make no sense."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.cli.hand import run_batch

FULL_HOUSE_AND_FLUSH = {"hands": ["KsKhKdJcJs", "AdJd9d7d5d"]}


def answers(*lines: object) -> list[dict]:
    """Requests (or raw text or bytes) through the batch, answers back."""
    raw = b"".join(_raw(line) + b"\n" for line in lines)
    out = StringIO()
    run_batch(BytesIO(raw), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _raw(line: object) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


def answer(**request) -> dict:
    return answers(request)[0]


def cardtable(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "host_tools.main", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
    )


def test_NI2005_66_r3_4_the_flush_wins_in_a_reduced_deck_and_loses_in_a_full_one():
    full, reduced = answers(FULL_HOUSE_AND_FLUSH, FULL_HOUSE_AND_FLUSH | {"deck": 40})
    assert full["winners"] == [0]
    assert reduced == {
        "winners": [1],
        "categories": ["full_house", "flush"],
        "best": ["KsKhKdJcJs", "AdJd9d7d5d"],
    }


def test_a_joker_makes_48_cards_no_full_deck():
    assert answer(**FULL_HOUSE_AND_FLUSH, deck=48, joker_in_deck=True)["winners"] == [1]
    assert answer(**FULL_HOUSE_AND_FLUSH, deck=52, joker_in_deck=True)["winners"] == [0]


def test_TGC2006_B14_2_the_tasmanian_flush_beats_fours_in_a_reduced_deck():
    hands = ["7s7h7d7c8s", "AdKdQdJd9d"]
    assert answer(hands=hands, deck=32, order="tas")["winners"] == [1]
    assert answer(hands=hands, deck=32, order="act")["winners"] == [0]


def test_NI2005_66_r3_5a_the_ace_is_low_only_when_determined_except_in_tasmania():
    hands = ["Ah5s4d3c2h", "2s2d7c6h4c"]
    assert answer(hands=hands)["winners"] == [0]
    assert answer(hands=hands, ace_low_allowed=False)["winners"] == [1]
    assert answer(hands=hands, ace_low_allowed=False, order="tas")["winners"] == [0]


def test_equal_hands_share():
    told = answer(hands=["AsKsQdJd9c", "2c3d4h6h7s", "AhKhQcJc9d"])
    assert told["winners"] == [0, 2]


def test_hands_may_share_cards_with_each_other_but_not_within():
    assert answer(hands=["KsKhKdJcJs", "KsKhKdJcJs"])["winners"] == [0, 1]
    assert "Ks comes twice" in answer(hands=["KsKsKdJcJs"])["error"]


def test_cards_are_read_in_every_form():
    told = answer(hands=["10d 9c 8h 7s 6d", "TD,9C,8H,7S,6D"])
    assert told["winners"] == [0, 1]
    assert told["best"][0] == "Td9c8h7s6d"


def test_a_low_has_categories_too_and_takes_the_ace_as_set():
    hands = ["6s5h4d3c2h", "Ah4s3d2c5c", "3s3h7d5c4h"]
    high = answer(hands=hands, mode="low")
    assert high["winners"] == [0]
    assert high["categories"] == ["five_odd_cards", "five_odd_cards", "one_pair"]
    low = answer(hands=hands, mode="low", low_ace="low")
    assert low["winners"] == [1]
    assert low["best"][1] == "5c4s3d2cAh"


def test_TGC2006_C11_1_holdem_takes_the_best_five_of_seven():
    told = answer(game="holdem", board="2h5h9hJhQs", players=[{"hole": "AhKd"}, {"hole": "QdQc"}])
    assert told["winners"] == [0]
    assert told["categories"] == ["flush", "three_of_a_kind"]
    assert told["best"] == ["AhJh9h5h2h", "QdQcQsJh9h"]


def test_NI2006_156_r9_1_omaha_takes_two_and_three():
    told = answer(game="omaha", board="AsKsQsJs2d", players=[{"hole": "Ts3h3c4d"}])
    assert told["categories"] == ["one_pair"]
    assert told["best"] == ["3h3cAsKsQs"]


def test_NI2006_156_r3_5c_omaha_high_low_tells_both_halves():
    request = {
        "game": "omaha",
        "board": "2h4c7dKsQd",
        "players": [{"hole": "3s5dTcJh"}, {"hole": "AhAd9s9c"}],
        "mode": "high-low",
    }
    told = answer(**request)
    assert (told["winners"], told["low_winners"]) == ([1], [0])
    assert told["low_best"] == ["7d5d4c3s2h", None]
    assert answer(**request | {"board": "KcTh9dKsQd"})["low_winners"] == []


def test_the_joker_serves_in_omaha_from_hole_and_board():
    in_hole = answer(
        game="omaha", board="AsAhAd2c3d", players=[{"hole": "JkAc4h5h"}], joker_in_deck=True
    )
    assert in_hole["categories"] == ["five_of_a_kind"]
    on_board = answer(
        game="omaha", board="AsAhJk2c3d", players=[{"hole": "AdAc4h5h"}], joker_in_deck=True
    )
    assert on_board["categories"] == ["five_of_a_kind"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "empty line"),
        ("hands", "not JSON"),
        ('{"hands": ["KsKhKdJcJs"', "not JSON"),
        (b"\xff\xfe{}", "UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "JSON object"),
        ("null", "JSON object"),
        ("{}", "nothing to compare"),
        ({"hands": []}, "'hands' is a list"),
        ({"hands": "KsKhKdJcJs"}, "'hands' is a list"),
        ({"hands": [5]}, "hands[0] is cards as text"),
        ({"hands": ["KsKhKdJcJs", "KsKh"]}, "hands[1] has 2 cards; expected 5"),
        ({"hands": ["KsKhKdJcJs9c"]}, "hands[0] has 6 cards"),
        ({"hands": [""]}, "hands[0] has 0 cards"),
        ({"hands": ["KsKhKdJcXx"]}, "'Xx' at character 9"),
        ({"hands": ["KsKhKdJcJ"]}, "suit is missing"),
        ({"hands": ["KsKhKdJcJk"]}, "no joker"),
        ({"hands": ["KsKhKdJc4s"], "deck": 40}, "4s is not in a deck of 40"),
        ({**FULL_HOUSE_AND_FLUSH, "dek": 40}, "did you mean 'deck'?"),
        ({**FULL_HOUSE_AND_FLUSH, "deck": 41}, "'deck' is 52, 48, 44, 40, 36 or 32; got 41"),
        ({**FULL_HOUSE_AND_FLUSH, "deck": "52"}, "'deck' is"),
        ({**FULL_HOUSE_AND_FLUSH, "deck": 52.0}, "'deck' is"),
        ({**FULL_HOUSE_AND_FLUSH, "deck": None}, "'deck' is"),
        ({**FULL_HOUSE_AND_FLUSH, "joker_in_deck": 1}, "'joker_in_deck' is true or false"),
        ({**FULL_HOUSE_AND_FLUSH, "ace_low_allowed": "yes"}, "true or false"),
        ({**FULL_HOUSE_AND_FLUSH, "order": "ACT"}, "did you mean 'act'?"),
        ({**FULL_HOUSE_AND_FLUSH, "mode": "lo"}, "did you mean 'low'?"),
        ({**FULL_HOUSE_AND_FLUSH, "low_ace": []}, "'low_ace' is high or low"),
        ({**FULL_HOUSE_AND_FLUSH, "board": "AsKsQs"}, "'board' belongs to a 'game'"),
        ({**FULL_HOUSE_AND_FLUSH, "game": "omaha"}, "not both"),
        ({"game": "omha", "board": "AsKsQs", "players": []}, "did you mean 'omaha'?"),
        ({"game": ["omaha"]}, "'game' is holdem or omaha"),
        ({"game": "omaha", "players": [{"hole": "2c3c4c5c"}]}, "'board' is missing"),
        ({"game": "omaha", "board": "AsKsQs"}, "'players' is missing"),
        ({"game": "omaha", "board": "AsKsQs", "players": {}}, "'players' got {}"),
        ({"game": "omaha", "board": "AsKsQs", "players": ["2c3c4c5c"]}, "players[0] is an object"),
        ({"game": "omaha", "board": "AsKsQs", "players": [{}]}, "'hole' is missing"),
        ({"game": "omaha", "board": "AsKsQs", "players": [{"hole": "2c3c"}]}, "expected 4"),
        ({"game": "holdem", "board": "AsKs", "players": [{"hole": "2c3c"}]}, "expected 3 or 4 or"),
        (
            {"game": "holdem", "board": "AsKsQs", "players": [{"hole": "2c3c"}, {"hole": "3c4c"}]},
            "3c is both in players[0].hole and in players[1].hole",
        ),
        (
            {"game": "holdem", "board": "AsKsQs", "players": [{"hole": "As3c"}]},
            "As is both in board and in players[0].hole",
        ),
    ],
)
def test_a_bad_line_answers_with_its_reason_and_the_rest_go_on(line, reason):
    first, bad, last = answers(FULL_HOUSE_AND_FLUSH, line, FULL_HOUSE_AND_FLUSH)
    assert list(bad) == ["error"]
    assert reason in bad["error"]
    assert first == last and first["winners"] == [0]


def test_every_error_of_a_line_is_told_at_once():
    error = answer(hands=["KsKh", "4s4d4h4c4x"], deck=41, ordr="act")["error"]
    for reason in ("hands[0]", "hands[1]", "'deck'", "did you mean 'order'?"):
        assert reason in error


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
_keys = ("hands", "deck", "joker_in_deck", "order", "mode", "low_ace", "game", "board", "players")


@given(st.dictionaries(st.sampled_from(_keys), _json | st.just("omaha") | st.just("high-low")))
def test_any_values_under_the_known_keys_get_one_answer(request):
    (told,) = answers(request)
    assert set(told) == {"error"} or "winners" in told


@given(st.binary().filter(lambda line: b"\n" not in line))
def test_any_bytes_get_one_answer(line):
    (told,) = answers(line)
    assert list(told) == ["error"]


def test_the_batch_answers_before_the_next_line_comes():
    with subprocess.Popen(
        [sys.executable, "-m", "host_tools.main", "hand", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for request in (FULL_HOUSE_AND_FLUSH, {}, FULL_HOUSE_AND_FLUSH):
            process.stdin.write(_raw(request) + b"\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())  # would wait for ever if it held back
            assert ("error" in told) == (request == {})
        process.stdin.close()
        assert process.wait(60) == 0


def test_people_see_category_cards_and_winner():
    done = cardtable("hand", "KsKhKdJcJs", "AdJd9d7d5d", "--deck", "40")
    shown = done.stdout.decode()
    assert done.returncode == 0
    assert "full house" in shown and "Ad Jd 9d 7d 5d" in shown
    assert "hand 2 wins with flush" in shown


def test_json_is_one_line_for_scripts():
    done = cardtable("hand", "--json", "KsKhKdJcJs", "AdJd9d7d5d")
    assert json.loads(done.stdout) == answer(**FULL_HOUSE_AND_FLUSH)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["hand"], "no hands given"),
        (["hand", "--batch", "KsKhKdJcJs"], "standard input"),
        (["hand", "KsKhKdJcJk"], "--joker"),
        (["hand", "--deck", "x", "KsKhKdJcJs"], "--deck"),
        (["hand", "--deck", "40", "KsKhKdJc2s"], "--deck"),
        (["hnad"], "hand"),
        (["hand", "--bord", "AsKsQs"], "--board"),
    ],
)
def test_an_expected_failure_is_one_line_on_stderr_with_a_hint(arguments, reason):
    done = cardtable(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1 and lines[0].startswith("cardtable: ")
    assert reason in lines[0]


def test_the_version_is_told():
    done = cardtable("--version")
    assert done.returncode == 0
    assert done.stdout.startswith(b"cardtable ")
