"""The month, reconciled: kept for good and signed by the room's host.

What was signed never changes; a month that is reconciled again, because records came late or a box
was counted afterwards, is another version beside the first. It names the last record of every
table, so that it can be told whether the ledger has moved since.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem
from host_tools.ledger.host_key import host_key, is_signed
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal
from host_tools.room.journal import Who
from host_tools.room.report_pages import as_data
from host_tools.room.reports import Report

_WHAT = b"room reconciliation\n"


@dataclass(frozen=True)
class Kept:
    id: int
    month: str
    made_ms: int
    who: str
    content: bytes
    key: str
    public: bytes
    signature: bytes

    def check(self) -> dict[str, Any]:
        """What it says; a Problem when it is not what was signed."""
        if not is_signed(self.public, self.signature, _WHAT + self.content):
            raise Problem(
                f"reconciliation {self.id} of {self.month} was altered since it was signed",
                "Keep the database as it is; a backup may have it.",
                NOT_WHOLE,
            )
        return json.loads(self.content)


def keep(db: PostgresConnection, who: Who, report: Report, now_ms: int) -> int:
    """Sign a month's report and keep it: its number."""
    if report.period != "month":
        raise Problem("only a month is reconciled", "See: room report", BAD_INPUT)
    month = report.first[:7]
    told = as_data(report) | {"month": month, "made_ms": now_ms, "who": who.name}
    content = json.dumps(told, separators=(",", ":"), sort_keys=True).encode()
    key = host_key()
    row = db.execute(
        "INSERT INTO reconciliation (month, made_ms, who, content, key, public, signature)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (month, now_ms, who.name, content, key.id, key.public, key.sign(_WHAT + content)),
    ).fetchone()
    journal.record(
        db, who, "month.reconciled", now_ms, month=month, reconciliation=row[0],
        difference=report.total("difference"), meter_difference=report.total("meter_difference"),
    )  # fmt: skip
    return int(row[0])


def all_of(db: PostgresConnection, month: str | None = None) -> list[Kept]:
    """The newest first."""
    rows = db.execute(
        "SELECT id, month, made_ms, who, content, key, public, signature FROM reconciliation"
        " WHERE CAST(? AS TEXT) IS NULL OR month = ? ORDER BY id DESC",
        (month, month),
    ).fetchall()
    return [
        Kept(number, name, made_ms, who, bytes(content), key, bytes(public), bytes(signature))
        for number, name, made_ms, who, content, key, public, signature in rows
    ]


def moved_since(kept: dict[str, Any], now: Report) -> list[str]:
    """What is otherwise now than it was when the month was signed, in words."""
    told = json.loads(json.dumps(as_data(now)))
    before = {one["table"]: one for one in kept["tables"]}
    after = {one["table"]: one for one in told["tables"]}
    found = []
    for table in sorted({*before, *after}):
        if table not in after or table not in before:
            found.append(f"table {table} is {'new' if table in after else 'gone'}")
            continue
        for name, value in after[table].items():
            was = before[table].get(name)
            if was != value and isinstance(value, int | type(None)):
                found.append(f"table {table}: {name} was {was}, is {value}")
    return found
