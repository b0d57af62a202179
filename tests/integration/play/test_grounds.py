"""A refusal may rest on several rules: a file names any of them, and no other."""

from __future__ import annotations

import pytest

from cardtable.rules.determinations import DOCUMENTS
from cardtable.rules.round import Refused
from cardtable.rules.rule_numbers import is_numbered
from host_tools.rulebook.numbers import matches
from host_tools.scenarios import grounds as page
from host_tools.scenarios.grounds import grounds
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import read
from host_tools.wording import REFUSALS
from tests.support.violations import holds

_OPENING = {
    "holdem": "deal 1 As 2 Kd 3 7c 1 Ah 2 Kc 3 7d",
    "stud": "deal 1 2s 2 3h 3 4d 1 Ks 2 Qh 3 Jd",
    "omaha": "deal 1 As 2 Kd 3 7c 1 Ah 2 Kc 3 7d 1 2c 2 3c 3 4c 1 2d 2 3d 3 4d",
    "draw": "deal 1 As 2 Kd 3 7c 1 Ah 2 Kc 3 7d 1 2c 2 3c 3 4c 1 2d 2 3d 3 4d 1 9c 2 8c 3 Tc",
}
# What is tried in the first betting round, a rule that forbids it beside the cited one, one that
# says nothing of it
_TRIED = [
    ("holdem", "1 check", "C13.1", "C16.2"),
    ("holdem", "3 buys 100", "C5.5", "C19.7"),
    ("holdem", "deal 2 As", "C2.1", "C11.3"),
    ("omaha", "1 check", "11.1", "14.5"),
    ("omaha", "3 buys 100", "4.5", "4.3"),
    ("omaha", "3 leaves", "4.6", "4.5"),
    ("draw", "1 check", "11.1", "11.4"),
    ("draw", "3 moves 5", "17.13", "17.11"),
    ("stud", "2 check", "B12.1", "B12.3"),
    ("stud", "3 buys 100", "B8.3", "B16.2"),
]


def _round(tmp_path, game: str, line: str):
    path = tmp_path / "round.toml"
    path.write_text(
        f'game = "{game}"\nscript = """\n{_OPENING[game]}\n{line}\n"""\n'
        "[seats]\n1 = 200\n2 = 200\n3 = 200\n"
    )
    file = read(path)
    played = play(file)
    return holds(file, played), played


@pytest.mark.parametrize(("game", "line", "also", "other"), _TRIED)
def test_a_file_may_name_another_rule_that_forbids_it(tmp_path, game, line, also, other):
    wrong, played = _round(tmp_path, game, f"refuse({also}) {line}")
    assert wrong == []
    assert not matches(also, played.refused[0][1]), "what the table cites stays what it is"
    wrong, _ = _round(tmp_path, game, f"refuse({other}) {line}")
    assert len(wrong) == 1 and f"not by {other}" in wrong[0]


@pytest.mark.parametrize("game", DOCUMENTS)
def test_every_rule_and_every_reason_exists(game):
    for (why, _), rules in page._GROUNDS[game].items():
        assert why in REFUSALS, why
        assert is_numbered(DOCUMENTS[game], rules), (game, why, rules)


def test_a_tournament_has_grounds_of_its_own():
    twice = Refused("ante_placed_already", "NI2004-492 4.3")
    assert grounds("canberra", False, "ante", twice) == "NI2004-492 4.3"
    assert matches("17.15", grounds("canberra", True, "ante", twice))
