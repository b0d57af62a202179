"""A ledger on PostgreSQL: how it is reached, how its schema comes about, what its errors mean.

The address goes to libpq as it is, so several hosts, TLS and service files work as its manual says.
A connection is used as SQLite's is: nothing is a transaction until somebody begins one.
"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from host_tools.common.problems import NO_LEDGER, Problem
from host_tools.ledger.host_chain import HostChain
from host_tools.ledger.host_key import note, noted
from host_tools.ledger.place import DatabaseUrl

try:
    import psycopg
    import sqlalchemy
    from psycopg.pq import TransactionStatus
    from sqlalchemy.event import listens_for
    from sqlalchemy.exc import SQLAlchemyError
except ImportError as missing:
    raise Problem(
        f"a ledger on PostgreSQL needs {missing.name}, which is not installed",
        'Install it: pip install "cardtable[room]"',
        NO_LEDGER,
    ) from missing

# What is known; the files are in migrations/versions
REVISIONS = ("0001", "0002", "0003", "0004", "0005")
VERSION = 3  # as SQLite's files count (schema.py)
LOCK_S = 20  # how long a writer waits for another's transaction
CONNECT_S = 5
_MIGRATIONS = Path(__file__).parent / "migrations"
_MAKING = 0x43415244  # the advisory lock of whoever brings the schema up to date
_CURSORS = itertools.count()
_PIECE = 500  # rows a time of a long answer


def _opened(url: str, **settings: Any) -> psycopg.Connection:
    return psycopg.connect(
        url,
        connect_timeout=CONNECT_S,
        application_name="cardtable",
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        **settings,
    )


@lru_cache(maxsize=16)
def engine(url: str, process: int = 0) -> sqlalchemy.Engine:
    """One pool for a database and process; what a server's restart has cut is noticed and left."""
    made = sqlalchemy.create_engine(
        "postgresql+psycopg://",
        creator=lambda: _opened(url, autocommit=True),
        isolation_level="AUTOCOMMIT",
        pool_pre_ping=True,
        pool_size=4,
        max_overflow=28,
        pool_timeout=LOCK_S,
    )

    @listens_for(made, "connect")
    def durable(connection: Any, _record: Any) -> None:
        # A server, or a user, may have these off: an acknowledged record must be on the disk.
        connection.execute("SET synchronous_commit = on")
        connection.execute(f"SET lock_timeout = '{LOCK_S}s'")

    return made


def pool(place: DatabaseUrl) -> sqlalchemy.Engine:
    return engine(place.url, os.getpid())  # connections are of no use across a fork


