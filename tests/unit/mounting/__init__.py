"""How a table is built in."""
