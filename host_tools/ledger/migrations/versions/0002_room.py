"""The room: which tables may report."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "enrolment",
        sa.Column("id", sa.Integer, sa.Identity(), primary_key=True),
        sa.Column("table_name", sa.Text(collation="C"), nullable=False),
        sa.Column("key_digest", sa.Text, nullable=False, unique=True),
        sa.Column("enrolled_ms", sa.BigInteger, nullable=False),
        sa.Column("revoked_ms", sa.BigInteger),
    )


def downgrade() -> None:
    raise NotImplementedError("a ledger is never taken apart")
