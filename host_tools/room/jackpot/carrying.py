"""Money between a table's own meter and a linked jackpot: how a correction there says so.

A supervisor corrects the table's meter; the reason in that record is what the room reads. So the
record that moves the money is the only one, and it is taken once, like a contribution.
"""

from __future__ import annotations


def to_link(link: str) -> str:
    """Out of the table's meter: the room has it as soon as the record is there."""
    return f"to the linked jackpot {link}"


def from_link(link: str, way: int) -> str:
    """Into the table's meter: what the room has given under this number."""
    return f"from the linked jackpot {link}, {way}"


def speaks_of(link: str, why: str) -> bool:
    return why == to_link(link) or why.startswith(from_link(link, 0)[:-1])
