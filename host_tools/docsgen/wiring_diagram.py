"""The wiring diagram: the board on the left, its parts on the right, one straight line a wire."""

from __future__ import annotations

from html import escape

from host_tools.boards.wiring import Part, parts

_ROW = 20
_GAP = 14
_HEAD = 26
_TOP = 74
_BOARD_X, _BOARD_W = 20, 150
_PART_X, _PART_W = 300, 520
_NOTES_X = _PART_X + 170
_COLOURS = {"power": "#b03030", "i2c": "#1f6f8b", "spi": "#7a4fa3", "pin": "#3d7a3d"}


def draw(board: dict) -> str:
    """An SVG, the same bytes every time."""
    drawn: list[str] = []
    y = _TOP
    for part in parts(board):
        height = _height(part)
        drawn += _part(part, y, height)
        y += height + _GAP
    bottom = y + 6
    width = _PART_X + _PART_W + 20
    title = escape(board["board"]["title"])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom}" '
            f'font-family="sans-serif" font-size="12" role="img">',
            f"<title>Wiring of a full table to a {title}</title>",
            f'<rect width="{width}" height="{bottom}" fill="#ffffff"/>',
            _text(_BOARD_X, 26, board["board"]["title"], weight="bold", size=16),
            _text(
                _BOARD_X,
                44,
                "Numbers over a wire are pins of the header. Every other pin: "
                "schematic.svg. No hardware has confirmed it.",
            ),
            f'<rect x="{_BOARD_X}" y="58" width="{_BOARD_W}" height="{bottom - 72}" rx="8" '
            'fill="#e8f0e8" stroke="#3d5a3d"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def _height(part: Part) -> int:
    return _HEAD + _ROW * max(len(part.wires), len(part.notes)) + 6


def _part(part: Part, top: int, height: int) -> list[str]:
    colour = _COLOURS[part.kind]
    made = [
        f'<rect x="{_PART_X}" y="{top}" width="{_PART_W}" height="{height}" rx="6" '
        f'fill="#fafafa" stroke="{colour}"/>',
        _text(_PART_X + 10, top + 18, part.title, weight="bold", fill=colour),
    ]
    y = top + _HEAD + 8
    for n, wire in enumerate(part.wires):
        at = y + n * _ROW
        start = _BOARD_X + _BOARD_W
        made.append(_text(start - 8, at + 4, wire.pin, anchor="end"))
        made.append(_text(start + 8, at - 3, wire.header, size=10, fill="#666666"))
        if wire.open:
            made.append(f'<circle cx="{start}" cy="{at}" r="3" fill="#ffffff" stroke="#666666"/>')
            made.append(_text(start + 34, at + 4, wire.end, fill="#666666"))
            continue
        made += [
            f'<line x1="{start}" y1="{at}" x2="{_PART_X}" y2="{at}" stroke="{colour}" '
            'stroke-width="2"/>',
            f'<circle cx="{start}" cy="{at}" r="3" fill="{colour}"/>',
            f'<circle cx="{_PART_X}" cy="{at}" r="3" fill="{colour}"/>',
            _text(_PART_X + 10, at + 4, wire.end),
        ]
    made += [_text(_NOTES_X, y + n * _ROW + 4, note) for n, note in enumerate(part.notes)]
    return made


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    weight: str = "normal",
    size: int = 12,
    fill: str = "#222222",
) -> str:
    indent = len(text) - len(text.lstrip())
    return (
        f'<text x="{x + 6 * indent:g}" y="{y:g}" text-anchor="{anchor}" font-weight="{weight}" '
        f'font-size="{size}" fill="{fill}">{escape(text.strip())}</text>'
    )
