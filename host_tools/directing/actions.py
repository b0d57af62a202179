"""What the director's page can ask for: each is a verb of `Director`, checked beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.tournament.director import Director

_BOXES = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")
_MOST = 200
_MOST_CHIPS = 10**11  # as at the board (schema.py)
Given = dict[str, Any]


def read_tables(given: list[str]) -> dict[str, list[int]]:
    """`t1=1-9` or `t1=1,2,5`, each a table with its boxes."""
    found: dict[str, list[int]] = {}
    for one in given:
        name, equals, boxes = one.strip().partition("=")
        spans = [_BOXES.fullmatch(part) for part in boxes.split(",")]
        if not (name and equals) or name in found or not all(spans):
            raise Problem(f"--table {one} is no table", "Write t1=1-9 or t1=1,2,5.", BAD_INPUT)
        numbers = [n for m in spans if m for n in range(int(m[1]), int(m[2] or m[1]) + 1)]
        if (
            not numbers
            or not all(1 <= n <= 10 for n in numbers)
            or len(set(numbers)) < len(numbers)
        ):
            raise Problem(f"--table {one}: boxes are 1 to 10", "Name each once.", BAD_INPUT)
        found[name] = numbers
    return found


def _number(given: Given, name: str = "number") -> int:
    value = given[name]
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MOST_CHIPS:
        raise ValueError(f"{name} is a number")
    return value


def _text(given: Given, name: str) -> str:
    value = given[name]
    if not isinstance(value, str) or len(value) > _MOST:
        raise ValueError(f"{name} is a short text")
    return value


def _draw(director: Director, given: Given) -> None:
    named = _text(given, "tables").split() if given.get("tables") else []
    tables = read_tables(named) or director.state.tables_open
    if not tables:
        raise Problem("no tables are named", "Write t1=1-9 t2=1-9.", BAD_INPUT)
    director.draw_seats(tables)


def _begin(director: Director, given: Given) -> None:
    gone = given.get("forfeit", [])
    if not isinstance(gone, list) or not all(type(n) is int for n in gone):
        raise ValueError("forfeit are numbers")
    director.begin_session(gone)


def _end(director: Director, given: Given) -> str:
    if not (given.get("early") or director.session_is_over()):
        raise Problem("the session is not over by its conditions", "It can be ended early.")
    equal = director.end_session()
    if not equal:
        return ""
    names = "; ".join(", ".join(f"{n} {_name(director, n)}" for n in group) for group in equal)
    return f"Equal chips, extra rounds first ({director.rules.cite('equal_chips')}): {names}"


def _name(director: Director, number: int) -> str:
    return director.state.entrants[number].name


def _level(director: Director, given: Given) -> None:
    if given.get("back"):
        director.level_before(_text(given, "why"))
    else:
        director.next_level()


def _pause(director: Director, given: Given) -> None:
    minutes = given.get("minutes")
    director.pause(None if minutes is None else _number(given, "minutes"))


ACTIONS: dict[str, Callable[[Director, Given], Any]] = {
    "enter": lambda d, g: d.enter(_text(g, "name"), bool(g.get("reserve"))) and None,
    "draw": _draw,
    "seat": lambda d, g: d.seat(_number(g)),
    "absent": lambda d, g: d.absent(_number(g)),
    "replace": lambda d, g: d.replace(_number(g), _number(g, "reserve")),
    "substitute": lambda d, g: d.substitute(_number(g), _text(g, "name")),
    "begin": _begin,
    "level": _level,
    "pause": _pause,
    "resume": lambda d, g: d.resume(),
    "bring_back": lambda d, g: d.bring_back(_number(g), _number(g, "chips"), _text(g, "why")),
    "leaves": lambda d, g: d.leaves(_number(g), _text(g, "why")),
    "correct": lambda d, g: d.correct(_number(g), _number(g, "chips"), _text(g, "why")),
    "balance": lambda d, g: d.balance(d.state.tables_open) and None,
    "end": _end,
    "cancel": lambda d, g: d.cancel(_text(g, "why")) and None,
}
