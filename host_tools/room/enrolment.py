"""Which tables may report: a key for each, given out once, revoked when it is lost or sold."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.forwarding.protocol import is_table_name
from host_tools.forwarding.room_key import secret_digest
from host_tools.ledger.engine import connect, explained
from host_tools.ledger.place import DatabaseUrl


@dataclass(frozen=True)
class Enrolled:
    """One key that was given out."""

    table: str
    key_digest: str
    enrolled_ms: int
    revoked_ms: int | None


class Enrolments:
    """The keys of a room, in its database."""

    def __init__(self, place: DatabaseUrl) -> None:
        self._place = place
        self._db = connect(place, create=True)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Enrolments:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def enrol(self, table: str, again: bool = False) -> str:
        """The secret of a new key. `again`: the one the table had is revoked by it."""
        if not is_table_name(table):
            raise Problem(
                f"'{table}' can be no table's name here",
                "Letters, digits, dots, dashes and underscores, at most 64.",
                BAD_INPUT,
            )
        secret = secrets.token_urlsafe(32)
        now = time.time_ns() // 1_000_000
        with explained(self._place):
            self._db.begin()
            try:
                self._db.execute("LOCK TABLE enrolment IN SHARE ROW EXCLUSIVE MODE")
                if self._active(table) and not again:
                    raise Problem(
                        f"table {table} is enrolled already",
                        "A new key in place of the old one: --again. To end it: room revoke.",
                        BAD_INPUT,
                    )
                self._revoke(table, now)
                self._db.execute(
                    "INSERT INTO enrolment (table_name, key_digest, enrolled_ms) VALUES (?, ?, ?)",
                    (table, secret_digest(secret), now),
                )
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
        return secret

    def revoke(self, table: str) -> None:
        """The table's key is worth nothing from now on; its records stay."""
        with explained(self._place):
            if not self._active(table):
                raise Problem(f"table {table} is not enrolled", "See: room tables", BAD_INPUT)
            self._revoke(table, time.time_ns() // 1_000_000)

    def _active(self, table: str) -> bool:
        query = "SELECT 1 FROM enrolment WHERE table_name = ? AND revoked_ms IS NULL"
        return self._db.execute(query, (table,)).fetchone() is not None

    def _revoke(self, table: str, now: int) -> None:
        self._db.execute(
            "UPDATE enrolment SET revoked_ms = ? WHERE table_name = ? AND revoked_ms IS NULL",
            (now, table),
        )

    def all(self) -> list[Enrolled]:
        """Every key that was ever given out, in order."""
        with explained(self._place):
            rows = self._db.execute(
                "SELECT table_name, key_digest, enrolled_ms, revoked_ms FROM enrolment"
                " ORDER BY table_name, id"
            ).fetchall()
        return [Enrolled(*row) for row in rows]

    def active(self) -> dict[str, str]:
        """Digest of the key → table."""
        return {one.key_digest: one.table for one in self.all() if one.revoked_ms is None}
