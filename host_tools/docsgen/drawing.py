"""The drawing of a table from above: antennas, their middles, the distances between them."""

from __future__ import annotations

from itertools import pairwise

from host_tools.docsgen.layout import Antenna, Layout

_MARGIN = 120
_INK, _FELT, _RAIL, _COIL = "#22313a", "#dcebdf", "#b9a38a", "#1f6f8b"


def draw(table: Layout) -> str:
    """An SVG in millimetres, the same bytes every time."""
    width, height = table.length + 2 * _MARGIN, table.width + 2 * _MARGIN + 90
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {_n(width)} '
        f'{_n(height)}" font-family="sans-serif" font-size="34" role="img">',
        f"<title>Antennas under the felt of a table with {table.seats} boxes</title>",
        f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{_n(width)}" height="{_n(height)}" '
        'fill="#ffffff"/>',
        _oval(0, table, _RAIL),
        _oval(90, table, _FELT),
    ]
    boxes = [one for one in table.antennas if one.name.startswith("box ")]
    for one, other in pairwise(boxes):
        drawn += _between(one, other, table.distance(one.name, other.name))
    for antenna in table.antennas:
        drawn += _antenna(antenna)
    drawn += _measures(table)
    return "\n".join([*drawn, "</svg>", ""])


def _oval(inset: float, table: Layout, fill: str) -> str:
    width, height = table.length - 2 * inset, table.width - 2 * inset
    return (
        f'<rect x="{_n(inset)}" y="{_n(inset)}" width="{_n(width)}" height="{_n(height)}" '
        f'rx="{_n(height / 2)}" fill="{fill}" stroke="{_INK}" stroke-width="3"/>'
    )


def _antenna(one: Antenna) -> list[str]:
    left, top = one.x - one.width / 2, one.y - one.height / 2
    return [
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(one.width)}" height="{_n(one.height)}" '
        f'rx="12" fill="#ffffff" stroke="{_COIL}" stroke-width="6"/>',
        _text(one.x, one.y + 2, one.name, weight="bold"),
        _text(one.x, one.y + 34, f"{_n(round(one.x))}, {_n(round(one.y))}", 26),
    ]


def _between(one: Antenna, other: Antenna, distance: float) -> list[str]:
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    return [
        f'<line x1="{_n(one.x)}" y1="{_n(one.y)}" x2="{_n(other.x)}" y2="{_n(other.y)}" '
        f'stroke="{_COIL}" stroke-width="2" stroke-dasharray="10 8"/>',
        _text(x, y - 8, str(round(distance)), 26),
    ]


def _measures(table: Layout) -> list[str]:
    below = table.width + 50
    return [
        f'<line x1="0" y1="{_n(below)}" x2="{_n(table.length)}" y2="{_n(below)}" '
        f'stroke="{_INK}" stroke-width="3"/>',
        _text(table.length / 2, below + 40, f"{_n(table.length)} mm long, {_n(table.width)} wide"),
        _text(
            table.length / 2,
            below + 84,
            "Middles from the left and the far edge, in mm. Not confirmed by hardware.",
            28,
        ),
        _text(table.length / 2, -40, f"{table.seats} boxes, seen from above", weight="bold"),
    ]


def _text(x: float, y: float, text: str, size: int = 34, weight: str = "normal") -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{_INK}">{text}</text>'
    )


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
