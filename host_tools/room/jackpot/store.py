"""A linked jackpot's events in the room's database: appended in one order, by one owner.

    [1, number, time_ms, previous, epoch, who, kind, field, …]

`previous` is the digest of the event before it. `jackpot` has a row for each link: its epoch, which
whoever takes it over counts up. Every commit locks that row first and looks whether the epoch is
still its own: a room that was replaced writes nothing more, whatever it believes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from cardtable.records import digest
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.ledger.engine import Connection
from host_tools.room.jackpot.pool import Event, Pool
from host_tools.room.store import Refused

VERSION = 1
ORIGIN = digest(b"cardtable linked jackpot")
DEFAULT = "boomerang"


class Fenced(Exception):
    """Another room has taken over."""


@dataclass(frozen=True)
class Kept:
    """One event as it is kept."""

    number: int
    time_ms: int
    epoch: int
    who: str
    event: Event


class Book:
    """The events of one link and the pool they make; calls are within the caller's transaction."""

    def __init__(self, name: str = DEFAULT) -> None:
        self.name = name
        self.pool = Pool()
        self.last = 0
        self._previous = ORIGIN
        self.epoch = 0  # of the owner; 0: of nobody, only read

    # ---- who owns it

    def take_over(self, db: Connection) -> int:
        """The epoch from now on; whoever had it before is fenced."""
        db.execute(
            "INSERT INTO jackpot (link, epoch) VALUES (?, 0) ON CONFLICT (link) DO NOTHING",
            (self.name,),
        )
        db.execute("UPDATE jackpot SET epoch = epoch + 1 WHERE link = ?", (self.name,))
        self.epoch = self._epoch(db)
        return self.epoch

    def lock(self, db: Connection) -> None:
        """One at a time from here to the commit; an owner finds out that it is none any more."""
        epoch = self._epoch(db, db.lock_row)
        if self.epoch and epoch != self.epoch:
            raise Fenced(f"epoch {epoch} owns {self.name}, not {self.epoch}")
        self.read(db)

    def _epoch(self, db: Connection, lock: str = "") -> int:
        sql = f"SELECT epoch FROM jackpot WHERE link = ?{lock}"
        found = db.execute(sql, (self.name,)).fetchone()
        return 0 if found is None else int(found[0])

    # ---- its events

    def read(self, db: Connection) -> list[Kept]:
        """What has come since; each must follow the one before it, and the books balance."""
        fresh = []
        rows = db.execute(
            "SELECT number, line FROM jackpot_event WHERE link = ? AND number > ? ORDER BY number",
            (self.name, self.last),
        ).fetchall()
        for number, line in rows:
            content = bytes(line)
            try:
                told = json.loads(content)
                whole = told[:2] == [VERSION, number] and told[3] == self._previous
                kept = Kept(number, told[2], told[4], told[5], _event(told[6:]))
                if not whole or number != self.last + 1:
                    raise ValueError("it does not follow the one before")
                self.pool.apply(kept.event)
            except (ValueError, TypeError, LookupError, AttributeError) as damage:
                raise Problem(
                    f"event {number} of the linked jackpot {self.name} is not whole ({damage})",
                    "Keep the database as it is; a backup of before may show what it was.",
                    NOT_WHOLE,
                ) from damage
            self.last, self._previous = number, digest(content)
            fresh.append(kept)
        self._audit()
        return fresh

    def append(self, db: Connection, who: str, now_ms: int, events: list[Event]) -> None:
        """Applied and kept, or neither: the caller's transaction ends when this raises."""
        for event in events:
            number = self.last + 1
            told = [VERSION, number, now_ms, self._previous, self.epoch, who, *event]
            line = json.dumps(told, separators=(",", ":"), sort_keys=True).encode()
            db.execute(
                "INSERT INTO jackpot_event (link, number, line) VALUES (?, ?, ?)",
                (self.name, number, line),
            )
            self.pool.apply(_event(json.loads(line)[6:]))
            self.last, self._previous = number, digest(line)
        self._audit()

    def _audit(self) -> None:
        reason = self.pool.why_not()
        if reason is not None:
            raise Problem(
                f"the linked jackpot {self.name} stopped: {reason}",
                "Nothing was written. Keep the database as it is, and compare with the tables:"
                " room jackpot reconcile.",
                NOT_WHOLE,
            )


def _event(told: list[Any]) -> Event:
    return tuple(told)


def names(db: Connection) -> list[str]:
    return [name for (name,) in db.execute("SELECT link FROM jackpot ORDER BY link").fetchall()]


def opened_book(db: Connection, name: str, lock: bool = True) -> Book:
    """The link of that name, read to its end."""
    book = Book(name)
    book.lock(db) if lock else book.read(db)
    if not book.last:
        raise Refused(f"there is no linked jackpot {name}", "Open one: cardtable room jackpot open")
    return book
