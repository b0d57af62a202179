"""Expected failures: what, where, and what next."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.common.problems import Problem
from sim.roots import ROOT

_PLACES = sorted((ROOT / "host_tools").rglob("*.py"))
# The page says what next beside the button that was pressed.
_ON_THE_PAGE = ("host_tools/console/server.py", "host_tools/console/side_channel.py")


def _without_a_hint(text: str) -> Iterator[int]:
    """Lines in which a Problem is made that does not say what to do next."""
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "Problem":
            continue
        if any(isinstance(one, ast.Starred) for one in call.args):
            continue  # both texts come from one place
        given = call.args[1:2] + [one.value for one in call.keywords if one.arg == "hint"]
        if not given or (isinstance(given[0], ast.Constant) and not given[0].value):
            yield call.lineno


@pytest.mark.parametrize("file", _PLACES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_problem_says_what_to_do_next(file: Path):
    if file.relative_to(ROOT).as_posix() not in _ON_THE_PAGE:
        assert list(_without_a_hint(file.read_text(encoding="utf-8"))) == []


def test_a_problem_without_a_hint_is_found():
    text = "Problem('a')\nProblem('a', '')\nProblem('a', 'b')\nProblem('a', hint='b')\nProblem(*x)"
    assert list(_without_a_hint(text)) == [1, 2]


def test_a_problem_is_one_line():
    assert Problem("it is lost", "Look for it.").line() == "it is lost. Look for it."
