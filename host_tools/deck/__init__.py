"""Decks made known to a table, checked, and mended. Tags stay on the board."""
