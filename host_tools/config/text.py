"""A configuration as a table.toml, with what may stand at each place."""

from __future__ import annotations

from typing import Any

from cardtable.rules.determinations import DETERMINATIONS, rule_of, taken_by
from host_tools import wording
from host_tools.config import shape


def table_toml(
    table: str, game: str, board: str, seats: int | None, values: dict[str, Any], jackpot: dict
) -> str:
    lines = [
        f"table = {_toml(table)}",
        f"game = {_toml(game)} # {wording.GAMES[game]}",
        f"board = {_toml(board)}",
    ]
    if seats is not None:
        lines.append(f"seats = {seats}")
    lines += ["", "[determinations]"]
    for name in taken_by(game):
        value = values.get(name)
        declared = DETERMINATIONS.fields(name)[0]
        note = f"{rule_of(game, name)}: {shape.range_of(declared)}"
        if value is None:
            lines.append(f"# {name}: none # {note}")
        else:
            lines.append(f"{name} = {_toml(_as_people_write(value, declared.type))} # {note}")
    lines += ["", "[jackpot]"]
    for name in shape.JACKPOT.names():
        value = jackpot.get(name)
        if value is not None:
            if name == "bonus_from" and isinstance(value, int):
                value = shape.SOURCES[value]
            lines.append(f"{name} = {_toml(value)} # {shape.JACKPOT.row(name)[3]}")
    return "\n".join(lines) + "\n"


def _as_people_write(value: Any, type: str) -> Any:
    return bool(value) if type == "flag" else value


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value)