class PostgresConnection:
    """What readers and writers of a ledger need of an engine (engine.Connection)."""

    lock_row = " FOR UPDATE"

    def __init__(self, place: DatabaseUrl) -> None:
        self._place = place
        self._connection = pool(place).connect()

    @property
    def in_transaction(self) -> bool:
        if self._connection.closed or self._connection.invalidated:
            return False
        real: Any = self._connection.connection.dbapi_connection
        return not real.closed and real.info.transaction_status != TransactionStatus.IDLE

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        return self._connection.exec_driver_sql(sql.replace("?", "%s"), tuple(values))

    def executemany(self, sql: str, values: Sequence[Sequence[Any]], /) -> Any:
        if values:
            self._connection.exec_driver_sql(sql.replace("?", "%s"), [tuple(v) for v in values])

    def each(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """On a connection of its own, but for what is read in one moment: a cursor of the server, a
        piece of the answer at a time."""
        if self.in_transaction:
            own: Any = self._connection.connection.dbapi_connection
            with own.cursor(name=f"each{next(_CURSORS)}") as cursor:
                cursor.itersize = _PIECE
                cursor.execute(sql.replace("?", "%s"), tuple(values))
                yield from cursor
            return
        with pool(self._place).connect() as connection:
            raw: Any = connection.connection.dbapi_connection
            with raw.transaction(), raw.cursor(name="each") as cursor:
                cursor.itersize = _PIECE
                cursor.execute(sql.replace("?", "%s"), tuple(values))
                yield from cursor

    def begin(self) -> None:
        self.execute("BEGIN")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read in here is of one moment, whatever the room writes meanwhile."""
        if self.in_transaction:
            yield
            return
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            with _left_alone():
                self.execute("ROLLBACK")

    def lock_end(self) -> None:
        # Rows would not do: whoever has waited for the last one does not see the one after it.
        self.execute("LOCK TABLE host IN SHARE ROW EXCLUSIVE MODE")

    def schema_version(self) -> int:
        """An older one is read as it is by whoever only reads."""
        # What came after step 3 is the room's own (persons, alarms), and none of the ledger's.
        return VERSION if (_revision(self) or "") >= "0003" else 2

    def health(self) -> str:
        return "ok"  # the server's own business: data checksums, pg_amcheck

    def close(self) -> None:
        with _left_alone():
            self._connection.close()


@contextmanager
def _left_alone() -> Iterator[None]:
    """A connection that is broken cannot be given back in order; it is left."""
    try:
        yield
    except (SQLAlchemyError, psycopg.Error):
        pass


def connect(place: DatabaseUrl, create: bool, now_ms: Callable[[], int]) -> PostgresConnection:
    """The ledger in a database, its schema made or brought up to date if `create`."""
    with explained(place):
        made = PostgresConnection(place)
        try:
            _settle(made, place, create, now_ms)
        except BaseException:
            made.close()
            raise
    return made


def _settle(
    connection: PostgresConnection, place: DatabaseUrl, create: bool, now_ms: Callable[[], int]
) -> None:
    found = _revision(connection)
    if found is not None and found not in REVISIONS:
        raise Problem(
            f"{place} was written by a newer cardtable (schema {found}; this one knows"
            f" {REVISIONS[-1]})",
            "Update this program; the database was not touched.",
            NO_LEDGER,
        )
    if create and found != REVISIONS[-1]:
        _migrate(place)
    elif found is None:
        raise Problem(
            f"there is no ledger in {place}",
            "Take records first: cardtable sync, or: cardtable room serve",
            NO_LEDGER,
        )
    if create:
        _begin_host_chain(connection, place, now_ms)


def _revision(connection: PostgresConnection) -> str | None:
    there = connection.execute("SELECT to_regclass('alembic_version')").fetchone()
    if there[0] is None:
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if found is None else str(found[0])


def _migrate(place: DatabaseUrl) -> None:
    """All or nothing; of several programs that come at the same moment one does it."""
    from alembic import command
    from alembic.config import Config

    made = sqlalchemy.create_engine(
        "postgresql+psycopg://",
        creator=lambda: _opened(place.url),
        poolclass=sqlalchemy.pool.NullPool,
    )
    with made.begin() as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MAKING})")
        config = Config(stdout=io.StringIO())
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _begin_host_chain(
    connection: PostgresConnection, place: DatabaseUrl, now_ms: Callable[[], int]
) -> None:
    if connection.execute("SELECT 1 FROM host LIMIT 1").fetchone() is not None:
        return
    host = HostChain(connection)
    connection.begin()
    try:
        connection.lock_end()
        end = None
        if connection.execute("SELECT 1 FROM host LIMIT 1").fetchone() is None:
            host.began(noted(place))
            end = host.seal(now_ms())
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    if end is not None:
        note(place, host.key, *end)


@contextmanager
def explained(place: DatabaseUrl) -> Iterator[None]:
    """What server or network say, as a Problem in words."""
    try:
        yield
    except (SQLAlchemyError, psycopg.Error) as failure:
        said = getattr(failure, "orig", None) or failure
        text = " ".join(str(said).split())[:300].rstrip(". ")
        raise Problem(f"the ledger {place}: {text}", _hint(text), NO_LEDGER) from failure
    except UnicodeError as failure:
        raise Problem(
            f"the ledger {place} is damaged", "Restore it: cardtable room restore", NO_LEDGER
        ) from failure


def _hint(text: str) -> str:
    if "lock timeout" in text or "deadlock" in text:
        return "Another program holds it; end that one and try again. Nothing is lost."
    if "password" in text or "authentication" in text:
        return "Check user and password in the address, and the server's pg_hba.conf."
    if "does not exist" in text:
        return "Make it first: createdb NAME, createuser NAME."
    if "read-only" in text:
        return "This server is a standby; name the primary, or promote it: docs/room.md."
    return "Is the server running, and can it be reached from here? Nothing is lost meanwhile."
