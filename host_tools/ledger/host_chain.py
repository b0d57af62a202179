"""What only the host can know, in a chain of its own, signed: when records came, what was lost.

A record names the one before it, so the board's chain shows what is altered or missing in it. It
cannot show that records were deleted and a gap written in their place, or that a time of receipt
was moved. So every commit adds an entry here, in the same transaction:

    [1, number, time_ms, previous, key, what, field, …]

`previous` is the digest of the entry before it, `key` names the public key that the signature
beside it fits. What there is:

    begun    entries, digest                    a new ledger; what lay at its place before, if known
    key      public key                         from here on another host, or another key, signs
    took     table, epoch, ranges, ages, digest records, their ages in ms, the digest of digests
    adopted  the same                           found in a ledger of before there were entries
    gap      table, epoch, first, last          the board had these no more
    refused  table, epoch, digest               a line that did not belong was set aside
    retired  table, epoch, last, digest,        everything before record `last` is in the archive
             received_ms, archive, its digest,  of that name and digest; `last` itself stays, and
             facts                              what of the others still counts (retention.py)
    kept     as took                            of records that came with some that were retired

Plain SQL with `?`, for both engines (engine.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardtable.records import digest, dumps
from host_tools.ledger.host_key import HostKey, Note, host_key

if TYPE_CHECKING:
    from host_tools.ledger.engine import Connection

VERSION = 1
HEAD = 5  # fields before `what`
ORIGIN = digest(b"cardtable host chain")

TABLES = """
CREATE TABLE host_key (
    id TEXT PRIMARY KEY,
    public BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE host (
    number INTEGER PRIMARY KEY,
    line BLOB NOT NULL,
    signature BLOB NOT NULL
);
"""
SIGNED_RECORDS = ("took", "adopted", "kept")
_ADOPT = 500  # records to an entry when an older ledger is taken over


@dataclass(frozen=True)
class Row:
    """What is signed of one record."""

    number: int
    received_ms: int
    digest: str


def ranges(numbers: Iterable[int]) -> list[list[int]]:
    """[first, last] of each run."""
    made: list[list[int]] = []
    for number in sorted(numbers):
        if made and made[-1][1] == number - 1:
            made[-1][1] = number
        else:
            made.append([number, number])
    return made


def digest_of(rows: Iterable[Row]) -> str:
    # A damaged file may hold anything in place of a text; then it is another digest.
    return digest("".join(str(row.digest) for row in rows).encode("utf-8", "replace"))


class HostChain:
    """The writing side, within the transactions of an intake."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._key: HostKey = host_key()
        self._waiting: list[tuple] = []
        self._taken: dict[tuple[str, int], list[Row]] = {}

    @property
    def key(self) -> HostKey:
        return self._key

    def began(self, before: Note | None) -> None:
        """A new ledger; `before` is what this host remembers of one at the same place."""
        number, last = (before.number, before.digest) if before else (0, "")
        self._waiting.append(("begun", number, last))

    def took(self, table: str, epoch: int, row: Row) -> None:
        self._taken.setdefault((table, epoch), []).append(row)

    def lost(self, table: str, epoch: int, first: int, last: int) -> None:
        self._waiting.append(("gap", table, epoch, first, last))

    def refused(self, table: str, epoch: int, of: str) -> None:
        self._waiting.append(("refused", table, epoch, of))

    def retired(self, *fields: Any) -> None:
        self._waiting.append(("retired", *fields))

    def kept(self, table: str, epoch: int, rows: list[Row], now_ms: int) -> None:
        self._waiting.append(_records("kept", table, epoch, rows, now_ms))

    def adopt(self, table: str, epoch: int, rows: Iterator[Row], now_ms: int) -> None:
        """Records of a ledger that had no host chain, as they are found."""
        part: list[Row] = []
        for row in rows:
            part.append(row)
            if len(part) == _ADOPT:
                self._waiting.append(_records("adopted", table, epoch, part, now_ms))
                part = []
        if part:
            self._waiting.append(_records("adopted", table, epoch, part, now_ms))

    def seal(self, now_ms: int) -> tuple[int, str] | None:
        """Sign everything since the last time, before the commit: the new end; None: nothing."""
        waiting, self._waiting = self._waiting, []
        for (table, epoch), rows in self._taken.items():
            waiting.append(_records("took", table, epoch, rows, now_ms))
        self._taken = {}
        if not waiting:
            return None
        self._db.lock_end()
        number, previous, key = self._end()
        if key != self._key.id:
            known = self._db.execute("SELECT id FROM host_key WHERE id = ?", (self._key.id,))
            if known.fetchone() is None:
                new = (self._key.id, self._key.public)
                self._db.execute("INSERT INTO host_key (id, public) VALUES (?, ?)", new)
            waiting.insert(0, ("key", self._key.public.hex()))
        for entry in waiting:
            number += 1
            line = dumps([VERSION, number, now_ms, previous, self._key.id, *entry]).encode()
            self._db.execute(
                "INSERT INTO host (number, line, signature) VALUES (?, ?, ?)",
                (number, line, self._key.sign(line)),
            )
            if entry[0] == "retired":
                self._db.execute(
                    "INSERT INTO retired (chain, last, entry)"
                    " SELECT id, ?, ? FROM chain WHERE table_name = ? AND epoch = ?"
                    " ON CONFLICT (chain) DO UPDATE SET last = excluded.last,"
                    " entry = excluded.entry",
                    (entry[3], number, *entry[1:3]),
                )
            previous = digest(line)
        return number, previous

    def _end(self) -> tuple[int, str, str]:
        found = self._db.execute(
            "SELECT number, line FROM host ORDER BY number DESC LIMIT 1"
        ).fetchone()
        if found is None:
            return 0, ORIGIN, ""
        number, line = found
        # A damaged end is told by verify; what comes goes on under this host's key all the same.
        return number, digest(bytes(line)), str(field(line, HEAD - 1))


def _records(what: str, table: str, epoch: int, rows: list[Row], now_ms: int) -> tuple:
    ordered = sorted(rows, key=lambda row: row.number)
    ages = [now_ms - row.received_ms for row in ordered]
    found = ranges(row.number for row in ordered)
    return (what, table, epoch, found, ages, digest_of(ordered))


def field(line: Any, at: int) -> Any:
    """One field of an entry; None where there is none."""
    try:
        return json.loads(line)[at]
    except (ValueError, TypeError, IndexError, KeyError, RecursionError):
        return None
