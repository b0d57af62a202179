"""The schematic: every part with every connected pin, and the net it is joined to, by name."""

from __future__ import annotations

from html import escape

from host_tools.boards import catalogue, power
from host_tools.boards.netlist import Component, Netlist, header_of, netlist

_ROW, _HEAD, _GAP, _WIDTH, _COLUMNS, _TOP = 15, 22, 12, 330, 4, 60
_COLOURS = {"U": "#1f6f8b", "RD": "#7a4fa3", "R": "#8a6d1f", "D": "#3d7a3d", "SW": "#444444"}
_SMALL = ("R", "C", "SW", "B", "JP", "F", "D")  # two ends, or one of a row: a line each


def draw(board: dict) -> str:
    """An SVG, the same bytes every time."""
    made = netlist(board)
    boxes = _boxes(made, board)
    heights = [_TOP] * _COLUMNS
    drawn: list[str] = []
    for title, colour, rows in boxes:
        column = heights.index(min(heights))
        drawn += _box(20 + column * (_WIDTH + _GAP), heights[column], title, colour, rows)
        heights[column] += _HEAD + _ROW * len(rows) + 8 + _GAP
    width, height = 40 + _COLUMNS * (_WIDTH + _GAP), max(heights) + 10
    title = escape(f"{board['board']['title']}: every pin")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="11" role="img">',
            f"<title>{title}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _text(20, 26, title, 16, "bold"),
            _text(20, 44, "Pins with one net's name are joined; pins that are not here stay open. "
                  "No hardware has confirmed it.", 11),
            *drawn,
            "</svg>",
            "",
        ]
    )  # fmt: skip


def letters(ref: str) -> str:
    return ref.rstrip("0123456789")


def _boxes(made: Netlist, board: dict) -> list[tuple[str, str, list[tuple[str, str]]]]:
    boxes, small = [], {}
    for one in made.components:
        kind = letters(one.ref)
        if kind in _SMALL:
            small.setdefault(kind, []).append(one)
            continue
        rows = [(_pin(board, one, pin), net) for pin, net in made.pins(one.ref)]
        why = f", {one.why}" if one.why else ""
        boxes.append((f"{one.ref} {_short(one)}{why}", _COLOURS.get(kind, "#b03030"), rows))
    for kind, parts in small.items():
        rows = []
        for one in parts:
            ends = " – ".join(
                net if pin in "12" else f"{pin} {net}"
                for pin, net in made.pins(one.ref)
                if pin not in ("VDD", "VSS")
            )
            rows.append((f"{one.ref} {_short(one)}", ends))
        names = {"R": "Resistors", "C": "Capacitors", "SW": "Keys and key switch", "B": "Contacts",
                 "JP": "Jumper", "F": "Fuses", "D": "Lamps (VDD 5V, VSS GND), diode"}  # fmt: skip
        boxes.append((names[kind], _COLOURS.get(kind, "#666666"), rows))
    gauges = [(what, f"AWG {awg}") for what, _, _, awg in power.sizes(board).wires]
    boxes.append(("Wires, at least", "#666666", gauges))
    return boxes


def _short(one: Component) -> str:
    known = catalogue.kinds().get(one.kind)
    if known is None or one.value != known.name:
        return one.value
    return known.name.removeprefix("Resistor ").removeprefix("Capacitor ").split(" with ")[0]


def _pin(board: dict, one: Component, pin: str) -> str:
    header = header_of(board, pin).replace(" ", ", ") if one.ref == "U1" else ""
    return f"{pin} ({header})" if header else pin


def _box(x: int, y: int, title: str, colour: str, rows: list[tuple[str, str]]) -> list[str]:
    height = _HEAD + _ROW * len(rows) + 8
    made = [
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{height}" rx="5" fill="#fafafa" '
        f'stroke="{colour}"/>',
        _text(x + 8, y + 15, title, 11, "bold", colour),
    ]
    for n, (pin, net) in enumerate(rows):
        at = y + _HEAD + _ROW * n + 10
        made += [
            _text(x + 8, at, pin),
            _text(x + _WIDTH - 8, at, net, anchor="end", fill="#1f4f6b"),
        ]
    return made


def _text(
    x: float, y: float, text: str, size: int = 11, weight: str = "normal",
    fill: str = "#222222", anchor: str = "start",
) -> str:  # fmt: skip
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )
