"""Keys of other systems to the room's doors: each with the scopes it was given, shown once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.forwarding.room_key import secret_digest
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal
from host_tools.room.journal import Who

SCOPES = {
    "floor:read": "tables, rounds, alarms, releases: what anybody beside the tables may know",
    "waiting:read": "the waiting list, as it hangs on the wall",
    "waiting:write": "join and leave the waiting list",
    "alarms:write": "acknowledge alarms",
    "webhooks:write": "make, list and end webhooks",
}
_MARK = "ctr_"  # secret scanners find it by this


@dataclass(frozen=True)
class Token:
    name: str
    scopes: frozenset[str]

    @property
    def who(self) -> Who:
        return Who(self.name, "token")


def add(db: PostgresConnection, who: Who, name: str, scopes: list[str], now_ms: int) -> str:
    """The token itself; the room keeps only its digest."""
    wrong = [one for one in scopes if one not in SCOPES]
    if wrong or not scopes:
        raise Problem(
            f"'{', '.join(wrong)}' is no scope" if wrong else "a token needs a scope",
            f"Choose: {', '.join(SCOPES)}.",
            BAD_INPUT,
        )
    if not 0 < len(name) <= 64 or not name.isprintable():
        raise Problem(f"'{name}' can be no token's name", "1 to 64 characters.", BAD_INPUT)
    if db.execute("SELECT 1 FROM token WHERE name = ?", (name,)).fetchone() is not None:
        raise Problem(
            f"there is, or was, a token {name}", "Every token has a name of its own.", BAD_INPUT
        )
    made = _MARK + secrets.token_urlsafe(32)
    db.execute(
        "INSERT INTO token (name, digest, scopes, since_ms) VALUES (?, ?, ?, ?)",
        (name, secret_digest(made), ",".join(sorted(set(scopes))), now_ms),
    )
    journal.record(db, who, "token.added", now_ms, token=name, scopes=sorted(set(scopes)))
    return made


def revoke(db: PostgresConnection, who: Who, name: str, now_ms: int) -> None:
    done = db.execute(
        "UPDATE token SET revoked_ms = ? WHERE name = ? AND revoked_ms IS NULL", (now_ms, name)
    )
    if not done.rowcount:
        raise Problem(f"there is no token {name}", "See: room token list", BAD_INPUT)
    journal.record(db, who, "token.revoked", now_ms, token=name)


def listed(db: PostgresConnection) -> list[tuple[str, str, int, int | None]]:
    """(name, scopes, since, revoked), by name."""
    rows = db.execute("SELECT name, scopes, since_ms, revoked_ms FROM token ORDER BY name")
    return [tuple(row) for row in rows.fetchall()]


def known(db: PostgresConnection, given: str) -> Token | None:
    """Whose token it is, unless it was revoked."""
    row = db.execute(
        "SELECT name, scopes FROM token WHERE digest = ? AND revoked_ms IS NULL",
        (secret_digest(given),),
    ).fetchone()
    return None if row is None else Token(str(row[0]), frozenset(str(row[1]).split(",")))
