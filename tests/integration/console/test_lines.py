"""What a page tells has its rule beside it, not in it."""

from __future__ import annotations

import pytest

from host_tools.console.lines import Lines
from host_tools.wording.line import Line
from host_tools.wording.narrator import Narrator

CITED = "NI2005-66 17.1(c), 17.1(d), 17.3"  # brackets of its own: once the rule was lost by them


@pytest.mark.parametrize(
    "record",
    [
        ("refund", 1, 500, CITED),
        ("irregular", CITED, "out_of_turn", 2),
        ("end", "misdeal", CITED),
        ("end", "void", CITED),
        ("settle", 3, 500, 500, "won", CITED),
        ("refused", ["bet", 3, None], "not_now", CITED),
    ],
)
def test_a_line_has_the_rule_of_its_record_and_a_terminal_shows_it(record):
    line = Lines().tell(7, record)[0]
    assert line["rule"] == CITED
    assert "NI2005" not in line["text"] and "()" not in line["text"]
    assert f"({CITED})" in Narrator().tell(record)[0]


def test_what_to_do_next_is_told_as_such():
    happened, to_do = Lines().tell(7, ("end", "misdeal", CITED))
    assert (happened["news"], to_do["news"]) == ("", "next")
    assert to_do["text"].startswith("Give every chip back") and to_do["rule"] is None


def test_what_is_taken_back_keeps_its_rule():
    lines = Lines()
    lines.tell(1, ("round", 1, "draw", "x", 3, []))
    lines.tell(2, ("refund", 1, 500, CITED))
    told = lines.tell(3, ("taken_back", "dealer", 2))
    assert [(one["text"], one["rule"]) for one in told] == [
        ("Taken back by the dealer: Box 1 gets $5.00 back.", CITED)
    ]


def test_a_line_is_its_text():
    assert Line("  Misdeal", CITED) == f"  Misdeal ({CITED})."
    assert Line("! It is over") == "! It is over." and Line("! It is over").plain == "It is over."
