"""The ledger as it is read: chains, records, gaps. Nothing here writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cardtable.desk.record_kinds import KINDS
from cardtable.records import HEAD, TOLD, BrokenChain
from host_tools.common.problems import NO_LEDGER, Problem
from host_tools.ledger.engine import connect, explained
from host_tools.ledger.host_chain import HEAD as HOST_HEAD
from host_tools.ledger.lines import as_stored, damaged
from host_tools.ledger.place import Place


@dataclass(frozen=True)
class ChainInfo:
    """One table and epoch, as far as it has got."""

    id: int
    table: str
    epoch: int
    count: int
    first: int
    last: int
    digest: str  # of the last record


@dataclass(frozen=True)
class Gap:
    """Records that the board no longer had when they were asked for."""

    first: int
    last: int
    found_ms: int


@dataclass(frozen=True)
class Retired:
    """What was archived of a chain and removed (retention.py), as the host has signed it."""

    last: int  # it stays, so that what follows hangs on something
    digest: str
    received_ms: int
    archive: str  # the file's name
    archive_digest: str  # SHA-256 of the file
    facts: dict[str, Any] = field(default_factory=dict)  # what still counts of what is gone


@dataclass(frozen=True)
class Entry:
    """One record in the ledger."""

    table: str
    epoch: int
    number: int
    received_ms: int
    clock: str
    time_ms: int
    digest: str
    body: tuple  # (kind, field, …)

    @property
    def kind(self) -> str:
        return self.body[0]

    @property
    def when_ms(self) -> int:
        """Milliseconds since 1970: as the board was told, or when the host received it."""
        return self.time_ms if self.clock == TOLD else self.received_ms

    def fields(self) -> dict:
        """The fields by name; those that this program does not know by their position."""
        names = [one.name for one in KINDS.fields(self.kind)] if self.kind in KINDS else []
        values = self.body[1:]
        names += [f"field{at + 1}" for at in range(len(names), len(values))]
        return dict(zip(names, values, strict=False))


def retired_in(line: Any) -> Retired:
    """The `retired` entry of a host's chain; a Problem when it is something else."""
    try:
        what, _table, _epoch, *fields = json.loads(bytes(line))[HOST_HEAD:]
        made = Retired(*fields)
        if what == "retired" and isinstance(made.last, int) and isinstance(made.facts, dict):
            return made
    except (ValueError, TypeError, RecursionError):
        pass
    raise Problem("what was retired of this ledger cannot be read", _COPY, NO_LEDGER)


_COPY = "Keep the file as it is, and put a copy of it back."


