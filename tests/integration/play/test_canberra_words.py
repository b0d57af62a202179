"""Whatever Canberra Poker says in codes has plain words on the host."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from host_tools.wording import IRREGULARITIES, REFUSALS
from sim.roots import FIRMWARE

_FILES = sorted((FIRMWARE / "cardtable" / "rules" / "canberra").glob("*.py"))


def _calls(name: str) -> Iterator[list[Any]]:
    """The arguments of every call of `name`: texts, None for anything else."""
    for path in _FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called == name:
                    yield [
                        one.value if isinstance(one, ast.Constant) else None for one in node.args
                    ]


def test_every_refusal_of_canberra_poker_has_words():
    codes = {call[0] for call in _calls("_refuse_by") if call[0]}
    codes |= {call[1] for call in _calls("refuse_if")}
    assert len(codes) > 40
    assert codes - set(REFUSALS) == set()


def test_every_irregularity_of_canberra_poker_has_words():
    whats = {call[1] for call in _calls("_spoil")} | {call[1] for call in _calls("_void")}
    whats |= {call[2] for call in _calls("_emit") if call[0] == "irregular"}
    whats.discard(None)
    assert len(whats) > 15
    assert whats - set(IRREGULARITIES) == set()
