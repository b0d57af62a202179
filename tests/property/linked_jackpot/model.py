"""The protocol of a linked jackpot, small enough to be explored to the last state.

Two tables, a room and its standby over one database. Time goes in whole steps; each table has a
clock of its own within the allowed skew. What was ever said can arrive at any later moment, any
number of times, or never: so nothing said is ever taken away from what may arrive. A table says
two things: its records (any beginning of them), and marks: "at W by my clock I had N records".

`Bugs` are mistakes that somebody could make in the real thing; the explorer must find each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

LENGTH = 2  # of a lease
SKEW = 1  # of a table's clock
START_UP = 50
OPENED = 100
WAGER = 1

OWNER, STANDBY = 0, 1


@dataclass(frozen=True)
class Bugs:
    taken_twice: bool = False  # records are taken by arrival, not by number
    not_fenced: bool = False  # a room goes on after another has taken over
    late_lease: bool = False  # a board does not look at a lease's age
    settled_at_once: bool = False  # an open round elsewhere is not waited for
    mark_without_records: bool = False  # a mark counts before the records it speaks of are there
    epoch_forgotten: bool = False  # a board that restarts forgets which room was the last
    removed_too_soon: bool = False  # a table goes while its lease may still be used
    told_is_paid: bool = False  # who is told twice pays twice


class Lease(NamedTuple):
    epoch: int
    issued: int  # by the room's clock, which is the world's
    amount: int


class Hit(NamedTuple):
    stamp: int  # of the fifth card
    table: int
    number: int  # of its record


class Table(NamedTuple):
    offset: int
    records: tuple  # ("start", stamp) ("fifth", stamp) ("in", stamp) ("hit", stamp, shown)
    marks: tuple = ()  # (W, N)
    phase: int = 0  # 0: between rounds, 1: wagered, 2: its fifth card is dealt
    rounds: int = 1  # still to be played
    shown: int = 0  # by the sign, when the round began
    until: int = -99  # by its own clock: before that jackpot wagers are taken
    amount: int = 0
    epoch: int = 0  # the highest it has seen
    # What the model witnesses and nobody tells: (world's time, epoch of the lease, highest of all)
    wagered: tuple = ()
    highest: int = 0


class Store(NamedTuple):
    """The room's database: every change of it is one commit."""

    epoch: int
    taken: tuple  # how many records of each table
    marks: tuple  # the mark of each table
    pool: int = OPENED
    contributed: int = 0
    seeded: int = 0
    won: int = 0
    moves: tuple = ()  # (stamp, cents) of contributions
    hits: tuple = ()  # known, not settled: (Hit, shown)
    settled: tuple = ()  # (Hit, cents)
    leaving: tuple = ()  # (table, when its last lease was signed)
    gone: tuple = ()


class World(NamedTuple):
    now: int
    tables: tuple
    store: Store
    old: Store | None  # what a room goes on with that does not look whether it is fenced
    leases: tuple  # of each table: all that were ever signed
    paid: tuple = ()  # (Hit, cents), as handed over


@dataclass(frozen=True)
class Limits:
    until: int = 3
    leases: int = 0  # signed for each table
    leased: bool = True  # each table has one at the beginning
    rounds: int = 1
    offsets: tuple = (0, SKEW)  # a table for each
    removing: bool = False
    failover: bool = False
    restarts: bool = False


def first(limits: Limits) -> World:
    begun = [Table(offset, (), rounds=limits.rounds) for offset in limits.offsets]
    signed: tuple = ()
    if limits.leased:
        signed = (Lease(1, 0, OPENED),)
        begun = [one._replace(until=LENGTH, amount=OPENED, epoch=1) for one in begun]
    count = len(begun)
    store = Store(1, (0,) * count, ((-99, 0),) * count)
    return World(0, tuple(begun), store, None, (signed,) * count)


def _set(values: tuple, at: int, value: object) -> tuple:
    return (*values[:at], value, *values[at + 1 :])


# ---- what may happen next


