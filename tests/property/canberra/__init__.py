"""Canberra Poker against an independent settlement, in volume."""
