"""What leaves the room for other systems: one picture of a table for API, MQTT and metrics.

Everything here is what anybody beside the table may know. Fields are named one by one: what a row
of the floor page gets tomorrow does not leave by itself.
"""

from __future__ import annotations

from typing import Any

from host_tools.room.alarms import Alarm
from host_tools.room.desk import Desk

_PLAIN = (
    "table", "game", "game_name", "seats", "places", "round", "over", "faults", "stopped", "link",
    "firmware", "software", "simulated", "mode", "day", "record", "epoch",
)  # fmt: skip


def table_out(row: dict[str, Any], desk: Desk) -> dict[str, Any]:
    made = {name: row[name] for name in _PLAIN}
    opening = desk.opening_of(row["table"])
    open_alarms = [one for one in desk.board.open.values() if one.table == row["table"]]
    return made | {
        "players": len(row["seats"]),
        "rounds_an_hour": row["pace"],
        "jackpot_cents": row["jackpot"],
        "jackpot_pending": row["pending"],
        "needs": row["needs"],
        "needs_person": row["urgency"] <= 4,
        "opening": opening.state,
        "closes_ms": opening.closes_ms,
        "alarms": len(open_alarms),
        "waiting": sum(
            1 for one in desk.players if one.game == row["game"] and one.seated_ms is None
        ),
    }


def alarm_out(alarm: Alarm) -> dict[str, Any]:
    made = alarm.told(names=False)
    return {
        name: made[name]
        for name in ("id", "table", "kind", "words", "began_ms", "level", "for", "acknowledged")
    }
