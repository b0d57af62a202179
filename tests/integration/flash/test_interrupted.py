"""However a flash is interrupted, the board starts, and the next flash finishes it.

A seeded sample; every exchange, every file and every write of the flash are in the soak.
"""

from __future__ import annotations

import pytest

from sim.harness.pico import Pico
from sim.people.dice import Dice
from tests.integration.flash import desk

_SEED = 10


def test_the_program_dies_while_it_flashes_and_the_next_run_finishes(in_service, tmp_path):
    exchanges = _exchanges(in_service, tmp_path)
    dice = Dice(_SEED)
    for exchange in sorted({dice.below(exchanges) + 1 for _ in range(2)}):
        with desk.pico_like(in_service, tmp_path / str(exchange)) as pico:
            assert desk.flash_until_the_host_dies(pico, desk.new(), exchange)
            assert desk.starts_well(desk.power_cycle(pico))
            outcome = desk.flash(pico, desk.new())
            assert outcome.hello is not None and outcome.hello.firmware == desk.NEW_VERSION
            assert desk.holds(pico, desk.new())


def _exchanges(in_service, tmp_path) -> int:
    with desk.pico_like(in_service, tmp_path / "count") as pico, desk.host_dies_at(0) as counted:
        assert desk.flash(pico, desk.new()).hello is not None
    return counted[0]


def test_a_virgin_board_that_was_left_half_way_is_finished_by_the_next_run(tmp_path):
    with Pico(tmp_path, desk.NOBODY) as pico:
        desk.settled(pico)
        assert desk.flash_until_the_host_dies(pico, desk.old(), 200)
        assert "cardtable/app.mpy" not in pico.files()
        assert desk.starts_well(desk.power_cycle(pico))
        assert desk.flash(pico, desk.old()).hello is not None
        assert desk.holds(pico, desk.old())


def test_a_release_that_changes_every_file_fits_on_a_pico(tmp_path):
    """Old files and new ones beside each other; where there is no room for the way back as well,
    that is said, and what is there is no half."""
    release = desk.as_large_as_a_picos()
    said: list[str] = []
    steps = desk.Steps(say=said.append, ask_pin=desk.STEPS.ask_pin)
    with Pico(tmp_path, desk.NOBODY) as pico:
        desk.settled(pico)
        assert desk.flash(pico, release, steps).hello is not None
        for _ in range(2):
            said.clear()
            outcome = desk.flash(pico, release, steps, full=True)
            assert outcome.plan is not None and not outcome.plan.same
            assert outcome.hello is not None and desk.holds(pico, release)
        if any("--rollback will find none" in words for words in said):
            with pytest.raises(desk.Problem, match="no previous release"):
                desk.rollback(pico)
        else:
            assert desk.rollback(pico).hello is not None
        assert desk.holds(pico, release)


@pytest.mark.parametrize("twice", [False, True])
def test_the_power_goes_while_boot_puts_an_update_in_force(committed, tmp_path, twice):
    dice = Dice(_SEED + twice)
    cuts = 0
    for write in sorted({dice.below(40) + 1 for _ in range(4)}):
        with desk.pico_like_unstarted(committed, tmp_path / str(write)) as pico:
            cuts += desk.cut_while_it_is_put_in_force(
                pico, write, dice.below(6) + 1 if twice else 0
            )
            said = desk.power_cycle(pico)
            assert "maintenance mode: an update is under way" in said
            assert desk.starts_well(said)
            assert desk.holds(pico, desk.new())
            changes = pico.files()["changes.txt"].decode().splitlines()
            assert len(changes) == 2  # remembered once, however often it began
    assert cuts


def test_the_power_goes_while_files_are_copied(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        desk.into_maintenance(pico)
        since = len(pico.said)
        pico.power_on(cut_at=12)
        desk.settled(pico, since)
        with pytest.raises(desk.Problem, match="the board has gone"):
            desk.flash(pico, desk.new())
        pico.wait_for(lambda: pico.cuts == 1, "the cut")
        assert desk.starts_well(desk.power_cycle(pico))
        assert desk.flash(pico, desk.new()).hello is not None
        assert desk.holds(pico, desk.new())


def test_a_rollback_that_is_interrupted_is_finished_by_the_next(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        desk.flash(pico, desk.new())
        with desk.host_dies_at(16), pytest.raises(desk.HostDied):
            desk.rollback(pico)
        assert desk.starts_well(desk.power_cycle(pico))
        outcome = desk.rollback(pico)
        assert outcome.hello is not None and outcome.hello.firmware == "0.2.0"
        assert desk.holds(pico, desk.old())
