"""Where antennas, sensors, lamps, panel and lid lie, in millimetres, and how far apart.

The distances are assumptions from the reach of small PN532 antennas in published reports
(boards/mounting.toml); nobody has measured them on a table. `cardtable doctor` measures which field
reaches which reader.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from host_tools.mounting.figures import figures, limit, loop_of

NEAR_MM = limit("near")  # no two antennas closer than this
TOGETHER_MM = limit("together")  # nor two of a group, whose fields are on together
SHOE_MM = limit("shoe")  # nor any to the shoe's, whose field is always on
_RIGHT_ANGLE = math.pi / 2
Point = tuple[float, float]


@dataclass(frozen=True)
class Area:
    """Something flat: its middle from the table's left and far edge, its size, how it is turned."""

    name: str
    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0  # degrees by which it is turned, clockwise as drawn

    def at(self, along: float, out: float) -> tuple[float, float]:
        """A point of it: so far along its width, and so far towards the rail."""
        turn = math.radians(self.angle)
        return (
            self.x + along * math.cos(turn) - out * math.sin(turn),
            self.y + along * math.sin(turn) + out * math.cos(turn),
        )

    def away(self, x: float, y: float) -> float:
        """How far a point is from its edge; 0 inside."""
        turn = math.radians(-self.angle)
        dx, dy = x - self.x, y - self.y
        along = dx * math.cos(turn) - dy * math.sin(turn)
        out = dx * math.sin(turn) + dy * math.cos(turn)
        return math.hypot(max(abs(along) - self.width / 2, 0), max(abs(out) - self.height / 2, 0))

    def corners(self) -> list[tuple[float, float]]:
        w, h = self.width / 2, self.height / 2
        return [self.at(a, o) for a, o in ((-w, -h), (w, -h), (w, h), (-w, h))]

    def edge(self) -> list[tuple[float, float]]:
        """Points of its edge, 5 mm apart or less."""
        made = []
        ends = self.corners()
        for (ax, ay), (bx, by) in zip(ends, ends[1:] + ends[:1], strict=True):
            steps = max(1, math.ceil(math.hypot(bx - ax, by - ay) / 5))
            made += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)]
        return made


class Antenna(Area):
    """The loop under a reader's place."""


@dataclass(frozen=True)
class Hole:
    """A place to drill: the part that comes there, by its reference in the schematic."""

    ref: str
    what: str
    x: float
    y: float
    diameter: float


@dataclass(frozen=True)
class Layout:
    seats: int
    length: float  # of the table, at its longest
    width: float
    antennas: tuple[Area, ...]
    lid: Area
    panel: Area
    holes: tuple[Hole, ...]

    def distance(self, one: str, other: str) -> float:
        a, b = (next(x for x in self.antennas if x.name == name) for name in (one, other))
        return math.hypot(a.x - b.x, a.y - b.y)

    def cable(self, name: str) -> list[tuple[float, float]]:
        """From the lid to a reader or to the panel, round every other loop: wire is metal."""
        return _way(self.seats, name)

    def way(self, start: tuple[float, float], end: tuple[float, float]) -> list[Point]:
        """Between two places beside the loops, round all of them."""
        return _beside(self.seats, start, end)

    def nearest(self) -> tuple[str, str, float]:
        """The two antennas that lie closest together."""
        pairs = combinations([one.name for one in self.antennas], 2)
        one, other = min(pairs, key=lambda pair: self.distance(*pair))
        return one, other, self.distance(one, other)


@cache
def layout(seats: int) -> Layout:
    """Boxes at even distances round an oval, from the dealer's left to the dealer's right."""
    table = figures()["tables"]["10" if seats > 7 else "7"]
    length, width = float(table["length"]), float(table["width"])
    middle, near = length / 2, width - figures()["oval"]["box_from_edge"]
    boxes = tuple(
        _antenna(f"box {n + 1}", *_along((n + 0.5) / seats, length, width)) for n in range(seats)
    )
    others = (
        _antenna("dealer", middle, near),
        _antenna("shoe", middle - 320, near + 90),  # between box 1 and the dealer
        _antenna("rack", middle + 280, near + 60),
        _antenna("board", middle, width * 0.45),
    )
    box, keys = figures()["lid"], figures()["panel"]
    lid = Area("lid", middle, width * 0.65, box["width"], box["height"])
    panel = Area("panel", middle, width - keys["from_edge"], 5 * keys["pitch"], 4 * keys["pitch"])
    holes = (*_at_boxes(boxes), *_of_panel(panel))
    return Layout(seats, length, width, boxes + others, lid, panel, holes)


def layout_of(board: dict) -> Layout:
    """Of a board's definition: the small table for up to seven boxes, else the full one."""
    boxes = [name for name in board["readers"] if name.startswith("box ")]
    return layout(7 if len(boxes) in range(1, 8) else 10)


def _antenna(name: str, x: float, y: float, angle: float = 0.0) -> Antenna:
    loop = loop_of(name)
    return Antenna(name, x, y, loop["width"], loop["height"], angle)


def _at_boxes(boxes: tuple[Area, ...]) -> list[Hole]:
    """The jackpot chip's sensor and the lamp, between a box and the rail."""
    chip, lamp = figures()["chip"], figures()["lamp"]
    made = []
    for seat, box in enumerate(boxes, 1):
        x, y = box.at(chip["along"], chip["out"])
        made.append(Hole(f"B{seat}", f"jackpot chip of box {seat}", x, y, chip["sensor"]))
        x, y = box.at(lamp["along"], lamp["out"])
        made.append(Hole(f"D{seat}", f"lamp of box {seat}", x, y, lamp["hole"]))
    return made


