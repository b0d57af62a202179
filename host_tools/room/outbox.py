"""What other systems are told of: written in the transaction of the fact, sent afterwards.

Only what anybody beside the table may know goes in here: no card, no name of a person or player,
no money of the house.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

from host_tools.ledger.postgres import PostgresConnection

EVENTS = (
    "alarm.raised", "alarm.escalated", "alarm.acknowledged", "alarm.over",
    "table.opened", "table.closing", "table.closed",
    "update.begun", "update.done", "update.failed",
    "test",
)  # fmt: skip

# What a webhook may ask for: names, whole groups, everything
WANTED = ("*", *sorted({f"{one.partition('.')[0]}.*" for one in EVENTS if "." in one}), *EVENTS)


def tell(db: PostgresConnection, event: str, now_ms: int, **data: Any) -> None:
    """One delivery for each webhook that wants it."""
    assert event in EVENTS, event
    rows = db.execute("SELECT id, events FROM webhook WHERE ended_ms IS NULL").fetchall()
    wanting = [number for number, events in rows if wants(events, event)]
    if not wanting:
        return
    made = {"id": f"evt_{secrets.token_hex(12)}", "event": event, "time_ms": now_ms, "data": data}
    body = json.dumps(made, separators=(",", ":"))
    db.executemany(
        "INSERT INTO delivery (webhook, event, body, made_ms, due_ms) VALUES (?, ?, ?, ?, ?)",
        [(number, event, body, now_ms, now_ms) for number in wanting],
    )


def wants(events: str, event: str) -> bool:
    """`*`, or a list of names; `alarm.*` is every name that begins so."""
    for one in events.split(","):
        if one in ("*", event) or (one.endswith(".*") and event.startswith(one[:-1])):
            return True
    return False
