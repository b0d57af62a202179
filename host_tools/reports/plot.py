"""A line over time, for a terminal and as a picture. No library is needed for one line."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from host_tools.reports.times import moment
from host_tools.wording import money

_BLOCKS = " ▁▂▃▄▅▆▇█"
_WIDTH, _HEIGHT = 60, 8  # characters

_SVG_WIDTH, _SVG_HEIGHT = 900, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 110, 20, 40, 56
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
    """A picture of several lines over the same records; `marks` are (index, text).

    `times` are when they were made, in milliseconds since 1970: then the line runs over time.
    """
    count = max(len(values) for values in series.values())
    high = max(max(values) for values in series.values())
    lows = [min(values) for values in series.values()]
    # From zero, unless everything happens far above it: then the movement is what is looked for.
    low = min(0, *lows) if len(series) > 1 or min(lows) < high // 2 else min(lows)
    across = _over_time(times) if times and times[-1] > times[0] else None

    def _x(at: int, count: int) -> int:
        return _place(at, count) if across is None else across(at)

    made = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SVG_WIDTH} {_SVG_HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_SVG_WIDTH}" height="{_SVG_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="24" font-size="16">{escape(title)}</text>',
    ]
    for part in range(5):
        value = low + (high - low) * part // 4
        y = _y(value, low, high)
        made.append(
            f'<line x1="{_LEFT}" y1="{y}" x2="{_SVG_WIDTH - _RIGHT}" y2="{y}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{money(value)}</text>'
        )
    for at, (name, values) in enumerate(series.items()):
        points = " ".join(
            f"{_x(n, count)},{_y(value, low, high)}" for n, value in enumerate(values)
        )
        colour = _COLOURS[at % len(_COLOURS)]
        x = _LEFT + 120 * at
        made.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        made.append(f'<text x="{x}" y="{_SVG_HEIGHT - 12}" fill="{colour}">{escape(name)}</text>')
    begins, ends = (times[0], times[-1]) if times else (0, 0)
    for part in range(5) if across is not None else ():
        ms = begins + (ends - begins) * part // 4
        x = _LEFT + (_SVG_WIDTH - _LEFT - _RIGHT) * part // 4
        anchor = ("start", "middle", "middle", "middle", "end")[part]
        made.append(
            f'<text x="{x}" y="{_SVG_HEIGHT - _BOTTOM + 16}" text-anchor="{anchor}"'
            f' font-size="11" fill="#555">{moment(ms)}</text>'
        )
    for at, text in marks:
        x = _x(at, count)
        made.append(
            f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{_SVG_HEIGHT - _BOTTOM}" stroke="#888"'
            f' stroke-dasharray="4"><title>{escape(text)}</title></line>'
        )
    return "\n".join([*made, "</svg>\n"])


def _over_time(times: list[int]) -> Callable[[int], int]:
    room = _SVG_WIDTH - _LEFT - _RIGHT
    return lambda at: _LEFT + (times[at] - times[0]) * room // (times[-1] - times[0])


def _place(at: int, count: int) -> int:
    return _LEFT + at * (_SVG_WIDTH - _LEFT - _RIGHT) // max(1, count - 1)


def _y(value: int, low: int, high: int) -> int:
    height = _SVG_HEIGHT - _TOP - _BOTTOM
    return _SVG_HEIGHT - _BOTTOM - (value - low) * height // max(1, high - low)
