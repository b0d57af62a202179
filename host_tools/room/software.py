"""Releases in the room: what tables may be updated to, each signed, each kept whole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.postgres import PostgresConnection
from host_tools.release.packed import unpacked
from host_tools.room import journal
from host_tools.room.journal import Who


@dataclass(frozen=True)
class Software:
    name: str
    version: str
    added_ms: int
    added_by: str
    digest: str


def add(db: PostgresConnection, who: Who, content: bytes, public: Path, now_ms: int) -> str:
    """Keep a release whose signatures fit the releaser's public key: its name."""
    found = unpacked(content, public)
    digest = hashlib.sha256(content).hexdigest()
    version = next(iter(found.values())).manifest.version
    name = f"{version}-{digest[:12]}"
    there = db.execute("SELECT 1 FROM software WHERE name = ?", (name,)).fetchone()
    if there is not None:
        raise Problem(f"release {name} is in the room already", "See: room software", BAD_INPUT)
    db.execute(
        "INSERT INTO software (name, version, added_ms, added_by, digest, content)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (name, version, now_ms, who.name, digest, content),
    )
    journal.record(
        db, who, "software.added", now_ms, software=name, digest=digest, for_=sorted(found)
    )
    return name


def all_of(db: PostgresConnection) -> list[Software]:
    """The newest first."""
    rows = db.execute(
        "SELECT name, version, added_ms, added_by, digest FROM software ORDER BY added_ms DESC"
    ).fetchall()
    return [Software(*row) for row in rows]


def content_of(db: PostgresConnection, name: str) -> bytes | None:
    row = db.execute("SELECT content FROM software WHERE name = ?", (name,)).fetchone()
    return None if row is None else bytes(row[0])
