"""How fast people are: two of the desk's paces, and one more.

A key is held for half of its time: 65 ms at least, which people can do.
"""

from __future__ import annotations

from sim.people.house import LIVELY, STEADY, Pace

FAST = Pace(key=130, card=150, think=100, between=2500)  # a card every 150 ms

PACES = {"lively": LIVELY, "steady": STEADY, "fast": FAST}
