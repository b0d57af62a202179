"""The ledger as it is read: chains, records, gaps. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtable.record_kinds import KINDS
from cardtable.records import HEAD, TOLD, BrokenChain
from host_tools.ledger.lines import as_stored, damaged
from host_tools.ledger.schema import connect, explained
from host_tools.problems import NO_LEDGER, Problem


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


_COPY = "Keep the file as it is, and put a copy of it back."


class Ledger:
    """A ledger opened for reading; what is written meanwhile is seen by the next question."""

    def __init__(self, path: Path) -> None:
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
            "SELECT id, table_name, epoch FROM chain WHERE ? IS NULL OR table_name = ?"
            " ORDER BY table_name, epoch",
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

    def gaps(self, chain: ChainInfo) -> list[Gap]:
        rows = self._typed(
            (int, int, int),
            "SELECT first, last, found_ms FROM gap WHERE chain = ? ORDER BY first",
            (chain.id,),
        )
        return [Gap(*row) for row in rows]

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
            "SELECT number, line FROM record JOIN chain ON chain.id = chain"
            " WHERE table_name = ? AND epoch = ? AND number > ? AND number <= ? ORDER BY number",
            (table, epoch, after, until),
        )

    @property
    def has_host_chain(self) -> bool:
        """False of a ledger that only versions before 0.2 have written."""
        return self._ask("PRAGMA user_version")[0][0] >= 2

    def rows(self, table: str, epoch: int, first: int, last: int) -> list[tuple[int, int, str]]:
        """Number, time of receipt and digest of a range of records, in order."""
        return self._ask(
            "SELECT number, received_ms, digest FROM record JOIN chain ON chain.id = chain"
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
            for number, received_ms, digest, line in self.db.execute(
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
