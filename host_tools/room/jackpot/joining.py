"""What the ledger has of a table that is linked: where it stands, and what it has contributed."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.records import HEAD
from host_tools.ledger.engine import Connection
from host_tools.ledger.lines import checked
from host_tools.room.jackpot import judging
from host_tools.room.jackpot.carrying import speaks_of
from host_tools.room.jackpot.pool import GONE, Pool, Position
from host_tools.room.jackpot.store import Book
from host_tools.room.store import Refused


def standing_of(db: Connection, table: str) -> tuple[Position, int]:
    """Its last record, and what its board has ever paid of bonus prizes for a link."""
    chains = db.execute(
        "SELECT id, epoch FROM chain WHERE table_name = ? ORDER BY epoch", (table,)
    ).fetchall()
    last: Position | None = None
    for chain, epoch in chains:
        found = db.execute("SELECT max(number) FROM record WHERE chain = ?", (chain,)).fetchone()
        if found[0] is not None:
            last = (epoch, found[0])
    if last is None:
        raise Refused(
            f"the room has no records of table {table}", "It must report first: room enrol."
        )
    return last, sum(amount for _, amount in _amounts(db, table, "linked_paid", 3))


def _amounts(db: Connection, table: str, kind: str, at: int) -> list[tuple[Position, int]]:
    rows = db.execute(
        "SELECT epoch, number, line FROM record JOIN chain ON chain.id = record.chain"
        " WHERE table_name = ? AND kind = ? ORDER BY epoch, number",
        (table, kind),
    ).fetchall()
    return [
        ((epoch, number), int(checked(bytes(line), epoch)[HEAD + at]))
        for epoch, number, line in rows
    ]


def _carried(db: Connection, book: Book, table: str) -> int:
    """What its own meter has given to the link, less what it got back, by its records; but not
    what the room is about to take."""
    rows = db.execute(
        "SELECT epoch, number, line FROM record JOIN chain ON chain.id = record.chain"
        " WHERE table_name = ? AND kind = 'meter_correct' ORDER BY epoch, number",
        (table,),
    ).fetchall()
    member, total = book.pool.members[table], 0
    for epoch, number, line in rows:
        _, cents, reserve, overflow, _, why = checked(bytes(line), epoch)[HEAD:]
        position, amounts = (epoch, number), (cents, reserve, overflow)
        is_taken = position <= member.taken
        if speaks_of(book.name, why) and (
            is_taken or not judging.moved(book.pool, table, position, 0, amounts, why)
        ):
            total -= sum(amounts)
    return total


@dataclass
class Row:
    """One table: cents."""

    table: str
    recorded: int = 0  # by the board, since it was linked first
    taken: int = 0  # into the pool
    coming: int = 0  # recorded after the last that was taken
    carried: int = 0  # from its own meter, less what went back, by the board's records
    brought: int = 0  # the same by the room's events

    @property
    def difference(self) -> int:
        return self.recorded - self.taken - self.coming + self.carried - self.brought


def reconciled(db: Connection, book: Book) -> list[Row]:
    """Each table's own records against the pool: independent of how they were taken."""
    spans: dict[str, list[list[Position]]] = {}
    pool = Pool()
    for kept in Book(book.name).read(db):
        pool.apply(kept.event)
        if kept.event[0] == "joined":
            taken = kept.event[2]
            spans.setdefault(kept.event[1], []).append([(taken[0], taken[1])])
        elif kept.event[0] == "state" and kept.event[2] == GONE:
            spans[kept.event[1]][-1].append(pool.members[kept.event[1]].taken)
    made = []
    for table, member in book.pool.members.items():
        row = Row(table, taken=member.contributed, brought=member.brought)
        for position, amount in _amounts(db, table, "linked_in", 1):
            if any(_within(position, span) for span in spans[table]):
                row.recorded += amount
                row.coming += amount if position > member.taken else 0
        row.carried = _carried(db, book, table)
        made.append(row)
    return made


def _within(position: Position, span: list[Position]) -> bool:
    return span[0] < position and (len(span) == 1 or position <= span[1])
