"""A random schedule of a linked jackpot against its real parts: owner, database, board's code.

Hosts are cut off, reports come twice and in pieces, leases come late and twice, boards restart in
the middle of a round, rooms take over from each other, the database fails; supervisors stop and
start it, take tables out and back in, change keys, carry money in and out. At the end every hit is
settled once, in the order of the fifth cards, for what an independent reckoning says, and
Σ tables = room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from host_tools.common.problems import Problem
from host_tools.ledger.engine import Connection
from host_tools.ledger.place import Place
from host_tools.room.jackpot import judging
from host_tools.room.jackpot.carrying import from_link, to_link
from host_tools.room.jackpot.joining import reconciled, standing_of
from host_tools.room.jackpot.pool import GONE, JOINED, Pool
from host_tools.room.jackpot.store import Book, Fenced, opened_book
from host_tools.room.store import Refused
from tests.integration.linked.tables import LINK, Table, World, reckoned

OPENED = 2_000_000
PARAMETERS = {"start_up": 1_000_000, "length_ms": 10_000, "skew_ms": 2_000, "escrow": 2_000_000}


class Schedule:
    """`happened` counts what supervisors did and what failed."""

    def __init__(self, at: Place, tables: int, seed: int) -> None:
        self.world = world = World(at, tables, seed, PARAMETERS)
        self.owner = owner = world.room()
        self.happened: Counter[str] = Counter()
        for table in world.tables:
            table.record("boot", "1", "b", table.name, "power_on")
            world.forward(table)
        with world.transaction() as db:
            book = Book(LINK)
            book.lock(db)
            opened = judging.opened(book.pool, LINK, OPENED, 0, PARAMETERS)
            book.append(db, "Kim", world.now, opened)
            for table in world.tables:
                joined = judging.joined(book.pool, table.name, *standing_of(db, table.name))
                book.append(db, "Kim", world.now, joined)
            book.append(db, "Kim", world.now, judging.started(book.pool))
        owner.step(world.now)
        for table in world.tables:
            world.give_key(table, owner.pool)

    # ---- what goes on

    def play(self, steps: int, meanwhile: Callable[[int], None] = lambda _step: None) -> None:
        """So many moments; `meanwhile(step)` may do something to the database."""
        world, dice = self.world, self.world.dice
        for step in range(steps):
            meanwhile(step)
            world.now += dice.choice((150, 400, 900))
            for table in world.tables:
                self._table(table)
            world.deliver(self.owner)
            if dice.random() < 0.8:
                self._tried("step", lambda: self.owner.step(world.now))
            if dice.random() < 0.02:  # the room dies, or the standby takes over
                self._tried("takeover", self._take_over)
            if dice.random() < 0.15:
                self._tried("deed", self._supervisor)

    def _table(self, table: Table) -> None:
        world, dice = self.world, self.world.dice
        if dice.random() < 0.7:
            table.step()
        if dice.random() < 0.004:
            table.restart()
        if dice.random() < 0.006:
            world.cut.symmetric_difference_update({table.name})
        elif table.name in world.cut and dice.random() < 0.03:
            world.cut.discard(table.name)
        if table.name not in world.cut and dice.random() < 0.5:
            most = dice.choice((1, 3, 10, 1000))
            self._tried("forward", lambda: world.forward(table, most))
        world.converse(self.owner, table)

    def _tried(self, what: str, act: Callable[[], object]) -> None:
        """The database may be away: whoever failed tries again some other time."""
        try:
            act()
        except Refused:
            self.happened["refused"] += 1
        except Problem:
            self.happened[f"{what} failed"] += 1

    def _take_over(self) -> None:
        before, self.owner = self.owner, self.world.room()
        with pytest.raises(Fenced):
            before.step(self.world.now)

    # ---- supervisors

    def _supervisor(self) -> None:
        world = self.world
        after: list[Callable[[Pool], None]] = []
        with world.transaction() as db:
            book = opened_book(db, LINK)
            what, events = self._deed(db, book.pool, after)
            book.append(db, "Kim", world.now, events)
        self.happened[what] += 1
        for act in after:
            act(book.pool)

    def _deed(
        self, db: Connection, pool: Pool, after: list[Callable[[Pool], None]]
    ) -> tuple[str, list]:
        """One that is possible now; `after` is what is done at the table once it is committed."""
        world, dice = self.world, self.world.dice
        rests = [one for one in world.tables if one.round is None]
        table = dice.choice(rests or world.tables)
        state = pool.members[table.name].state
        if state == GONE:
            after.append(lambda now: world.give_key(table, now))
            return "joined", judging.joined(pool, table.name, *standing_of(db, table.name))
        if not pool.running:
            roll = dice.random()
            if pool.quiet and not pool.waiting and table.round is None and roll < 0.4:
                return "given", self._give(pool, table, after)
            if pool.quiet and not pool.pending and roll < 0.6:
                return "parameter", judging.parameter(pool, "most_in", dice.choice((0, 1 << 40)))
            if not pool.quiet and roll < 0.9:
                world.cut.clear()  # somebody waits until no round can be open any more
                return "nothing", []
            return "started", judging.started(pool)
        if pool.pending and dice.random() < 0.6:
            return "paid", judging.confirmed(pool, pool.pending[0].hit)
        roll = dice.random()
        if roll < 0.04:
            return "stopped", judging.stopped(pool)
        if roll < 0.3 and table.round is None and table.books.meter.pool:
            table.correct(-table.books.meter.pool, to_link(LINK))
            return "carried", []
        if roll < 0.45 and state == JOINED:
            return "left", judging.leaving(pool, table.name)
        if roll < 0.6 and state == JOINED and table.round is None:
            after.append(lambda now: world.give_key(table, now))
            return "rekeyed", judging.rekeyed(pool, table.name)
        if roll < 0.7 and not pool.waiting:
            after.append(lambda _: world.corrected.append((world.now, 1234)))
            return "corrected", judging.corrected(pool, 1234, 0, 0, "counted", world.now)
        return "nothing", []

    def _give(self, pool: Pool, table: Table, after: list[Callable[[Pool], None]]) -> list:
        cents = self.world.dice.randint(1, 5000)
        now = self.world.now

        def bring(given: Pool) -> None:
            self.world.corrected.append((now, -cents))
            table.correct(cents, from_link(LINK, given.ways))

        events = judging.giving(pool, table.name, cents, 0, now)
        after.append(bring)
        return events

    # ---- its end

    def heal(self) -> None:
        """Nothing is cut any more, and what was begun is played to its end."""
        world = self.world
        world.cut.clear()
        for table in world.tables:
            table.finish()
        world.now += 30_000
        for _ in range(40):
            for table in world.tables:
                world.forward(table)
                world.converse(self.owner, table)
            world.deliver(self.owner)
            world.now += 4_000
            self.owner.step(world.now)

    def check(self) -> int:
        """How many wins there were, when nothing is wrong."""
        world = self.world
        told = self._settled()
        assert told == reckoned(world, OPENED, PARAMETERS["start_up"])
        with world.transaction() as db:
            book = opened_book(db, LINK)
            for row in reconciled(db, book):
                assert row.difference == row.coming == 0, row
        pool = book.pool
        assert not pool.waiting and not pool.going
        assert pool.contributed == sum(table.books.meter.linked for table in world.tables)
        for table in world.tables:
            assert pool.members[table.name].spent == table.books.meter.spent
        won = sum(sum(cents) for _, _, cents in told)
        assert pool.owed + pool.paid == won + sum(t.books.meter.spent for t in world.tables)
        lies = sum(t.books.meter.pool for t in world.tables)
        assert lies + pool.brought == len(world.tables) * Table.OWN
        return len(told)

    def _settled(self) -> list[tuple[str, int, list[int]]]:
        with self.world.transaction() as db:
            return [
                (kept.event[1], kept.event[3], [cents for _, _, cents in kept.event[4]])
                for kept in Book(LINK).read(db)
                if kept.event[0] == "won"
            ]
