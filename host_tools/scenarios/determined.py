"""Determinations of a file that say nothing in its game: written down all the same, and let be."""

from __future__ import annotations

from typing import Any

from cardtable.rules.determinations import taken_by
from host_tools.scenarios.reader import RoundFile

_IDLE = (0, "high", "none", "bets", [], None)
# What every game does that cannot choose: checks are taken, the ace counts low in a straight
_AS_IT_IS = {"final_check": 1, "ace_low": 1}
# A fact about the chips: stud shares to the cent, the house pays to the cent
_FACTS = ("smallest_chip",)


def determined(file: RoundFile) -> dict[str, Any]:
    """The determinations for the rules, without those that say nothing in this game."""
    names = taken_by(file.game)
    return {
        name: value
        for name, value in file.determinations.items()
        if name in names or not _says_nothing(name, value)
    }


def _says_nothing(name: str, value: Any) -> bool:
    if name in _FACTS:
        return True
    return value == _AS_IT_IS[name] if name in _AS_IT_IS else value in _IDLE
