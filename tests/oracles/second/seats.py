"""Who sits, waits, posts and has the marker, from round to round, by the documents.

NI2005-66 / NI2006-156 r 8.2-8.5, 17.4, 17.11-17.13; TGC-2006 C6.3, C10, C19.7-C19.10, B8, B9.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracles.second.betting import No
from tests.oracles.second.money import clockwise

NEW, MOVED, MISSED, AWAY = "new", "moved", "missed", "away"


@dataclass
class Chair:
    """A player between rounds; `owes` while away: a blind has passed in the meantime."""

    stack: int
    waits: str = ""
    owes: bool = False
    posted: tuple[int, int] = (0, 0)  # (as a bet, dead)


class Seats:
    """The seats of a cash game of `book`."""

    def __init__(self, book: str, told: dict[str, Any], stacks: dict[int, int]) -> None:
        self.book = book
        self.puck = book != "act"
        self.told = told
        self.chairs = {seat: Chair(cents) for seat, cents in stacks.items()}
        self.marker: int | None = None
        self.began = 0  # where the button began; 0 once it has been round (17.12)
        self.no_small_blind = False  # C19.9
        self.first = True

    def here(self) -> int:
        """8.3: at the dealer's right; C10.1, B9.1: at the dealer's left."""
        if self.marker is not None:
            return self.marker
        return min(self.chairs) if self.puck else max(self.chairs)

    def active(self) -> list[int]:
        return [s for s, c in self.chairs.items() if not c.waits and c.stack + c.posted[0] > 0]

    def in_order(self, seats: list[int]) -> list[int]:
        return clockwise(seats, self.here() if self.puck else self.here() + 1)

    def blind_seats(self, seats: list[int]) -> list[int]:
        """Seats that post, None for the small blind after C19.9 left out."""
        count = len(self.told["blinds"])
        if self.no_small_blind and count > 1:
            count -= 1
        return self.in_order(seats)[:count]

    def big_blind(self, seats: list[int]) -> int:
        posts = self.blind_seats(seats)
        if self.no_small_blind and len(self.told["blinds"]) > 1:
            return posts[0]
        return posts[min(1, len(self.told["blinds"]) - 1)]

    def players(self) -> list[int]:
        """Who is dealt in now: also whom the big blind has reached (17.4, 17.11(a), C19.10)."""
        active = self.active()
        if not self.told["blinds"]:
            return active
        waiting = [s for s, c in self.chairs.items() if c.waits in (NEW, MOVED, MISSED) and c.stack]
        for seat in clockwise(waiting, self.here()):
            if seat == self.here() or (self.puck and self.chairs[seat].waits == NEW):
                continue  # never on the marker; C19.7: not before the blinds have passed
            if self.big_blind([*active, seat]) == seat:
                return [*active, seat]
        return active

    def too_few(self) -> bool:
        return len(self.active()) < (3 if self.puck else 2)  # C3.4, B2.4

    # ---- between rounds

    def do_join(self, seat: int, cents: int) -> None:
        if seat in self.chairs:
            raise No("8.2", "C6.3", "B7.3")
        if cents <= 0:
            raise No("")
        self.chairs[seat] = Chair(cents, NEW if self.must_wait(seat) else "")

    def must_wait(self, seat: int) -> bool:
        if self.first or not self.told["blinds"]:
            return False
        if self.puck or not self.began:
            return True
        # 17.12: not while the button is on its first way round and has not passed the seat
        lap = clockwise(range(1, 11), self.began)
        return lap.index(seat) <= lap.index(self.here())

    def must_sit(self, seat: int) -> Chair:
        if seat not in self.chairs:
            raise No("")
        return self.chairs[seat]

    def do_leave(self, seat: int) -> None:
        chair = self.must_sit(seat)
        if chair.posted[0]:
            raise No("8.4", "C10.2", "B5.4")
        vacates = self.vacates(seat)
        del self.chairs[seat]
        if vacates:
            self.vacated_by(seat)

    def vacates(self, seat: int) -> bool:
        """C19.9: the small blind leaves a table that goes on."""
        blinds = self.puck and bool(self.told["blinds"])
        return blinds and seat == self.here() and seat in self.active() and len(self.active()) > 1

    def vacated_by(self, seat: int) -> None:
        self.marker = clockwise(self.active(), seat + 1)[0]
        self.no_small_blind = True

    def do_buy(self, seat: int, cents: int) -> None:
        self.must_sit(seat).stack += cents

    def do_change_seat(self, seat: int, to: int) -> None:
        chair = self.must_sit(seat)
        if to in self.chairs:
            raise No("8.2", "C6.3", "B7.3")
        if chair.posted[0]:
            raise No("8.4", "C10.2", "B5.4")
        active, vacates = self.active(), self.vacates(seat)
        if self.told["blinds"] and not self.first and seat in active and len(active) > 1:
            big = self.big_blind(active)  # 17.13, C19.8: further from the blinds
            others = [s for s in active if s != seat]
            now = clockwise(active, big).index(seat)
            then = clockwise({*others, to, big}, big).index(to)
            if seat == big or then > now:
                chair.waits = MOVED
        del self.chairs[seat]
        self.chairs[to] = chair
        if vacates:
            self.vacated_by(seat)

    def do_away(self, seat: int) -> None:
        chair = self.must_sit(seat)
        if chair.waits == AWAY or chair.posted[0]:
            raise No("17.4", "C19.10", "B5.4")
        chair.owes = bool(chair.waits)
        chair.waits = AWAY

    def do_back(self, seat: int) -> None:
        if seat not in self.chairs or self.chairs[seat].waits != AWAY:
            raise No("17.4", "C19.10", "B5.4")
        self.chairs[seat].waits = MISSED if self.chairs[seat].owes else ""

    def do_post(self, seat: int, cents: int) -> None:
        """17.4, 17.11(b), 17.13; C19.7, C19.8, C19.10: the big blind is a bet, the rest dead."""
        chair = self.must_sit(seat)
        levels = self.told["blinds"]
        if not levels or chair.waits == AWAY or seat == self.here():
            raise No("17.4", "17.11", "17.13", "C19.7", "C19.8", "C19.10", "B5.4")
        big = levels[min(1, len(levels) - 1)]
        if chair.waits == NEW and self.puck and self.between_the_blinds(seat):
            raise No("C19.7")
        if cents > chair.stack or chair.posted[0]:
            raise No("17.4", "17.11", "17.13", "C19.7", "C19.8", "C19.10")
        chair.posted = (min(cents, big), max(0, cents - big))
        chair.waits = ""

    def between_the_blinds(self, seat: int) -> bool:
        last = self.blind_seats(self.active())[-1]
        span = clockwise({*self.active(), seat}, self.here())
        return span.index(seat) < span.index(last)

    # ---- the round

    def begin(self) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """(who is dealt in, what was posted before); blinds that pass those who are away."""
        players = self.players()
        self.marker = self.here()
        if self.first:
            self.began = 0 if self.puck else self.marker
        for seat, chair in self.chairs.items():
            if chair.waits == AWAY and self.told["blinds"]:
                chair.owes |= seat in self.blind_seats([*players, seat])
        posted = {s: self.chairs[s].posted for s in players if self.chairs[s].posted[0]}
        for seat in players:
            self.chairs[seat].waits = ""
        return players, posted

    def ended(self, outcome: str, stacks: dict[int, int], first_dealt: int) -> None:
        for seat, cents in stacks.items():
            self.chairs[seat].stack = cents
            self.chairs[seat].posted = (0, 0)
        self.first = False
        if outcome != "won":
            return  # as if it had never been: the marker stays
        stays, self.no_small_blind = self.no_small_blind, False
        if stays:
            return  # C19.9: for the following round, too
        old = self.here()
        holders = [seat for seat, chair in self.chairs.items() if not chair.waits]
        self.marker = clockwise(holders, (first_dealt if self.puck else old) + 1)[0]
        lap = clockwise(range(1, 11), old + 1)
        if self.began and lap.index(self.marker) >= lap.index(self.began):
            self.began = 0  # it has completed one revolution
