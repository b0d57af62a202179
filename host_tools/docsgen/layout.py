"""Where the antennas lie under the felt, in millimetres, and how far apart they must be.

The distances are assumptions from the reach of small PN532 antennas in published reports; nobody
has measured them on a table. `cardtable doctor` measures which field reaches which reader.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

NEAR_MM = 200  # no two antennas closer than this
TOGETHER_MM = 350  # nor two whose fields are on together
_FROM_EDGE_MM = 230  # the middle of a box, from the edge of the table
_DEALER_GAP_MM = 900  # of the rail, for the dealer


@dataclass(frozen=True)
class Antenna:
    """Its middle, from the table's left and far edge, and its size."""

    name: str
    x: float
    y: float
    width: float = 110
    height: float = 90


@dataclass(frozen=True)
class Layout:
    seats: int
    length: float  # of the table, at its longest
    width: float
    antennas: tuple[Antenna, ...]

    def distance(self, one: str, other: str) -> float:
        a, b = (next(x for x in self.antennas if x.name == name) for name in (one, other))
        return math.hypot(a.x - b.x, a.y - b.y)

    def nearest(self) -> tuple[str, str, float]:
        """The two antennas that lie closest together."""
        pairs = combinations([one.name for one in self.antennas], 2)
        one, other = min(pairs, key=lambda pair: self.distance(*pair))
        return one, other, self.distance(one, other)


def layout(seats: int) -> Layout:
    """Boxes at even distances round an oval, from the dealer's left to the dealer's right."""
    length, width = (2400.0, 1200.0) if seats > 7 else (2000.0, 1100.0)
    middle, near = length / 2, width - _FROM_EDGE_MM
    boxes = tuple(
        Antenna(f"box {n + 1}", *_along((n + 0.5) / seats, length, width)) for n in range(seats)
    )
    others = (
        Antenna("dealer", middle, near),
        Antenna("shoe", middle - 280, near + 60, 90, 70),
        Antenna("rack", middle + 280, near + 60, 90, 110),
        Antenna("board", middle, width * 0.45, 380, 110),
    )
    return Layout(seats, length, width, boxes + others)


def _along(part: float, length: float, width: float) -> tuple[float, float]:
    """A point of the line of boxes: 0 is left of the dealer, 1 right of the dealer."""
    radius = width / 2 - _FROM_EDGE_MM
    straight = length - width
    curve = math.pi * radius
    side = (straight - _DEALER_GAP_MM) / 2  # left and right of the dealer
    # A dealer's gap longer than the straight side bends round the corner.
    total = 2 * straight + 2 * curve - _DEALER_GAP_MM
    way = part * total
    left, right, middle = width / 2, length - width / 2, width / 2
    if way < side:
        return left + side - way, middle + radius
    way -= side
    if way < curve:
        angle = math.pi / 2 + way / radius
        return left + radius * math.cos(angle), middle + radius * math.sin(angle)
    way -= curve
    if way < straight:
        return left + way, middle - radius
    way -= straight
    if way < curve:
        angle = -math.pi / 2 + way / radius
        return right + radius * math.cos(angle), middle + radius * math.sin(angle)
    return right - (way - curve), middle + radius
