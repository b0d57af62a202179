"""The mounting drawing of a table from above, 1:10: loops, holes, panel, lid, cables."""

from __future__ import annotations

from itertools import pairwise

from host_tools.mounting.figures import figures
from host_tools.mounting.layout import Area, Hole, Layout

SCALE = 10
_MARGIN = 120
_INK, _FELT, _RAIL, _COIL, _DRILL = "#22313a", "#dcebdf", "#b9a38a", "#1f6f8b", "#9a3412"
_LAMPS = "#3d7a3d"


def draw(table: Layout) -> str:
    """An SVG in millimetres, a tenth of them on paper; the same bytes every time."""
    width, height = table.length + 2 * _MARGIN, table.width + 2 * _MARGIN + 180
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width / SCALE)}mm" '
        f'height="{_n(height / SCALE)}mm" viewBox="{-_MARGIN} {-_MARGIN} {_n(width)} '
        f'{_n(height)}" font-family="sans-serif" font-size="34" role="img">',
        f"<title>Mounting under the felt of a table with {table.seats} boxes, 1:{SCALE}</title>",
        f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{_n(width)}" height="{_n(height)}" '
        'fill="#ffffff"/>',
        _oval(0, table, _RAIL),
        _oval(figures()["oval"]["rail"], table, _FELT),
    ]
    for name in (*(one.name for one in table.antennas), table.panel.name):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in table.cable(name))
        drawn.append(f'<polyline points="{points}" fill="none" stroke="#8aa0a8" stroke-width="3"/>')
    drawn += _small_wires(table)
    boxes = [one for one in table.antennas if one.name.startswith("box ")]
    for one, other in pairwise(boxes):
        drawn += _between(one, other, table.distance(one.name, other.name))
    drawn += _area(table.lid, "#f2efe6", _INK) + _area(table.panel, "#f2efe6", _INK)
    drawn.append(_text(table.lid.x, table.lid.y + 12, "lid", weight="bold"))
    for antenna in table.antennas:
        drawn += _antenna(antenna)
    for hole in table.holes:
        drawn += _hole(hole)
    drawn += _measures(table)
    return "\n".join([*drawn, "</svg>", ""])


def _oval(inset: float, table: Layout, fill: str) -> str:
    width, height = table.length - 2 * inset, table.width - 2 * inset
    return (
        f'<rect x="{_n(inset)}" y="{_n(inset)}" width="{_n(width)}" height="{_n(height)}" '
        f'rx="{_n(height / 2)}" fill="{fill}" stroke="{_INK}" stroke-width="3"/>'
    )


def _small_wires(table: Layout) -> list[str]:
    """To each jackpot chip's sensor, and the lamps' chain along the boxes and back."""
    lid = (table.lid.x, table.lid.y)
    chain = [lid, *((one.x, one.y) for one in table.holes if one.ref.startswith("D")), lid]
    chips = [(lid, (one.x, one.y)) for one in table.holes if one.ref.startswith("B")]
    drawn = []
    for ends, colour in ((chips, "#c3ccd0"), (list(pairwise(chain)), _LAMPS)):
        for start, end in ends:
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in table.way(start, end))
            drawn.append(
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" '
                'stroke-dasharray="4 6"/>'
            )
    return drawn


def _area(one: Area, fill: str, stroke: str) -> list[str]:
    left, top = one.x - one.width / 2, one.y - one.height / 2
    turned = f' transform="rotate({_n(one.angle)} {_n(one.x)} {_n(one.y)})"' if one.angle else ""
    return [
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(one.width)}" height="{_n(one.height)}" '
        f'rx="12" fill="{fill}" stroke="{stroke}" stroke-width="6"{turned}/>'
    ]


def _antenna(one: Area) -> list[str]:
    return [
        *_area(one, "#ffffff", _COIL),
        _text(one.x, one.y + 2, one.name, 26, weight="bold"),
        _text(one.x, one.y + 22, f"{_n(round(one.x))}, {_n(round(one.y))}", 13),
    ]


def _hole(one: Hole) -> list[str]:
    drawn = [
        f'<circle cx="{_n(one.x)}" cy="{_n(one.y)}" r="{_n(one.diameter / 2)}" fill="none" '
        f'stroke="{_DRILL}" stroke-width="3"><title>{one.ref}: {one.what}</title></circle>'
    ]
    if one.ref == "SW21":  # beside it: the rail's edge is above
        drawn.append(_text(one.x + one.diameter / 2 + 34, one.y + 8, one.ref, 22))
    elif not one.ref.startswith("SW"):
        drawn.append(_text(one.x, one.y - one.diameter / 2 - 8, one.ref, 22))
    return drawn


def _between(one: Area, other: Area, distance: float) -> list[str]:
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    return [
        _line(one.x, one.y, other.x, other.y, _COIL, 2, ' stroke-dasharray="10 8"'),
        _text(x, y - 8, str(round(distance)), 26),
    ]


def _measures(table: Layout) -> list[str]:
    below, middle = table.width + 50, table.length / 2
    return [
        _line(0, below, table.length, below, _INK, 3),
        _text(middle, below + 40, f"{_n(table.length)} mm long, {_n(table.width)} wide"),
        _text(middle, below + 84, "Middles from the left and the far edge, in mm; long sides of "
              "boxes along the rail.", 28),
        _text(middle, below + 122, "B: jackpot sensor, D: lamp, SW: keys. Grey: cables from the "
              "lid; green: the lamps' chain. Not confirmed by hardware.", 28),
        _line(0, below + 160, 500, below + 160, _INK, 8),
        _text(640, below + 170, f"500 mm, 1:{SCALE}", 28),
        _text(middle, -40, f"{table.seats} boxes, seen from above", weight="bold"),
    ]  # fmt: skip


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, width: int, more: str = ""
) -> str:
    return (
        f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" '
        f'stroke="{colour}" stroke-width="{width}"{more}/>'
    )


def _text(x: float, y: float, text: str, size: int = 34, weight: str = "normal") -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{_INK}" stroke="#ffffff" stroke-width="{_n(size / 6)}" '
        f'stroke-opacity="0.7" paint-order="stroke">{text}</text>'
    )


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
