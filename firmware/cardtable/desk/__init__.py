"""Declarations that only the desk reads: never copied to a board."""
