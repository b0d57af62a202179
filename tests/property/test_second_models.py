"""The second model of every game and the machine agree on irregular rounds; the soak has more."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.oracles import second
from tests.oracles.second import bank_duel, duel, sitting

_HARNESS = {"duel.py", "bank_duel.py", "sitting.py"}  # they know the machine; the models must not


@pytest.mark.parametrize("game", list(duel.MODELS))
def test_rounds_between_players(game):
    met = duel.play_many(game, 500_000, 250)
    assert met[f"{game}: rounds"] == 250
    assert met[f"{game}: refused"] > 200
    assert met[f"{game}: irregular: wrong count"] and met[f"{game}: ended misdeal"]


@pytest.mark.parametrize("game", ["canberra", "canberra-1997"])
def test_rounds_against_the_bank(game):
    met = bank_duel.play_many(game, 500_000, 250)
    assert met[f"{game}: rounds"] == 250
    assert met[f"{game}: prizes"] > 20
    assert met[f"{game}: irregular: card exposed"]


@pytest.mark.parametrize("game", list(duel.MODELS))
def test_several_rounds_with_players_coming_and_going(game):
    met = sitting.play_many(game, 500_000, 40)
    assert met[f"sittings of {game}: rounds"] > 80
    assert met[f"sittings of {game}: line leave"] and met[f"sittings of {game}: line away"]


def test_a_player_who_need_not_wait_would_show(monkeypatch):
    monkeypatch.setattr(sitting.Seats, "must_wait", lambda self, seat: False)
    with pytest.raises(duel.Different):
        sitting.play_many("holdem", 500_000, 60)


def test_a_difference_is_told_with_its_round(monkeypatch):
    """A rule taken out of the model must show: else agreement would mean nothing."""
    from tests.oracles.second import betting

    monkeypatch.setattr(betting.Betting, "why_no_raise", lambda self, seat: None)
    with pytest.raises(duel.Different, match=r"14\.5|5\.1"):
        duel.play_many("omaha", 500_000, 250)


def test_the_models_import_nothing_of_the_machine():
    for path in Path(second.__file__).parent.glob("*.py"):
        if path.name in _HARNESS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            assert not [n for n in names if n.startswith(("cardtable", "host_tools"))], path.name
