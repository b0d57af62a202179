"""The room: one ledger for many tables, and a page on which all of them are seen at a glance."""