def steps(world: World, bugs: Bugs, limits: Limits) -> Iterator[tuple[str, World]]:
    if world.now < limits.until:
        yield "time", _marked(world._replace(now=world.now + 1))
    for at in range(len(world.tables)):
        for what, table in _table_steps(world, at, bugs, limits):
            yield f"{what} {at}", world._replace(tables=_set(world.tables, at, table))
        yield from _room_hears(world, at, bugs)
    yield from _rooms_do(world, bugs, limits)
    if bugs.told_is_paid and len(world.paid) < 3:
        for hit, cents in world.store.settled:  # told once more, and whoever hears it pays
            yield f"pay {hit}", world._replace(paid=(*world.paid, (hit, cents)))


def _marked(world: World) -> World:
    """Each step a table says how far it is, whether anybody hears it or not."""
    tables = []
    for table in world.tables:
        mark = (world.now + table.offset, len(table.records))
        tables.append(table._replace(marks=(*table.marks, mark)))
    return world._replace(tables=tuple(tables))


def _table_steps(world: World, at: int, bugs: Bugs, limits: Limits) -> Iterator[tuple[str, Table]]:
    table = world.tables[at]
    clock = world.now + table.offset
    for lease in world.leases[at]:
        if lease.epoch < table.epoch:
            continue
        age = clock - lease.issued
        if not bugs.late_lease and not -SKEW <= age <= SKEW:
            continue
        until = clock + LENGTH if bugs.late_lease else min(lease.issued, clock) + LENGTH
        if lease.epoch > table.epoch or until > table.until:
            highest = max(table.highest, lease.epoch)
            yield (
                "lease",
                table._replace(
                    epoch=lease.epoch, until=until, amount=lease.amount, highest=highest
                ),
            )
    if limits.restarts and table.epoch and table.until > clock:
        kept = 0 if bugs.epoch_forgotten else table.epoch
        yield "restart", table._replace(until=-99, epoch=kept)
    records = table.records
    if table.phase == 0 and table.rounds and clock < table.until:
        yield (
            "wager",
            table._replace(
                phase=1,
                rounds=table.rounds - 1,
                shown=table.amount,
                records=(*records, ("start", clock)),
                wagered=(*table.wagered, (world.now, table.epoch, table.highest)),
            ),
        )
    elif table.phase == 1:
        yield "fifth", table._replace(phase=2, records=(*records, ("fifth", clock)))
    elif table.phase == 2:
        lost, won = ("in", clock), ("hit", records[-1][1], table.shown)
        yield "lose", table._replace(phase=0, records=(*records, lost))
        yield "win", table._replace(phase=0, records=(*records, won))


def _room_hears(world: World, at: int, bugs: Bugs) -> Iterator[tuple[str, World]]:
    """The present owner; one that was fenced, too, if it does not know what that is."""
    table = world.tables[at]
    for which, store in _stores(world, bugs):
        if at in store.gone:
            continue
        have = store.taken[at]
        for count in range(1, len(table.records) + 1):
            if count > have:
                yield (
                    f"{which} takes records of {at}",
                    _put(world, which, _take(store, at, table.records, have, count)),
                )
            elif bugs.taken_twice and len(store.moves) + len(store.hits) < 4:
                yield (
                    f"{which} takes records of {at} again",
                    _put(world, which, _take(store, at, table.records, count - 1, count)),
                )
        for mark in table.marks:
            if mark[0] > store.marks[at][0] and (bugs.mark_without_records or mark[1] <= have):
                marks = _set(store.marks, at, mark)
                yield (
                    f"{which} hears a mark of {at}",
                    _put(world, which, store._replace(marks=marks)),
                )


def _stores(world: World, bugs: Bugs) -> list[tuple[str, Store]]:
    found = [("room", world.store)]
    if bugs.not_fenced and world.old is not None:
        found.append(("old room", world.old))
    return found


def _put(world: World, which: str, store: Store) -> World:
    return world._replace(store=store) if which == "room" else world._replace(old=store)


def _take(store: Store, at: int, records: tuple, have: int, count: int) -> Store:
    for number in range(have, count):
        told = records[number]
        if told[0] == "in":
            store = store._replace(
                pool=store.pool + WAGER,
                contributed=store.contributed + WAGER,
                moves=(*store.moves, (told[1], WAGER)),
            )
        elif told[0] == "hit":
            hit = (Hit(told[1], at, number), told[2])
            store = store._replace(hits=tuple(sorted((*store.hits, hit))))
    return store._replace(taken=_set(store.taken, at, max(count, store.taken[at])))


