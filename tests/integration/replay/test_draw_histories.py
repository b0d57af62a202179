"""Single-draw histories that PokerKit wrote, through Draw Poker."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pokerkit import Automation, HandHistory, NoLimitDeuceToSevenLowballSingleDraw
from typer.testing import CliRunner

from host_tools.main import app

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
HANDS = 80


def replayed(tmp_path, text: str) -> dict[str, Any]:
    path = tmp_path / "hand.phh"
    path.write_text(text)
    done = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert done.exit_code in (0, 1), done.output
    return json.loads(done.stdout)


def played(seed: int) -> HandHistory:
    """A hand at random: at most three raises, no tap-outs, up to five cards replaced."""
    random = Random(f"single draw {seed}")
    count = random.randint(3, 6)
    state = NoLimitDeuceToSevenLowballSingleDraw.create_state(
        AUTOMATIC, True, 0, (5, 10), 10, [random.choice([400, 1000])] * count, count
    )
    raises = 0
    while state.status:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_stand_pat_or_discard():
                seat = state.stand_patter_or_discarder_index
                assert seat is not None
                cards = list(state.hole_cards[seat])
                state.stand_pat_or_discard(random.sample(cards, random.choice([0, 1, 2, 3, 5])))
                raises = 0
            else:
                raises += _act(random, state, raises)
    game = NoLimitDeuceToSevenLowballSingleDraw(AUTOMATIC, True, 0, (5, 10), 10)
    history = HandHistory.from_game_state(game, state)
    history.finishing_stacks = list(state.stacks)
    return history


def _act(random: Random, state: Any, raises: int) -> bool:
    least = state.min_completion_betting_or_raising_to_amount
    if raises < 3 and least is not None and least < 100 and random.random() < 0.3:
        state.complete_bet_or_raise_to(random.randint(least, min(100, least + 20)))
        return True
    owed = state.checking_or_calling_amount
    if owed and random.random() < 0.2:
        state.fold()
    else:
        state.check_or_call()
    return False


def test_the_betting_of_single_draw_is_that_of_draw_poker(tmp_path):
    histories = [played(seed) for seed in range(HANDS)]
    for n, history in enumerate(histories):
        (tmp_path / f"{n:03}.phh").write_text(history.dumps())
    done = CliRunner().invoke(app, ["replay", str(tmp_path), "--json"])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code in (0, 1) and len(lines) == HANDS, done.output
    results: dict[str, int] = {}
    for told in lines:
        history = histories[int(Path(told["file"]).stem)]
        results[told["result"]] = results.get(told["result"], 0) + 1
        if told["result"] == "equal":
            assert told["got"] == history.finishing_stacks
        else:  # a straight or a flush among the hands, or a share of it
            assert told["result"] == "different", told
            assert "3.6" in told["rule"]
            assert sum(told["got"]) == sum(history.finishing_stacks or [])
    assert results["equal"] > 0.9 * HANDS, results


HAND = """
variant = 'N2L1D'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [500, 500, 500]
actions = [
  'd dh p1 7h6c4c3d2c',
  'd dh p2 ??????????',
  'd dh p3 ??????????',
  'p3 cc',
  'p1 cc',
  'p2 cc',
  'p1 sd',
  'p2 sd ????',
  'd dh p2 ????',
  'p3 sd ??',
  'd dh p3 ??',
  'p1 cbr 20',
  'p2 cc',
  'p3 f',
  'p1 sm 7h6c4c3d2c',
  'p2 sm 8h6d4d3h2d',
]
finishing_stacks = [540, 470, 490]
"""


def test_cards_that_nobody_saw_have_stand_ins(tmp_path):
    assert replayed(tmp_path, HAND)["result"] == "equal"


def test_a_tournament_has_antes_with_blinds_NI2005_66_20_11(tmp_path):
    text = HAND.replace("antes = [0, 0, 0]", "antes = [1, 1, 1]")
    told = replayed(tmp_path, text.replace("[540, 470, 490]", "[542, 469, 489]"))
    assert told["result"] == "equal", told


@pytest.mark.parametrize(
    ("change", "result", "rule"),
    [
        (("'p1 cbr 20'", "'p1 cbr 9'"), "refused", "NI2005-66 5.2, 6.1, 4.2(g)"),
        (("  'p1 sd',\n  'p2 sd ????',\n", ""), "unsupported", None),
        (("[540, 470, 490]", "[530, 480, 490]"), "different", None),
        (("  'p1 sd',\n", ""), "refused", "NI2005-66 9.4"),
        (("  'p3 sd ??',\n  'd dh p3 ??',\n", ""), "unsupported", None),
        (("'p1 cbr 20'", "'p1 sd', 'p1 cbr 20'"), "unsupported", None),
        (("'p2 cc',\n  'p1 sd'", "'p1 sd'"), "unsupported", None),
    ],
)
def test_what_the_document_does_not_allow(tmp_path, change, result, rule):
    assert change[0] in HAND
    told = replayed(tmp_path, HAND.replace(*change))
    assert told["result"] == result, told
    if rule:
        assert told["rule"] == rule


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("'p1 sd'", "'p1 sd 7d'"), "7d is not in the hand"),
        (("'d dh p2 ??????????'", "'d dh p2 8h8d8c8s7h'"), "7h is dealt twice"),
    ],
)
def test_cards_that_cannot_be_are_told(tmp_path, change, what):
    assert change[0] in HAND
    path = tmp_path / "hand.phh"
    path.write_text(HAND.replace(*change))
    done = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert done.exit_code == 2
    assert what in done.stderr and len(done.stderr.splitlines()) == 1
