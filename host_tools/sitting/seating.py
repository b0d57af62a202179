"""Seats before and between rounds: reservations, who may move first, the draw for a seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtable.rules.cards import parse_card
from cardtable.rules.determinations import DOCUMENTS
from cardtable.rules.positions import clockwise
from cardtable.rules.round import Refused

_RESERVING = {"holdem": "C6.1", "stud": "B7.1"}


@dataclass
class Reservations:
    """Places kept for players until the game commences (TGC-2006 B7.1, C6.1)."""

    game: str
    starts_ms: int
    names: dict[int, str] = field(default_factory=dict)  # seat → for whom

    def reserve(self, seat: int, name: str) -> None:
        if self.game not in _RESERVING:
            raise Refused("no_reservations", f"{DOCUMENTS[self.game]} 8.2")
        if seat in self.names:
            raise Refused("seat_is_taken", self._rule())
        self.names[seat] = name

    def why_not(self, seat: int, name: str, now_ms: int) -> Refused | None:
        """None when this player may buy in on this seat now."""
        holder = self.names.get(seat)
        if holder in (None, name) or now_ms >= self.starts_ms:
            return None  # who has not bought in when the game commences has forfeited
        return Refused("seat_is_reserved", self._rule())

    def forfeited(self, bought_in: list[int], now_ms: int) -> list[int]:
        """Seats whose reservation has lapsed."""
        if now_ms < self.starts_ms:
            return []
        return sorted(seat for seat in self.names if seat not in bought_in)

    def _rule(self) -> str:
        return f"{DOCUMENTS[self.game]} {_RESERVING[self.game]}"


def offered(
    game: str, vacated: int, active: list[int], marker: int, waiting: list[str]
) -> list[int | str]:
    """Who is asked about a vacated seat, in order: those who play, then those who wait.

    In Tasmania clockwise from the puck (B7.3, C6.3); under the ACT's rules a draw of cards decides
    between players who want the same seat (r 8.2), so their order here is no priority.
    """
    seats = [seat for seat in active if seat != vacated]
    players = clockwise(seats, marker) if game in ("holdem", "stud") else sorted(seats)
    return [*players, *waiting]


def who_cuts(seats: list[int], marker: int) -> int:
    """The player at the right of the marker's (TGC-2006 B4.2, C9.3)."""
    return clockwise(seats, marker)[-1]


def drawn(cards: dict[str, str]) -> list[str]:
    """Who drew the highest card; several when the draw has to be repeated. Suits never decide."""
    ranks = {name: parse_card(card) >> 2 for name, card in cards.items()}
    return sorted(name for name, rank in ranks.items() if rank == max(ranks.values()))
