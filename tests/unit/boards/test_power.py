"""What a table draws: added up here a second time, from the figures written below."""

from __future__ import annotations

import re
from math import isclose

import pytest

from host_tools.boards import bill, bus_load, catalogue, power, spi_load
from host_tools.boards.load import BadBoard, load, load_file, names
from host_tools.docsgen import cable_plan, power_page
from host_tools.docsgen.parts_pages import parts_page
from sim.roots import BOARDS
from tests.unit.boards.test_boards import faults_of, put

# By hand, with where it stands: an oracle beside boards/parts.toml.
FIELD, QUIET = 150, 36  # taken; Seeed forum, measured
SIGN, LAMP, BOARD = 330, 60, 100  # Maxim 19-4452; published; assumed
MUX, EXPANDER, CONTACT, GUESS = 0.035, 0.2, 0.3, 1.0  # SCPS207F 6.5; PCF8575 1999 Apr 07, 10


@pytest.mark.parametrize(
    ("name", "readers", "fields", "boxes"), [("pico", 14, 5, 10), ("pico_7", 11, 4, 7)]
)
def test_currents_are_the_sum_of_the_parts(name, readers, fields, boxes):
    board = load(name).data
    felt = fields * FIELD + (readers - fields) * QUIET
    pins = 2 * MUX + 2 * EXPANDER + GUESS + (boxes + 5) * CONTACT + 4 * 3.0
    assert isclose(power.rail_ma(board, "3V3R")[1], felt)
    assert isclose(power.rail_ma(board, "3V3")[1], pins)
    whole = felt + pins + BOARD + SIGN + 11 * LAMP + GUESS
    assert isclose(power.rail_ma(board, "5V")[1], whole)
    sized = power.sizes(board)
    assert sized.supply_fuse_a * 1000 >= 1.25 * whole and sized.supply_a >= sized.supply_fuse_a
    assert sized.reader_fuse_a * 1000 >= 1.25 * felt and sized.regulator_a >= sized.reader_fuse_a


@pytest.mark.parametrize("name", names())
def test_no_board_feeds_anything_from_a_pin_that_cannot(name):
    board = load(name).data
    assert not list(power.faults(board)) and not list(bus_load.faults(board))
    assert not list(spi_load.faults(board))
    assert power.rail_ma(board, "3V3")[1] < 300
    assert not any(one.rail == "3V3" for one in power.loads(board) if one.kind.key == "pn532")


def test_readers_on_the_boards_pin_are_refused():
    """The old drawing: every chip on pin 36."""
    told = "\n".join(faults_of(put(["supply"], {"readers": "3V3"})))
    assert "supply.readers" in told and "1092 mA" in told and "300" in told
    assert "regulator" in told


def test_cables_that_are_too_long_are_refused():
    told = "\n".join(faults_of(put(["cables"], {"readers_mm": 8000})))
    assert re.search(r"i2c\.0.*pF on it with 8150 mm", told), told
    told = "\n".join(faults_of(put(["cables"], {"readers_mm": 3000})))
    assert "i2c.0" in told and "lines rise in" in told


def test_a_bus_is_reckoned_as_the_specification_does():
    """UM10204 7.1: T = 0.8473 RC."""
    bus = next(one for one in bus_load.buses(load("pico").data) if one.number == "0")
    assert bus.pf == 10 + 2 * 28 + 0.150 * 60 + 1.200 * 60 + 10
    ohm = 2200 * 4700 / 6900
    assert isclose(bus.rise_ns, 0.8473 * ohm * bus.pf * 1e-3) and bus.rise_ns < 300
    assert ohm > 2.9 / 0.003


def test_an_spi_bus_of_many_readers_is_charged_within_half_a_clock():
    """By hand: 14 readers, 0.9 m each on average, 60 pF a metre, 10 pF a pin, 125 ohm."""
    (felt,) = [one for one in spi_load.buses(load("pico_spi").data) if one.number == "0"]
    assert isclose(felt.pf, 10 + 14 * 10 + 14 * 0.9 * 60) and felt.allowed_ns == 250
    assert isclose(felt.rise_ns, 2.2 * 125 * felt.pf * 1e-3) and felt.rise_ns < 250
    plan = [one.mm for one in cable_plan.readers(load("pico_spi").data)]
    assert sum(plan) <= felt.length_mm


@pytest.mark.parametrize(
    "freq, says",
    [
        (6_000_000, "spi.0.freq = 6000000: a PN532 takes 5 MHz at most"),
        (3_000_000, "spi.0: lines rise in 249 ns with 12600 mm of cable, half a clock at 3 MHz"),
    ],
)
def test_a_bus_too_fast_for_its_chips_or_its_cables_is_refused(tmp_path, freq, says):
    own = tmp_path / "own.toml"
    text = (BOARDS / "pico_spi" / "board.toml").read_text(encoding="utf-8")
    own.write_text(f"{text}\n[spi.0]\nfreq = {freq}\n", encoding="utf-8")
    with pytest.raises(BadBoard) as refused:
        load_file(own)
    assert says in "\n".join(one.line("") for one in refused.value.faults)


def test_a_figure_has_a_source_or_is_unknown():
    text = (BOARDS / "parts.toml").read_text(encoding="utf-8")
    for kind in catalogue.kinds().values():
        for figure in (kind.typical, kind.maximum, kind.contact, kind.pf, kind.pin_3v3):
            if figure.value is None or "taken" in figure.source:
                assert figure.source.startswith(catalogue.UNKNOWN)
            else:
                assert re.search(r"\d|published", figure.source), (kind.key, figure)
    assert "published" in text


@pytest.mark.parametrize("name", names())
def test_the_page_tells_figures_sources_and_what_was_assumed(name):
    board = load(name).data
    page = "\n".join(power_page.lines(board))
    for one in power.loads(board):
        assert f"| {one.kind.name} | {one.count} |" in page and one.source in page
    for said in (
        *power.assumptions(board),
        *bus_load.assumptions(board),
        *spi_load.assumptions(board),
    ):
        assert f"- {said}" in page
    assert "No hardware has confirmed it" in page
    for ref in ("PS1", "VR1", "F1", "F2"):
        assert ref in page


def test_the_list_of_parts_has_numbers_bands_and_a_date():
    page = parts_page()
    assert re.search(r"estimates of \d{4}-\d\d-\d\d", page)
    for one in bill.items(load("pico").data):
        (row,) = [line for line in page.splitlines() if line.startswith(f"| {one.name} |")]
        kind = catalogue.by_name(one.name)
        assert kind is not None and f"| {kind.mpn} |" in row, one.name
    assert "| unknown |" in page and "TCA9548APWR" in page
    assert [bill.band(cents) for cents in (None, 99, 100, 2500)] == [
        "unknown", "below $1", "$1 to $5", "$25 or more",
    ]  # fmt: skip
