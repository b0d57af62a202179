"""The linked jackpot: who owns it, and its events in their one order."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "jackpot",
        sa.Column("link", sa.Text(collation="C"), primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "jackpot_event",
        sa.Column("link", sa.Text(collation="C"), sa.ForeignKey("jackpot.link"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.execute(
        "CREATE TRIGGER jackpot_only_appended BEFORE UPDATE OR DELETE OR TRUNCATE ON jackpot_event"
        " FOR EACH STATEMENT EXECUTE FUNCTION only_appended()"
    )


def downgrade() -> None:
    raise NotImplementedError("a ledger is never taken apart")
