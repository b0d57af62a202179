"""The ledger's schema on PostgreSQL, step by step, by alembic. Steps are only ever added."""
