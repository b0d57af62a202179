"""The console: one page beside the table, for whoever watches, deals, supervises or repairs."""