class Ledger:
    """A ledger opened for reading; what is written meanwhile is seen by the next question."""

    def __init__(self, path: Place) -> None:
        self.path = path
        self.db = connect(path, create=False)

    def close(self) -> None:
        self.db.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def chains(self, table: str | None = None) -> list[ChainInfo]:
        """Every table and epoch, in order."""
        rows = self._typed(
            (int, str, int),
            "SELECT id, table_name, epoch FROM chain"
            " WHERE CAST(? AS TEXT) IS NULL OR table_name = ? ORDER BY table_name, epoch",
            (table, table),
        )
        return [self._info(*row) for row in rows]

    def _info(self, chain: int, table: str, epoch: int) -> ChainInfo:
        count, first, last = self._ask(
            "SELECT count(*), min(number), max(number) FROM record WHERE chain = ?", (chain,)
        )[0]
        found = self._ask("SELECT digest FROM record WHERE chain = ? AND number = ?", (chain, last))
        digest = str(found[0][0]) if found else ""
        return ChainInfo(chain, table, epoch, count, first or 0, last or 0, digest)

    def tables(self) -> list[str]:
        """The names of all tables."""
        query = "SELECT DISTINCT table_name FROM chain ORDER BY 1"
        return [name for (name,) in self._typed((str,), query)]

    def heads(self, table: str) -> dict[int, int]:
        """The last record of each epoch of a table that has any; quick, however many there are."""
        rows = self._ask(
            "SELECT epoch, (SELECT max(number) FROM record WHERE record.chain = chain.id)"
            " FROM chain WHERE table_name = ? ORDER BY epoch",
            (table,),
        )
        return {epoch: last for epoch, last in rows if last}

    def chain_id(self, table: str, epoch: int) -> int:
        """The number a chain goes by in this ledger; 0 when it has none."""
        query = "SELECT id FROM chain WHERE table_name = ? AND epoch = ?"
        found = self._ask(query, (table, epoch))
        return found[0][0] if found else 0

    def last_of_kind(self, chain: ChainInfo, kind: str, most: int, until: int) -> list[int]:
        """Numbers of the last records of a kind, in order."""
        rows = self._ask(
            "SELECT number FROM record WHERE chain = ? AND kind = ? AND number <= ?"
            " ORDER BY number DESC LIMIT ?",
            (chain.id, kind, until, most),
        )
        return [row[0] for row in reversed(rows)]

    def next_of_kind(self, chain: ChainInfo, kind: str, after: int) -> int | None:
        """The number of the first record of a kind after that one."""
        rows = self._ask(
            "SELECT min(number) FROM record WHERE chain = ? AND kind = ? AND number > ?",
            (chain.id, kind, after),
        )
        return rows[0][0]

    def gaps_of(self, table: str, epoch: int) -> list[Gap]:
        """The gaps of one table and epoch."""
        rows = self._typed(
            (int, int, int),
            "SELECT first, last, found_ms FROM gap JOIN chain ON chain.id = gap.chain"
            " WHERE table_name = ? AND epoch = ? ORDER BY first",
            (table, epoch),
        )
        return [Gap(*row) for row in rows]

    def gaps(self, chain: ChainInfo) -> list[Gap]:
        rows = self._typed(
            (int, int, int),
            "SELECT first, last, found_ms FROM gap WHERE chain = ? ORDER BY first",
            (chain.id,),
        )
        return [Gap(*row) for row in rows]

    def retired(self, chain: ChainInfo) -> Retired | None:
        """What was retired of a chain; None: nothing. Whether it is signed is for verify to say."""
        if self._version() < 3:
            return None
        rows = self._ask(
            "SELECT last, line FROM retired JOIN host ON host.number = retired.entry"
            " WHERE chain = ?",
            (chain.id,),
        )
        return retired_in(rows[0][1]) if rows else None

    def refused(self, chain: ChainInfo) -> list[tuple[str, bytes]]:
        """(why, line) of what was not taken: evidence."""
        return self._typed(
            (str, bytes),
            "SELECT why, line FROM refused WHERE chain = ? ORDER BY received_ms",
            (chain.id,),
        )

    def numbered_lines(
        self, table: str, epoch: int, after: int = 0, until: int = (1 << 63) - 1
    ) -> list[tuple[int, bytes]]:
        """Number and bytes of every record of a chain, in order, or of those in between."""
        return self._typed(
            (int, bytes),
            "SELECT number, line FROM record JOIN chain ON chain.id = record.chain"
            " WHERE table_name = ? AND epoch = ? AND number > ? AND number <= ? ORDER BY number",
            (table, epoch, after, until),
        )

    @property
    def has_host_chain(self) -> bool:
        """False of a ledger that only versions before 0.2 have written."""
        return self._version() >= 2

    def rows(self, table: str, epoch: int, first: int, last: int) -> list[tuple[int, int, str]]:
        """Number, time of receipt and digest of a range of records, in order."""
        return self._ask(
            "SELECT number, received_ms, digest FROM record JOIN chain ON chain.id = record.chain"
            " WHERE table_name = ? AND epoch = ? AND number BETWEEN ? AND ? ORDER BY number",
            (table, epoch, first, last),
        )

    def lines(self, table: str, epoch: int) -> list[bytes]:
        """The bytes alone."""
        return [line for _, line in self.numbered_lines(table, epoch)]

    def entries(
        self,
        chain: ChainInfo,
        kinds: Iterable[str] | None = None,
        after: int = 0,
        until: int | None = None,
    ) -> Iterator[Entry]:
        """Records after number `after` and up to `until`, of these kinds or of all."""
        query = (
            "SELECT number, received_ms, digest, line FROM record WHERE chain = ? AND number > ?"
        )
        values: list = [chain.id, after]
        if until is not None:
            query += " AND number <= ?"
            values.append(until)
        if kinds is not None:
            wanted = list(kinds)
            query += f" AND kind IN ({', '.join('?' * len(wanted))})"
            values += wanted
        with explained(self.path):
            for number, received_ms, digest, line in self.db.each(
                query + " ORDER BY number", values
            ):
                try:
                    record = as_stored((number, received_ms, digest, line), chain.epoch)
                except BrokenChain as why:
                    raise damaged(chain.table, chain.epoch, number, why) from why
                yield Entry(
                    chain.table,
                    chain.epoch,
                    number,
                    received_ms,
                    record[3],
                    record[4],
                    digest,
                    tuple(record[HEAD:]),
                )

    def _version(self) -> int:
        with explained(self.path):
            return self.db.schema_version()

    def _typed(self, types: tuple[type, ...], query: str, values: tuple = ()) -> list[Any]:
        """SQLite keeps whatever is put into a column; what we have not put there is damage."""
        rows = self._ask(query, values)
        for row in rows:
            if not all(isinstance(value, of) for value, of in zip(row, types, strict=True)):
                raise Problem(f"the ledger {self.path} is damaged", _COPY, NO_LEDGER)
        return rows

    def _ask(self, query: str, values: tuple = ()) -> list[Any]:
        with explained(self.path):
            return self.db.execute(query, values).fetchall()
