"""Requirements of standards and threats, from two files beside this one, checked as they are read.

A row names code and tests: `python -m host_tools.docsgen` makes the documents from them, and
tests/security fails when a test or a module that is named here is no longer there.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
MET, PARTLY, NOT = "met", "partly", "not"
STATES = {MET: "yes", PARTLY: "partly", NOT: "no"}


class Wrong(Exception):
    """An entry that says too little or too much."""


@dataclass(frozen=True)
class Requirement:
    """One thing that standards ask for, in our own words."""

    chapter: str
    asks: str
    does: str
    state: str
    lacks: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Attacker:
    """Somebody, and what they have."""

    name: str
    title: str
    has: str


@dataclass(frozen=True)
class Threat:
    """What attackers try, what holds against it, and what does not."""

    title: str
    by: tuple[str, ...]
    holds: str
    left: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def requirements() -> tuple[Requirement, ...]:
    rows = _read("standards.toml")["requirement"]
    return tuple(_requirement(row) for row in rows)


@cache
def attackers() -> tuple[Attacker, ...]:
    return tuple(Attacker(**row) for row in _read("threats.toml")["attacker"])


@cache
def threats() -> tuple[Threat, ...]:
    return tuple(_threat(row) for row in _read("threats.toml")["threat"])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


def _requirement(row: dict[str, Any]) -> Requirement:
    made = Requirement(lacks=row.pop("lacks", ""), **_lists(row))
    if made.state not in STATES:
        raise Wrong(f"{made.asks}: state is one of {', '.join(STATES)}")
    if (made.state == MET) == bool(made.lacks):
        raise Wrong(f"{made.asks}: say what is lacking, unless it is met")
    if made.state != NOT and not (made.tests and made.code):
        raise Wrong(f"{made.asks}: name code and tests")
    return made


def _threat(row: dict[str, Any]) -> Threat:
    row["by"] = tuple(row["by"])
    made = Threat(**_lists(row))
    unknown = set(made.by) - {one.name for one in attackers()}
    if unknown or not made.by:
        raise Wrong(f"{made.title}: by whom? {', '.join(sorted(unknown))}")
    if not made.tests:
        raise Wrong(f"{made.title}: name a test")
    return made


def _lists(row: dict[str, Any]) -> dict[str, Any]:
    return row | {name: tuple(row.get(name, ())) for name in ("code", "tests")}
