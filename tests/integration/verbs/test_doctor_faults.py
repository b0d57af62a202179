"""Every fault of the simulator's catalogue is named by the doctor: part, cause and remedy."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from host_tools.wording.doctor import CAUSES
from sim.chips.faults import FAULTS
from tests.integration.verbs.rig import SimTable, cardtable

Checks = dict[str, dict]

# Faults of readers that do not touch each other: all at once, each at a box of its own.
AT_BOXES = {
    "no_ack": ("box 1", "deaf"),
    "bad_ack": ("box 2", "ack_damaged"),
    "stuck_busy": ("box 3", "stuck"),
    "bad_lcs": ("box 4", "noisy_line"),
    "bad_dcs": ("box 5", "noisy_line"),
    "flipped_bit": ("box 6", "noisy_line"),
    "unplugged": ("box 7", "unplugged"),
    "wrong_ic": ("box 8", "wrong_chip"),
    "i2c_timeout": ("box 9", "stretches_clock"),
    "brown_out": ("box 10", "supply_dips"),
}


def _doctor(table: SimTable) -> Checks:
    _, out, _ = cardtable("doctor", "--yes", "--json", "--port", table.port)
    return {one["title"]: one for one in json.loads(out)["checks"]}


def _well(told: list) -> bool:
    return len(told) > 3 and all(reader[2] == 0 and reader[4] for reader in told)


class Ward:
    """Scenes are made when the first test wants them; between two the power is cut."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._seen: dict[str, Checks] = {}

    def examine(self, scene: Callable[[SimTable], None]) -> Checks:
        name = scene.__name__
        if name not in self._seen:
            scene(self._table)
            self._seen[name] = _doctor(self._table)
            for where in self._table.side("help")["where"]:
                for fault, (part, _) in FAULTS.items():
                    if part == _part(where):
                        self._table.side("clear", where=where, fault=fault)
            self._table.side("release")
            self._table.side("power_cut")
            self._table.until("readers", _well)
        return self._seen[name]


def _part(where: str) -> str:
    return "bus" if where.endswith("bus") else "mux" if where.startswith("mux") else "chip"


@pytest.fixture(scope="module")
def ward(tmp_path_factory) -> Iterator[Ward]:
    table = SimTable(tmp_path_factory.mktemp("ward") / "table", "--full")
    try:
        table.until("readers", _well)
        yield Ward(table)
    finally:
        table.close()


# ---- scenes


def healthy(table: SimTable) -> None:
    pass


def at_boxes(table: SimTable) -> None:
    for fault, (where, _) in AT_BOXES.items():
        table.side("fault", where=where, fault=fault)


def at_the_shoe(table: SimTable) -> None:
    table.side("fault", where="shoe", fault="unplugged")


def line_held(table: SimTable) -> None:
    table.side("fault", where="box 3", fault="sda_low")


def bus_held(table: SimTable) -> None:
    table.side("fault", where="reader bus", fault="bus_held")


def panel_bus_held(table: SimTable) -> None:
    table.side("fault", where="panel bus", fault="bus_held")
    table.until("faults", lambda told: ["panel_silent", "panel"] in told)


def mux_stuck(table: SimTable) -> None:
    table.side("fault", where="mux 2", fault="mux_stuck")
    table.until("muxes", lambda told: told[1][1])


def mux_off(table: SimTable) -> None:
    table.side("fault", where="mux 2", fault="mux_unplugged")
    table.until("faults", lambda told: ["reader_silent", "box 9"] in told)


def cards_held(table: SimTable) -> None:
    """Cards over readers, one with a bad chip, one with a bad tag, one with a clone."""
    table.side("hold", card="2c", where="box 2")
    table.side("fault", where="box 2", fault="deselect_no_halt")
    table.side("hold", card="3c", where="box 5")
    table.side("fault", where="box 5", fault="garbled_uid")
    table.side("hold", card="4c", where="box 8")
    table.side("fault", where="box 8", fault="tag_lost")
    table.side("hold", card="As", where="box 10")
    _cards_at(table, "box 10", 1)
    _cards_at(table, "box 8", 1)
    for card in ("Kd", "clone As"):
        before = _seen_at_shoe(table)
        table.side("hold", card=card, where="shoe")
        table.until("readers", lambda told, n=before: told[0][4] > n)
    table.until("noticed", lambda told: ["foreign_card", "box 5"] in [one[:2] for one in told])


def neighbours_card(table: SimTable) -> None:
    table.side("fault", where="box 3", fault="ghost_uid")
    table.side("hold", card="As", where="box 4")
    table.until("noticed", lambda told: "box 3" in [one[1] for one in told])


def _cards_at(table: SimTable, name: str, count: int) -> None:
    table.until("readers", lambda told: (name, count) in [(one[0], one[3]) for one in told])


def _seen_at_shoe(table: SimTable) -> int:
    return table.ask("readers")[0][4]


