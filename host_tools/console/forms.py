"""Forms made from the declarations: determinations, inputs, commands. Nothing is listed twice."""

from __future__ import annotations

from typing import Any

from cardtable.declare import Field, Kinds
from cardtable.link.commands import COMMANDS, OF_BOARD, OF_SUPERVISOR
from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS, rule_of, taken_by
from cardtable.rules.inputs import INPUTS
from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, SEATS, SHOE
from host_tools import words
from host_tools.config.compare import WHEN_WORDS

_SEATS = tuple(range(1, SEATS + 1))
_PLACES = (*_SEATS, DEALER, BOARD, BURN, DISCARD, SHOE)


def field(declared: Field) -> dict[str, Any]:
    """What an entry needs to know of one declared field."""
    return {
        "name": declared.name,
        "label": declared.name.replace("_", " "),
        "type": declared.type,
        "optional": declared.optional,
        "many": declared.many,
        "low": declared.low,
        "high": declared.high,
        "options": _options(declared),
    }


def _options(declared: Field) -> list[tuple[Any, str]] | None:
    """(value, words) of everything that may be chosen; None where something is typed."""
    if declared.choices:
        return [(one, str(one)) for one in declared.choices]
    if declared.type in ("seat", "place") and not declared.many:
        places = _SEATS if declared.type == "seat" else _PLACES
        return [(one, words.place(one).capitalize()) for one in places]
    return None


def _of(kinds: Kinds, name: str) -> dict[str, Any]:
    return {"kind": name, "fields": [field(one) for one in kinds.fields(name)]}


def determinations(game: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry a determination of `game`, its rule, when it may change, and its value."""
    if game not in DOCUMENTS:
        return []
    return [
        field(DETERMINATIONS.fields(name)[0])
        | {
            "rule": rule_of(game, name),
            "when": WHEN_WORDS[DETERMINATIONS.row(name)[3]],
            "value": values.get(name),
        }
        for name in taken_by(game)
    ]


def all_forms(game: str, values: dict[str, Any]) -> dict[str, Any]:
    """Everything a supervisor's or technician's page makes forms from."""
    return {
        "game": game,
        "games": [{"name": name, "label": words.GAMES[name]} for name in DOCUMENTS],
        "determinations": determinations(game, values),
        "inputs": {
            name: _of(INPUTS, name) | {"role": "supervisor" if name in OF_SUPERVISOR else "dealer"}
            for name in INPUTS.names()
            if name not in OF_BOARD
        },
        "commands": {
            name: _of(COMMANDS, name) | {"role": COMMANDS.row(name)[2]} for name in COMMANDS.names()
        },
    }
