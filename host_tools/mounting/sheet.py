"""Drawings at 1:1 on ordinary paper: what is larger than a sheet is cut into tiles.

Coordinates are millimetres from a drawing's left and upper edge. Tiles join edge to edge along
their crop marks; every sheet has a ruler of 100 mm, because printers like to scale.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host_tools.common.problems import FAILED, Problem

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4  # a millimetre
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 10.0
HEAD, FOOT = 20.0, 14.0  # rooms for title and ruler
RULER_MM = 100
_CROP = 3.0
NOT_CONFIRMED = "No hardware has confirmed these sizes."


@dataclass(frozen=True)
class Drawing:
    """So large, drawn by `draw`; `notes` stand under its title."""

    title: str
    width: float
    height: float
    draw: Callable[[Pen], None]
    notes: tuple[str, ...] = ()


class Pen:
    """Draws in millimetres; y grows downwards, as on the table's drawings."""

    def __init__(self, canvas: Canvas, left: float, top: float) -> None:
        self._canvas, self._left, self._top = canvas, left, top

    def line(self, x1: float, y1: float, x2: float, y2: float, dash: bool = False) -> None:
        self._canvas.setDash([3, 2] if dash else [])
        self._canvas.line(*self._at(x1, y1), *self._at(x2, y2))
        self._canvas.setDash([])

    def rectangle(
        self, x: float, y: float, width: float, height: float, dash: bool = False
    ) -> None:
        self._canvas.setDash([3, 2] if dash else [])
        left, low = self._at(x, y + height)
        self._canvas.rect(left, low, width * POINTS, height * POINTS)
        self._canvas.setDash([])

    def circle(self, x: float, y: float, diameter: float) -> None:
        self._canvas.circle(*self._at(x, y), diameter / 2 * POINTS)

    def cross(self, x: float, y: float, size: float = 8.0) -> None:
        self.line(x - size / 2, y, x + size / 2, y)
        self.line(x, y - size / 2, x, y + size / 2)

    def hole(self, x: float, y: float, diameter: float) -> None:
        self.circle(x, y, diameter)
        self.cross(x, y, diameter + 4)

    def text(self, x: float, y: float, text: str, size: float = 9, centred: bool = False) -> None:
        self._canvas.setFont("Helvetica", size)
        put = self._canvas.drawCentredString if centred else self._canvas.drawString
        put(*self._at(x, y), text)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * POINTS, self._top - y * POINTS


def pdf(drawings: list[Drawing], title: str, paper: str = "a4") -> bytes:
    """All of them, a tile a page; the same bytes every time."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as missing:
        raise Problem(
            "the library that writes templates is not installed",
            'Run: pip install "cardtable[build]"',
            FAILED,
        ) from missing

    width, height = PAPERS[paper]
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width * POINTS, height * POINTS), invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("Cardtable")
    for drawing in drawings:
        for row, column in tiles(drawing, paper):
            _page(canvas, drawing, row, column, paper)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def room(paper: str) -> tuple[float, float]:
    """Of a sheet, for drawing."""
    width, height = PAPERS[paper]
    return width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT


def tiles(drawing: Drawing, paper: str) -> list[tuple[int, int]]:
    """(row, column) of every sheet that a drawing takes."""
    wide, high = room(paper)
    return [
        (row, column)
        for row in range(math.ceil(drawing.height / high))
        for column in range(math.ceil(drawing.width / wide))
    ]


def _page(canvas: Canvas, drawing: Drawing, row: int, column: int, paper: str) -> None:
    height, (wide, high) = PAPERS[paper][1], room(paper)
    canvas.setLineWidth(0.4)
    page = Pen(canvas, 0, height * POINTS)
    every = tiles(drawing, paper)
    sheet = f", sheet {every.index((row, column)) + 1} of {len(every)}" if len(every) > 1 else ""
    page.text(MARGIN, MARGIN + 5, f"{drawing.title}{sheet}", 12)
    for n, note in enumerate((*drawing.notes, f"1:1. {NOT_CONFIRMED}")):
        page.text(MARGIN, MARGIN + 9 + 3.2 * n, note, 7.5)
    _ruler(page, MARGIN, height - MARGIN - 6)
    left, top = MARGIN, MARGIN + HEAD
    here = min(wide, drawing.width - column * wide), min(high, drawing.height - row * high)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(left * POINTS, (height - top - high) * POINTS, wide * POINTS, high * POINTS)
    canvas.clipPath(clip, stroke=0)
    drawing.draw(Pen(canvas, (left - column * wide) * POINTS, (height - top + row * high) * POINTS))
    canvas.restoreState()
    if len(every) > 1:
        _crops(page, left, top, *here)
        side = chr(ord("A") + column)
        page.text(left + here[0] - 1, top + here[1] + 4, f"{side}{row + 1}", 8)


def _crops(page: Pen, left: float, top: float, width: float, height: float) -> None:
    for x in (left, left + width):
        page.line(x, top - _CROP, x, top)
        page.line(x, top + height, x, top + height + _CROP)
    for y in (top, top + height):
        page.line(left - _CROP, y, left, y)
        page.line(left + width, y, left + width + _CROP, y)


def _ruler(page: Pen, x: float, y: float) -> None:
    page.line(x, y, x + RULER_MM, y)
    for mm in range(0, RULER_MM + 1, 10):
        page.line(x + mm, y - (4 if mm % 50 == 0 else 2), x + mm, y)
    page.text(x + RULER_MM + 3, y, "100 mm: measure it. Print at 100 %, not fitted to the page.", 8)
