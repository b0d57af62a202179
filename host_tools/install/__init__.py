"""A new table, step by step: from an empty board to a printed report."""
