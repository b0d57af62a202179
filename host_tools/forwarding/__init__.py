"""A table's way to its room: what this host has in its ledger is forwarded, each record once."""
