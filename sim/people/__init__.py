"""Whoever is at a simulated table: dealer, players, technician, and their hands."""
