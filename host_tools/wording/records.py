"""Any record in one line, by its declaration: what moved, where, how much, under which rule."""

from __future__ import annotations

from typing import Any

from cardtable.desk.record_kinds import KINDS
from host_tools import wording

_FOR_MACHINES = ("salt", "secret", "determinations")
_FACE = 3  # characters; a longer token is a seal


def cited(body: tuple) -> str | None:
    """The rule that a record names, None if it names none."""
    fields = KINDS.fields(body[0]) if body[0] in KINDS else ()
    rules = [value for field, value in zip(fields, body[1:], strict=False) if field.type == "rule"]
    return next((rule for rule in rules if rule), None)


def describe(body: tuple, cite: bool = True) -> str:
    """The fields of (kind, field, …) for people; the rule comes last, in brackets."""
    kind = body[0]
    if kind not in KINDS:
        return ", ".join(map(str, body[1:]))
    told, rules = [], []
    for field, value in zip(KINDS.fields(kind), body[1:], strict=False):
        if value is None or value == [] or field.name in _FOR_MACHINES:
            continue
        if field.type == "rule" and not cite:
            continue
        if field.type == "rule":
            rules.append(f"({value})")
        elif field.many and field.type != "any":
            told.append(f"{field.name} " + " ".join(_one(kind, field, one) for one in value))
        else:
            told.append(_one(kind, field, value))
    told += [str(value) for value in body[1 + len(KINDS.fields(kind)) :]]
    return " ".join([", ".join(told), *rules]).strip()


def _one(kind: str, field: Any, value: Any) -> str:
    if kind == "refused" and field.name == "input":
        return " ".join(str(one) for one in value if one is not None)
    if field.type == "seat":
        return str(value) if field.many else f"box {value}"
    if field.type == "place":
        return wording.place(value)
    if field.type == "cents":
        return f"{field.name} {wording.money(value)}"
    if field.type == "card":
        return wording.card(value)
    if field.type == "token":
        return wording.card(value) if len(value) <= _FACE else f"face down ({value[:8]})"
    if field.type == "name":
        return _named(kind, field.name, value)
    if field.type == "text" and field.name not in ("who", "why"):
        return str(value)
    return f"{field.name} {value}"


def _named(kind: str, name: str, value: str) -> str:
    if name == "code":
        if kind == "refused":
            return wording.REFUSALS.get(value, value)
        return wording.FAULTS.get(value, (value, ""))[0]
    if kind == "irregular":
        return wording.IRREGULARITIES.get(value, value)
    if name == "game":
        return wording.GAMES.get(value, value)
    return (wording.PRIZES if name in ("category", "prize") else {}).get(value, value)
