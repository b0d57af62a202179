"""Random schedules of a linked jackpot against its real parts: owner, database, board's code.

Hosts are cut off, reports come twice and in pieces, leases come late and twice, boards restart in
the middle of a round, rooms take over from each other. At the end every hit is settled once, in
the order of the fifth cards, for what an independent reckoning says; Σ tables = room.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.room.jackpot import judging
from host_tools.room.jackpot.joining import reconciled
from host_tools.room.jackpot.owner import Owner
from host_tools.room.jackpot.pool import Pool
from host_tools.room.jackpot.store import Book, Fenced, opened_book
from tests.integration.linked.tables import LINK, World, reckoned
from tests.integration.room.engines import ENGINES, place

_OPENED = 2_000_000
_PARAMETERS = {"start_up": 1_000_000, "length_ms": 10_000, "skew_ms": 2_000, "escrow": 2_000_000}


def opened_world(at: object, tables: int, seed: int) -> tuple[World, Owner]:
    world = World(at, tables, seed, _PARAMETERS)  # type: ignore[arg-type]
    owner = world.room()
    with world.transaction() as db:
        book = Book(LINK)
        book.lock(db)
        book.append(db, "Kim", world.now, judging.opened(book.pool, LINK, _OPENED, 0, _PARAMETERS))
        for table in world.tables:
            table.record("boot", "1", "b", table.name, "power_on")
            book.append(db, "Kim", world.now, judging.joined(book.pool, table.name, (1, 1), 0))
        book.append(db, "Kim", world.now, judging.started(book.pool))
    owner.step(world.now)
    world.give_keys(owner)
    return world, owner


def played(world: World, owner: Owner, steps: int) -> Owner:
    """So many moments; the owner at the end."""
    dice = world.dice
    for _ in range(steps):
        world.now += dice.choice((150, 400, 900))
        for table in world.tables:
            if dice.random() < 0.7:
                table.step()
            if dice.random() < 0.004:
                table.restart()
            if dice.random() < 0.006:
                world.cut.symmetric_difference_update({table.name})
            elif table.name in world.cut and dice.random() < 0.03:
                world.cut.discard(table.name)
            if table.name not in world.cut and dice.random() < 0.5:
                world.forward(table, dice.choice((1, 3, 10, 1000)))
            world.converse(owner, table)
        world.deliver(owner)
        if dice.random() < 0.8:
            owner.step(world.now)
        if dice.random() < 0.02:  # the room dies, or the standby takes over
            before, owner = owner, world.room()
            with pytest.raises(Fenced):
                before.step(world.now)
    return owner


def healed(world: World, owner: Owner) -> None:
    world.cut.clear()
    for table in world.tables:
        table.finish()
    world.now += 30_000
    for _ in range(40):
        for table in world.tables:
            world.forward(table)
            world.converse(owner, table)
        world.deliver(owner)
        world.now += 4_000
        owner.step(world.now)


def settled_of(world: World) -> list[tuple[str, int, list[int]]]:
    with world.transaction() as db:
        return [
            (kept.event[1], kept.event[3], [cents for _, _, cents in kept.event[4]])
            for kept in Book(LINK).read(db)
            if kept.event[0] == "won"
        ]


def check(world: World) -> int:
    told = settled_of(world)
    assert told == reckoned(world, _OPENED, _PARAMETERS["start_up"])
    with world.transaction() as db:
        book = opened_book(db, LINK)
        for row in reconciled(db, book):
            assert row.difference == row.coming == 0, row
    pool = book.pool
    assert not pool.waiting
    assert pool.contributed == sum(table.books.meter.linked for table in world.tables)
    for table in world.tables:
        assert pool.members[table.name].spent == table.books.meter.spent
    won = sum(sum(cents) for _, _, cents in told)
    assert pool.owed + pool.paid == won + sum(t.books.meter.spent for t in world.tables)
    return len(told)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_random_schedule_ends_as_the_rule_says(tmp_path: Path, engine: str) -> None:
    tables, steps = (6, 150) if engine == "sqlite" else (20, 40)
    world, owner = opened_world(place(tmp_path, engine), tables, seed=11)
    owner = played(world, owner, steps)
    healed(world, owner)
    assert check(world) > 2
    refused = {reason for table in world.tables for reason in table.refusals}
    assert "no_lease" in refused  # there were partitions long enough
    assert sum(len(table.wagers) for table in world.tables) > 20


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
    world, owner = opened_world(tmp_path / "l.db", 6, seed=11)
    owner = played(world, owner, 150)
    healed(world, owner)
    with pytest.raises(AssertionError):
        check(world)
