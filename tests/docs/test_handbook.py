"""The handbook's pages that are made from data: complete, fresh, and possible to build."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from cardtable.desk.faults import FAULTS
from host_tools import wording
from host_tools.boards.load import load
from host_tools.docsgen import COMMAND, parts
from host_tools.docsgen import __main__ as writing
from host_tools.docsgen import parts_pages as pages
from host_tools.docsgen.all_pages import DOCS, ROOT, made
from host_tools.mounting.layout import NEAR_MM, SHOE_MM, TOGETHER_MM, layout
from host_tools.wording.doctor import CAUSES

PAGES = made()


@pytest.mark.parametrize("file", PAGES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_page_that_is_made_is_as_its_data_say(file):
    assert file.read_text(encoding="utf-8") == PAGES[file], f"run: {COMMAND}"


def test_what_is_not_as_it_should_be_is_written_anew(tmp_path, monkeypatch, capsys):
    kept = tmp_path / "kept.md"
    kept.write_text("as it is\n", encoding="utf-8")
    pages = {kept: "as it is\n", tmp_path / "stale.md": "new\n"}
    for name, value in (("DOCS", tmp_path), ("ROOT", tmp_path), ("made", lambda: pages)):
        monkeypatch.setattr(writing, name, value)
    assert writing.main() == 0
    assert capsys.readouterr().out == "stale.md\n1 page written anew.\n"
    assert (tmp_path / "stale.md").read_text(encoding="utf-8") == "new\n"
    monkeypatch.setattr(writing, "DOCS", tmp_path / "none")
    assert writing.main() == 2 and "checkout" in capsys.readouterr().err


def test_the_technicians_page_names_no_fault_that_nobody_tells():
    page = (DOCS / "technician.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", page))
    assert named and named <= set(FAULTS.names()) | CAUSES.keys() | wording.REFUSALS.keys()


@pytest.mark.parametrize("chip", ["pico", "pico2"])
@pytest.mark.parametrize("seats", pages.SIZES)
def test_the_drawn_table_has_every_reader_of_the_board_and_no_other(chip, seats):
    board = chip if seats == 10 else f"{chip}_{seats}"
    drawn = {one.name for one in layout(seats).antennas}
    data = load(board).data
    assert drawn == set(data["readers"])
    for group in data["antennas"]["groups"]:
        for one, other in combinations(group, 2):
            assert layout(seats).distance(one, other) >= TOGETHER_MM, (one, other)


@pytest.mark.parametrize("seats", pages.SIZES)
def test_antennas_are_far_enough_apart_and_on_the_felt(seats):
    table = layout(seats)
    names = [one.name for one in table.antennas]
    assert len(names) == seats + 4
    for one, other in combinations(names, 2):
        least = SHOE_MM if "shoe" in (one, other) else NEAR_MM
        assert table.distance(one, other) >= least, (one, other)
    for group in load("pico").data["antennas"]["groups"]:
        for one, other in combinations([name for name in group if name in names], 2):
            assert table.distance(one, other) >= TOGETHER_MM, (one, other)
    for one in table.antennas:
        assert one.width / 2 < one.x < table.length - one.width / 2
        assert one.height / 2 < one.y < table.width - one.height / 2


@pytest.mark.parametrize("seats", pages.SIZES)
def test_the_drawing_is_a_picture_with_every_antenna(seats):
    picture = ElementTree.fromstring(pages.pages()[f"table-{seats}.svg"])
    told = {node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {one.name for one in layout(seats).antennas} <= told
    assert any("Not confirmed by hardware" in (text or "") for text in told)


def test_parts_are_counted_from_the_table():
    for seats, board in ((10, "pico"), (7, "pico_7")):
        wired = load(board).data
        counts = {one.name: one.count for one in parts.parts(seats)}
        assert counts["PN532 reader with antenna"] == seats + 4
        assert counts["TCA9548A I2C mux"] == len(wired["muxes"]["addresses"])
        assert parts.readers(seats) == len(wired["readers"])
    assert {10, 7} == set(pages.SIZES)
