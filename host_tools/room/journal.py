"""What people, and the room by itself, have done on the floor: appended, never changed.

    [1, number, time_ms, previous, key, who, role, what, {details}]

`previous` is the digest of the entry before it; each is signed by the room's host (host_key.py).
The database refuses to change or remove an entry; whoever gets round that breaks the chain, and
whoever makes a new chain has not the key. Entries cut off at the very end are not missed by the
chain itself: a backup, or a program that reads it regularly, shows them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardtable.records import digest
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem
from host_tools.ledger.host_key import HostKey, host_key, is_signed, key_file, known_key
from host_tools.ledger.postgres import PostgresConnection

VERSION = 1
ORIGIN = digest(b"cardtable room journal")
_WHAT = b"room journal\n"  # a signature under an entry is of no use anywhere else

ROLES = ("floor", "supervisor", "manager", "admin")  # each may what those before it may


@dataclass(frozen=True)
class Who:
    """Whoever does something: a person of the room, a program with a token, or the room."""

    name: str
    role: str

    def may(self, role: str) -> bool:
        if self.role in ("room", "server"):
            return True
        return self.role in ROLES and ROLES.index(self.role) >= ROLES.index(role)


ROOM = Who("room", "room")


@dataclass(frozen=True)
class Entry:
    number: int
    time_ms: int
    who: str
    role: str
    what: str
    details: dict[str, Any]


def record(db: PostgresConnection, who: Who, what: str, now_ms: int, **details: Any) -> int:
    """One more entry, in the transaction of what it tells of: its number."""
    key = host_key()
    if who.role == "server":
        _wants_the_rooms_key(db, key)
    db.execute("LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE")
    last = db.execute("SELECT number, line FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    number, previous = (last[0] + 1, digest(bytes(last[1]))) if last is not None else (1, ORIGIN)
    told = [VERSION, number, now_ms, previous, key.public.hex(), who.name, who.role, what, details]
    line = json.dumps(told, separators=(",", ":"), sort_keys=True).encode()
    db.execute(
        "INSERT INTO journal (number, line, signature) VALUES (?, ?, ?)",
        (number, line, _signature(key, line)),
    )
    return number


def _wants_the_rooms_key(db: PostgresConnection, key: HostKey) -> None:
    """A verb signs with the key of whoever runs it: an entry under another key than the room's
    would look like a forgery for ever. The room itself goes on with a new one, and says so."""
    if _known(db, key.public):
        return
    found = db.execute("SELECT id FROM host_key ORDER BY id").fetchall()
    if not found:
        return
    raise Problem(
        f"this is another key than the room's: {key.id} in {key_file()}; the room signs with"
        f" {' or '.join(one for (one,) in found)}",
        "Run it as the user that the room runs as, with the room's CARDTABLE_KEYS. Where the"
        " room's key is lost, start the room here first.",
        BAD_INPUT,
    )


def _signature(key: HostKey, line: bytes) -> bytes:
    return key.sign(_WHAT + line)


def entries(
    db: PostgresConnection, most: int = 200, before: int | None = None, what: str = ""
) -> list[Entry]:
    """The newest first."""
    rows = db.execute(
        "SELECT line FROM journal WHERE number < ? ORDER BY number DESC LIMIT ?",
        (before if before is not None else 1 << 62, most if not what else 100_000),
    ).fetchall()
    found = [_entry(bytes(line)) for (line,) in rows]
    return [one for one in found if one.what.startswith(what)][:most]


def _entry(line: bytes) -> Entry:
    _, number, time_ms, _, _, who, role, what, details = json.loads(line)
    return Entry(number, time_ms, who, role, what, details)


def verified(db: PostgresConnection) -> Iterator[Entry]:
    """Every entry in order, each checked; a Problem names the first that is not whole."""
    before = ORIGIN
    own = known_key()
    rows = db.each("SELECT number, line, signature FROM journal ORDER BY 1")
    for number, (at, line, signature) in enumerate(rows, 1):
        content = bytes(line)
        try:
            told = json.loads(content)
            public = bytes.fromhex(told[4])
            whole = at == number == told[1] and told[3] == before
        except (ValueError, TypeError, LookupError):
            public, whole = b"", False
        if not whole:
            raise Problem(
                f"entry {number} of the room's journal was altered, or one before it is missing",
                "Keep the database as it is; a backup of before may show what it was.",
                NOT_WHOLE,
            )
        if not is_signed(public, bytes(signature), _WHAT + content) or (
            own is not None and public != own.public and not _known(db, public)
        ):
            raise Problem(
                f"entry {number} of the room's journal is not signed by this room's host",
                "Keep the database as it is, and look who could write to it.",
                NOT_WHOLE,
            )
        before = digest(content)
        yield _entry(content)


def _known(db: PostgresConnection, public: bytes) -> bool:
    """A key that signs, or has signed, the ledger's own chain here."""
    found = db.execute("SELECT 1 FROM host_key WHERE public = ?", (public,))
    return found.fetchone() is not None
