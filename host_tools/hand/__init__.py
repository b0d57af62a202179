"""Hands compared by the rules of any deck and document."""
