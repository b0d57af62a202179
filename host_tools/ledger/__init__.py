"""The ledger: every record of every table, once, in one SQLite file on the host."""
