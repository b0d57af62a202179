"""Text on A4 as PDF (ISO 32000-1): headings, rows, rules and lines to sign, in Helvetica.

The fourteen standard fonts need no file, and a report needs nothing else: no library for that.
"""

from __future__ import annotations

import textwrap
import zlib

_WIDTH, _HEIGHT = 595, 842  # points
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 56, 60, 60
_SIZE = 9
# Widths of Helvetica in thousandths of an em; all others are about as wide as a digit
_NARROW = dict.fromkeys(" ,.:;!/|ijlt'", 278) | dict.fromkeys("()-rf–", 333)
_WIDE = dict.fromkeys("ABCDEGHKNOQRUVXY&", 722) | dict.fromkeys("mMwW%", 889)


def _width(text: str, size: float) -> float:
    return sum((_NARROW | _WIDE).get(c, 556) for c in text) * size / 1000


def _escaped(text: str) -> bytes:
    raw = text.encode("cp1252", "replace")
    return raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


class Sheet:
    """Pages written from top to bottom; a new one begins by itself."""

    def __init__(self) -> None:
        self._pages: list[bytearray] = []
        self._y = 0.0

    def page(self) -> None:
        self._pages.append(bytearray())
        self._y = _HEIGHT - _TOP

    def gap(self, points: float) -> None:
        self._y -= points

    def text(self, text: str, size: float = _SIZE, bold: bool = False) -> None:
        self._line(size)
        self._put(_LEFT, text, size, bold)

    def rule(self) -> None:
        self._y -= 3
        self._draw(_LEFT, _WIDTH - _RIGHT)

    def row(self, cells: tuple[str, ...], amounts: bool, bold: bool = False) -> None:
        """Cells beside each other; the last at the right edge when it is an amount."""
        plain = cells[:-1] if amounts else cells
        room = (_WIDTH - _LEFT - _RIGHT - (90 if amounts else 0)) / max(1, len(plain))
        wrapped = [
            textwrap.wrap(cell, max(8, int(room / (_SIZE * 0.52)))) or [""] for cell in plain
        ]
        for at in range(max((len(lines) for lines in wrapped), default=1)):
            self._line(_SIZE)
            for column, lines in enumerate(wrapped):
                if at < len(lines):
                    self._put(_LEFT + column * room, lines[at], _SIZE, bold)
            if amounts and at == 0:
                x = _WIDTH - _RIGHT - _width(cells[-1], _SIZE)
                self._put(x, cells[-1], _SIZE, bold)

    def signatures(self, names: tuple[str, ...]) -> None:
        if self._y < _BOTTOM + 90:
            self.page()
        self._y -= 60
        room = (_WIDTH - _LEFT - _RIGHT + 20) / len(names)
        for at, name in enumerate(names):
            x = _LEFT + at * room
            self._draw(x, x + room - 20)
            self._put(x, name, _SIZE, False, 12)
            self._put(x, "name, signature, date", 7, False, 22)

    def _line(self, size: float) -> None:
        if self._y - size * 1.35 < _BOTTOM:
            self.page()
        self._y -= size * 1.35

    def _put(self, x: float, text: str, size: float, bold: bool, down: float = 0) -> None:
        at = f"{x:.1f} {self._y - down:.1f}"
        font = "F2" if bold else "F1"
        self._pages[-1] += (
            f"BT /{font} {size} Tf {at} Td (".encode() + _escaped(text) + b") Tj ET\n"
        )

    def _draw(self, x: float, to: float) -> None:
        self._pages[-1] += f"0.5 w {x:.1f} {self._y:.1f} m {to:.1f} {self._y:.1f} l S\n".encode()

    def written(self) -> bytes:
        """The file."""
        pages = self._pages or [bytearray()]
        kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(len(pages)))
        font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
            font.format("Helvetica").encode(),
            font.format("Helvetica-Bold").encode(),
        ]
        for at, content in enumerate(pages):
            objects.append(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_WIDTH} {_HEIGHT}]"
                f" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {6 + 2 * at} 0 R"
                " >>".encode()
            )
            packed = zlib.compress(bytes(content))
            objects.append(
                f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
                + packed
                + b"\nendstream"
            )
        made = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, body in enumerate(objects, 1):
            places.append(len(made))
            made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(made)
        made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
        made += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        made += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n".encode()
        made += f"startxref\n{start}\n%%EOF\n".encode()
        return bytes(made)
