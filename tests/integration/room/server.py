"""A real PostgreSQL for the tests of one process: started when first wanted, ended with it."""

from __future__ import annotations

import atexit
from functools import cache

import pytest

from host_tools.ledger.intake import Intake
from host_tools.ledger.place import DatabaseUrl, Place, place_of
from host_tools.ledger.postgres import pool
from host_tools.room.trial_postgres import DATABASE, TrialPostgres, why_not

REASON = why_not()
needs_postgres = pytest.mark.skipif(
    REASON is not None, reason=f"no PostgreSQL can be had here: {REASON}"
)
_counts = iter(range(1, 1_000_000))


@cache
def server() -> TrialPostgres:
    # What is proved of a power cut has a server of its own; the rest does not wait for disks.
    made = TrialPostgres(settings={"fsync": "off", "max_connections": "300"}).start()
    atexit.register(made.close)
    place = DatabaseUrl(made.url())  # the schema, once: every database begins as a copy of this one
    Intake(place).close()
    pool(place).dispose()
    return made


def fresh() -> DatabaseUrl:
    """A database of its own, with nothing in it but the schema's tables."""
    at = server()
    name = f"t{next(_counts)}"
    at.ask(f"CREATE DATABASE {name} TEMPLATE {DATABASE}")
    at.ask("TRUNCATE host, host_key", name)
    made = place_of(at.url(name))
    assert isinstance(made, DatabaseUrl)
    Intake(made).close()
    return made


def changed(place: Place, statement: str, *values: object) -> None:
    """What somebody with the right to do it does to a ledger, beside the program."""
    if isinstance(place, DatabaseUrl):
        import psycopg

        with psycopg.connect(place.url, autocommit=True) as connection:
            connection.execute(statement.replace("?", "%s"), values)  # type: ignore[arg-type]
        return
    import sqlite3

    database = sqlite3.connect(place)
    database.execute(statement, values)
    database.commit()
    database.close()
