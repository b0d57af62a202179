"""One table's records as the link's owner reads them: what it has contributed, paid and hit.

When a hand was determined is the time of its last card (NI2004-492 r 11.3), which lies in the
records for every hand alike: nothing tells of a winning hand before it is turned over. `bound`
says before which moment nothing of this table can come to light any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.jackpot.books import LIVE
from host_tools.room.jackpot.pool import Position

HAND = 5
KINDS = (
    "round", "jackpot", "deal", "end", "meter",
    "linked_in", "linked_paid", "linked_hit", "jackpot_won", "jackpot_back", "mode",
    "meter_correct",
)  # fmt: skip
FOREVER = 1 << 62


@dataclass
class Contributed:
    taken: Position
    stamp: int
    cents: int


@dataclass
class Bonus:
    taken: Position
    seat: int
    prize: str
    cents: int


@dataclass
class Hit:
    taken: Position
    stamp: int
    hands: list[list[Any]]


@dataclass
class Moved:
    """A correction of the table's own meter: pool, reserve, overflow."""

    taken: Position
    stamp: int
    cents: tuple[int, int, int]
    why: str


Told = Contributed | Bonus | Hit | Moved


@dataclass
class _Round:
    first: Position
    began: int
    wagered: set[int] = field(default_factory=set)
    cards: dict[int, int] = field(default_factory=dict)  # seat → how many were dealt
    last_card: dict[int, int] = field(default_factory=dict)  # … and when the last of them was
    won: set[int] = field(default_factory=set)
    told: list[Told] = field(default_factory=list)
    moved: list[Told] = field(default_factory=list)  # told with the round: it begins before them
    hands: list[list[Any]] = field(default_factory=list)

    def determined(self, seat: int) -> int | None:
        return self.last_card[seat] if self.cards.get(seat, 0) >= HAND else None


class Follower:
    """Records of one table in their order; `taken` is where its books begin."""

    def __init__(self, taken: Position) -> None:
        self.at = taken  # the last record that was looked at
        self.head = taken  # the last one that is there at all
        self.told_ms = 0  # by the table's clock, as of which all its records are here
        self._marks: list[tuple[int, Position]] = []
        self._round: _Round | None = None
        self._live = True  # else nothing in a round moves money

    @property
    def is_open(self) -> bool:
        """A round with jackpot wagers is on, or is not yet told to its end."""
        return self._round is not None and bool(self._round.wagered)

    def mark(self, told_ms: int, epoch: int, number: int) -> None:
        """The table says: by my clock it is so late, and I have so many records."""
        if told_ms > self.told_ms and (not self._marks or told_ms > self._marks[-1][0]):
            self._marks.append((told_ms, (epoch, number)))
            del self._marks[:-64]
        self._believe()

    def seen_to(self, head: Position) -> None:
        """Everything up to this record of the table is in the ledger, and was looked at."""
        self.head = max(self.head, head)
        self._believe()

    def _believe(self) -> None:
        """A mark counts once the records are here that it speaks of."""
        while self._marks and self._marks[0][1] <= self.head:
            self.told_ms = max(self.told_ms, self._marks.pop(0)[0])

    def bound(self) -> int:
        """Nothing was determined before this that is not known."""
        played = self._round
        if played is None or not played.wagered:
            return self.told_ms
        known = [played.determined(seat) for seat in played.wagered]
        dealt = [stamp for stamp in known if stamp is not None]
        return min([self.told_ms, *dealt])

    def follow(self, position: Position, when_ms: int, body: tuple[Any, ...]) -> list[Told]:
        """What a finished round has told, when this record ends it; else nothing."""
        if position <= self.at:
            return []
        self.at = position
        kind = body[0]
        played = self._round
        if kind == "round":
            self._round = _Round(position, when_ms)
            return played.moved if played is not None else []
        if kind == "mode":
            self._live = body[1] == LIVE
        elif kind == "meter_correct":
            amounts = (int(body[1]), int(body[2]), int(body[3]))
            moved = Moved(position, when_ms, amounts, str(body[5]))
            if played is None:
                return [moved]
            played.moved.append(moved)
        elif kind == "jackpot" and played is None:  # it was opened before our books begin
            self._round = _Round(position, when_ms, {int(body[1])} if self._live else set())
        elif played is not None:
            return self._follow_round(played, position, when_ms, body)
        return []

    def _follow_round(
        self, played: _Round, position: Position, when_ms: int, body: tuple[Any, ...]
    ) -> list[Told]:
        kind = body[0]
        if kind == "jackpot" and self._live:
            played.wagered.add(int(body[1]))
        elif kind == "jackpot_won":
            played.won.add(int(body[1]))
        elif kind == "jackpot_back" and body[1] not in played.won:  # a winner's chip goes back, too
            played.wagered.discard(int(body[1]))
        elif kind == "deal":
            seat = int(body[1])
            played.cards[seat] = played.cards.get(seat, 0) + 1
            played.last_card[seat] = when_ms
        elif kind == "linked_in":
            played.told.append(Contributed(position, when_ms, int(body[1])))
        elif kind == "linked_paid":
            played.told.append(Bonus(position, int(body[1]), str(body[2]), int(body[3])))
        elif kind == "linked_hit":
            played.hands.append([int(body[1]), str(body[2]), int(body[3])])
        elif kind == "end" and (body[1] != "settled" or not played.wagered):
            self._round = None  # nobody has won or lost a jackpot wager in it
            return played.moved
        elif kind == "meter" and (played.told or played.hands):
            return self._over(played, position)
        return []

    def _over(self, played: _Round, position: Position) -> list[Told]:
        self._round = None
        told = sorted(played.told + played.moved, key=lambda one: one.taken)
        if played.hands:
            stamps = [played.last_card.get(int(seat), played.began) for seat, _, _ in played.hands]
            told.append(Hit(position, min(stamps), played.hands))
        return told
