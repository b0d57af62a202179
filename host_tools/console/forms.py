"""Forms made from the declarations: determinations, inputs, commands. Nothing is listed twice."""

from __future__ import annotations

from typing import Any

from cardtable.desk.games import is_banked, make
from cardtable.jackpot.prizes import boomerang_class
from cardtable.link.commands import COMMANDS, OF_BOARD, OF_SUPERVISOR
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.determinations import (
    DETERMINATIONS,
    DOCUMENTS,
    NOTICE,
    rule_of,
    settled,
    taken_by,
)
from cardtable.rules.inputs import INPUTS
from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, SEATS, SHOE
from cardtable.rules.seals import Sealer
from cardtable.schema import Field, Schema
from host_tools import wording
from host_tools.config.compare import WHEN_WORDS
from host_tools.rulebook.entries import DOCUMENTS as BOOKS
from host_tools.rulebook.entries import book
from host_tools.wording.determinations import choice, label
from host_tools.wording.instructions import DECISIONS

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
        return [(one, wording.place(one).capitalize()) for one in places]
    return None


def _of(kinds: Schema, name: str) -> dict[str, Any]:
    return {"kind": name, "fields": [field(one) for one in kinds.fields(name)]}


def determinations(game: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry a determination of `game`, its rule, when it may change, and its value."""
    if game not in DOCUMENTS:
        return []
    return [
        _determination(DETERMINATIONS.fields(name)[0])
        | {
            "rule": rule_of(game, name),
            "about": _about(rule_of(game, name)),
            "when": WHEN_WORDS[DETERMINATIONS.row(name)[3]],
            "notice": DETERMINATIONS.row(name)[3] == NOTICE,
            "value": values.get(name),
        }
        for name in taken_by(game)
    ]


def _determination(declared: Field) -> dict[str, Any]:
    told = field(declared) | {"label": label(declared.name)}
    if declared.choices:
        told["options"] = [(one, choice(one)) for one in declared.choices]
    return told


def _about(cited: str | None) -> str:
    """What a rule is about, in a few words."""
    document, _, rule = (cited or "").partition(" ")
    found = book(document).find(rule.split(",")[0]) if document in BOOKS else None
    return found.title if found is not None else ""


def decisions(game: str) -> dict[str, str]:
    """The rule under which a supervisor decides, if no other is named: by kind of input."""
    values = settled(game, {})["values"]
    document = DOCUMENTS[game]
    if is_banked(game):
        played = Canberra(values, {}, Sealer(b""), boomerang_class, game=game)
        kinds = {"rule_fold": "exclude", "rule_return": "wagers_void", "rule_misdeal": "exposed"}
        kinds |= {"rule_void": "decide", "box_limit": "box_limit"}
        told = {kind: played._cite(name) for kind, name in kinds.items()}
        told = {kind: rule for kind, rule in told.items() if rule.partition(" ")[2]}
        return told | {"open_hand": f"{document} 14.4" if document == "NI2004-492" else ""}
    cites = make(game, values, Sealer(b"")).cites
    kinds = {"rule_fold": "decision", "rule_misdeal": "misdeal", "rule_void": "void"}
    kinds |= {"clock": "clock", "open_hand": "decision"}
    return {kind: f"{document} {cites[name]}" for kind, name in kinds.items()}


def all_forms(game: str, values: dict[str, Any]) -> dict[str, Any]:
    """Everything a supervisor's or technician's page makes forms from."""
    return {
        "game": game,
        "games": [{"name": name, "label": wording.GAMES[name]} for name in DOCUMENTS],
        "determinations": determinations(game, values),
        "rules": decisions(game) if game in DOCUMENTS else {},
        "decisions": sorted(DECISIONS.items()),
        "inputs": {
            name: _of(INPUTS, name) | {"role": "supervisor" if name in OF_SUPERVISOR else "dealer"}
            for name in INPUTS.names()
            if name not in OF_BOARD
        },
        "commands": {
            name: _of(COMMANDS, name) | {"role": COMMANDS.row(name)[2]} for name in COMMANDS.names()
        },
    }