def bound(store: Store, at: int, records: tuple) -> int:
    """No hit of this table that is not known yet can have come before that."""
    if at in store.gone:
        return 1 << 30
    started = fifth = None
    for told in records[: store.taken[at]]:
        if told[0] == "start":
            started, fifth = told[1], None
        elif told[0] == "fifth":
            fifth = told[1]
        else:
            started = None
    told_until = store.marks[at][0]
    if started is not None and fifth is not None:
        return min(fifth, told_until)
    return told_until


def _settle(store: Store) -> Store:
    (hit, shown), *others = store.hits
    amount = _worth(store, hit, shown)
    # The reset belongs to the moment of the win, whatever has come in since: so the same records
    # give the same pool, in whatever order they came.
    seed = max(0, START_UP - (_pool_at(store, hit.stamp) - amount))
    return store._replace(
        hits=tuple(others),
        settled=(*store.settled, (hit, amount)),
        pool=store.pool - amount + seed,
        won=store.won + amount,
        seeded=store.seeded + seed,
    )


def _worth(store: Store, hit: Hit, shown: int) -> int:
    """The sign at the commencement (11.1), at most the pool of then after an earlier win (11.3)."""
    if not store.settled:
        return shown
    return min(shown, _pool_at(store, hit.stamp))


def _pool_at(store: Store, stamp: int) -> int:
    return store.pool - sum(cents for at, cents in store.moves if at > stamp)


def _rooms_do(world: World, bugs: Bugs, limits: Limits) -> Iterator[tuple[str, World]]:
    for which, store in _stores(world, bugs):
        if store.hits:
            stamp = store.hits[0][0].stamp
            known = [
                bound(store, at, world.tables[at].records) > stamp
                for at in range(len(world.tables))
            ]
            if bugs.settled_at_once or all(known):
                settled = _settle(store)
                paid = world._replace(paid=(*world.paid, settled.settled[-1]))
                yield f"{which} settles", _put(paid, which, settled)
    yield from _signed(world, bugs, limits)
    yield from _replaced_and_removed(world, bugs, limits)


def _signed(world: World, bugs: Bugs, limits: Limits) -> Iterator[tuple[str, World]]:
    store = world.store
    leaving = dict(store.leaving)
    for at in range(len(world.tables)):
        if len(world.leases[at]) < limits.leases and at not in leaving:
            lease = Lease(store.epoch, world.now, store.pool)
            if lease not in world.leases[at]:
                signed = (*world.leases[at], lease)
                yield f"sign {at}", world._replace(leases=_set(world.leases, at, signed))
        # To sign is a commit, too: a room that was put aside cannot.
        if bugs.not_fenced and world.old is not None and len(world.leases[at]) < limits.leases:
            lease = Lease(world.old.epoch, world.now, world.old.pool)
            if lease not in world.leases[at]:
                signed = (*world.leases[at], lease)
                yield f"old room signs {at}", world._replace(leases=_set(world.leases, at, signed))


def _replaced_and_removed(world: World, bugs: Bugs, limits: Limits) -> Iterator[tuple[str, World]]:
    store = world.store
    leaving = dict(store.leaving)
    if limits.failover and world.old is None:
        # The standby has every commit (synchronous replication), and counts the epoch up.
        taken_over = store._replace(epoch=store.epoch + 1)
        yield "failover", world._replace(store=taken_over, old=store)
    last = len(world.tables) - 1
    if limits.removing and last not in leaving:
        signed = max([one.issued for one in world.leases[last]], default=-99)
        if world.old is None:  # who may still sign must be known
            changed = store._replace(leaving=(*store.leaving, (last, signed)))
            yield f"leave {last}", world._replace(store=changed)
    for at, signed in store.leaving:
        if at not in store.gone and _may_go(world, store, at, signed, bugs):
            yield f"remove {at}", world._replace(store=store._replace(gone=(*store.gone, at)))


