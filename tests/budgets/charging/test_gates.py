"""A full table of every game keeps up on a board that costs what a Pico costs, and would not on a
slower one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sim.charging import instrument
from sim.charging.clock import ChargingClock
from sim.charging.gates import SEEN_AGAIN_MS, wrong
from sim.charging.replay import replay
from sim.harness.world import GAMES
from sim.rp2040.recorder import KIND, Recording, Setting, record

SEED = 5  # the table of costs was measured with another (sim/charging/__main__.py)


@cache
def recorded(game: str) -> Recording:
    """Nine boxes at Canberra Poker, six at Draw, ten elsewhere; a card every 220 ms."""
    return record(Setting(game, seed=SEED, pace="steady"))


@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_keeps_up_with_a_card_every_220_ms(game: str) -> None:
    replayed = replay(recorded(game), ChargingClock())
    assert wrong(replayed, recorded(game)) == []
    assert replayed.keys()["pressed"] > 20


def test_what_is_charged_is_the_same_every_time() -> None:
    first, again = (replay(recorded("canberra"), ChargingClock()) for _ in range(2))
    assert first == again


def test_a_clock_that_charges_nothing_is_less_busy() -> None:
    """Buses take their time there, too; nothing else does."""
    from sim.charging.costs import nothing

    free = replay(recorded("canberra"), ChargingClock(costs=nothing()))
    charged = replay(recorded("canberra"), ChargingClock())
    for phase in ("idle", "play"):
        assert free.figures(phase)["busy_percent"] < charged.figures(phase)["busy_percent"] - 20


@pytest.mark.parametrize("slower", [2.0, 3.0])
def test_a_slower_board_does_not_pass(slower: float) -> None:
    found = wrong(replay(recorded("canberra"), ChargingClock(slower=slower)), recorded("canberra"))
    assert [what for what in found if f"{SEEN_AGAIN_MS}" in what]


def test_a_board_as_slow_as_firmware_0_1_0_loses_cards_and_keys() -> None:
    """A call, a switch of tasks, a record cost three times as much there and more, and cards left
    the shoe unseen. On the desk, where nothing was charged, no test knew. (A box waits as long as
    its sweeps take: on a slow board the shoe is what loses.)"""
    cards = keys = False
    for slower in (3.0, 3.2, 3.8, 4.0, 5.0):  # which of them loses a key is luck of the moment
        replayed = replay(recorded("canberra"), ChargingClock(slower=slower))
        faults = {record[KIND + 1] for record in replayed.records if record[KIND] == "fault"}
        cards = cards or bool(faults & {"card_unseen", "shoe_missed"})
        keys = keys or replayed.keys()["seen"] < replayed.keys()["pressed"]
        assert wrong(replayed, recorded("canberra"))
        if cards and keys:
            return
    pytest.fail(f"unseen cards: {cards}, lost keys: {keys}")


def _busy_task(every_ms: int, ns: int) -> Any:
    def spawn(app: Any) -> None:
        def task() -> Any:
            while True:
                instrument.cell[0] += ns
                yield every_ms

        app.loop.spawn(task(), "dear")

    return spawn


def test_a_task_that_takes_a_fifth_of_the_time_does_not_pass() -> None:
    dear = _busy_task(20, 5_000_000)
    replayed = replay(recorded("canberra"), ChargingClock(), came_up=dear)
    assert [what for what in wrong(replayed, recorded("canberra")) if f"{SEEN_AGAIN_MS}" in what]


def test_a_task_that_stops_everything_for_80_ms_loses_keys() -> None:
    """Six times a second, which alone would be bearable: keys are held for 65 ms."""
    replayed = replay(recorded("canberra"), ChargingClock(), came_up=_busy_task(160, 80_000_000))
    assert replayed.keys()["seen"] < replayed.keys()["pressed"]
    assert wrong(replayed, recorded("canberra"))
