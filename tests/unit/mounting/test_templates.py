"""Templates at 1:1: what is in the PDF is measured, in millimetres of paper."""

from __future__ import annotations

import io
import math
import re
import subprocess
import sys
from itertools import pairwise

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from host_tools.boards.load import load
from host_tools.boards.netlist import READERS, netlist
from host_tools.docsgen import acceptance_record
from host_tools.mounting import sheet, templates
from host_tools.mounting.figures import figures, loop_of
from host_tools.mounting.layout import layout_of
from tests.unit.boards.test_boards import COMMAND

MM = 72 / 25.4


class Measured:
    """Lines and rectangles of a page, by the operators in its content; text as it stands."""

    def __init__(self, page) -> None:
        self.size = tuple(float(side) / MM for side in page.mediabox[2:])
        self.lines: list[tuple[float, float, float, float]] = []
        self.rectangles: list[tuple[float, float, float, float]] = []  # left, low, width, height
        self.text = page.extract_text()
        at, clip = (0.0, 0.0), []
        shift = [(0.0, 0.0)]
        for given, operator in ContentStream(page.get_contents(), page.pdf).operations:
            numbers = [float(one) / MM for one in given if isinstance(one, int | float)]
            if operator == b"q":
                shift.append(shift[-1])
            elif operator == b"Q":
                shift.pop()
            elif operator == b"cm":
                assert [float(one) for one in given[:4]] == [1, 0, 0, 1]  # nothing is scaled
                shift[-1] = shift[-1][0] + numbers[4], shift[-1][1] + numbers[5]
            elif operator == b"m":
                at = numbers[0], numbers[1]
            elif operator == b"l":
                self.lines.append((*at, numbers[0], numbers[1]))
            elif operator == b"re":
                self.rectangles.append((numbers[0], numbers[1], numbers[2], numbers[3]))
            elif operator == b"W":
                clip.append(self.rectangles.pop())
        assert all(one == (0.0, 0.0) for one in shift)

    def has_rectangle(self, width: float, height: float) -> bool:
        return any(
            math.isclose(one[2], width, abs_tol=0.05) and math.isclose(one[3], height, abs_tol=0.05)
            for one in self.rectangles
        )

    def longest_level_line(self) -> float:
        return max(abs(c - a) for a, b, c, d in self.lines if math.isclose(b, d, abs_tol=0.01))


def measured(content: bytes) -> list[Measured]:
    return [Measured(page) for page in PdfReader(io.BytesIO(content)).pages]


