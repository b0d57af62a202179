"""Tables of a linked jackpot with the board's own code for leases and books, and a room.

Each table is real as far as the protocol goes: `service.lease.Link` judges its leases,
`jackpot.linked.settle` makes its records, `records.Chain` chains them, the intake stores them, the
owner takes them. Cards are dice; time is counted by the test, and each table has its own.
"""

from __future__ import annotations

import contextlib
import random
from binascii import hexlify
from collections.abc import Iterator
from typing import Any

from cardtable.jackpot.books import new_books
from cardtable.jackpot.linked import settle
from cardtable.jackpot.payouts import payouts
from cardtable.link.keys import ROOM, Keys
from cardtable.records import Chain
from cardtable.service.lease import Link
from cardtable.vault.calendar import Calendar
from host_tools.ledger.engine import Connection, connect, explained, one_transaction
from host_tools.ledger.host_key import HostKey
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import Place
from host_tools.room.jackpot.carrying import to_link
from host_tools.room.jackpot.leases import key_of
from host_tools.room.jackpot.owner import Owner
from host_tools.room.jackpot.pool import Pool

LINK = "boomerang"
HOST = HostKey(b"h" * 32)
NOW = 1_800_000_000_000
WAGER = 100
SQLITE = (
    "CREATE TABLE IF NOT EXISTS jackpot (link TEXT PRIMARY KEY, epoch INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS jackpot_event (link TEXT NOT NULL, number INTEGER NOT NULL,"
    " line BLOB NOT NULL, PRIMARY KEY (link, number))",
)
# Of a thousand hands with a jackpot wager; far more wins than cards give
_PRIZES = (("royal_flush", 100), ("straight_flush", 160), ("four_of_a_kind", 20), ("flush", 50))


class Clock:
    """The world's time in ms, and a table's: its own beginning and its own error."""

    def __init__(self, world: World, off_ms: int) -> None:
        self.world = world
        self.off_ms = off_ms

    def ticks_ms(self) -> int:
        return (self.world.now - NOW + 10_000) % (1 << 29)

    def ticks_diff(self, a: int, b: int) -> int:
        return (a - b + (1 << 28)) % (1 << 29) - (1 << 28)

    def ticks_add(self, a: int, b: int) -> int:
        return (a + b) % (1 << 29)


class _Kept:
    """FRAM of two slots: it survives a cut."""

    def __init__(self) -> None:
        self.content = b""

    def get(self) -> bytes:
        return self.content

    def keep(self, content: bytes) -> None:
        self.content = content


class Table:
    """One board. `lines` is what its journal has; whoever forwards it sends from there."""

    OWN = 50_000  # what lies in its own meter

    def __init__(self, world: World, name: str, off_ms: int, seed: int) -> None:
        self.world = world
        self.name = name
        self.clock = Clock(world, off_ms)
        self.kept = _Kept()
        self.books = new_books(self.OWN, 0, 0, 10_000)
        self.chain = Chain(name, 1)
        self.lines: list[bytes] = []
        self.dice = random.Random(seed)
        self.key = b""
        self.round: dict[str, Any] | None = None
        self.rounds = 0
        self.refusals: list[str] = []
        self.wagers: list[tuple[int, int]] = []  # world's time, table's epoch of the lease
        self.hits: list[tuple[int, str, int, list[list[Any]]]] = []  # as it was, for the oracle
        self.restart()

    # What Link sees of the application
    @property
    def vault(self) -> Any:
        return self

    desk = vault

    def tell_fault(self, _code: str, _where: str, _present: bool) -> None:
        pass

    def restart(self) -> None:
        """A cut: RAM is gone; journal, books and the kept epoch stay, the round goes on."""
        self.calendar = Calendar(self.clock)
        self.calendar.tell(self.world.now + self.clock.off_ms)
        keys = {ROOM: hexlify(self.key).decode()} if self.key else {}
        challenge = self.dice.getrandbits(64).to_bytes(8, "big")
        self.keys = Keys(keys, lambda _count: challenge, self.clock)
        self.link = Link(self, self.kept)
        self.books.link = self.link  # type: ignore[assignment]

    def record(self, *body: Any) -> None:
        _, now = self.calendar.now()
        self.lines.append(self.chain.encode(body, "t", now))
        self.books.apply(body, "t", now)
        assert self.books.why_not() is None

    # ---- play, a step at a time

    def step(self) -> None:
        if self.round is None:
            self._begin()
        elif self.round["cards"] < 5:
            self.round["cards"] += 1
            for seat in self.round["seats"]:
                self.record("deal", seat, "s" * 32)
                if self.round["cards"] == 5:
                    self.round["fifth"][seat] = self.calendar.now()[1]
        else:
            self._end()

    def _begin(self) -> None:
        self.rounds += 1
        shown = self.books.display or 0
        self.record("round", self.rounds, "canberra", "f" * 16, None, [])
        self.record("canberra", shown, [])
        seats = []
        for seat in range(1, self.dice.randint(1, 4) + 1):
            reason = self.link.why_not(self.books.meter.spent)
            if reason:  # the base game goes on
                self.refusals.append(reason)
                continue
            seats.append(seat)
            self.record("jackpot", seat, WAGER)
            self.wagers.append((self.world.now, self.link.epoch))
        self.round = {"seats": seats, "cards": 0, "fifth": {}, "shown": shown}

    def _end(self) -> None:
        played = self.round
        assert played is not None
        self.round = None
        if self.dice.random() < 0.03:
            self.record("end", "void", None)
            return
        told = [(seat, WAGER, self._prize()) for seat in played["seats"]]
        hands = [
            [s, p, played["shown"]] for s, _, p in told if p in ("royal_flush", "straight_flush")
        ]
        if hands:
            stamp = min(played["fifth"][seat] for seat, _, _ in hands)
            self.hits.append((stamp, self.name, self.rounds, hands))
        self.record("end", "settled", None)
        for body in settle(self.books, told, lambda _seat: played["shown"]):
            self.record(*body)

    def _prize(self) -> str | None:
        roll = self.dice.randrange(1000)
        for prize, share in _PRIZES:
            if roll < share:
                return prize
            roll -= share
        return None

    def correct(self, cents: int, why: str) -> None:
        """A supervisor moves its own meter, between rounds (cardtable keys link)."""
        self.record("meter_correct", cents, 0, 0, "Kim", why)
        meter = self.books.meter
        self.record("meter", meter.pool, meter.reserve)

    def finish(self) -> None:
        while self.round is not None:
            self.world.now += 1
            self.step()

    # ---- the link

    def answer(self, lease: list[Any]) -> list[Any]:
        """What the board says to a lease: as service/dispatcher.py does."""
        sequence, mac, text = lease
        code = self.link.take(sequence, mac, text)
        return [self.keys.challenge, self.calendar.now()[1], 1, len(self.lines), code or "ok"]


