"""A line over time, for a terminal and as a picture. No library is needed for one line."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from host_tools.reports.times import moment
from host_tools.wording import money

_BLOCKS = " ▁▂▃▄▅▆▇█"
_WIDTH, _HEIGHT = 60, 8  # characters

_SVG_WIDTH, _PANEL, _BETWEEN = (
    900,
    170,
    30,
)  # a line's own part of the picture, and what is above it
_LEFT, _RIGHT, _TOP, _BELOW = 110, 20, 40, 36
_COLOURS = ("#1f6f8b", "#b5651d")


def thinned(values: list[int], count: int) -> list[int]:
    """At most `count` values: the last of each stretch."""
    if len(values) <= count:
        return list(values)
    return [values[(at + 1) * len(values) // count - 1] for at in range(count)]


def terminal_plot(values: list[int]) -> list[str]:
    """Rows of blocks, the largest amount at the top."""
    shown = thinned(values, _WIDTH)
    low, high = min(shown), max(shown)
    steps = _HEIGHT * 8
    span = max(1, high - low)
    heights = [1 + (value - low) * (steps - 1) // span for value in shown]
    labels = {_HEIGHT - 1: money(high), 0: money(low)}
    width = max(len(text) for text in labels.values())
    rows = []
    for row in reversed(range(_HEIGHT)):
        cells = "".join(_BLOCKS[max(0, min(8, height - row * 8))] for height in heights)
        rows.append(f"{labels.get(row, ''):>{width}} ┤{cells}".rstrip())
    return rows


def svg_plot(
    title: str,
    series: dict[str, list[int]],
    marks: list[tuple[int, str]],
    times: list[int] | None = None,
) -> str:
    """Several lines over the same records, one below the other; `marks` are (index, text).

    Each has a scale of its own, from its least to its greatest: the movement is what is looked for.
    `times` are when they were made, in milliseconds since 1970: then the lines run over time.
    """
    count = max(len(values) for values in series.values())
    across = _over_time(times) if times and times[-1] > times[0] else None
    bottom = _TOP + _PANEL * len(series)

    def _x(at: int) -> int:
        return _place(at, count) if across is None else across(at)

    made = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SVG_WIDTH} {bottom + _BELOW}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_SVG_WIDTH}" height="{bottom + _BELOW}" fill="white"/>',
        f'<text x="{_LEFT}" y="24" font-size="16">{escape(title)}</text>',
    ]
    for row, (name, values) in enumerate(series.items()):
        made += _panel(name, values, _TOP + _PANEL * row, _COLOURS[row % len(_COLOURS)], _x)
    begins, ends = (times[0], times[-1]) if times else (0, 0)
    for part in range(5) if across is not None else ():
        ms = begins + (ends - begins) * part // 4
        x = _LEFT + (_SVG_WIDTH - _LEFT - _RIGHT) * part // 4
        anchor = ("start", "middle", "middle", "middle", "end")[part]
        made.append(
            f'<text x="{x}" y="{bottom + 20}" text-anchor="{anchor}"'
            f' font-size="11" fill="#555">{moment(ms)}</text>'
        )
    for at, text in marks:
        x = _x(at)
        made.append(
            f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{bottom}" stroke="#888"'
            f' stroke-dasharray="4"><title>{escape(text)}</title></line>'
        )
    return "\n".join([*made, "</svg>\n"])


def _panel(
    name: str, values: list[int], top: int, colour: str, across: Callable[[int], int]
) -> list[str]:
    """One line with its scale and its name."""
    low, high = min(values), max(values)
    room = _PANEL - _BETWEEN

    def _y(value: int) -> int:
        return top + _PANEL - (value - low) * room // max(1, high - low)

    made = [
        f'<text x="{_LEFT}" y="{top + 14}" fill="{colour}" font-weight="bold">{escape(name)}</text>'
    ]
    for value in dict.fromkeys(low + (high - low) * part // 3 for part in range(4)):
        made.append(
            f'<line x1="{_LEFT}" y1="{_y(value)}" x2="{_SVG_WIDTH - _RIGHT}" y2="{_y(value)}"'
            f' stroke="#ddd"/><text x="{_LEFT - 8}" y="{_y(value) + 4}" text-anchor="end">'
            f"{money(value)}</text>"
        )
    points = " ".join(f"{across(at)},{_y(value)}" for at, value in enumerate(values))
    made.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return made


def _over_time(times: list[int]) -> Callable[[int], int]:
    room = _SVG_WIDTH - _LEFT - _RIGHT
    return lambda at: _LEFT + (times[at] - times[0]) * room // (times[-1] - times[0])


def _place(at: int, count: int) -> int:
    return _LEFT + at * (_SVG_WIDTH - _LEFT - _RIGHT) // max(1, count - 1)
