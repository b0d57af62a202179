"""The two engines a ledger is kept in, behind what its readers and writers need of them.

SQLite is embedded: Python's own module, no further library, one file. PostgreSQL is reached by
psycopg 3 under SQLAlchemy's pool, and is loaded only when somebody names a database. Both are
spoken to in the same SQL, with `?` for values; what differs is named here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from host_tools.ledger import schema
from host_tools.ledger.place import DatabaseUrl, Place


class Rows(Protocol):
    """What a question has brought."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """One conversation with an engine."""

    lock_row: str  # after a SELECT: nobody else changes the row until our commit

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, values: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, values: Any, /) -> Any: ...

    def each(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Rows one after the other, without having all of them in memory."""
        ...

    def begin(self) -> None:
        """What follows is one transaction of a writer, until COMMIT or ROLLBACK."""

    def snapshot(self) -> AbstractContextManager[None]:
        """What is read in it is of one moment, whatever others write meanwhile."""
        ...

    def lock_end(self) -> None:
        """Of several writers one at a time goes on the host's own chain."""

    def schema_version(self) -> int: ...

    def health(self) -> str:
        """ "ok", or what is wrong with the file."""
        ...

    def close(self) -> None: ...


def connect(
    place: Place, create: bool, now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
) -> Connection:
    """The ledger at `place`, made if it is not there and `create`; Problem when it is none."""
    if isinstance(place, DatabaseUrl):
        from host_tools.ledger import postgres

        return postgres.connect(place, create, now_ms)
    return schema.connect(place, create, now_ms)


def explained(place: Place) -> AbstractContextManager[None]:
    """What the engine says when it cannot, as a Problem in words."""
    if isinstance(place, DatabaseUrl):
        from host_tools.ledger import postgres

        return postgres.explained(place)
    return schema.explained(place)


@contextmanager
def one_transaction(db: Connection) -> Iterator[None]:
    """What is done within is in force when it ends, and not at all when it fails; then the
    conversation is over."""
    try:
        db.begin()
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(Exception):
            db.execute("ROLLBACK")
        raise
    finally:
        db.close()