class World:
    """Tables, one database, rooms over it; every cable can lose, double and delay."""

    def __init__(self, place: Place, count: int, seed: int, parameters: dict[str, int]) -> None:
        self.now = NOW
        self.place = place
        self.dice = random.Random(seed)
        self.parameters = parameters
        self.tables = [
            Table(self, f"t{at + 1}", self.dice.randint(-900, 900), seed * 1000 + at)
            for at in range(count)
        ]
        self.intake: Intake | None = None
        Intake(place).close()
        if not hasattr(place, "url"):
            with self.transaction() as db:
                for statement in SQLITE:
                    db.execute(statement)
        self.late: list[tuple[Table, list[Any]]] = []  # leases under way
        self.marks: list[tuple[str, list[Any]]] = []  # what boards said, under way
        self.cut: set[str] = set()
        self.corrected: list[tuple[int, int]] = []  # when, cents: by supervisors at the room

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Connection]:
        with explained(self.place):
            db = connect(self.place, True)
            if not hasattr(self.place, "url"):
                db.execute("PRAGMA synchronous = OFF")  # no power is cut here
            with one_transaction(db):
                yield db

    def room(self) -> Owner:
        made = Owner(LINK, self.transaction, HOST)
        made.take_over(self.now)
        return made

    def give_key(self, table: Table, pool: Pool) -> None:
        table.key = key_of(HOST, LINK, table.name, pool.members[table.name].generation)
        table.restart()

    # ---- cables

    def forward(self, table: Table, most: int = 1 << 30) -> None:
        """Some of its records to the room's ledger, perhaps some of them once more."""
        intake = self.intake or Intake(self.place)
        self.intake = None  # until it has gone well: what was under way may be half done
        try:
            intake.turn_to(table.name, 1)
            first = max(0, intake.number - self.dice.randint(0, 2))
            for line in table.lines[first : intake.number + most]:
                intake.follow(line)
            intake.commit()
        except BaseException:
            with contextlib.suppress(Exception):
                intake.close()
            raise
        self.intake = intake

    def converse(self, owner: Owner, table: Table) -> None:
        """Status there, lease back, what the board says to it: each may get lost or come late."""
        if table.name in self.cut:
            return
        owner.heard(table.name, [table.keys.challenge, 0, 0, 0, ""])
        lease = owner.order(table.name)
        if lease is not None and self.dice.random() < 0.9:
            self.late.append((table, lease))
            if self.dice.random() < 0.1:
                self.late.append((table, lease))

    def deliver(self, owner: Owner) -> None:
        self.dice.shuffle(self.late)
        kept = []
        for table, lease in self.late:
            roll = self.dice.random()
            if table.name in self.cut or roll < 0.15:
                kept.append((table, lease))
            else:
                self.marks.append((table.name, table.answer(lease)))
        self.late = kept[-50:]
        self.dice.shuffle(self.marks)
        late = []
        for name, said in self.marks:
            if self.dice.random() < 0.2 or name in self.cut:
                late.append((name, said))
            else:
                owner.heard(name, said)
        self.marks = late[-200:]


def reckoned(world: World, opened: int, start_up: int) -> list[tuple[str, int, list[int]]]:
    """What each win is worth, by the rule and by everything that every table has recorded: without
    events, in the order of the clocks. NI2004-492 r 11.1 to 11.3."""
    from cardtable.records import decode

    moves = list(world.corrected)
    hits: list[tuple[int, str, int, list[list[Any]]]] = []
    for table in world.tables:
        for line in table.lines:
            record = decode(line)
            if record[6] == "linked_in":
                moves.append((record[4], record[7]))
            elif record[6] == "meter_correct" and record[11] == to_link(LINK):
                moves.append((record[4], -record[7]))
        hits += table.hits
    hits.sort(key=lambda one: (one[0], one[1]))
    base = opened
    made: list[tuple[str, int, list[int]]] = []
    for stamp, name, _, hands in hits:
        had = base + sum(cents for at, cents in moves if at <= stamp)
        shown = hands[0][2]
        cap = had if made and shown > had else None
        amounts = payouts([prize for _, prize, _ in hands], shown, True, cap)
        taken = min(sum(amounts), max(0, had))
        base += max(0, start_up - (had - taken)) - taken
        made.append((name, stamp, amounts))
    return made
