"""Every line of the format is understood, whatever the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.rules.inputs import INPUTS
from host_tools.rulebook.numbers import matches
from host_tools.scenarios.amounts import Unreadable, cents, dollars, written
from host_tools.scenarios.script import read_line

LINES = [
    ("deal 1 As 2 Kd dealer 7c", [("card", 1, "As"), ("card", 2, "Kd"), ("card", 0, "7c")]),
    ("deal board 2s 10h Jk", [("card", 20, "2s"), ("card", 20, "Th"), ("card", 20, "Jk")]),
    ("deal burn 2s 10 3h", [("card", 21, "2s"), ("card", 10, "3h")]),
    ("3 check", [("check", 3)]),
    ("3 call", [("call", 3)]),
    ("3 fold", [("fold", 3)]),
    ("3 all-in", [("all_in", 3)]),
    ("3 bet 20", [("bet", 3, 2000)]),
    ("3 bet", [("bet", 3, None)]),
    ("3 raise to 60.50", [("raise", 3, 6050)]),
    ("3 call and fold", [("call_fold", 3)]),
    ("3 over-blind 20", [("over_blind", 3, 2000)]),
    ("3 posts 15", [("post", 3, 1500)]),
    ("3 joins 200", [("join", 3, 20000)]),
    ("3 leaves", [("leave", 3)]),
    ("3 moves 5", [("change_seat", 3, 5)]),
    ("3 buys 100", [("buy", 3, 10000)]),
    ("3 throws 2c 7d", [("throw", 3, ["2c", "7d"])]),
    ("3 stands", [("stand", 3)]),
    ("reshuffle", [("reshuffle",)]),
    ("3 shows", [("show", 3, None)]),
    ("3 shows Ks Kh 7d", [("show", 3, ["Ks", "Kh", "7d"])]),
    ("3 mucks", [("muck", 3)]),
    ("3 ante 5", [("ante", 3, 500)]),
    ("3 jackpot", [("jackpot", 3)]),
    ("3 declares", [("declare", 3)]),
    ("dealer collects", [("collect", None)]),
    ("dealer collects 3", [("collect", 3)]),
    ("display 20005", [("display", 2000500)]),
    ("dealer exposes 3", [("expose", 3)]),
    ("dealer exposes cut", [("expose_cut",)]),
    ("dealer exposes shoe", [("expose", 23)]),
    ("3 sees", [("see", 3)]),
    ("move Kd 3 2", [("move", "Kd", 3, 2)]),
    ("3 discards 7c", [("discard", 3, "7c")]),
    ("supervisor clock 3", [("clock", 3)]),
    ("supervisor fold 3", [("rule_fold", 3)]),
    ("supervisor misdeal", [("rule_misdeal", None)]),
    ("supervisor misdeal 17.1(b)", [("rule_misdeal", "17.1(b)")]),
    ("supervisor void 19.3", [("rule_void", "19.3")]),
    ("supervisor removes 2", [("rule_remove", 2, None)]),
    ("director seats 3 200", [("direct", "seat", 3, 20000)]),
    ("director moves 3 5", [("direct", "move", 3, 5)]),
    ("director removes 3", [("direct", "remove", 3, 0)]),
    ("director corrects 3 150.50", [("direct", "chips", 3, 15050)]),
    ("4 is a newcomer", [("newcomer", 4)]),
    ("supervisor remove 2 B17.11", [("rule_remove", 2, "B17.11")]),
    ("wait 90s", [("wait", 90000)]),
    ("shoe fails", [("shoe_fail",)]),
    ("Deal 1 AS 2 kd Board 7C", [("card", 1, "As"), ("card", 2, "Kd"), ("card", 20, "7c")]),
    ("3 Raises To $60", [("raise", 3, 6000)]),
    ("Dealer Exposes Cut", [("expose_cut",)]),
    ("Wait 2 Minutes", [("wait", 120000)]),
    ("seat 3 folds", [("fold", 3)]),
    ("Box 3 goes allin", [("all_in", 3)]),
    ("player 3 shows Ks", [("show", 3, ["Ks"])]),
    ("box 3 limit 500", [("box_limit", 3, 50000)]),
]


@pytest.mark.parametrize(("line", "inputs"), LINES, ids=[line for line, _ in LINES])
def test_a_line_of_the_format(line, inputs):
    step = read_line(7, line + "   # why")
    assert step is not None and step.inputs == inputs and step.line == 7 and not step.refuse
    for given in inputs:
        assert INPUTS.why_not(given) is None, "the inputs are the declared ones"


def test_a_line_that_must_be_refused():
    step = read_line(1, "refuse(4.2(g)) 3 raise to 60")
    assert step and (step.refuse, step.rule) == (True, "4.2(g)")
    assert step.inputs == [("raise", 3, 6000)]
    step = read_line(1, "refuse 3 check")
    assert step and (step.refuse, step.rule, step.inputs) == (True, None, [("check", 3)])
    spaced = read_line(1, "refuse (4.2(g)) seat 3 raises to 60")
    assert spaced and (spaced.rule, spaced.inputs) == ("4.2(g)", [("raise", 3, 6000)])
    assert read_line(1, "Refuse 3 Check") == replace(step, text="Refuse 3 Check")


@pytest.mark.parametrize("line", ["", "   ", "# only a comment"])
def test_nothing_happened(line):
    assert read_line(1, line) is None


@pytest.mark.parametrize(
    "line",
    [
        "deal", "deal 1", "deal As", "deal 1 As 2", "deal 11 As", "3 bet -5", "3 bet 1.005",
        "3 raise 60", "refuse", "refuse(4.2 3 check", "refuse() 3 check", "0 check", "move Kd 3",
        "wait soon", "supervisor", "deal 1 As 1 XX", "3 jumps", "dealer exposes 12",
    ],
)  # fmt: skip
def test_nonsense_is_refused_with_a_reason(line):
    with pytest.raises(Unreadable) as error:
        read_line(1, line)
    assert str(error.value)


@pytest.mark.parametrize(
    ("wanted", "cited", "same"),
    [
        ("C16.1", "TGC-2006 C16.1", True),
        ("C16.1.a", "TGC-2006 C16.1(a)", True),
        ("C16", "TGC-2006 C16.1", True),
        ("C16.1", "TGC-2006 C16", True),
        ("4.2(g)", "NI2006-156 4.2(g), 5.1", True),
        ("5.1", "NI2006-156 4.2(g), 5.1", True),
        ("r 4.2 (g)", "NI2006-156 4.2(g)", True),
        ("NI2006-156 r 17.7", "NI2006-156 17.7", True),
        ("C 19.13", "TGC-2006 C19.13", True),
        ("19.13", "TGC-2006 C19.13", True),
        ("17.1", "NI2006-156 17.10", False),
        ("C16.2", "TGC-2006 C16.3", False),
        ("4.2(h)", "NI2006-156 4.2(g)", False),
        ("B12.2", "TGC-2006 C12.2", False),
    ],
)
def test_rules_are_compared_as_people_write_them(wanted, cited, same):
    assert matches(wanted, cited) is same


def test_money_is_read_exactly():
    assert cents("0.29") == 29  # a float would make it 28
    assert cents(7) == 700
    assert dollars(1250) == 12.5 and dollars(1200) == 12
    assert written(-1205) == "-12.05"
    for nonsense in ("1.005", "x", True, 1.5, "NaN", -1):
        with pytest.raises(Unreadable):
            cents(nonsense)
