"""Hands of every game on a full table, with and without faults (10,000 of them in `make soak`)."""

from __future__ import annotations

from array import array
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from cardtable.drivers.reader_codes import BUS_DOWN, NACKS, NO_ACK, TIMEOUT
from sim.chips.faults import FAULTS, FOREVER
from tests.integration.tracker import hands

# Sessions of five hands: a fault is planned in four of them, and in the fifth the table plays on.
FAULTY = range(1000, 1024)
CLEAN = range(2000, 2008)


def _in_two_processes(seeds, faults):
    """All figures together; an error says how to reproduce it."""
    total: dict[str, int] = {}
    with ProcessPoolExecutor(2) as pool:
        for figures in pool.map(partial(hands.played, faults=faults), (seeds[::2], seeds[1::2])):
            for what, count in figures.items():
                total[what] = total.get(what, 0) + count
    return total


def test_no_card_is_in_a_wrong_place_unflagged_and_no_fault_is_without_an_event():
    figures = _in_two_processes(FAULTY, True)
    assert figures["hands"] == 120
    assert figures["faults that struck"] > 150
    assert figures["events told"] > 50
    assert all(figures[game] > 0 for game in hands.GAMES)


def test_without_faults_the_table_says_exactly_what_people_did():
    figures = _in_two_processes(CLEAN, False)
    assert figures["hands"] == 40
    assert figures["events told"] == figures["faults that struck"] == 0


def test_every_fault_of_the_catalogue_comes_up():
    planned = {
        hands.EVERY_FAULT[hands.Dice(seed).below(len(hands.EVERY_FAULT))] for seed in range(400)
    }
    assert planned == set(hands.EVERY_FAULT)
    assert {*hands.EVERY_FAULT, "stale_bytes"} >= set(FAULTS)


def test_the_seed_of_a_hand_reproduces_it():
    hands.play(77, 1)  # frames that are built once a process are there from now on
    one, two = hands.play(77, 1), hands.play(77, 1)
    assert one.table.keeper.records == two.table.keeper.records
    assert one.table.told == two.table.told
    assert one.table.clock.now_us == two.table.clock.now_us
    assert one.witness.hurried == two.witness.hurried > 100


# ---- the checks themselves: a table that gets something wrong is caught


@pytest.fixture
def session():
    made = hands.Session(3, game="omaha", faults=False)
    yield made
    made.table.close()


def test_a_card_in_a_wrong_place_would_be_found(session):
    tell = session.table.fusion.flags.tell

    def careless():
        tell()
        for card in range(52):
            if session.table.fusion.places.of(card) == session.seats[0]:
                session.table.fusion.places.put(card, 9)
        session.table.faults.clear()

    session.table.fusion.flags.tell = careless
    with pytest.raises(hands.Wrong, match=r"(?s)lies at .*the tracker has it at.*again: python -m"):
        session.hand()


def test_a_failure_that_is_not_counted_would_be_found(session):
    reader = session.table.boxes.readers[2]
    plain = reader.scan

    def forgetful(wary=False):
        result = yield from plain(wary)
        reader.counters[NO_ACK] = 0
        return result

    reader.scan = forgetful
    session.table.hardware.chips[2].fault("no_ack", FOREVER)
    with pytest.raises(hands.Wrong, match="failed scan of box 2 was not counted"):
        session.hand()


def test_a_dead_reader_that_nobody_is_told_of_would_be_found(session):
    session.table.faults = _Deaf()
    session.table.hardware.chips[2].fault("no_ack", FOREVER)
    with pytest.raises(hands.Wrong, match="scans of box 2 failed, nobody was told"):
        session.hand()


@pytest.mark.parametrize("count", [1, FOREVER])
def test_a_garbled_uid_that_is_neither_counted_nor_told_would_be_found(session, count):
    """Once: passing; for ever: a foreign card."""
    board = 20
    session.table.fusion.spots[board].saw_unknown = lambda uid: None
    session.table.hardware.chips[board].fault("garbled_uid", count)
    with pytest.raises(hands.Wrong, match=r"unknown tag|named a tag that was not there"):
        session.hand()


@pytest.mark.parametrize("wary", [0, 1_000])
@pytest.mark.parametrize(
    "fault", ["bad_dcs", "bad_lcs", "bad_ack", "no_ack", "stuck_busy", "i2c_timeout", "unplugged"]
)
def test_one_fault_of_a_scan_that_is_not_counted_would_be_found(session, fault, wary):
    """In a hurry, and warily (sweep.py)."""
    reader = session.table.boxes.readers[5]
    reader.counters = reader.chip.counters = _Innumerate("I", reader.counters)
    session.table.boxes.sweep._wary = wary
    session.table.hardware.chips[5].fault(fault, 1)
    with pytest.raises(hands.Wrong, match=f"{fault} struck box 5 and left no|was not counted"):
        session.hand()


def test_a_card_that_passed_the_shoe_unread_and_is_not_told_would_be_found():
    made = hands.Session(8, game="canberra", fault="short_dwell")
    made.table.boxes._round_port.notice = lambda code, where: None
    with pytest.raises(hands.Wrong, match="had passed the shoe unread"):
        for _ in range(5):
            made.hand()
    made.table.close()


class _Innumerate(array):
    """Counters of which those of trouble stand still."""

    def __setitem__(self, code, count):
        if not BUS_DOWN <= code <= TIMEOUT and code != NACKS:
            super().__setitem__(code, count)


class _Deaf(dict):
    """Faults that are not kept."""

    def __setitem__(self, key, value):
        pass
