"""A table's host carries out what its room wants of the board's software."""
