"""Troubleshooting by bus and part: parts that are drawn, codes that are told, nothing left out."""

from __future__ import annotations

import re

import pytest

from cardtable.desk.faults import FAULTS
from host_tools.boards.load import load, names
from host_tools.boards.netlist import netlist
from host_tools.docsgen import acceptance_record
from host_tools.docsgen.troubleshooting_page import by_part, references
from host_tools.wording.doctor import CAUSES
from sim.roots import ROOT

ROWS = [row for bus in by_part() for row in bus["rows"]]
_BRINGUP = set(
    re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "bringup.md").read_text(encoding="utf-8"))
)
# Of programs, books and people: no bus and no part
_ELSEWHERE = {
    "starting", "not_installed", "firmware_differs", "no_time", "flash_only", "audit_failed",
    "journal_filling", "copy_differs", "deck_differs", "no_deck",
}  # fmt: skip


def parts(name: str) -> dict[str, str]:
    return {one.ref: one.kind for one in netlist(load(name).data).components}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["see"])
def test_parts_are_in_the_schematic_and_codes_are_told(row):
    drawn = parts("pico_spi") if row["refs"] == ["U4"] else parts("pico")
    assert references(row) and set(references(row)) <= set(drawn)
    known = set(CAUSES) | set(FAULTS.names()) | _BRINGUP
    assert set(row["codes"]) <= known
    assert row["measure"] and row["do"] and row["see"]


def test_a_range_is_every_part_of_it():
    assert references({"refs": ["U2-U3", "JP1"]}) == ["U2", "U3", "JP1"]


def test_every_kind_of_part_of_every_board_has_a_row():
    named = {ref for row in ROWS for ref in references(row)}
    kinds = {kind for ref, kind in parts("pico").items() if ref in named}
    kinds |= {kind for ref, kind in parts("pico_spi").items() if ref in named}
    same = {"tca8418": "pcf8575", "mb85rc256v": "mb85rc512t", "pico2": "pico", "esp32s3": "pico"}
    same["resistor_10k"] = "resistor_2k2"
    for name in names():
        for ref, kind in parts(name).items():
            assert {kind, same.get(kind)} & kinds, (name, ref, kind)


def test_every_cause_of_hardware_has_a_row():
    told = {code for row in ROWS for code in row["codes"]}
    assert set(CAUSES) - told - _ELSEWHERE == set()
    assert not told & _ELSEWHERE


def test_the_steps_of_the_record_are_those_of_the_handbook():
    page = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^## (\d.*)$", page, re.M))
    for step, rows in acceptance_record.rows(load("pico").data):
        assert step in headings and rows, step
    # Every step but the decks' has its check.
    for part in re.split(r"^## ", page, flags=re.M)[1:]:
        if part[0].isdigit() and not part.startswith("10"):
            assert "**Check:**" in part, part.splitlines()[0]


@pytest.mark.parametrize(
    "page", ["building.md", "antennas.md", "parts.md", "troubleshooting.md", "bringup.md",
             "decks.md", "replacing-parts.md", "adding-a-board.md"],
)  # fmt: skip
def test_no_page_of_the_builder_claims_what_no_hardware_has_shown(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").lower()
    text = " ".join(text.split())
    assert re.search(
        r"no hardware has confirmed|not confirmed by hardware|no figure here is confirmed|"
        r"nobody has done it at a real table",
        text,
    )
