"""The owner of a linked jackpot: takes what tables have recorded, settles, signs leases.

One step is one commit of the room's database. It begins by locking the link and looking whether
the epoch is still ours; leases are signed only after it. What is in memory can be lost at any
moment: marks are told again, everything else lies in the events and in the tables' records.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from cardtable.records import HEAD, TOLD
from host_tools.common.problems import Problem
from host_tools.ledger.engine import Connection
from host_tools.ledger.host_key import HostKey
from host_tools.ledger.lines import checked
from host_tools.room.jackpot import judging
from host_tools.room.jackpot.following import (
    FOREVER,
    KINDS,
    Bonus,
    Contributed,
    Follower,
    Hit,
    Moved,
    Told,
)
from host_tools.room.jackpot.leases import key_of, lease, on_the_sign, sequence_at
from host_tools.room.jackpot.pool import GONE, JOINED, LEAVING, LOST, Event, Pool
from host_tools.room.jackpot.store import Book, Fenced

_PIECE = 2000  # records of a table in one step
_OTHER_KEY_MS = 30_000  # between leases for a board that has another key
_MOVES = 500  # kept before the old ones are let go
WHO = "room"

Transaction = Callable[[], AbstractContextManager[Connection]]


@dataclass
class Heard:
    """What a table's host has said last of its board."""

    challenge: str = ""
    said: str = ""  # to the last lease: "ok", or why not
    since_ms: int = 0


