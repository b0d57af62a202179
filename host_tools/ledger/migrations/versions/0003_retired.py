"""Retention: up to where a chain was retired, and the host's entry that is signed of it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "retired",
        sa.Column("chain", sa.BigInteger, sa.ForeignKey("chain.id"), primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    raise NotImplementedError("a ledger is never taken apart")
