"""Standards and threats: every test and module they name is there."""

from __future__ import annotations

import ast
import importlib.util
import re
from functools import cache

import pytest

from host_tools.docsgen import trust_pages
from host_tools.docsgen.trust_entries import (
    Wrong,
    _requirement,
    _threat,
    attackers,
    requirements,
    threats,
)
from sim.roots import ROOT

ROWS = [*requirements(), *threats()]
PROMISES = re.compile(r"\b(certified|certificate|compliant|approved by|guarantee[sd]?)\b", re.I)


@cache
def _names(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def missing(tests: tuple[str, ...]) -> list[str]:
    """Of these tests, those that are not there."""
    found = []
    for one in tests:
        path, _, name = one.partition("::")
        there = (ROOT / path).is_file() and name.startswith("test_") and name in _names(path)
        found += [] if there else [one]
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: getattr(row, "title", "") or row.asks[:50])
def test_every_row_names_tests_and_code_that_are_there(row):
    assert missing(row.tests) == []
    for name in row.code:
        assert importlib.util.find_spec(name) is not None, name


def test_a_test_that_is_not_there_would_be_noticed():
    assert missing(("tests/docs/test_trust_entries.py::test_nobody_wrote_this",)) != []
    assert missing(("tests/security/test_nowhere.py::test_x",)) != []


def test_every_attacker_tries_something():
    assert {name for one in threats() for name in one.by} == {one.name for one in attackers()}


def test_nothing_is_promised_that_nobody_has_given():
    """Designed against, never certified."""
    for row in requirements():
        assert not PROMISES.search(row.asks + row.does), row.asks
    assert "Nobody has examined or certified it" in trust_pages.standards()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"state": "nearly"}, "state is one of"),
        ({"state": "partly"}, "what is lacking"),
        ({"lacks": "all"}, "what is lacking"),
        ({"tests": []}, "name code and tests"),
    ],
)
def test_a_requirement_that_says_too_little_is_told(change, says):
    good = {"chapter": "c", "asks": "a", "does": "d", "state": "met"}
    good |= {"code": ["cardtable.records"], "tests": ["x"]}
    with pytest.raises(Wrong, match=says):
        _requirement(good | change)


def test_a_threat_without_an_attacker_or_a_test_is_told():
    good = {"title": "t", "by": ["player"], "holds": "h", "left": "", "tests": ["x"]}
    with pytest.raises(Wrong, match="by whom"):
        _threat(good | {"by": ["nobody"]})
    with pytest.raises(Wrong, match="name a test"):
        _threat(good | {"tests": []})
