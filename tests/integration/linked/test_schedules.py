"""Random schedules of a linked jackpot, and what is wrong found by them; more: make soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.room.jackpot.owner import Owner
from host_tools.room.jackpot.pool import Pool
from tests.integration.linked.schedule import Schedule
from tests.integration.room.engines import ENGINES, place


@pytest.mark.parametrize("engine", ENGINES)
def test_a_random_schedule_ends_as_the_rule_says(tmp_path: Path, engine: str) -> None:
    tables, steps = (6, 250) if engine == "sqlite" else (20, 40)
    schedule = Schedule(place(tmp_path, engine), tables, seed=11)
    schedule.play(steps)
    schedule.heal()
    assert schedule.check() > 2
    world = schedule.world
    refused = {reason for table in world.tables for reason in table.refusals}
    assert "no_lease" in refused  # there were partitions long enough
    assert sum(len(table.wagers) for table in world.tables) > 20
    assert schedule.happened["carried"] > 0


def _at_once(_owner: Owner, pool: Pool) -> object:
    return pool.waiting[0] if pool.waiting else None


@pytest.mark.parametrize(
    ("of", "name", "wrong"),
    [
        (Owner, "_may_settle", _at_once),  # an open round elsewhere is not waited for
        (Pool, "pool_at", lambda pool, _stamp: pool.pool),  # later contributions count, too
    ],
    ids=("settled_at_once", "pool_of_now"),
)
def test_a_schedule_finds_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: type, name: str, wrong: object
) -> None:
    monkeypatch.setattr(of, name, wrong)
    schedule = Schedule(tmp_path / "l.db", 6, seed=11)
    schedule.play(250)
    schedule.heal()
    with pytest.raises(AssertionError):
        schedule.check()
