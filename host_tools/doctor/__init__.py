"""A doctor for tables: what is wrong, where, what shows it, what to do. Checks in order."""
