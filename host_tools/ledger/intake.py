"""Records on their way into the ledger: each checked against its neighbours, each stored once.

A batch is one transaction, which begins by looking at what is there: two syncs at once, of one
table or of several, take turns and never disturb each other. It ends with an entry in the host's
own signed chain. Whoever acknowledges does so after `commit`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cardtable.records import BrokenChain, digest, origin
from host_tools.ledger.engine import connect, explained
from host_tools.ledger.host_chain import HostChain, Row
from host_tools.ledger.host_key import note
from host_tools.ledger.ledger import Retired
from host_tools.ledger.lines import checked, decoded
from host_tools.ledger.place import Place


def wall_ms() -> int:
    """Milliseconds since 1970, by this computer."""
    return time.time_ns() // 1_000_000


class Intake:
    """The writing side of a ledger: `open` a chain, `follow` lines, `commit`."""

    def __init__(self, path: Place, now_ms: Callable[[], int] = wall_ms) -> None:
        self.path = path
        self._now_ms = now_ms
        self._db = connect(path, create=True, now_ms=now_ms)
        self._host = HostChain(self._db)
        self._chain = 0
        self._table = ""
        self._epoch = 0
        # Taken, and not given to the engine yet: all of them go at once, before the commit.
        self._rows: list[tuple] = []
        self._waiting: dict[
            tuple[int, int], tuple[str, bytes]
        ] = {}  # (chain, number): digest, line
        self._gap_from: int | None = None  # the record whose predecessors nobody has any more
        self.number = 0  # the last record taken; 0 when there is none
        self.digest = ""  # what the next record must name as the one before it

    def open(self, table: str, epoch: int) -> None:
        """Go on with this table and epoch."""
        self.turn_to(table, epoch)
        self.commit()

    def turn_to(self, table: str, epoch: int) -> None:
        """The same within a transaction: a batch may hold records of several tables.

        Whoever turns to several does so in the order of their names, so that two who do never
        wait for each other.
        """
        with explained(self.path):
            self._chain = 0
            self._begin()
            names = (table, epoch)
            where = "SELECT id FROM chain WHERE table_name = ? AND epoch = ?"
            if self._db.execute(where, names).fetchone() is None:
                self._db.execute(
                    "INSERT INTO chain (table_name, epoch) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    names,
                )
            found = self._db.execute(where, names).fetchone()
            self._chain, self._table, self._epoch = found[0], table, epoch
            self._gap_from = None
            self._look()

    def continue_after(
        self, table: str, epoch: int, retired: Retired, kind: str, line: bytes
    ) -> None:
        """An archive that follows another: it begins with the record the other ended with."""
        self.turn_to(table, epoch)
        with explained(self.path):
            anchor = (retired.last, kind, retired.received_ms, retired.digest, line)
            self._db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", (self._chain, *anchor))
            self._host.retired(table, epoch, *vars(retired).values())
        self.commit()

    def follow(self, line: bytes) -> list | None:
        """Take one record: decoded when it is new, None when it was there; else BrokenChain.

        What does not belong is kept beside the records, as evidence; nothing here is changed.
        """
        record = checked(line, self._epoch)
        with explained(self.path):
            self._begin()
            number = record[2]
            try:
                if number <= self.number:
                    return self._again(number, record, line)
                self._next(number, record)
            except BrokenChain as broken:
                self._set_aside(line, str(broken))
                self.commit()
                raise
            self._store(number, record, line)
            self.number, self.digest = number, digest(line)
            return record

    def gaps(self) -> list[tuple[int, int]]:
        """First and last of what is missing from this chain."""
        query = "SELECT first, last FROM gap WHERE chain = ? ORDER BY first"
        with explained(self.path):
            return [(row[0], row[1]) for row in self._db.execute(query, (self._chain,)).fetchall()]

    def missing_before(self, number: int) -> None:
        """The board has nothing older than `number` any more: that one may come next."""
        self._gap_from = number

    def commit(self) -> None:
        """Everything taken so far is durable when this returns."""
        if not self._db.in_transaction:
            return
        with explained(self.path):
            self._give()
            end = self._host.seal(self._now_ms())
            self._db.execute("COMMIT")
        if end is not None:
            note(self.path, self._host.key, *end)

    def close(self) -> None:
        """What was not committed is forgotten; the board sends it again."""
        self._db.close()

    # ---- one record

    def _next(self, number: int, record: list) -> None:
        if number == self.number + 1:
            if record[5] != self.digest:
                raise BrokenChain(f"record {number} does not continue the chain")
            return
        if number != self._gap_from:
            raise BrokenChain(f"record {number} where {self.number + 1} was due")
        self._db.execute(
            "INSERT INTO gap VALUES (?, ?, ?, ?)",
            (self._chain, self.number + 1, number - 1, self._now_ms()),
        )
        self._host.lost(self._table, self._epoch, self.number + 1, number - 1)

    def _again(self, number: int, record: list, line: bytes) -> list | None:
        """A record that should be there already: the same bytes, or one that a gap lacks."""
        stored = self._stored(number)
        if stored is not None:
            if stored[1] != line:
                raise BrokenChain(f"record {number} is not the one that was stored before")
            return None
        if number < self._retired():
            return None  # it was here, and is in an archive now
        before = self._stored(number - 1)
        due = before[0] if before else origin(self._table, self._epoch) if number == 1 else None
        after = self._stored(number + 1)
        if due not in (None, record[5]) or (after and decoded(after[1])[5] != digest(line)):
            raise BrokenChain(f"record {number} does not fit between its neighbours")
        self._store(number, record, line)
        self._fill(number)
        return record

    def _fill(self, number: int) -> None:
        gap = self._db.execute(
            "SELECT first, last, found_ms FROM gap WHERE chain = ? AND first <= ? AND last >= ?",
            (self._chain, number, number),
        ).fetchone()
        if gap is None:
            return
        first, last, found_ms = gap
        self._db.execute("DELETE FROM gap WHERE chain = ? AND first = ?", (self._chain, first))
        for begin, end in ((first, number - 1), (number + 1, last)):
            if begin <= end:
                self._db.execute(
                    "INSERT INTO gap VALUES (?, ?, ?, ?)", (self._chain, begin, end, found_ms)
                )

    def _store(self, number: int, record: list, line: bytes) -> None:
        row = Row(number, self._now_ms(), digest(line))
        self._rows.append((self._chain, number, record[6], row.received_ms, row.digest, line))
        self._waiting[self._chain, number] = (row.digest, line)
        self._host.took(self._table, self._epoch, row)

    def _give(self) -> None:
        rows, self._rows = self._rows, []
        self._waiting = {}
        self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", rows)

    def _set_aside(self, line: bytes, why: str) -> None:
        of = digest(line)
        known = self._db.execute(
            "SELECT digest FROM refused WHERE chain = ? AND digest = ?", (self._chain, of)
        )
        if known.fetchone() is None:
            self._db.execute(
                "INSERT INTO refused VALUES (?, ?, ?, ?, ?)",
                (self._chain, of, why, self._now_ms(), line),
            )
            self._host.refused(self._table, self._epoch, of)

    # ---- what is there

    def _begin(self) -> None:
        """Alone from here to the commit; another sync may have gone on in the meantime."""
        if not self._db.in_transaction:
            self._db.begin()
            if self._chain:
                self._look()

    def _look(self) -> None:
        """The head of the chain, which nobody else moves until our commit."""
        if self._db.lock_row:
            lock = "SELECT id FROM chain WHERE id = ?" + self._db.lock_row
            self._db.execute(lock, (self._chain,)).fetchone()
        waiting = [number for chain, number in self._waiting if chain == self._chain]
        if waiting:
            self.number = max(waiting)
            self.digest = self._waiting[self._chain, self.number][0]
            return
        found = self._db.execute(
            "SELECT number, digest FROM record WHERE chain = ? ORDER BY number DESC LIMIT 1",
            (self._chain,),
        ).fetchone()
        self.number, self.digest = found or (0, origin(self._table, self._epoch))

    def _retired(self) -> int:
        found = self._db.execute(
            "SELECT last FROM retired WHERE chain = ?", (self._chain,)
        ).fetchone()
        return found[0] if found else 0

    def _stored(self, number: int) -> Any:
        waiting = self._waiting.get((self._chain, number))
        if waiting is not None:
            return waiting
        return self._db.execute(
            "SELECT digest, line FROM record WHERE chain = ? AND number = ?",
            (self._chain, number),
        ).fetchone()
