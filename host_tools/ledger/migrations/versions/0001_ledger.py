"""The ledger: chains, records, gaps, what was set aside, the host's own chain."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NAME = sa.Text(collation="C")


def _chain():
    return sa.Column("chain", sa.BigInteger, sa.ForeignKey("chain.id"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "chain",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("table_name", _NAME, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_name", "epoch", name="chain_table_name_epoch"),
    )
    op.create_table(
        "record",
        _chain(),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", _NAME, nullable=False),
        sa.Column("received_ms", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.create_index("record_kind", "record", ["chain", "kind", "number"])
    op.create_table(
        "gap",
        _chain(),
        sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("found_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "refused",
        _chain(),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("received_ms", sa.BigInteger, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "host_key",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("public", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "host",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    raise NotImplementedError("a ledger is never taken apart")
