"""What is counted: ways through the source, blocks of it, and nothing else."""

from __future__ import annotations

import ast

import pytest

from sim.charging import instrument, weights
from sim.charging.clock import ChargingClock
from sim.charging.costs import COLLECTS_IN, HEAP_AT, NANOSECONDS, OF_A_BYTE, Costs, load, nothing

A_UNIT = Costs(other_ns=1000.0, other_bytes=0.0)
_SOURCE = """
def ways(many, few):
    total = 0
    for k in range(many):
        if k > few:
            total += k
    return [one for one in range(few)]

def steps(many):
    for k in range(many):
        yield k
    return 5

def caught():
    try:
        return int("x")
    except ValueError:
        return -1

class Thing:
    @property
    def both(self):
        return lambda x: x + 1

    @both.setter
    def both(self, value):
        self.value = value
"""


@pytest.fixture
def made() -> dict:
    """The source with prices in it, and without them behind `plain`."""
    plain: dict = {}
    exec(compile(_SOURCE, "plain", "exec"), plain)
    tree = ast.parse(_SOURCE)
    instrument._Pricing(A_UNIT, "some.module", counting=False).module(tree)
    priced: dict = {instrument._CELL: instrument.cell, instrument._PASS: instrument._spend}
    exec(compile(tree, "priced", "exec"), priced)
    return {"plain": plain, **priced}


def spent(call, *arguments) -> int:
    instrument.cell[0] = 0
    call(*arguments)
    return instrument.cell[0] & NANOSECONDS


def test_it_does_what_it_did(made: dict) -> None:
    for many, few in ((0, 0), (5, 2), (9, 9)):
        assert made["ways"](many, few) == made["plain"]["ways"](many, few)
        assert list(made["steps"](many)) == list(made["plain"]["steps"](many))
    assert made["caught"]() == -1
    thing = made["Thing"]()
    assert thing.both(2) == 3
    thing.both = 4
    assert thing.value == 4


def test_every_round_of_a_loop_costs_the_same(made: dict) -> None:
    ways = made["ways"]
    none, one, two = (spent(ways, k, 0) for k in (0, 1, 2))
    assert 0 < none < one < two
    rounds = [spent(ways, k + 1, 100) - spent(ways, k, 100) for k in range(5)]
    assert len(set(rounds)) == 1
    elements = [spent(ways, 0, k + 1) - spent(ways, 0, k) for k in range(5)]
    assert len(set(elements)) == 1 and elements[0] > 0


def test_a_branch_costs_what_is_in_it(made: dict) -> None:
    taken = spent(made["ways"], 5, 1) - spent(made["ways"], 0, 1)
    spared = spent(made["ways"], 5, 4) - spent(made["ways"], 0, 4)
    assert taken > spared


def test_a_generator_costs_when_it_goes_on(made: dict) -> None:
    steps = made["steps"](3)
    costs = []
    for _ in range(3):
        costs.append(spent(next, steps))
    assert costs[0] > 0 and costs[1] == costs[2] > 0


def test_prices_follow_the_weights() -> None:
    call = ast.parse("f(a, b)").body[0]
    assert weights.of(call) > weights.of(ast.parse("a").body[0])
    costs = Costs(ns={"m:f": 2000.0}, bytes={"m:f": 1.5}, other_ns=500.0, other_bytes=0.0)
    assert costs.price("m:f", 3.0) == 6000 + (int(4.5 * OF_A_BYTE) << HEAP_AT)
    assert costs.price("m:other", 3.0) == 1500
    assert nothing().price("m:f", 3.0) == 0


def test_functions_of_the_firmware_count_while_it_is_on_and_not_after() -> None:
    from cardtable.rules.cards import parse_card

    ChargingClock(costs=A_UNIT)
    assert spent(parse_card, "As") > 0
    instrument.off()
    assert spent(parse_card, "As") == 0


def test_time_passes_when_somebody_looks() -> None:
    clock = ChargingClock(costs=A_UNIT)
    seen: list[int] = []
    clock.at(150, lambda: seen.append(clock.now_us))
    instrument.cell[0] += 100_400
    assert clock.now_us == 100 and seen == []
    instrument.cell[0] += 100_700
    assert clock.ticks_us() == 201 and seen == [150]
    assert clock.idle_us == 0
    clock.sleep_ms(2)
    assert (clock.now_us, clock.idle_us) == (2201, 2000)


def test_what_people_and_tests_do_costs_the_board_nothing() -> None:
    clock = ChargingClock(costs=A_UNIT)

    def people() -> None:
        instrument.cell[0] += 5_000_000

    clock.at(10, people)
    clock.sleep_ms(1)
    with clock.for_nothing():
        people()
    clock.outside(people)()
    assert clock.now_us == 1000


def test_the_heap_is_collected_in_its_task_when_enough_was_taken() -> None:
    from cardtable.heap import Heap

    costs = Costs(other_ns=0.0, other_bytes=0.0, collection_us=20_000, collection_after=1000)
    clock = ChargingClock(costs=costs)
    turn = Heap(real=False).run()
    next(turn)
    assert clock.collections == []
    instrument.cell[0] += 1000 * OF_A_BYTE << HEAP_AT
    assert clock.now_us == 0
    next(turn)
    assert clock.collections == [(0, 20_000)] and clock.now_us == 20_000
    next(turn)
    assert len(clock.collections) == 1


def test_the_table_says_what_it_was_measured_with() -> None:
    costs = load()
    measured = costs.measured
    assert len(measured["uf2"]["sha256"]) == 64 and measured["firmware"]["commit"]
    assert measured["date"] and len(measured["plays"]) >= 6
    assert COLLECTS_IN in costs.ns and len(costs.ns) > 400
    assert 0 < costs.other_ns < 5000 and 5_000 < costs.collection_us < 60_000
