"""A table.toml read and checked: everything that is wrong with it at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cardtable.desk.games import is_banked
from cardtable.jackpot.moves import why_not_parameters
from cardtable.rules.determinations import (
    DETERMINATIONS,
    resolve,
    rule_of,
    settled,
    taken_by,
)
from cardtable.rules.round import Refused
from cardtable.schema import Field, Schema
from host_tools import wording
from host_tools.boards import load as boards
from host_tools.boards.load import BadBoard, Board
from host_tools.common.problems import Problem
from host_tools.common.toml_file import BadToml, Fault, joined, read_toml
from host_tools.config import shape

_DOLLARS = re.compile(r"\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?")


class BadConfig(BadToml):
    """A configuration that cannot be used."""


@dataclass(frozen=True)
class Config:
    """A configuration that holds together."""

    table: str
    game: str
    board: Board
    seats: int
    given: dict[str, Any]  # determinations that the file names
    values: dict[str, Any]  # every determination
    fingerprint: str
    jackpot: dict[str, int] = field(default_factory=dict)

    def as_board_reads_it(self) -> dict[str, Any]:
        """table.json."""
        return {
            "table": self.table,
            "game": self.game,
            "seats": self.seats,
            "values": self.values,
            "fingerprint": self.fingerprint,
            "jackpot": self.jackpot,
        }


def load(file: Path) -> Config:
    """The configuration; BadConfig with everything that is wrong with it."""
    made, faults = check(read_toml(file, BadConfig), file.parent)
    if made is None:
        raise BadConfig(str(file), faults)
    return made


def check(given: dict[str, Any], folder: Path = Path()) -> tuple[Config | None, list[Fault]]:
    """(the configuration or None, everything that is wrong)."""
    faults: list[Fault] = []
    _unknown(given, (*shape.TABLE.names(), *shape.SECTIONS), "", faults)
    top = _fields(given, shape.TABLE, "", faults)
    game = top.get("game")
    name = str(top.get("table") or "")
    if len(name) > shape.LONGEST_NAME:
        text = f' = "{name}" is too long'
        faults.append(Fault("table", text, f"At most {shape.LONGEST_NAME} characters."))
    board = _board(top.get("board"), folder, faults)
    determined = _section(given, "determinations", faults)
    values: dict[str, Any] = {}
    if game is not None:
        values = _determinations(game, determined, top.get("seats") or 0, faults)
    jackpot = _jackpot(_section(given, "jackpot", faults), faults)
    if board is not None and top.get("seats"):
        _boxes(board, top["seats"], faults)
    if faults or board is None or game is None:
        return None, faults
    made = settled(game, values)
    if "shoe" not in board.data["readers"] and made["values"]["deal"] != "hand":
        text = f' = "{board.name}" has no reader in the shoe'
        canberra = is_banked(game)
        advice = "Take a board that has one: this game is dealt from a shoe."
        hand = 'Write deal = "hand" under [determinations], or take a board that has one.'
        return None, [Fault("board", text, advice if canberra else hand)]
    config = Config(
        name, game, board, top["seats"], values, made["values"], made["fingerprint"], jackpot
    )
    return config, []


# ---- one field after the other


def _fields(given: dict, kinds: Schema, path: str, faults: list[Fault]) -> dict[str, Any]:
    found = {}
    for name in kinds.names():
        declared = kinds.row(name)
        if name not in given:
            if declared[2] is ...:
                advice = f"Write {name} = {_example(shape.field_of(kinds, name))}."
                faults.append(Fault(joined(path, name), " is missing", advice))
            else:
                found[name] = declared[2]
            continue
        value = _value(given[name], kinds.fields(name)[0], joined(path, name), "", faults)
        if value is not None:
            found[name] = value
    return found


def _value(given: Any, declared: Field, path: str, rule: str, faults: list[Fault]) -> Any:
    """The value as the board takes it, or None and a fault."""
    value = _as_declared(given, declared)
    if declared.why_not(value) is None:
        return value
    cited = f" ({rule})" if rule else ""
    advice = f"It is {shape.range_of(declared)}{cited}."
    if declared.choices and isinstance(given, str):
        close = get_close_matches(given, [str(one) for one in declared.choices], 1, 0.5)
        if close:
            advice = f'Did you mean "{close[0]}"? {advice}'
    faults.append(Fault(path, f" = {_shown(given)} is not usable here", advice))
    return None


def _as_declared(given: Any, declared: Field) -> Any:
    if declared.many and isinstance(given, list):
        return [_one(item, declared) for item in given]
    return _one(given, declared)


def _one(given: Any, declared: Field) -> Any:
    if declared.type == "flag" and isinstance(given, bool):
        return int(given)
    if declared.type == "cents" and isinstance(given, str):
        dollars = _DOLLARS.fullmatch(given)
        if dollars:
            return int(dollars[1].replace(",", "")) * 100 + int(dollars[2] or 0)
    return given


def _section(given: dict, name: str, faults: list[Fault]) -> dict[str, Any]:
    found = given.get(name, {})
    if isinstance(found, dict):
        return found
    faults.append(Fault(name, f" = {_shown(found)} is not a table", f"Write [{name}]."))
    return {}


def _unknown(given: dict, known: Iterable[str], path: str, faults: list[Fault]) -> None:
    names = tuple(known)
    for key in given:
        if key in names:
            continue
        close = get_close_matches(key, names, 1, 0.6)
        if close:
            advice = f"Did you mean {joined(path, close[0])}?"
        else:
            advice = f"Known here: {', '.join(names)}."
        faults.append(Fault(joined(path, key), " is not known", advice))


# ---- determinations


def _determinations(game: str, given: dict, seats: int, faults: list[Fault]) -> dict[str, Any]:
    names = taken_by(game)
    path = "determinations"
    for key in given:
        if key in DETERMINATIONS and key not in names:
            text = f" is no determination of {wording.GAMES[game]}"
            faults.append(Fault(joined(path, key), text, "Leave it out."))
    _unknown({key: 0 for key in given if key not in DETERMINATIONS}, names, path, faults)
    values = {}
    for name in names:
        if name in given:
            value = _value(
                given[name],
                DETERMINATIONS.fields(name)[0],
                joined(path, name),
                rule_of(game, name),
                faults,
            )
            if value is not None:
                values[name] = value
    faults += contradictions(game, values, seats)
    return values


def contradictions(game: str, values: dict[str, Any], seats: int) -> list[Fault]:
    """Determinations that cannot stand, or not together; each contradiction told once.

    The rules refuse at the first one. It is narrowed down to the fewest values that are refused
    for the same reason; these are told and left out, and the rest is tried again.
    """
    found: list[Fault] = []
    rest = dict(values)
    while True:
        refused = _refused(game, rest, seats)
        if refused is None:
            return found
        fewest = dict(rest)
        for name in rest:
            fewer = {known: fewest[known] for known in fewest if known != name}
            again = _refused(game, fewer, seats)
            if again is not None and again.code == refused.code:
                fewest = fewer
        found.append(_contradiction(list(fewest), fewest, refused, seats))
        if not fewest and not seats:
            return found  # the defaults themselves: of no use to go on
        if not fewest:
            seats = 0
        rest = {name: value for name, value in rest.items() if name not in fewest}


def _refused(game: str, values: dict[str, Any], seats: int) -> Refused | None:
    try:
        resolve(game, values, seats if "limit" in taken_by(game) else 0)
    except Refused as refused:
        return refused
    return None


def _contradiction(names: list[str], values: dict, refused: Refused, seats: int) -> Fault:
    said = wording.REFUSALS.get(refused.code, refused.code)
    cited = f" ({refused.rule})" if refused.rule else ""
    if not names:
        return Fault("seats", f" = {seats}: {said}{cited}", "Choose another number of seats.")
    path = joined("determinations", names[0])
    if len(names) == 1:
        text = f" = {_shown(values[names[0]])}: {said}{cited}"
        return Fault(path, text, "Choose another, or leave it out.")
    if len(names) == 2:
        other = joined("determinations", names[1])
        first, second = (_shown(values[name]) for name in names)
        text = f" = {first} beside {other} = {second}: {said}{cited}"
        return Fault(path, text, "Change one of the two.")
    return Fault("determinations", f": {said}{cited}", f"Look at {', '.join(sorted(names))}.")


# ---- jackpot, board


def _jackpot(given: dict, faults: list[Fault]) -> dict[str, int]:
    _unknown(given, shape.JACKPOT.names(), "jackpot", faults)
    found = _fields(given, shape.JACKPOT, "jackpot", faults)
    if len(found) < len(shape.JACKPOT.names()):
        return {}
    found["bonus_from"] = shape.SOURCES.index(found["bonus_from"])
    if found["pool"] is None:
        found["pool"] = found["start_up"]
    reason = why_not_parameters(found)
    if reason:
        text = f": {wording.REFUSALS.get(reason, reason)}"
        faults.append(Fault("jackpot", text, "Change one of its amounts."))
    if found["ceiling"] and found["pool"] > found["ceiling"]:
        text = f" = {found['pool']} is over jackpot.ceiling = {found['ceiling']}"
        faults.append(Fault("jackpot.pool", text, "Lower it, or raise the ceiling."))
    return found


def _board(name: Any, folder: Path, faults: list[Fault]) -> Board | None:
    if not isinstance(name, str):
        return None
    try:
        is_file = name.endswith(".toml")
        return boards.load_file(folder / name) if is_file else boards.load(name)
    except Problem as problem:
        faults.append(Fault("board", f' = "{name}": {problem}', problem.hint))
    except BadBoard as bad:
        count = len(bad.faults)
        text = f' = "{name}" has {count} thing{"" if count == 1 else "s"} to mend'
        faults.append(Fault("board", text, f"See: cardtable boards --check {folder / name}"))
    return None


def _boxes(board: Board, seats: int, faults: list[Fault]) -> None:
    """A table with readers under its boxes needs one for every seat."""
    boxes = [name for name in board.data["readers"] if name.startswith("box ")]
    if boxes and len(boxes) < seats:
        text = f" = {seats}, but the board has readers for {len(boxes)} boxes"
        faults.append(Fault("seats", text, f"At most {len(boxes)}."))


def _example(declared: Field) -> str:
    if declared.choices:
        return f'"{declared.choices[0]}"'
    return '"table-1"' if declared.type == "text" else "1"


def _shown(given: Any) -> str:
    text = f'"{given}"' if isinstance(given, str) else str(given)
    text = text.lower() if isinstance(given, bool) else text
    return text if len(text) <= 40 else text[:39] + "…"
