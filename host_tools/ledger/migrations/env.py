"""Alembic's environment: the steps run on the connection that postgres.py gives, and there only."""

from alembic import context

from host_tools.ledger.postgres_tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
