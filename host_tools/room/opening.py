"""Tables opened and closed, with the notice that the documents ask for.

Every document lets the operator close a table before the close of gaming provided that the players
are given notice; TGC-2006 C1.3 says how long, S89-1997 14.2 also wants the inspector told. A table
where nobody sits has nobody to tell. The table itself is not stopped by it: play is the dealer's.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal, outbox
from host_tools.room.journal import Who
from host_tools.room.store import Refused

OPEN, CLOSING, CLOSED = "open", "closing", "closed"
_MOST_MINUTES = 24 * 60


@dataclass(frozen=True)
class Rule:
    """What a document says about closing; `minutes` 0: as long as the house thinks fit."""

    cite: str
    minutes: int = 0
    inspector: bool = False


RULES = {
    "canberra": Rule("NI2004-492 15.2"),
    "canberra-1997": Rule("S89-1997 14.2", inspector=True),
    "draw": Rule("NI2005-66 18.2"),
    "omaha": Rule("NI2006-156 18.2"),
    "holdem": Rule("TGC-2006 C1.3", 30),
    "stud": Rule("TGC-2006 C1.3", 30),
}
_ANY = Rule("", 0)


@dataclass(frozen=True)
class Opening:
    """How a table stands with its players; one that nobody has ever closed is open."""

    table: str
    state: str = OPEN
    since_ms: int = 0
    closes_ms: int | None = None
    rule: str = ""
    who: str = ""
    must_move_to: str | None = None

    def told(self) -> dict[str, Any]:
        return asdict(self)


def rule_for(game: str) -> Rule:
    return RULES.get(game, _ANY)


def all_of(db: PostgresConnection) -> dict[str, Opening]:
    rows = db.execute(
        "SELECT table_name, state, since_ms, closes_ms, rule, who, must_move_to FROM opening"
    ).fetchall()
    return {row[0]: Opening(*row) for row in rows}


def _now(db: PostgresConnection, table: str) -> Opening:
    # Of two who open or close at the same moment the second sees what the first has done.
    db.execute("SELECT pg_advisory_xact_lock(hashtext(?))", (f"opening {table}",))
    return all_of(db).get(table, Opening(table))


def _put(db: PostgresConnection, one: Opening) -> None:
    db.execute(
        "INSERT INTO opening (table_name, state, since_ms, closes_ms, rule, who, must_move_to)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_name) DO UPDATE SET"
        " state = excluded.state, since_ms = excluded.since_ms, closes_ms = excluded.closes_ms,"
        " rule = excluded.rule, who = excluded.who, must_move_to = excluded.must_move_to",
        (one.table, one.state, one.since_ms, one.closes_ms, one.rule, one.who, one.must_move_to),
    )


def open_table(db: PostgresConnection, who: Who, table: str, now_ms: int) -> None:
    """Open it; a notice that was given is taken back by it."""
    now = _now(db, table)
    if now.state == OPEN:
        raise Refused(f"table {table} is open")
    _put(db, Opening(table, OPEN, now_ms, None, "", who.name, now.must_move_to))
    journal.record(db, who, "table.opened", now_ms, table=table, was=now.state)
    outbox.tell(db, "table.opened", now_ms, table=table)


def give_notice(
    db: PostgresConnection,
    who: Who,
    table: str,
    game: str,
    minutes: int,
    inspector: bool,
    now_ms: int,
) -> None:
    """Tell the players that the table closes in so many minutes."""
    rule = rule_for(game)
    now = _now(db, table)
    if now.state != OPEN:
        raise Refused(f"table {table} is {now.state} already")
    if not 1 <= minutes <= _MOST_MINUTES:
        raise Refused("a notice is 1 to 1,440 minutes", status=400)
    if minutes < rule.minutes:
        raise Refused(
            f"{rule.minutes} minutes' notice are needed here, {minutes} were given",
            f"Give {rule.minutes} or more.",
            rule.cite,
        )
    if rule.inspector and not inspector:
        raise Refused(
            "the inspector has to be told before a table closes",
            "Tell the inspector, then say so here.",
            rule.cite,
        )
    closes = now_ms + minutes * 60_000
    _put(db, Opening(table, CLOSING, now_ms, closes, rule.cite, who.name, now.must_move_to))
    told: dict[str, Any] = {"table": table, "minutes": minutes, "rule": rule.cite}
    if rule.inspector:
        told["inspector_told"] = inspector
    journal.record(db, who, "table.closing", now_ms, **told)
    outbox.tell(db, "table.closing", now_ms, table=table, closes_ms=closes, rule=rule.cite)


def close(
    db: PostgresConnection, who: Who, table: str, game: str, seated: int, now_ms: int
) -> None:
    """Close it: after its notice has run out, or at once where nobody sits."""
    rule = rule_for(game)
    now = _now(db, table)
    if now.state == CLOSED:
        raise Refused(f"table {table} is closed")
    if seated and now.state != CLOSING:
        raise Refused(
            f"{seated} {'player sits' if seated == 1 else 'players sit'} there, and no notice was"
            " given",
            "Give notice first.",
            rule.cite,
        )
    if seated and now_ms < (now.closes_ms or 0):
        left = ((now.closes_ms or 0) - now_ms + 59_999) // 60_000
        raise Refused(
            f"the notice runs for {left} more {'minute' if left == 1 else 'minutes'}",
            "Close it then, or when the last player has left.",
            rule.cite,
        )
    _put(db, Opening(table, CLOSED, now_ms, None, rule.cite, who.name, now.must_move_to))
    journal.record(db, who, "table.closed", now_ms, table=table, rule=rule.cite, seated=seated)
    outbox.tell(db, "table.closed", now_ms, table=table)


def set_must_move(
    db: PostgresConnection, who: Who, table: str, to: str | None, now_ms: int
) -> None:
    """Whoever has sat longest at this table moves first when a seat at `to` is free."""
    now = _now(db, table)
    if to == table:
        raise Refused("a table cannot feed itself", status=400)
    if to is not None and all_of(db).get(to, Opening(to)).must_move_to is not None:
        raise Refused(f"table {to} is a must-move table itself")
    _put(db, Opening(table, now.state, now.since_ms, now.closes_ms, now.rule, now.who, to))
    journal.record(db, who, "table.must_move", now_ms, table=table, to=to)
