"""Hands of every game on a full table, with and without faults (10,000 of them in `make soak`)."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from sim.hardware.faults import FAULTS
from tests.tracker import hands

# Sessions of two hands: a fault is planned in every hand of the first kind.
FAULTY = range(1000, 1080)
CLEAN = range(2000, 2020)


def _in_two_processes(seeds, faults):
    """All figures together; an error names the seed that reproduces it."""
    total: dict[str, int] = {}
    with ProcessPoolExecutor(2) as pool:
        for figures in pool.map(partial(hands.played, faults=faults), (seeds[::2], seeds[1::2])):
            for what, count in figures.items():
                total[what] = total.get(what, 0) + count
    return total


def test_no_card_is_in_a_wrong_place_unflagged_and_no_fault_is_without_an_event():
    figures = _in_two_processes(FAULTY, True)
    assert figures["hands"] == 160
    assert figures["events told"] > 100
    assert all(figures[game] > 0 for game in hands.GAMES)


def test_without_faults_the_table_says_exactly_what_people_did():
    figures = _in_two_processes(CLEAN, False)
    assert figures["hands"] == 40
    assert figures["events told"] == 0


def test_every_fault_of_the_catalogue_comes_up():
    planned = {
        hands.EVERY_FAULT[hands.Dice(seed).below(len(hands.EVERY_FAULT))] for seed in range(400)
    }
    assert planned == set(hands.EVERY_FAULT)
    assert {*hands.EVERY_FAULT, "stale_bytes"} >= set(FAULTS)


def test_the_seed_of_a_hand_reproduces_it():
    one, two = hands.play(77, 1), hands.play(77, 1)
    assert one.table.keeper.records == two.table.keeper.records
    assert one.table.told == two.table.told
    assert one.table.clock.now_us == two.table.clock.now_us


def test_a_card_in_a_wrong_place_would_be_found():
    """The check itself: a tracker that loses a card without a word is caught."""
    session = hands.Session(3, game="holdem", faults=False)
    count = session.table.fusion.flags.count

    def careless():
        count()
        for card in range(52):
            if session.table.fusion.places.of(card) == session.seats[0]:
                session.table.fusion.places.put(card, 9)
        session.table.faults.clear()

    session.seats = [1]
    session.table.fusion.flags.count = careless
    with pytest.raises(hands.Wrong):
        session.hand()
    session.table.close()


def test_a_fault_that_left_no_trace_would_be_found():
    session = hands.Session(4, game="omaha", fault="wrong_box")
    session.hand()
    session.struck = ["imagined"]
    session.before = session._evidence()
    with pytest.raises(hands.Wrong, match="no trace"):
        session._check_evidence()
    session.table.close()
