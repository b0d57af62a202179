"""Nothing of metal lies near a loop: holes, lid, panel and cables of both tables."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from host_tools.boards.load import load
from host_tools.boards.netlist import netlist
from host_tools.docsgen import antenna_page, cable_plan, drawing, sections
from host_tools.mounting.figures import cover_mm, figures, limit, loop_of
from host_tools.mounting.layout import Area, clear_of, layout, layout_of

SIZES = (7, 10)


def test_a_turned_area_is_measured_as_it_lies():
    one = Area("", 100, 100, 40, 20, 90)
    assert one.away(100, 125) == pytest.approx(5) and one.away(115, 100) == pytest.approx(5)
    assert one.away(105, 115) == 0
    x, y = one.at(0, 30)  # its own "towards the rail" is down before it is turned
    assert (x, y) == (pytest.approx(70), pytest.approx(100))


@pytest.mark.parametrize("seats", SIZES)
def test_boxes_look_towards_the_rail(seats):
    """A step outwards brings each box nearer to the table's edge."""
    table = layout(seats)
    rail = figures()["oval"]["rail"]
    for box in table.antennas[:seats]:
        x, y = box.at(0, figures()["oval"]["box_from_edge"] - 1)
        assert from_edge(table, x, y) == pytest.approx(1, abs=0.5), box.name
    for hole in table.holes:
        if hole.ref[0] in "BD":
            assert from_edge(table, hole.x, hole.y) > rail + hole.diameter / 2, hole


def from_edge(table, x: float, y: float) -> float:
    """From the oval: half circles left and right of a straight piece."""
    radius = table.width / 2
    nearest = min(max(x, radius), table.length - radius)
    return radius - ((x - nearest) ** 2 + (y - radius) ** 2) ** 0.5


@pytest.mark.parametrize("seats", SIZES)
def test_no_metal_is_near_a_loop(seats):
    table = layout(seats)
    metal = limit("metal")
    for loop in table.antennas:
        for hole in table.holes:
            assert loop.away(hole.x, hole.y) - hole.diameter / 2 >= metal - 1e-6, (loop, hole)
        for part in (table.lid, table.panel):
            assert min(loop.away(*point) for point in part.edge()) >= metal - 1e-6, (loop, part)
    for name in (*(one.name for one in table.antennas), "panel"):
        way = table.cable(name)
        assert way[0] == (table.lid.x, table.lid.y)
        for loop in table.antennas:
            if loop.name != name:
                assert min(clear_of(loop, *leg) for leg in pairwise(way)) >= metal, (name, loop)


def test_a_straight_cable_would_go_over_the_boards_loop():
    """So the way round it is one, and a bend costs length."""
    table = layout(10)
    box, board = table.antennas[4], table.antennas[-1]
    assert clear_of(board, (table.lid.x, table.lid.y), (box.x, box.y)) == 0
    assert len(table.cable("box 5")) > 2


@pytest.mark.parametrize("seats", SIZES)
def test_no_two_loops_overlap_and_all_is_on_the_table(seats):
    table = layout(seats)
    for one in table.antennas:
        assert all(from_edge(table, *point) > 0 for point in one.corners()), one
        for other in table.antennas:
            if other is not one:
                assert min(one.away(*point) for point in other.edge()) > 0, (one, other)


@pytest.mark.parametrize("name", ["pico", "pico_7", "pico_spi", "pico_hand"])
def test_every_hole_is_for_a_part_of_the_netlist(name):
    board = load(name).data
    known = {one.ref for one in netlist(board).components}
    assert {hole.ref for hole in layout_of(board).holes} <= known
    assert all(int(row[4]) >= 150 for row in cable_plan.rows(board))


def test_what_lies_over_a_loop_is_thin_enough():
    assert cover_mm() <= limit("cover") < limit("reach")
    pocket = figures()["pocket"]
    wood = next(one["mm"] for one in figures()["layers"] if one["name"].startswith("wood"))
    inside = [one["mm"] for one in figures()["layers"] if one["name"].startswith(("loop", "air"))]
    assert wood + sum(inside) == pocket["top"]
    assert figures()["shoe"]["behind"] > limit("reach")


def test_fields_on_together_are_three_loops_apart():
    assert min(limit("together"), limit("shoe")) >= 3 * loop_of("box 1")["width"]


@pytest.mark.parametrize("seats", SIZES)
def test_the_mounting_drawing_is_to_scale(seats):
    table = layout(seats)
    picture = ElementTree.fromstring(drawing.draw(table))
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    assert float(picture.attrib["width"].removesuffix("mm")) * drawing.SCALE == width
    assert float(picture.attrib["height"].removesuffix("mm")) * drawing.SCALE == height
    assert left < 0 and top < 0
    told = {node.text for node in picture.iter() if node.tag.endswith("text")}
    assert {"B1", "D1", "SW21", "lid", "500 mm, 1:10"} <= told


def test_the_cuts_are_drawn_at_their_size():
    for text in (sections.stack_up(), sections.shoe()):
        picture = ElementTree.fromstring(text)
        _, _, width, height = picture.attrib["viewBox"].split()
        assert (picture.attrib["width"], picture.attrib["height"]) == (f"{width}mm", f"{height}mm")
        assert "Not confirmed by hardware" in text
    cloth = figures()["layers"][0]["mm"]
    assert f'height="{cloth:g}"' in sections.stack_up()


def test_the_page_has_every_place_and_says_what_nobody_confirmed():
    page = antenna_page.page()
    assert "No hardware has confirmed anything on this page" in page
    for seats in SIZES:
        part = page.split(f"## Places: {seats} boxes")[1]
        for one in layout(seats).antennas:
            assert re.search(rf"\| RD\d+ {one.name} \| {one.x:.0f} \| {one.y:.0f} \|", part), one


@pytest.mark.parametrize("seats", SIZES)
def test_wires_of_sensors_and_lamps_go_round_every_loop_their_own_too(seats):
    table = layout(seats)
    lid = (table.lid.x, table.lid.y)
    chain = [lid, *((one.x, one.y) for one in table.holes if one.ref.startswith("D")), lid]
    sensors = [(lid, (one.x, one.y)) for one in table.holes if one.ref.startswith("B")]
    for start, end in (*sensors, *pairwise(chain)):
        way = table.way(start, end)
        assert way[0] == start and way[-1] == end
        for leg in pairwise(way):
            assert min(clear_of(loop, *leg) for loop in table.antennas) >= limit("metal") - 1e-6
            assert all(from_edge(table, *point) > 0 for point in leg), leg