def _may_go(world: World, store: Store, at: int, signed: int, bugs: Bugs) -> bool:
    """Its last lease is over by any clock, it has said so itself, and no round of it is open."""
    if world.old is not None:
        return False  # two rooms: a lease of the other one may be on its way
    if bugs.removed_too_soon:
        return True
    records = world.tables[at].records[: store.taken[at]]
    is_open = bool(records) and records[-1][0] in ("start", "fifth")
    over = signed + LENGTH + SKEW
    return (
        not is_open
        and store.marks[at][0] > over
        and not [1 for hit, _ in store.hits if hit.table == at]
    )


# ---- what must hold


def why_wrong(world: World) -> str | None:
    """What no state may be, in words; None when nothing is wrong."""
    paid = [hit for hit, _ in world.paid]
    if len(paid) != len(set(paid)):
        return "a hit was paid twice"
    for which in (world.store, world.old):
        if which is None:
            continue
        if which.pool != OPENED + which.contributed + which.seeded - which.won:
            return "the pool does not balance"
        told = 0
        for at, table in enumerate(world.tables):
            known = table.records[: which.taken[at]]
            told += sum(WAGER for one in known if one[0] == "in")
        if which.contributed != told:
            return "contributions are not what the tables have told"
        hits = [hit for hit, _ in which.settled]
        if hits != sorted(set(hits)):
            return "a hit was settled before one that came earlier, or twice"
    return _wrong_at_a_table(world)


def _wrong_at_a_table(world: World) -> str | None:
    for at, table in enumerate(world.tables):
        signed = {one.epoch for one in world.leases[at]}
        for when, epoch, highest in table.wagered:
            if epoch < highest:
                return "a lease of a room that was replaced was taken"
            issued = [one.issued for one in world.leases[at] if one.epoch == epoch]
            if epoch not in signed or min(abs(when - one) for one in issued) > LENGTH + SKEW:
                return "a wager was taken without a lease"
        if at in world.store.gone and len(table.records) > world.store.taken[at]:
            return "a table that is gone has played"
    return None


def healed(world: World) -> World:
    """The world when what was cut is joined again, and rounds are played to their end."""
    tables = []
    now = world.now + 20
    for table in world.tables:
        clock = now + table.offset
        records = table.records
        if table.phase == 1:
            records = (*records, ("fifth", clock - 10))
        if table.phase >= 1:
            records = (*records, ("hit", records[-1][1], table.shown))
        mark = (clock, len(records))
        tables.append(table._replace(records=records, phase=0, marks=(*table.marks, mark)))
    store = world.store
    for at, table in enumerate(tables):
        if at not in store.gone:
            store = _take(store, at, table.records, store.taken[at], len(table.records))
            store = store._replace(marks=_set(store.marks, at, table.marks[-1]))
    made = world._replace(now=now, tables=tuple(tables), store=store)
    while made.store.hits:
        stamp = made.store.hits[0][0].stamp
        if not all(bound(made.store, at, t.records) > stamp for at, t in enumerate(made.tables)):
            break
        made = made._replace(store=_settle(made.store))
    more = made.store.settled[len(world.store.settled) :]
    return made._replace(paid=made.paid + more)


def why_not_at_last(world: World) -> str | None:
    """What is wrong when all is over; every hit must be settled, each as reckoned by itself."""
    told = []
    for at, table in enumerate(world.tables):
        for number, one in enumerate(table.records):
            if one[0] == "hit":
                told.append((Hit(one[1], at, number), one[2]))
    told.sort()
    if [hit for hit, _ in world.store.settled] != [hit for hit, _ in told]:
        return "a hit is forgotten, or not settled in its turn"
    moves = sorted(
        (one[1], WAGER) for table in world.tables for one in table.records if one[0] == "in"
    )
    if sorted(world.paid) != sorted(_reckoned(told, moves)):
        return "somebody was not paid what the rule says"
    return why_wrong(world)


def _reckoned(told: list, moves: list) -> list:
    """Independently of how the room does it: everything in the order of the clocks."""
    base, made = OPENED, []
    for hit, shown in told:
        had = base + sum(cents for stamp, cents in moves if stamp <= hit.stamp)
        amount = min(shown, had) if made else shown
        made.append((hit, amount))
        base += max(0, START_UP - (had - amount)) - amount
    return made


def with_bug(name: str) -> Bugs:
    return replace(Bugs(), **{name: True})