@pytest.fixture(scope="module", params=["a4", "letter"])
def paper(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def made(paper) -> dict[str, bytes]:
    return templates.files(load("pico_7").data, paper)


def test_every_sheet_has_its_size_and_a_ruler_of_100_mm(made, paper):
    for content in made.values():
        for page in measured(content):
            assert page.size == pytest.approx(sheet.PAPERS[paper], abs=0.1)
            level = [abs(c - a) for a, b, c, d in page.lines if math.isclose(b, d, abs_tol=0.01)]
            assert any(math.isclose(one, 100, abs_tol=0.05) for one in level)
            assert "100 mm: measure it" in page.text and "No hardware has confirmed" in page.text


def test_there_is_a_sheet_for_every_reader_with_its_loop_at_its_size(made):
    board = load("pico_7").data
    pages = measured(made[templates.ANTENNAS])
    assert len(pages) == len(board["readers"]) + 2  # the board's loop takes three
    for name in board["readers"]:
        found = [page for page in pages if page.text.startswith(f"{READERS[name]} {name}")]
        loop, pitch = loop_of(name), figures()["loop"]["pitch"]
        assert len(found) == (3 if name == "board" else 1), name
        assert found[0].has_rectangle(loop["width"], loop["height"])
        if loop["turns"] > 1:
            assert found[0].has_rectangle(loop["width"] - 2 * pitch, loop["height"] - 2 * pitch)
        if name != "shoe":
            beyond = 2 * figures()["pocket"]["beyond"]
            assert found[0].has_rectangle(loop["width"] + beyond, loop["height"] + beyond)


def test_sensor_and_lamp_are_as_far_from_the_middle_as_on_the_table(made):
    """The crosses of box 2's sheet against the layout, whichever way the box is turned."""
    table = layout_of(load("pico_7").data)
    box = next(one for one in table.antennas if one.name == "box 2")
    holes = {hole.ref: hole for hole in table.holes if hole.ref in ("B2", "D2")}
    page = next(p for p in measured(made[templates.ANTENNAS]) if p.text.startswith("RD2 "))
    level = [line for line in page.lines if math.isclose(line[1], line[3], abs_tol=0.01)]
    crosses = [
        ((a + c) / 2, b)
        for a, b, c, d in level
        for e, f, g, h in page.lines
        if math.isclose(e, g, abs_tol=0.01)
        and math.isclose(e, (a + c) / 2, abs_tol=0.02)
        and math.isclose((f + h) / 2, b, abs_tol=0.02)
    ]
    (middle,) = [
        (x, y) for x, y in crosses
        if any(math.isclose(c - a, 20, abs_tol=0.05) and (a + c) / 2 == x and b == y
               for a, b, c, d in level)
    ]  # fmt: skip
    for hole in holes.values():
        wanted = math.hypot(hole.x - box.x, hole.y - box.y)
        assert any(math.isclose(math.dist(middle, one), wanted, abs_tol=0.1) for one in crosses)


def test_tiles_join_where_their_crop_marks_are(made, paper):
    """The board's loop goes on where the sheet before it ends."""
    pages = [p for p in measured(made[templates.ANTENNAS]) if p.text.startswith("RD12 ")]
    wide, _ = sheet.room(paper)
    lefts = []
    for page in pages:
        (loop,) = [one for one in page.rectangles if math.isclose(one[2], 380, abs_tol=0.05)]
        lefts.append(loop[0])
        marks = {round(a, 2) for a, b, c, d in page.lines if math.isclose(a, c, abs_tol=0.01)
                 and math.isclose(abs(d - b), 3, abs_tol=0.05)}  # fmt: skip
        assert round(sheet.MARGIN, 2) in marks
    assert all(math.isclose(one - other, wide, abs_tol=0.05) for one, other in pairwise(lefts))
    assert "sheet 1 of 3" in pages[0].text and "sheet 3 of 3" in pages[2].text


def test_keys_are_drilled_where_the_layout_has_them(made):
    (page, *_) = measured(made[templates.DRILLING])
    pitch = figures()["panel"]["pitch"]
    for n in range(1, 22):
        assert f"SW{n}" in page.text.split()
    columns = {
        round((a + c) / 2, 1)
        for a, b, c, d in page.lines
        if math.isclose(b, d, abs_tol=0.01) and math.isclose(c - a, 16, abs_tol=0.05)
    }
    assert len(columns) == 5
    steps = [other - one for one, other in pairwise(sorted(columns))]
    assert all(math.isclose(step, pitch, abs_tol=0.1) for step in steps)


def test_the_same_board_gives_the_same_bytes(made, paper):
    assert templates.files(load("pico_7").data, paper) == made


@pytest.mark.parametrize("name", ["pico", "pico_7", "pico_spi", "pico_hand", "esp32s3"])
def test_the_acceptance_record_names_parts_that_are_there(name):
    board = load(name).data
    known = {one.ref for one in netlist(board).components}
    text = "\n".join(f"{a} {b}" for _, rows in acceptance_record.rows(board) for a, b in rows)
    refs = set(re.findall(r"\b(?:U|RD|SW|JP|B|D|VR|F|DISP)\d+\b", text))
    assert refs and refs <= known | {"D20"}
    for reader in board["readers"]:
        assert READERS[reader] in refs
    pages = PdfReader(io.BytesIO(acceptance_record.pdf(board))).pages
    told = "\n".join(page.extract_text() for page in pages)
    assert "No hardware has confirmed" in told and "Supervisor" in told


def test_the_verb_writes_them_and_refuses_paper_that_it_does_not_know(tmp_path):
    done = subprocess.run(
        [*COMMAND, "pico_7", "--templates", str(tmp_path / "new" / "folder")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    there = {one.name for one in (tmp_path / "new" / "folder").iterdir()}
    assert there == {"antennas.pdf", "drilling.pdf", "acceptance.pdf"}
    bad = subprocess.run(
        [*COMMAND, "pico", "--templates", ".", "--paper", "a0"], capture_output=True
    )
    assert bad.returncode == 2 and b"a4 or letter" in bad.stderr
    (tmp_path / "file").write_text("")
    bad = subprocess.run(
        [*COMMAND, "pico", "--templates", str(tmp_path / "file" / "x")], capture_output=True
    )
    assert bad.returncode != 0 and b"Traceback" not in bad.stderr


def test_without_the_library_it_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['reportlab.pdfgen.canvas'] = None\n"
        "from host_tools.main import main; main()"
    )
    bad = subprocess.run(
        [sys.executable, "-c", code, "boards", "pico", "--templates", str(tmp_path)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert bad.returncode == 1 and "cardtable[build]" in bad.stderr