class Owner:
    """`transaction` gives a connection within one; everything else is this object's own."""

    def __init__(self, name: str, transaction: Transaction, host: HostKey) -> None:
        self.name = name
        self.fenced = False
        self._transaction = transaction
        self._host = host
        self._book: Book | None = None
        self._epoch = 0
        self._followers: dict[str, Follower] = {}
        self._heard: dict[str, Heard] = {}
        self._signed: dict[str, int] = {}  # table → when its last lease was signed
        self._leased: dict[str, int] = {}  # … the last that had a length
        self._signed_for: dict[str, str] = {}  # table → challenge of its last lease
        self._leases: dict[str, list[Any]] = {}
        self._lock = threading.Lock()  # what tables say, and what they are told
        self._told: list[tuple[str, int, int, int]] = []
        self._began = 0
        self.problem = ""

    @property
    def pool(self) -> Pool:
        return self._book.pool if self._book is not None else Pool()

    @property
    def epoch(self) -> int:
        return self._epoch

    def take_over(self, now_ms: int) -> None:
        """From now on this is the owner, and whoever was it is none any more."""
        with self._transaction() as db:
            book = Book(self.name)
            self._epoch = book.take_over(db)
            book.read(db)
        self._book = book
        self._began = now_ms
        self._followers.clear()

    # ---- what tables say

    def heard(self, table: str, said: Any) -> None:
        """`jackpot` in a table's status: [challenge, its time, epoch, records, what it said]."""
        if not isinstance(said, list) or len(said) != 5:
            return
        challenge, told_ms, epoch, number, code = said
        whole = all(type(one) is int and 0 <= one < 1 << 53 for one in (told_ms, epoch, number))
        texts = isinstance(challenge, str) and isinstance(code, str)
        if not texts or len(challenge) > 64 or not whole:
            return
        with self._lock:
            self._heard[table] = Heard(challenge, code[:40], told_ms)
            if told_ms:
                self._told.append((table, told_ms, epoch, number))
                del self._told[:-4096]

    def order(self, table: str) -> list[Any] | None:
        """The lease that a table is to be given; each once."""
        with self._lock:
            return self._leases.pop(table, None)

    def said(self, table: str) -> Heard:
        with self._lock:
            return self._heard.get(table, Heard())

    # ---- one step

    def step(self, now_ms: int) -> int:
        """How many events it brought. Fenced when another room is the owner."""
        try:
            made = self._commit(now_ms)
            self.problem = ""
        except Fenced:
            self.fenced = True
            self._forget()
            raise
        except Exception as failure:
            self.problem = str(failure)
            self._forget()
            raise
        self._sign(now_ms)
        return made

    def _forget(self) -> None:
        """What is in memory may be ahead of what was committed."""
        self._book = None
        self._followers.clear()
        with self._lock:
            self._leases.clear()

    def _commit(self, now_ms: int) -> int:
        with self._transaction() as db:
            if self._book is None:
                self._book = Book(self.name)
                self._book.epoch = self._epoch
            book = self._book
            book.lock(db)
            before = book.last
            if not book.pool.name:
                return 0
            self._take_marks()
            for table in list(book.pool.members):
                if book.pool.members[table].state != GONE:
                    self._follow(db, book, table, now_ms)
            while True:
                win = self._may_settle(book.pool)
                if win is None:
                    break
                book.append(db, WHO, now_ms, judging.settled(book.pool, win))
            book.append(db, WHO, now_ms, self._housekeeping(book.pool))
            return book.last - before

    def _take_marks(self) -> None:
        with self._lock:
            told, self._told = self._told, []
        for table, told_ms, epoch, number in told:
            if table in self._followers:
                self._followers[table].mark(told_ms, epoch, number)

    def _follow(self, db: Connection, book: Book, table: str, now_ms: int) -> None:
        member = book.pool.members[table]
        follower = self._followers.get(table)
        if follower is None or follower.at < member.taken:
            follower = self._followers[table] = Follower(member.taken)
        chains = db.execute(
            "SELECT id, epoch FROM chain WHERE table_name = ? AND epoch >= ? ORDER BY epoch",
            (table, follower.at[0]),
        ).fetchall()
        kinds = ", ".join(f"'{kind}'" for kind in KINDS)
        for chain, epoch in chains:
            after = follower.head[1] if follower.head[0] == epoch else 0
            (last,) = db.execute(
                "SELECT max(number) FROM record WHERE chain = ?", (chain,)
            ).fetchone()
            if last is None or last <= after:
                continue
            until = min(last, after + _PIECE)
            rows = db.execute(
                "SELECT number, received_ms, line FROM record"
                f" WHERE chain = ? AND number > ? AND number <= ? AND kind IN ({kinds})"
                " ORDER BY number",
                (chain, after, until),
            ).fetchall()
            for number, received_ms, line in rows:
                record = checked(bytes(line), epoch)
                when = record[4] if record[3] == TOLD else received_ms
                for told in follower.follow((epoch, number), when, tuple(record[HEAD:])):
                    book.append(db, WHO, now_ms, _judged(book.pool, table, told))
            follower.seen_to((epoch, until))
            if until < last:
                return

    def _may_settle(self, pool: Pool) -> Any:
        """The first win, when no table can still tell of one that was determined before it."""
        if not pool.waiting:
            return None
        first = pool.waiting[0]
        for table in pool.members:
            if table != first.table and self._bound(pool, table) <= first.stamp:
                return None
        return first

    def _bound(self, pool: Pool, table: str) -> int:
        if pool.members[table].state in (GONE, LOST):
            return FOREVER
        follower = self._followers.get(table)
        return follower.bound() if follower is not None else 0

    def waits_for(self) -> list[str]:
        """The tables whose open rounds, or silence, hold up a win."""
        pool = self.pool
        waiting = list(pool.waiting)  # asked while a step may go on
        if not waiting:
            return []
        first = waiting[0]
        others = [one for one in list(pool.members) if one != first.table]
        return [one for one in others if self._bound(pool, one) <= first.stamp]

    def _housekeeping(self, pool: Pool) -> list[Event]:
        events: list[Event] = []
        for table, member in pool.members.items():
            if member.state == JOINED and pool.running:
                events += judging.granted(pool, table)
                if events:
                    return events  # each is judged by the books as they are
            elif member.state == LEAVING and not member.going and self._is_over(pool, table):
                return judging.gone(pool, table)
        if not (pool.running or pool.quiet or pool.waiting) and all(
            member.state in (GONE, LOST) or self._is_over(pool, table)
            for table, member in pool.members.items()
        ):
            return judging.quiet(pool)
        if len(pool.moves) > _MOVES and not pool.waiting:
            bound = min([self._bound(pool, one) for one in pool.members], default=0)
            if pool.moves[_MOVES // 2][0] < bound < FOREVER:
                return [("known", bound)]
        return events

    def _is_over(self, pool: Pool, table: str) -> bool:
        """By any clock its last lease is over, it has said so, and no round of it is open."""
        follower = self._followers.get(table)
        if follower is None or follower.is_open:
            return False
        if any(one.table == table for one in pool.waiting):
            return False
        over = self._leased.get(table, self._began)
        over += pool.parameters["length_ms"] + pool.parameters["skew_ms"]
        return follower.told_ms > over

    # ---- leases

    def _sign(self, now_ms: int) -> None:
        """Only after a commit: who was replaced finds out there.

        Where no wagers are to be taken any more a lease has no length: it ends what is left of the
        one before, and the table's answer says how far its records are.
        """
        pool = self.pool
        if not pool.name or pool.ended:
            return
        won = on_the_sign(pool.pending[0].table) if pool.pending else ""
        with self._lock:
            for table, member in pool.members.items():
                heard = self._heard.get(table)
                if heard is None or not self._is_due(pool, table, heard, now_ms):
                    continue
                given = pool.parameters
                if pool.running and member.state == JOINED:
                    self._leased[table] = now_ms
                else:
                    given = given | {"length_ms": 0}
                key = key_of(self._host, self.name, table, member.generation)
                limit = member.spent + member.escrow
                self._leases[table] = lease(
                    key, heard.challenge, now_ms, self.name, self._epoch, given, pool.pool, limit,
                    won,
                )  # fmt: skip
                self._signed[table] = now_ms
                self._signed_for[table] = heard.challenge

    def _is_due(self, pool: Pool, table: str, heard: Heard, now_ms: int) -> bool:
        if pool.members[table].state in (GONE, LOST) or not heard.challenge:
            return False
        last = self._signed.get(table, 0)
        pause = pool.parameters["length_ms"] // 3
        if heard.said == "wrong_key" and self._signed_for.get(table) == heard.challenge:
            # Each refusal is a record there; with its new key the board starts again.
            pause = _OTHER_KEY_MS
        return now_ms - last >= pause and sequence_at(now_ms) > sequence_at(last)


def _judged(pool: Pool, table: str, told: Told) -> list[Event]:
    if isinstance(told, Contributed):
        return judging.contribution(pool, table, told.taken, told.stamp, told.cents)
    if isinstance(told, Bonus):
        return judging.bonus(pool, table, told.taken, told.cents)
    if isinstance(told, Moved):
        return judging.moved(pool, table, told.taken, told.stamp, told.cents, told.why)
    assert isinstance(told, Hit)
    for _, prize, _ in told.hands:
        if not judging.is_prize(prize):
            raise Problem(f"table {table}: '{prize}' is no major prize", "See room journal.")
    return [("hit", table, list(told.taken), told.stamp, told.hands)]