def _of_panel(panel: Area) -> list[Hole]:
    """Four rows of five keys, SW1 at the far left as the dealer sits, and the key switch."""
    keys = figures()["panel"]
    pitch = keys["pitch"]
    made = []
    for n in range(20):
        row, column = divmod(n, 5)
        x, y = panel.x + (column - 2) * pitch, panel.y + (row - 1.5) * pitch
        made.append(Hole(f"SW{n + 1}", "key", x, y, keys["hole"]))
    made.append(Hole("SW21", "key switch", panel.x + 5 * pitch, panel.y, keys["key_switch"]))
    return made


def _along(part: float, length: float, width: float) -> tuple[float, float, float]:
    """A point of the line of boxes, 0 left of the dealer and 1 right, and how a box is turned."""
    oval = figures()["oval"]
    radius = width / 2 - oval["box_from_edge"]
    straight = length - width
    curve = math.pi * radius
    side = (straight - oval["dealer_gap"]) / 2  # left and right of the dealer
    # A dealer's gap longer than the straight side bends round the corner.
    total = 2 * straight + 2 * curve - oval["dealer_gap"]
    way = part * total
    left, right, middle = width / 2, length - width / 2, width / 2
    if way < side:
        return left + side - way, middle + radius, 0.0
    way -= side
    if way < curve:
        angle = _RIGHT_ANGLE + way / radius
        return _on_curve(left, middle, radius, angle)
    way -= curve
    if way < straight:
        return left + way, middle - radius, 180.0
    way -= straight
    if way < curve:
        angle = -_RIGHT_ANGLE + way / radius
        return _on_curve(right, middle, radius, angle)
    return right - (way - curve), middle + radius, 0.0


def _on_curve(x: float, y: float, radius: float, angle: float) -> tuple[float, float, float]:
    """Its own "towards the rail" (0, 1) becomes (cos, sin) of the angle."""
    turned = math.degrees(angle) - 90
    return x + radius * math.cos(angle), y + radius * math.sin(angle), turned


@cache
def _way(seats: int, name: str) -> list[Point]:
    table = layout(seats)
    (end,) = [one for one in (*table.antennas, table.panel) if one.name == name]
    others = [one for one in table.antennas if one is not end]
    return _round(others, (table.lid.x, table.lid.y), (end.x, end.y))


@cache
def _beside(seats: int, start: Point, end: Point) -> list[Point]:
    return _round(list(layout(seats).antennas), start, end)


def clear_of(area: Area, start: Point, end: Point) -> float:
    """How near a straight wire comes to an area's edge, looked at every 5 mm."""
    steps = max(1, math.ceil(math.dist(start, end) / 5))
    return min(area.away(*_part_way(start, end, n, steps)) for n in range(steps + 1))


def _round(others: list[Area], start: Point, end: Point) -> list[Point]:
    """The shortest way over corners round what would be in it (A*)."""
    corners = [start, end]
    wide = 2.2 * limit("metal")
    for area in others:
        around = Area("", area.x, area.y, area.width + wide, area.height + wide, area.angle)
        corners += around.corners()
    best: dict[Point, tuple[float, list[Point]]] = {start: (0.0, [start])}
    done: set[Point] = set()
    while end not in done:
        here = min(
            (one for one in best if one not in done),
            key=lambda one: best[one][0] + math.dist(one, end),
        )
        done.add(here)
        so_far, way = best[here]
        for there in corners:
            longer = so_far + math.dist(here, there)
            if there in done or (there in best and best[there][0] <= longer):
                continue
            if _free(others, here, there):
                best[there] = (longer, [*way, there])
    return best[end][1]


def _free(others: list[Area], start: Point, end: Point) -> bool:
    """Whether a straight wire keeps away from all of them."""
    metal = limit("metal")
    for area in others:
        reach = math.hypot(area.width, area.height) / 2 + metal
        far = _from_middle(area, start, end) > reach
        if not far and _comes_within(metal, area, start, end):
            return False
    return True


def _comes_within(reach: float, area: Area, start: Point, end: Point) -> bool:
    """Whether `clear_of` is less than this. From a point that is farther away the next ones need
    no look: along the wire nothing comes nearer by more than one goes."""
    steps = max(1, math.ceil(math.dist(start, end) / 5))
    one_step = math.dist(start, end) / steps
    n = 0
    while n <= steps:
        away = area.away(*_part_way(start, end, n, steps))
        if away < reach:
            return True
        n += max(1, int((away - reach) / one_step)) if one_step else 1
    return False


def _part_way(start: Point, end: Point, n: int, steps: int) -> Point:
    return (
        start[0] + (end[0] - start[0]) * n / steps,
        start[1] + (end[1] - start[1]) * n / steps,
    )


def _from_middle(area: Area, start: Point, end: Point) -> float:
    """From an area's middle to the nearest point of a straight wire."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = ((area.x - start[0]) * dx + (area.y - start[1]) * dy) / square if square else 0.0
    part = min(max(part, 0.0), 1.0)
    return math.dist((area.x, area.y), (start[0] + part * dx, start[1] + part * dy))
