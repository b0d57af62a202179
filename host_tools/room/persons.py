"""Persons of the room and their roles: who may sign in, and for how long a session lasts.

Secrets are kept as scrypt hashes (RFC 7914). Wrong ones make the person wait, longer each time,
also across restarts; a name that nobody has takes as long to refuse as one that somebody has.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.forwarding.room_key import secret_digest
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal
from host_tools.room.journal import ROLES, ROOM, Who
from host_tools.room.store import Refused, now_ms, transaction

IDLE_MS = 30 * 60_000  # a session that nobody uses ends
LONGEST_MS = 12 * 3_600_000  # and any other after a shift
_N, _R, _P = 1 << 15, 8, 1  # 32 MB and some 60 ms a try
_MEMORY = 64 << 20
_SHORTEST = {"floor": 6, "supervisor": 6, "manager": 10, "admin": 10}
_LONGEST = 128
_FREE_TRIES = 3
_WAIT_MS = (2_000, 60_000)  # after the fourth wrong one, and at most
_QUIET_MS = 60_000


@dataclass(frozen=True)
class Person:
    name: str
    role: str
    since_ms: int
    ended_ms: int | None


def hashed(secret: str) -> str:
    salt = secrets.token_bytes(16)
    return f"scrypt${_N}${_R}${_P}${_b64(salt)}${_b64(_scrypt(secret, salt, _N, _R, _P))}"


def fits(secret: str, kept: str) -> bool:
    try:
        kind, n, r, p, salt, wanted = kept.split("$")
        made = _scrypt(secret, base64.b64decode(salt), int(n), int(r), int(p))
        return kind == "scrypt" and hmac.compare_digest(made, base64.b64decode(wanted))
    except ValueError:
        return False


def _scrypt(secret: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


_NOBODY = hashed(secrets.token_hex(16))  # what an unknown name is compared with


def why_no_secret(secret: str, role: str) -> str | None:
    shortest = _SHORTEST[role]
    if len(secret) < shortest or len(secret) > _LONGEST:
        return f"a {role} needs {shortest} to {_LONGEST} characters"
    if len(set(secret)) < 3:
        return "that can be guessed: use more than two different characters"
    return None


# ---- who there is


def add(db: PostgresConnection, who: Who, name: str, role: str, secret: str, at_ms: int) -> None:
    """A new person, or one who comes back."""
    if role not in ROLES:
        raise Problem(f"'{role}' is no role", f"Choose: {', '.join(ROLES)}.", BAD_INPUT)
    if not 0 < len(name.strip()) <= 40 or not name.isprintable():
        raise Problem(f"'{name}' can be nobody's name here", "1 to 40 characters.", BAD_INPUT)
    why = why_no_secret(secret, role)
    if why is not None:
        raise Problem(f"this PIN or password does not do: {why}", "Choose another.", BAD_INPUT)
    there = db.execute("SELECT ended_ms FROM person WHERE name = ? FOR UPDATE", (name,)).fetchone()
    if there is not None and there[0] is None:
        raise Problem(f"{name} is there already", "End it first, or change it.", BAD_INPUT)
    db.execute(
        "INSERT INTO person (name, role, secret, since_ms) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET role = excluded.role, secret = excluded.secret,"
        " since_ms = excluded.since_ms, ended_ms = NULL, failures = 0, wait_until_ms = 0",
        (name, role, hashed(secret), at_ms),
    )
    journal.record(db, who, "person.added", at_ms, person=name, role=role)


def end(db: PostgresConnection, who: Who, name: str, at_ms: int) -> None:
    """They sign in no more, and every session of theirs is over."""
    _there(db, name)
    db.execute("UPDATE person SET ended_ms = ? WHERE name = ?", (at_ms, name))
    _end_sessions(db, name, at_ms)
    journal.record(db, who, "person.ended", at_ms, person=name)


def change(
    db: PostgresConnection, who: Who, name: str, at_ms: int, role: str = "", secret: str = ""
) -> None:
    """Another role, or another PIN or password; both end the sessions there are."""
    has = _there(db, name)
    role = role or has
    if role not in ROLES:
        raise Problem(f"'{role}' is no role", f"Choose: {', '.join(ROLES)}.", BAD_INPUT)
    why = why_no_secret(secret, role) if secret else None
    if why is not None:
        raise Problem(f"this PIN or password does not do: {why}", "Choose another.", BAD_INPUT)
    if secret:
        db.execute("UPDATE person SET secret = ? WHERE name = ?", (hashed(secret), name))
    elif _SHORTEST[role] > _SHORTEST[has]:
        raise Problem(f"a {role} needs a longer password", "Give a new one with it.", BAD_INPUT)
    db.execute(
        "UPDATE person SET role = ?, failures = 0, wait_until_ms = 0 WHERE name = ?", (role, name)
    )
    _end_sessions(db, name, at_ms)
    journal.record(
        db, who, "person.changed", at_ms, person=name, role=role, new_secret=bool(secret)
    )


def _there(db: PostgresConnection, name: str) -> str:
    found = db.execute(
        "SELECT role FROM person WHERE name = ? AND ended_ms IS NULL FOR UPDATE", (name,)
    ).fetchone()
    if found is None:
        raise Problem(f"there is no {name}", "See: cardtable room persons", BAD_INPUT)
    return str(found[0])


def all_of(db: PostgresConnection) -> list[Person]:
    rows = db.execute("SELECT name, role, since_ms, ended_ms FROM person ORDER BY name")
    return [Person(*row) for row in rows.fetchall()]


# ---- signing in


def sign_in(place: DatabaseUrl, name: str, secret: str, at_ms: int | None = None) -> str:
    """The secret of a new session; Refused else. Slow on purpose: not for the event loop."""
    at = now_ms() if at_ms is None else at_ms
    secret = secret[: _LONGEST + 1]
    with transaction(place) as db:
        found = db.execute(
            "SELECT secret, failures, wait_until_ms FROM person"
            " WHERE name = ? AND ended_ms IS NULL FOR UPDATE",
            (name,),
        ).fetchone()
        kept, failures, wait = found if found is not None else (_NOBODY, 0, 0)
        if wait > at:
            raise Refused(f"wait {(wait - at + 999) // 1000} s before the next try", status=429)
        made = secrets.token_urlsafe(32)
        right = fits(secret, kept) and found is not None
        if right:
            db.execute("UPDATE person SET failures = 0, wait_until_ms = 0 WHERE name = ?", (name,))
            db.execute(
                "INSERT INTO session (digest, person, began_ms, seen_ms) VALUES (?, ?, ?, ?)",
                (secret_digest(made), name, at, at),
            )
            journal.record(db, Who(name, _there(db, name)), "signed_in", at)
        else:
            # A name that nobody has is told in the journal only as such: it may be a password.
            if found is not None:
                pause = min(_WAIT_MS[1], _WAIT_MS[0] << max(0, min(10, failures + 1 - _FREE_TRIES)))
                until = at + pause if failures + 1 > _FREE_TRIES else 0
                db.execute(
                    "UPDATE person SET failures = failures + 1, wait_until_ms = ? WHERE name = ?",
                    (until, name),
                )
            if found is not None or not _told_lately(db, at):
                journal.record(db, ROOM, "sign_in.refused", at, person=name if found else "?")
    if not right:
        raise Refused("name, or PIN or password, is wrong", status=401)
    return made


def _told_lately(db: PostgresConnection, at_ms: int) -> bool:
    """Whether the newest entry is of a name that nobody has, and not old: one of many is told.
    The journal only grows, and whoever reaches the page could fill it."""
    newest = journal.entries(db, 1)
    return bool(newest) and (
        newest[0].what == "sign_in.refused"
        and newest[0].details == {"person": "?"}
        and 0 <= at_ms - newest[0].time_ms < _QUIET_MS
    )


def who_has(db: PostgresConnection, session: str, at_ms: int) -> Who | None:
    """Whose session it is, as long as it lasts; being asked keeps it alive."""
    digest = secret_digest(session)
    found = db.execute(
        "SELECT person.name, role FROM session JOIN person ON person.name = session.person"
        " WHERE digest = ? AND session.ended_ms IS NULL AND person.ended_ms IS NULL"
        " AND seen_ms > ? AND began_ms > ?",
        (digest, at_ms - IDLE_MS, at_ms - LONGEST_MS),
    ).fetchone()
    if found is None:
        return None
    db.execute("UPDATE session SET seen_ms = ? WHERE digest = ?", (at_ms, digest))
    return Who(*found)


def sign_out(db: PostgresConnection, who: Who, session: str, at_ms: int) -> None:
    db.execute(
        "UPDATE session SET ended_ms = ? WHERE digest = ? AND ended_ms IS NULL",
        (at_ms, secret_digest(session)),
    )
    journal.record(db, who, "signed_out", at_ms)


def _end_sessions(db: PostgresConnection, name: str, at_ms: int) -> None:
    db.execute(
        "UPDATE session SET ended_ms = ? WHERE person = ? AND ended_ms IS NULL", (at_ms, name)
    )


def refused_lately(db: PostgresConnection, since_ms: int) -> list[journal.Entry]:
    """Wrong PINs and passwords of the room itself, oldest first."""
    found = journal.entries(db, 50)
    wanted = [one for one in found if one.what == "sign_in.refused" and one.time_ms >= since_ms]
    return wanted[::-1]
