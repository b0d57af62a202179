"""The floor: persons, the room's journal, alarms, lists, doors, software, reconciliations."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_NAME = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("wait_until_ms", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", _NAME, sa.ForeignKey("person.name"), nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_table(
        "journal",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "alarm",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("table_name", _NAME, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("level", sa.Integer, nullable=False, server_default="0"),
        sa.Column("acknowledged_ms", sa.BigInteger),
        sa.Column("acknowledged_by", sa.Text),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_table(
        "opening",
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("closes_ms", sa.BigInteger),
        sa.Column("rule", sa.Text, nullable=False, server_default=""),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("must_move_to", _NAME),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
        sa.Column("called_ms", sa.BigInteger),
        sa.Column("seated_ms", sa.BigInteger),
        sa.Column("table_name", _NAME),
        sa.Column("seat", sa.Integer),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("how", sa.Text),
    )
    op.create_table(
        "token",
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("revoked_ms", sa.BigInteger),
    )
    op.create_table(
        "webhook",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_table(
        "delivery",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("webhook", sa.BigInteger, sa.ForeignKey("webhook.id"), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("state", sa.Text, nullable=False, server_default="waiting"),
        sa.Column("said", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "software",
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
        sa.Column("added_by", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "rollout",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("software", _NAME, sa.ForeignKey("software.name"), nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("watch_s", sa.Integer, nullable=False),
        sa.Column("at_once", sa.Integer, nullable=False),
        sa.Column("most_failed", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "rollout_table",
        sa.Column("rollout", sa.BigInteger, sa.ForeignKey("rollout.id"), primary_key=True),
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False, server_default=""),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reconciliation",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("month", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    op.create_index(
        "alarm_open",
        "alarm",
        ["table_name", "kind", "cause"],
        unique=True,
        postgresql_where=sa.text("ended_ms IS NULL"),
    )
    op.create_index(
        "delivery_due",
        "delivery",
        ["due_ms"],
        postgresql_where=sa.text("state = 'waiting'"),
    )
    # Whoever has the room's own rights changes nothing that is written there
    op.execute(
        "CREATE FUNCTION only_appended() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'the journal is only ever appended to'; END $$"
    )
    op.execute(
        "CREATE TRIGGER journal_only_appended BEFORE UPDATE OR DELETE OR TRUNCATE ON journal"
        " FOR EACH STATEMENT EXECUTE FUNCTION only_appended()"
    )


def downgrade() -> None:
    raise NotImplementedError("a ledger is never taken apart")
