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
    text,
)

METADATA = MetaData()
_NAME = Text(collation="C")


def _id() -> Column:
    return Column("id", BigInteger, Identity(), primary_key=True)


def _number() -> Column:
    """The writer's own count, without a gap."""
    return Column("number", BigInteger, primary_key=True, autoincrement=False)


def _bytes(name: str) -> Column:
    return Column(name, LargeBinary, nullable=False)


CHAIN = Table(
    "chain",
    METADATA,
    _id(),
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
    _number(),
    Column("kind", _NAME, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    _bytes("line"),
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
    _bytes("line"),
)
HOST_KEY = Table(
    "host_key",
    METADATA,
    Column("id", Text, primary_key=True),
    _bytes("public"),
)
HOST = Table(
    "host",
    METADATA,
    _number(),
    _bytes("line"),
    _bytes("signature"),
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

# ---- The floor (host_tools/room): persons, what they did, alarms, lists, doors, software

PERSON = Table(
    "person",
    METADATA,
    Column("name", _NAME, primary_key=True),
    Column("role", Text, nullable=False),
    Column("secret", Text, nullable=False),  # scrypt (persons.py)
    Column("since_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Column("failures", Integer, nullable=False, server_default="0"),  # since the last right one
    Column("wait_until_ms", BigInteger, nullable=False, server_default="0"),
)
SESSION = Table(
    "session",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("person", _NAME, ForeignKey("person.name"), nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
)
# Everything people and the room itself have done: hash-chained, signed, only ever appended
JOURNAL = Table(
    "journal",
    METADATA,
    _number(),
    _bytes("line"),
    _bytes("signature"),
)
ALARM = Table(
    "alarm",
    METADATA,
    _id(),
    Column("table_name", _NAME, nullable=False),  # "": the room itself
    Column("kind", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("level", Integer, nullable=False, server_default="0"),
    Column("acknowledged_ms", BigInteger),
    Column("acknowledged_by", Text),
    Column("ended_ms", BigInteger),
    Index(
        "alarm_open",
        "table_name",
        "kind",
        "cause",
        unique=True,
        postgresql_where=text("ended_ms IS NULL"),
    ),
)
OPENING = Table(
    "opening",
    METADATA,
    Column("table_name", _NAME, primary_key=True),
    Column("state", Text, nullable=False),  # open, closing, closed
    Column("since_ms", BigInteger, nullable=False),
    Column("closes_ms", BigInteger),
    Column("rule", Text, nullable=False, server_default=""),
    Column("who", Text, nullable=False),
    Column("must_move_to", _NAME),
)
WAITING = Table(
    "waiting",
    METADATA,
    _id(),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined_ms", BigInteger, nullable=False),
    Column("called_ms", BigInteger),
    Column("seated_ms", BigInteger),
    Column("table_name", _NAME),
    Column("seat", Integer),
    Column("ended_ms", BigInteger),
    Column("how", Text),
)
TOKEN = Table(
    "token",
    METADATA,
    Column("name", _NAME, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("scopes", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("revoked_ms", BigInteger),
)
WEBHOOK = Table(
    "webhook",
    METADATA,
    _id(),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
)
DELIVERY = Table(
    "delivery",
    METADATA,
    _id(),
    Column("webhook", BigInteger, ForeignKey("webhook.id"), nullable=False),
    Column("event", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("state", Text, nullable=False, server_default="waiting"),  # waiting, done, dead
    Column("said", Text, nullable=False, server_default=""),
    Index("delivery_due", "due_ms", postgresql_where=text("state = 'waiting'")),
)
SOFTWARE = Table(
    "software",
    METADATA,
    Column("name", _NAME, primary_key=True),  # version and the beginning of its digest
    Column("version", Text, nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Column("added_by", Text, nullable=False),
    Column("digest", Text, nullable=False),
    _bytes("content"),
)
ROLLOUT = Table(
    "rollout",
    METADATA,
    _id(),
    Column("software", _NAME, ForeignKey("software.name"), nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("watch_s", Integer, nullable=False),
    Column("at_once", Integer, nullable=False),
    Column("most_failed", Integer, nullable=False),
    Column("state", Text, nullable=False),  # going, paused, back, over
    Column("said", Text, nullable=False, server_default=""),
)
ROLLOUT_TABLE = Table(
    "rollout_table",
    METADATA,
    Column("rollout", BigInteger, ForeignKey("rollout.id"), primary_key=True),
    Column("table_name", _NAME, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("state", Text, nullable=False),  # rollouts.py
    Column("said", Text, nullable=False, server_default=""),
    Column("changed_ms", BigInteger, nullable=False),
)
RECONCILIATION = Table(
    "reconciliation",
    METADATA,
    _id(),
    Column("month", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    _bytes("content"),
    Column("key", Text, nullable=False),
    _bytes("public"),
    _bytes("signature"),
)
# The linked jackpot (room/jackpot): who owns it, and what has moved its pool, only ever appended
JACKPOT = Table(
    "jackpot",
    METADATA,
    Column("link", _NAME, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
)
JACKPOT_EVENT = Table(
    "jackpot_event",
    METADATA,
    Column("link", _NAME, ForeignKey("jackpot.link"), primary_key=True),
    _number(),
    _bytes("line"),
)
