"""Forms made from the declarations: determinations, inputs, commands. Nothing is listed twice."""

from __future__ import annotations

from typing import Any

from cardtable.declare import Field, Kinds
from cardtable.link.commands import COMMANDS, OF_BOARD, OF_SUPERVISOR
from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS, rule_of, taken_by
from cardtable.rules.inputs import INPUTS
from host_tools import words

_WHEN = {
    "round": "between rounds",
    "notice": "between rounds, after notice to the players",
    "won": "once the jackpot has been won",
}


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
        "choices": list(declared.choices) if declared.choices else None,
    }


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
            "when": _WHEN[DETERMINATIONS.row(name)[3]],
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
