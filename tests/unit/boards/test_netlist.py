"""Every pin and its net: the same in the drawing, in both exports and in the pages."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from collections import Counter
from xml.etree import ElementTree

import pytest

from host_tools.boards import bill, bus_load, catalogue, checks, power
from host_tools.boards.load import load, names
from host_tools.boards.netlist import as_csv, as_kicad, netlist, port, straps
from host_tools.docsgen import cable_plan
from host_tools.docsgen.board_pages import pages
from sim.roots import ROOT
from tests.unit.boards.test_boards import COMMAND

REF = re.compile(r"(?<![\w/-])(?:U|RD|SW|JP|B|R|C|D|PS|VR|F|DISP)\d+(?![\w.-])")


def nodes_of_kicad(text: str) -> set[tuple[str, str, str]]:
    """(net, ref, pin), by a parser of its own."""
    tokens = re.findall(r'[()]|"[^"]*"|[^\s()]+', text)

    def read(at: int):
        made = []
        while tokens[at] != ")":
            if tokens[at] == "(":
                inner, at = read(at + 1)
                made.append(inner)
            else:
                made.append(tokens[at].strip('"'))
                at += 1
        return made, at + 1

    whole, end = read(1)
    assert end == len(tokens) and whole[0] == "export"
    (nets,) = [one for one in whole if one[0] == "nets"]
    found = set()
    for net in nets[1:]:
        name = next(one[1] for one in net if one[0] == "name")
        for node in (one for one in net if one[0] == "node"):
            found.add((name, node[1][1], node[2][1]))
    return found


@pytest.mark.parametrize("name", names())
def test_drawing_and_exports_tell_the_same(name):
    board = load(name).data
    made = netlist(board)
    nodes = {(net, ref, pin) for net, ends in made.nets.items() for ref, pin in ends}
    assert len(nodes) == sum(map(len, made.nets.values()))  # no pin twice on a net
    listed = list(csv.DictReader(io.StringIO(as_csv(board))))
    assert {(row["net"], row["ref"], row["pin"]) for row in listed} == nodes
    assert nodes_of_kicad(as_kicad(board)) == nodes
    pins = Counter((ref, pin) for _, ref, pin in nodes)
    assert set(pins.values()) == {1}  # a pin is on one net
    assert all(len(ends) > 1 for ends in made.nets.values())  # a wire has two ends
    refs = [one.ref for one in made.components]
    assert len(set(refs)) == len(refs)
    picture = ElementTree.fromstring(pages(load(name))["schematic.svg"])
    drawn = {(text.text or "").split(" ")[0] for text in picture.iter() if text.text}
    assert set(refs) <= drawn


@pytest.mark.parametrize("name", names())
def test_every_used_pin_of_the_board_is_wired_but_the_answer_of_a_sign(name):
    board = load(name).data
    wired = {pin for pin, _ in netlist(board).pins("U1")}
    silent = {board["spi"][str(board["display"]["spi"])]["miso"]}
    assert {use.pin for use in checks.uses(board)} - wired == silent


@pytest.mark.parametrize("name", names())
def test_parts_are_as_many_as_are_bought(name):
    board = load(name).data
    wired = Counter(catalogue.kinds()[one.kind].name for one in netlist(board).components)
    bought = {one.name: one.count for one in bill.items(board) if one.name != bill.CARDS}
    assert wired == bought


@pytest.mark.parametrize("name", names())
def test_a_reference_in_the_page_is_in_the_netlist(name):
    board = load(name)
    known = {one.ref for one in netlist(board.data).components}
    assert {"U8", "PS1", "VR1", "F1"} <= set(REF.findall(pages(board)["README.md"])) <= known


def test_a_reference_in_the_handbook_is_in_the_netlist_of_a_full_table():
    known = {one.ref for one in netlist(load("pico").data).components}
    for page in ("building.md", "parts.md", "antennas.md"):
        file = ROOT / "docs" / page
        if file.exists():
            assert set(REF.findall(file.read_text(encoding="utf-8"))) <= known, page


def test_nothing_at_five_volts_reaches_the_board():
    """The sign's DOUT and the lamps' DOUT have no way back; the shifter is between."""
    made = netlist(load("pico").data)
    five = {net for net in made.nets if net.endswith("_5V") or net.startswith("LAMP_")} | {"5V"}
    assert not {net for _, net in made.pins("U1")} & five
    assert "DOUT" not in dict(made.pins("DISP1"))


@pytest.mark.parametrize("name", names())
def test_every_chip_has_a_capacitor_at_its_own_supply(name):
    made = netlist(load(name).data)
    kinds = {one.ref: one.kind for one in made.components}
    for ref in (one for one in kinds if one.startswith("U") and one != "U1"):
        beside = f"C{20 + int(ref[1:])}"
        assert kinds[beside] == "capacitor_100n"
        assert {net for _, net in made.pins(beside)} == {dict(made.pins(ref))["VCC"], "GND"}
    assert kinds["C20"] == "capacitor_1000u" and dict(made.pins("C20"))["1"] == "5V"


def test_straps_and_ports_are_those_of_the_chips():
    assert straps(0x71, "tca9548a") == {"A0": "3V3", "A1": "GND", "A2": "GND"}
    assert straps(0x26, "pcf8575") == {"A0": "GND", "A1": "3V3", "A2": "3V3"}
    assert [port(bit) for bit in (0, 7, 8, 15)] == ["P00", "P07", "P10", "P17"]
    made = netlist(load("pico").data)
    assert dict(made.pins("U6"))["P10"] == "KEY_COL4"
    assert dict(made.pins("U5"))["P11"] == "CHIP_10"
    assert dict(netlist(load("pico_keys").data).pins("U6"))["COL4"] == "KEY_COL4"


@pytest.mark.parametrize("name", names())
def test_no_cable_is_longer_than_the_check_assumes(name):
    board = load(name).data
    assert cable_plan.longest(board) <= board.get("cables", {}).get(
        "readers_mm", bus_load.READERS_MM
    )


def test_the_verb_exports_and_refuses_what_it_does_not_know():
    done = subprocess.run([*COMMAND, "pico_7", "--netlist", "csv"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == as_csv(load("pico_7").data)
    bad = subprocess.run([*COMMAND, "pico", "--netlist", "spice"], capture_output=True)
    assert bad.returncode == 2 and b"kicad or csv" in bad.stderr


# Where parts are, a second time: under the felt, at the panel, the sign, the leg; else the lid
def place(ref: str, seats: int) -> str:
    kind = ref.rstrip("0123456789")
    number = ref.removeprefix(kind)
    beside = {"RD": ref, "C": f"RD{number}", "B": ref, "SW": "panel", "PS": "PS1", "DISP": "sign"}
    if kind == "D" and int(number) <= seats:
        return ref
    if kind == "C" and int(number) >= 20:  # at the chips
        return "lid"
    return "sign" if ref == "D11" else beside.get(kind, "lid")


@pytest.mark.parametrize("name", names())
def test_the_cables_carry_every_net_to_wherever_it_has_an_end(name):
    """Places that a net has ends at are joined by cables with that net in them, each of them."""
    board = load(name).data
    seats = sum(one.startswith("box ") for one in board["readers"])
    made, plan = netlist(board), cable_plan.plan(board)
    assert len({one.ref for one in plan}) == len(plan)
    for net, ends in made.nets.items():
        places = {place(ref, seats) for ref, _ in ends}
        joined = {"lid"} & places or {next(iter(places))}
        ways = [
            {one.start, one.end.split(" ")[0]}
            for one in plan
            if net in one.wires
            or (one.end.startswith("RD") and net in dict(made.pins(one.end.split(" ")[0])).values())
        ]
        for _ in ways:
            joined |= {there for way in ways if way & joined for there in way}
        assert places <= joined, (net, places - joined)
        if len(places) > 1:  # and none goes where nobody wants it
            assert set().union(*ways) - {"lid"} <= places, net


@pytest.mark.parametrize("name", names())
def test_lamps_and_sign_are_no_farther_than_their_wire_is_reckoned_for(name):
    board = load(name).data
    assert cable_plan.middle_of_lamps(board) <= power.LAMPS_MM
    lengths = {one.ref: one.mm for one in cable_plan.plan(board)}
    assert lengths["W17"] == power.SIGN_MM and lengths["W18"] == power.SUPPLY_MM
    gauges = {what: awg for what, _, _, awg in power.sizes(board).wires}
    for one in cable_plan.plan(board):
        if "5V" in one.wires and one.end != "sign":
            assert one.awg == gauges[power.LAMP_WIRE]


@pytest.mark.parametrize("name", names())
def test_ratings_and_gauges_are_in_the_drawing_and_usbs_supply_is_not(name):
    board = load(name)
    sized = power.sizes(board.data)
    made = {one.ref: one.value for one in netlist(board.data).components}
    assert made["F1"] == f"Fuse {sized.supply_fuse_a:g} A, slow"
    assert made["F2"] == f"Fuse {sized.reader_fuse_a:g} A, slow"
    drawn = texts_of(pages(board)["schematic.svg"])
    for said in (f"F1 {made['F1']}", f"PS1 {made['PS1']}", f"VR1 {made['VR1']}"):
        assert said in drawn
    assert all(f"AWG {awg}" in drawn for *_, awg in sized.wires)
    wiring = ElementTree.fromstring(pages(board)["wiring.svg"])
    texts = [one for one in wiring.iter() if one.tag.endswith("text")]
    heights = {one.text: float(one.attrib["y"]) - 4 for one in texts}
    lines = {float(one.attrib["y1"]) for one in wiring.iter() if one.tag.endswith("line")}
    silent = board.data["spi"][str(board.data["display"]["spi"])]["miso"]
    for pin in ("VBUS", silent):
        assert heights[pin] not in lines
    assert heights["3V3"] in lines
    told = [row for row in csv.DictReader(io.StringIO(as_csv(board.data))) if row["ref"] == "U1"]
    assert all(row["header"] for row in told)
    assert not any(row["pin"] == "VBUS" for row in told)


def texts_of(drawing: str) -> set[str]:
    return {node.text for node in ElementTree.fromstring(drawing).iter() if node.text}


def room_of(node: ElementTree.Element) -> tuple[float, float]:
    """From where to where a text reaches; a letter of DejaVu Sans is seldom wider than that."""
    size = float(node.attrib["font-size"])
    letter = 0.64 if node.attrib.get("font-weight") == "bold" else 0.58
    wide = len(node.text or "") * size * letter
    x = float(node.attrib["x"])
    before = {"start": 0.0, "middle": wide / 2, "end": wide}[node.attrib["text-anchor"]]
    return x - before, x - before + wide


@pytest.mark.parametrize("drawing", ["wiring.svg", "schematic.svg"])
@pytest.mark.parametrize("name", names())
def test_no_text_leaves_the_picture_or_the_box_that_it_is_in(name, drawing):
    picture = ElementTree.fromstring(pages(load(name))[drawing])
    _, _, width, _ = map(float, picture.attrib["viewBox"].split())
    boxes = [
        tuple(float(one.attrib[key]) for key in ("x", "y", "width", "height"))
        for one in picture.iter()
        if one.tag.endswith("rect") and "x" in one.attrib
    ]
    for text in (one for one in picture.iter() if one.tag.endswith("text")):
        left, right = room_of(text)
        assert left >= 0 and right <= width, text.text
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        for bx, by, wide, high in boxes:
            if bx < x < bx + wide and by < y < by + high:
                assert bx <= left and right <= bx + wide, text.text
