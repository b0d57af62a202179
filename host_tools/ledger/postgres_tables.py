"""The tables of a ledger on PostgreSQL, as SQLAlchemy describes them.

The same as SQLite's (schema.py), with the types of this engine; a test compares them with what the
migrations make. Names sort by their bytes, as they do in SQLite.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()
_NAME = Text(collation="C")

CHAIN = Table(
    "chain",
    METADATA,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("table_name", _NAME, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    UniqueConstraint("table_name", "epoch", name="chain_table_name_epoch"),
)


def _chain() -> Column:
    return Column("chain", BigInteger, ForeignKey("chain.id"), primary_key=True)


RECORD = Table(
    "record",
    METADATA,
    _chain(),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", _NAME, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Index("record_kind", "chain", "kind", "number"),
)
GAP = Table(
    "gap",
    METADATA,
    _chain(),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("last", BigInteger, nullable=False),
    Column("found_ms", BigInteger, nullable=False),
)
REFUSED = Table(
    "refused",
    METADATA,
    _chain(),
    Column("digest", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Column("line", LargeBinary, nullable=False),
)
HOST_KEY = Table(
    "host_key",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("public", LargeBinary, nullable=False),
)
HOST = Table(
    "host",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
# Up to where a chain was retired (retention.py); what is signed of it is the host's entry.
RETIRED = Table(
    "retired",
    METADATA,
    _chain(),
    Column("last", BigInteger, nullable=False),
    Column("entry", BigInteger, nullable=False),
)
# The tables that may report: a row for each key that was ever given out.
ENROLMENT = Table(
    "enrolment",
    METADATA,
    Column("id", Integer, Identity(), primary_key=True),
    Column("table_name", _NAME, nullable=False),
    Column("key_digest", Text, nullable=False, unique=True),
    Column("enrolled_ms", BigInteger, nullable=False),
    Column("revoked_ms", BigInteger),
)
