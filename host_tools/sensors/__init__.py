"""A live look at every reader of a table."""
