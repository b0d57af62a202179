"""Small worlds of a linked jackpot: those of `make test`, and larger ones of `make soak`."""

from __future__ import annotations

from tests.property.linked_jackpot.model import SKEW, Limits

WORLDS = {
    # Two tables with different clocks that win or lose; records and marks in any order
    "two tables": Limits(until=1),
    # The standby takes over at any moment
    "failover": Limits(until=1, failover=True, offsets=(0,)),
    # Leases late or doubled; the table leaves
    "leaving": Limits(until=4, leases=1, leased=False, offsets=(SKEW,), removing=True),
    # The standby's leases and the old room's meet; the board restarts
    "two rooms": Limits(
        until=1, leases=2, leased=False, offsets=(0,), failover=True, restarts=True
    ),
}
LARGER = {
    "two tables for longer": Limits(until=2),
    "three clocks": Limits(until=1, offsets=(-SKEW, 0, SKEW)),
    "two tables and a standby": Limits(until=1, failover=True),
    "two rounds": Limits(until=2, rounds=2, offsets=(SKEW,)),
    "two rooms for longer": Limits(
        until=2, leases=2, leased=False, offsets=(0,), failover=True, restarts=True
    ),
    "leaving with a standby": Limits(
        until=3, leases=1, leased=False, offsets=(SKEW,), removing=True, failover=True
    ),
}
