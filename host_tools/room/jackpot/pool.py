"""The books of a linked jackpot: what lies in its pool, and how each event moves it.

    opened + contributed + brought + from the house + corrected
        = pool + reserve + overflow + held + escrow + going + pending + paid

holds after every event (docs/linked-jackpot.md). Whole cents. Nothing is judged here (judging.py
does): applying the events again, in their order, gives the same books.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Event = tuple[Any, ...]  # (kind, field, …)
Position = tuple[int, int]  # epoch and number of a table's record

PARAMETERS = {
    "start_up": 0,  # the pool begins anew with at least so much
    "ceiling": 0,  # of the pool; 0: none
    "pool_share": 10_000,  # basis points of a contribution; the rest goes to the reserve
    "most_in": 0,  # of one round of one table; more is held; 0: no limit
    "escrow": 500_000,  # granted to each table for bonus prizes
    "bonus_from": 0,  # where escrow is taken from: 0 the house, 1 the reserve first
    "limited": 1,  # NI2004-492 11.2 and 11.3; 0: S89-1997, which has neither
    "length_ms": 10_000,  # of a lease
    "skew_ms": 2_000,  # by which a table's clock may differ
}
WHOLE = 10_000
JOINED, LEAVING, LOST, GONE = "joined", "leaving", "lost", "gone"


@dataclass
class Member:
    """One table, as far as its records were taken."""

    state: str
    taken: Position  # up to this record everything is in the books
    generation: int = 1  # of its key
    contributed: int = 0
    escrow: int = 0  # granted and not spent
    spent: int = 0  # bonus prizes, all that the table ever paid for a link
    brought: int = 0  # from its own meter, less what has gone back there
    going: dict[int, list[int]] = field(default_factory=dict)  # on its way there: pool, reserve


@dataclass(frozen=True, order=True)
class Win:
    """The major hands of one round, by when they were determined."""

    stamp: int  # of the first fifth card among them
    table: str
    position: Position
    hands: tuple[tuple[int, str, int], ...] = ()  # seat, prize, amount on the sign that counts


@dataclass
class Prize:
    """A major prize that was settled and not yet handed over."""

    hit: int
    table: str
    seat: int
    prize: str
    cents: int


@dataclass
class Pool:
    name: str = ""
    running: bool = False
    quiet: bool = True  # since it was stopped nothing can come any more that was played under it
    ended: bool = False  # decommissioned
    parameters: dict[str, int] = field(default_factory=lambda: dict(PARAMETERS))
    members: dict[str, Member] = field(default_factory=dict)
    pool: int = 0
    reserve: int = 0
    overflow: int = 0
    held: int = 0
    carry: int = 0
    opened: int = 0
    contributed: int = 0
    brought: int = 0
    house: int = 0
    corrected: int = 0
    paid: int = 0
    hits: int = 0
    waiting: list[Win] = field(default_factory=list)  # known, not settled
    pending: list[Prize] = field(default_factory=list)  # settled, not handed over
    moves: list[tuple[int, int]] = field(default_factory=list)  # stamp, cents to the pool
    ways: int = 0  # amounts that were ever given to be taken to a table's own meter
    last_won: int = 0  # when the last major win was determined; 0: never

    @property
    def escrow(self) -> int:
        return sum(one.escrow for one in self.members.values())

    @property
    def going(self) -> int:
        return sum(sum(amounts) for one in self.members.values() for amounts in one.going.values())

    @property
    def owed(self) -> int:
        return sum(one.cents for one in self.pending)

    def pool_at(self, stamp: int) -> int:
        """The pool as it was then, as far as it is known (r 11.3)."""
        return self.pool - sum(cents for at, cents in self.moves if at > stamp)

    def why_not(self) -> str | None:
        """None while the books balance."""
        lies = self.pool + self.reserve + self.overflow + self.held
        lies += self.escrow + self.going + self.owed + self.paid
        came = self.opened + self.contributed + self.brought + self.house + self.corrected
        if came != lies:
            return "the audit equation does not hold"
        if self.contributed != sum(one.contributed for one in self.members.values()):
            return "the tables' contributions are not those of the pool"
        if self.brought != sum(one.brought for one in self.members.values()):
            return "what the tables have brought is not what the pool has got"
        parts = (self.pool, self.reserve, self.overflow, self.held, self.escrow)
        if min(parts) < 0 or not 0 <= self.carry < WHOLE:
            return "less than nothing lies somewhere"
        return None

    def apply(self, event: Event) -> None:
        getattr(self, f"_{event[0]}")(*event[1:])

    # ---- its life, by supervisors

    def _opened(self, name: str, pool: int, reserve: int, parameters: dict[str, int]) -> None:
        self.name = name
        self.parameters |= parameters
        self.pool, self.reserve = pool, reserve
        self.opened = pool + reserve

    def _parameter(self, name: str, value: int) -> None:
        self.parameters[name] = value

    def _started(self) -> None:
        self.running = True
        self.quiet = False

    def _stopped(self) -> None:
        self.running = False

    def _quiet(self) -> None:
        self.quiet = True

    def _corrected(
        self, pool: int, reserve: int, overflow: int, why: str, stamp: int | None = None
    ) -> None:
        """`stamp`: a hand that was determined before is limited by the pool without it."""
        if stamp is not None and pool:
            self.moves.append((stamp, pool))
        self.pool += pool
        self.reserve += reserve
        self.overflow += overflow
        self.corrected += pool + reserve + overflow

    def _ended(self) -> None:
        self.ended = True
        self.running = False

    # ---- tables

    def _joined(self, table: str, taken: list[int], spent: int) -> None:
        """`spent`: bonus prizes of an earlier membership, in which its board counts on."""
        before = self.members.get(table)
        made = Member(JOINED, (taken[0], taken[1]), spent=spent)
        if before is not None:
            made.generation = before.generation + 1
            made.contributed = before.contributed
            made.brought = before.brought
            self.reserve += before.escrow  # of a table that was given up
        self.members[table] = made

    def _state(self, table: str, state: str) -> None:
        self.members[table].state = state
        if state == GONE:  # what was granted and not spent goes back where it came from
            one = self.members[table]
            self.reserve += one.escrow
            one.escrow = 0

    def _rekeyed(self, table: str) -> None:
        self.members[table].generation += 1

    def _granted(self, table: str, from_reserve: int, from_house: int) -> None:
        self.reserve -= from_reserve
        self.house += from_house
        self.members[table].escrow += from_reserve + from_house

    # ---- what tables have recorded

    def _took(self, table: str, taken: list[int]) -> Member:
        one = self.members[table]
        position = (taken[0], taken[1])
        if position <= one.taken:
            raise ValueError(f"record {position} of {table} was taken already")
        one.taken = position
        return one

    def _contributed(
        self, table: str, taken: list[int], stamp: int, to_pool: int, to_reserve: int,
        to_overflow: int, carry: int,
    ) -> None:  # fmt: skip
        one = self._took(table, taken)
        one.contributed += to_pool + to_reserve + to_overflow
        self.contributed += to_pool + to_reserve + to_overflow
        self.pool += to_pool
        self.reserve += to_reserve
        self.overflow += to_overflow
        self.carry = carry
        self.moves.append((stamp, to_pool))

    def _brought(
        self, table: str, taken: list[int], stamp: int, pool: int, reserve: int, overflow: int
    ) -> None:
        """From the table's own meter."""
        one = self._took(table, taken)
        one.brought += pool + reserve + overflow
        self.brought += pool + reserve + overflow
        self.pool += pool
        self.reserve += reserve
        self.overflow += overflow
        self.moves.append((stamp, pool))

    def _giving(self, table: str, way: int, pool: int, reserve: int, stamp: int) -> None:
        """To the table's own meter: on its way, until the table says that it is there."""
        self.ways = way
        self.moves.append((stamp, -pool))
        self.pool -= pool
        self.reserve -= reserve
        self.members[table].going[way] = [pool, reserve]

    def _gave(self, table: str, taken: list[int], way: int) -> None:
        one = self._took(table, taken)
        cents = sum(one.going.pop(way))
        one.brought -= cents
        self.brought -= cents

    def _held(self, table: str, taken: list[int], cents: int) -> None:
        one = self._took(table, taken)
        one.contributed += cents
        self.contributed += cents
        self.held += cents

    def _freed(self, to_pool: int, to_reserve: int) -> None:
        self.pool += to_pool
        self.reserve += to_reserve
        self.held -= to_pool + to_reserve

    def _bonus(self, table: str, taken: list[int], cents: int, from_house: int) -> None:
        """Paid by the dealer; what the escrow does not hold is the house's."""
        one = self._took(table, taken)
        one.escrow -= cents - from_house
        one.spent += cents
        self.house += from_house
        self.paid += cents

    def _hit(self, table: str, taken: list[int], stamp: int, hands: list[list[Any]]) -> None:
        self._took(table, taken)
        told = tuple((int(seat), str(prize), int(shown)) for seat, prize, shown in hands)
        self.waiting.append(Win(stamp, table, (taken[0], taken[1]), told))
        self.waiting.sort()

    # ---- prizes

    def _won(
        self, table: str, taken: list[int], stamp: int, paid: list[list[Any]], from_pool: int,
        from_reserve: int, from_house: int,
    ) -> None:  # fmt: skip
        position = (taken[0], taken[1])
        self.waiting = [
            one for one in self.waiting if (one.table, one.position) != (table, position)
        ]
        self.pool -= from_pool
        self.reserve -= from_reserve
        self.house += from_house
        for seat, prize, cents in paid:
            self.hits += 1
            self.pending.append(Prize(self.hits, table, seat, prize, cents))
        self.last_won = max(self.last_won, stamp)

    def _seeded(self, from_reserve: int, from_house: int, from_overflow: int) -> None:
        self.pool += from_reserve + from_house + from_overflow
        self.reserve -= from_reserve
        self.house += from_house
        self.overflow -= from_overflow

    def _confirmed(self, hit: int) -> None:
        for one in self.pending:
            if one.hit == hit:
                self.pending.remove(one)
                self.paid += one.cents
                return
        raise ValueError(f"prize {hit} is not pending")

    def _known(self, stamp: int) -> None:
        """No win can be told any more that was determined before: older moves are not needed."""
        self.moves = [one for one in self.moves if one[0] >= stamp]
