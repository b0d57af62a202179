"""How a table is built in: where things lie, loops and their matching, templates to print."""
