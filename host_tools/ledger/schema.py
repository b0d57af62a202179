"""The ledger's file: its tables, its version, and how it is opened so that commits are durable."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from host_tools.common.problems import NO_LEDGER, NOT_WHOLE, Problem
from host_tools.ledger.host_chain import TABLES as _HOST_TABLES
from host_tools.ledger.host_chain import HostChain, Row
from host_tools.ledger.host_key import note, noted

APPLICATION = 0x43415244  # "CARD": how a ledger differs from any other SQLite file
VERSION = 3  # 1: without the host's own chain; 2: nothing was ever retired
BUSY_S = 20.0  # how long one sync waits for another's transaction


class SqliteConnection(sqlite3.Connection):
    """What readers and writers of a ledger need of an engine (engine.Connection)."""

    lock_row = ""  # a writer is alone from its beginning

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read in here is of one moment, whatever a sync writes meanwhile."""
        if self.in_transaction:
            yield
            return
        self.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):  # of a damaged file
                self.execute("ROLLBACK")

    def lock_end(self) -> None:
        pass

    def each(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        return self.execute(sql, values)

    def schema_version(self) -> int:
        return self.execute("PRAGMA user_version").fetchone()[0]

    def health(self) -> str:
        # Also the order of rows and what indexes say of them: a query may take either way.
        ((health,),) = self.execute("PRAGMA integrity_check(1)").fetchall()
        return health


# Nothing is derived here: what people ask for is worked out from the records when they ask.
_TABLES = """
CREATE TABLE chain (
    id INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    UNIQUE (table_name, epoch)
);
CREATE TABLE record (
    chain INTEGER NOT NULL REFERENCES chain,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    received_ms INTEGER NOT NULL,
    digest TEXT NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (chain, number)
) WITHOUT ROWID;
CREATE INDEX record_kind ON record (chain, kind, number);
CREATE TABLE gap (
    chain INTEGER NOT NULL REFERENCES chain,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    found_ms INTEGER NOT NULL,
    PRIMARY KEY (chain, first)
) WITHOUT ROWID;
CREATE TABLE refused (
    chain INTEGER NOT NULL REFERENCES chain,
    digest TEXT NOT NULL,
    why TEXT NOT NULL,
    received_ms INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (chain, digest)
) WITHOUT ROWID;
"""
# Up to where a chain was retired (retention.py); what is signed of it is the host's entry.
_RETIRED = """
CREATE TABLE retired (
    chain INTEGER PRIMARY KEY REFERENCES chain,
    last INTEGER NOT NULL,
    entry INTEGER NOT NULL
);
"""


def connect(
    path: Path, create: bool, now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
) -> SqliteConnection:
    """The ledger in `path`, made if it is not there and `create`; Problem when it is none.

    An older one is taken over by whoever may write, and read as it is by whoever only reads.
    """
    if not create and not os.path.exists(path):
        raise Problem(
            f"there is no ledger at {path}", "Take records first: cardtable sync", NO_LEDGER
        )
    with explained(path):
        if create:
            _for_its_user_only(path)
        connection = sqlite3.connect(
            path, timeout=BUSY_S, isolation_level=None, factory=SqliteConnection
        )
        try:
            _settle(connection, path, create, now_ms)
        except BaseException:
            connection.close()
            raise
    return connection


def _for_its_user_only(path: Path) -> None:
    """A new file gets its mode before anything is in it; SQLite's other files take it over."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _settle(
    connection: SqliteConnection, path: Path, create: bool, now_ms: Callable[[], int]
) -> None:
    application, version, empty = _identity(connection)
    if not application and not version and empty:
        if not create:
            raise Problem(f"{path} is empty", "Take records first: cardtable sync", NO_LEDGER)
        # A reader may look while records come in; it never waits for the writer.
        _write_ahead(connection)
        _make(connection, path, now_ms)
    elif application != APPLICATION:
        raise Problem(f"{path} is not a ledger", "Choose another file with --ledger.", NO_LEDGER)
    elif version > VERSION:
        raise Problem(
            f"{path} was written by a newer cardtable (schema {version}; this one knows {VERSION})",
            "Update this program; the file was not touched.",
            NO_LEDGER,
        )
    elif version < VERSION and create:
        _take_over(connection, path, now_ms)
    # FULL: a commit returns when it has reached the disk. On macOS fsync alone does not say that.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    if not create:
        connection.execute("PRAGMA query_only = ON")


def _identity(connection: SqliteConnection) -> tuple[int, int, bool]:
    """Read as of one moment: another process may be making the tables between two questions."""
    connection.execute("BEGIN")
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return application, version, _is_empty(connection)
    finally:
        connection.execute("ROLLBACK")


def _is_empty(connection: SqliteConnection) -> bool:
    return connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def _write_ahead(connection: SqliteConnection) -> None:
    """Changing the mode wants the file alone, and SQLite does not wait for that: this does."""
    limit = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as failure:
            if "locked" not in str(failure) or time.monotonic() > limit:
                raise
        time.sleep(0.01)


def _make(connection: SqliteConnection, path: Path, now_ms: Callable[[], int]) -> None:
    """All or nothing; another process may be doing the same at this moment."""
    with _changing(connection, path, now_ms) as host:
        if not _is_empty(connection):
            return
        _statements(connection, _TABLES + _HOST_TABLES + _RETIRED)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        host.began(noted(path))


def _take_over(connection: SqliteConnection, path: Path, now_ms: Callable[[], int]) -> None:
    """An older ledger: what is in one of 0.1.0 comes under the host's chain as it is found."""
    # Times of receipt are written as how long ago they were: one moment for all of it.
    now = now_ms()
    with _changing(connection, path, lambda: now) as host:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version >= VERSION:
            return  # another process was faster
        _statements(connection, _RETIRED)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        if version == 2:
            return
        _statements(connection, _HOST_TABLES)
        host.began(noted(path))
        for chain, table, epoch in connection.execute(
            "SELECT id, table_name, epoch FROM chain ORDER BY id"
        ).fetchall():
            rows = connection.execute(
                "SELECT number, received_ms, digest FROM record WHERE chain = ? ORDER BY number",
                (chain,),
            )
            host.adopt(table, epoch, (Row(*row) for row in rows), now)
            for first, last in connection.execute(
                "SELECT first, last FROM gap WHERE chain = ? ORDER BY first", (chain,)
            ).fetchall():
                host.lost(table, epoch, first, last)
            for (of,) in connection.execute(
                "SELECT digest FROM refused WHERE chain = ? ORDER BY received_ms", (chain,)
            ).fetchall():
                host.refused(table, epoch, of)
    for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with suppress(OSError):  # somebody else's: then they decide who may read it
            file.chmod(0o600)


@contextmanager
def _changing(
    connection: SqliteConnection, path: Path, now_ms: Callable[[], int]
) -> Iterator[HostChain]:
    """One transaction, signed at its end."""
    host = HostChain(connection)
    connection.begin()
    try:
        yield host
        end = host.seal(now_ms())
        connection.execute("COMMIT")
    except (TypeError, ValueError, OverflowError) as damage:
        connection.execute("ROLLBACK")
        raise Problem(
            f"the ledger {path} is damaged and was not taken over ({damage})",
            "Keep the file as it is, take a copy of it, and try: cardtable ledger verify",
            NOT_WHOLE,
        ) from damage
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    if end is not None:
        note(path, host.key, *end)


def _statements(connection: SqliteConnection, text: str) -> None:
    for statement in text.split(";"):
        if statement.strip():
            connection.execute(statement)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What SQLite or the system says about the file, as a Problem in words."""
    try:
        yield
    except sqlite3.DatabaseError as failure:
        raise Problem(f"the ledger {path}: {failure}", _hint(str(failure)), NO_LEDGER) from failure
    except UnicodeError as failure:  # SQLite tells of damage in the damaged words
        raise Problem(f"the ledger {path} is damaged", _hint(""), NO_LEDGER) from failure
    except OSError as failure:
        raise Problem(
            f"the ledger {path}: {failure.strerror or failure}",
            "Choose another place with --ledger.",
            NO_LEDGER,
        ) from failure


def _hint(text: str) -> str:
    if "locked" in text or "busy" in text:
        return "Another program holds it; end that one and try again. Nothing is lost."
    if "full" in text:
        return "Make room on the disk and try again. What was not stored was not acknowledged."
    if "readonly" in text or "unable to open" in text:
        return "Check that you may write there, or choose another file with --ledger."
    if "not a database" in text:
        return "Choose another file with --ledger."
    return "Keep the file as it is, take a copy of it, and try: cardtable ledger verify"