# ---- what the doctor says

EXPECTED = {fault: (at_boxes, where, {cause}) for fault, (where, cause) in AT_BOXES.items()} | {
    "sda_low": (line_held, "box 3", {"holds_line"}),
    "bus_held": (bus_held, "reader bus", {"bus_held"}),
    "mux_stuck": (mux_stuck, "mux 2", {"mux_stuck"}),
    "mux_unplugged": (mux_off, "mux 2", {"mux_silent"}),
    "deselect_no_halt": (cards_held, "box 2", {"not_halted"}),
    "garbled_uid": (cards_held, "box 5", {"unknown_card"}),
    "cloned_uid": (cards_held, "shoe", {"clone"}),
    "ghost_uid": (neighbours_card, "box 3", {"stray_card", "seen_twice"}),
}
# In a round, below: the table has to know what should lie where.
IN_PLAY = {
    "collision": ("box 2", "unread_card"),
    "aligned_stack": ("box 3", "unread_card"),
    "short_dwell": ("shoe", "too_fast"),
}
NOTHING_TO_NAME = {
    "stale_bytes": "HSU only: no board here has a reader on it",
    "tag_lost": "in the middle of an exchange with a tag; this firmware never begins one",
}


def test_every_fault_of_the_catalogue_is_here():
    assert set(EXPECTED) | set(IN_PLAY) | set(NOTHING_TO_NAME) == set(FAULTS)


@pytest.mark.parametrize("fault", EXPECTED)
def test_the_doctor_names(fault, ward):
    scene, where, causes = EXPECTED[fault]
    check = ward.examine(scene)[where]
    assert check["cause"] in causes, check
    assert check["result"] in ("fail", "warn")
    assert check["remedy"] == CAUSES[check["cause"]][1]


def _is_blamed(check: dict) -> bool:
    """But not when a reader that went in the middle of a scan has left its field on beside it."""
    return check["result"] != "ok" and check["cause"] != "drowned"


def test_readers_behind_a_mux_that_is_off_point_to_it_and_the_others_are_well(ward):
    checks = ward.examine(mux_off)
    behind = ["box 3", "box 6", "box 9", "dealer", "board"]
    assert {checks[name]["cause"] for name in behind} == {"behind_mux"}
    others = [f"box {box}" for box in (1, 2, 4, 5, 7, 8, 10)]
    assert [name for name in others if _is_blamed(checks[name])] == []


@pytest.mark.parametrize("scene", (healthy, line_held, mux_stuck))
def test_no_other_reader_is_blamed(scene, ward):
    checks = ward.examine(scene)
    guilty = {"box 3"} if scene is line_held else set()
    readers = {title: one for title, one in checks.items() if one["id"].startswith("reader.")}
    assert {title for title, one in readers.items() if _is_blamed(one)} == guilty


def test_a_held_bus_is_named_once_and_its_readers_point_to_it(ward):
    checks = ward.examine(bus_held)
    assert checks["box 1"]["cause"] == checks["rack"]["cause"] == "behind_bus"
    assert checks["shoe"]["result"] == "ok"


def test_panel_and_memory_chip_lost_together_are_their_bus(ward):
    checks = ward.examine(panel_bus_held)
    assert checks["panel bus"]["cause"] == "bus_held"
    assert checks["play"]["cause"] == "fram_lost"


def test_the_shoes_reader_is_not_told_apart_further_than_spi_can(ward):
    assert ward.examine(at_the_shoe)["shoe"]["cause"] == "no_answer"


def test_a_tag_lost_in_an_exchange_costs_nothing(ward):
    check = ward.examine(cards_held)["box 8"]  # its card lies there without having been dealt
    assert check["cause"] in ("", "stray_card"), check


@pytest.fixture(scope="module")
def in_play(tmp_path_factory) -> Iterator[Checks]:
    table = SimTable(
        tmp_path_factory.mktemp("play") / "table", "--full", "--seats", "3", house="play"
    )
    try:
        table.side("fault", where="box 2", fault="collision")
        table.side("stack", where="box 3", aligned=True)

        def unseen(told: list) -> bool:
            places = [one[1] for one in told if one[0] == "card_unseen"]
            return "box 2" in places and "box 3" in places

        table.until("noticed", unseen)
        table.side("clear", where="box 2", fault="collision")
        table.side("stack", where="box 3", aligned=False)
        table.side("dwell", ms=1)
        table.until("noticed", lambda told: "shoe_missed" in [one[0] for one in told])
        yield _doctor(table)
    finally:
        table.close()


@pytest.mark.parametrize("fault", IN_PLAY)
def test_the_doctor_names_in_play(fault, in_play):
    where, cause = IN_PLAY[fault]
    check = in_play[where]
    assert check["cause"] == cause or CAUSES[cause][0] in check["evidence"], check
    assert check["remedy"]
