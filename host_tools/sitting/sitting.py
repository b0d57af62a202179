"""The seats of a table from round to round, out of its records alone."""

from __future__ import annotations

from typing import Any

from cardtable.rules import games
from cardtable.rules.determinations import DOCUMENTS
from cardtable.rules.places import SEATS
from cardtable.rules.round import Refused

IDLE_ROUNDS = 3
# game → the rule by which a seat that is needed may have to be vacated; Tasmania has none
_IDLE_RULES = {"draw": "19.6", "omaha": "19.6", "canberra": "16.6", "canberra-1997": "15.8"}

Entry = tuple[int, int, int, int]  # seat, cents, waits, declared


class Sitting:
    """One game at one table; `places` is how many seats it has."""

    def __init__(self, game: str, places: int = 10) -> None:
        self.game = game
        self.places = places
        self.rounds = 0
        self.marker: int | None = None
        self.lap = 0  # where the button began, until it has been round
        self.idle: dict[int, int] = {}  # seat → rounds without a wager, one after the other
        self.seats: dict[int, list[int]] = {}  # seat → [cents, waits, declared]
        self._round: Any = None

    # ---- from round to round

    def begin(self, given: dict[str, Any], sealer: Any) -> Any:
        """The next round between players; what was open from the last one goes into it."""
        if self.playing:
            raise Refused("round_has_begun", self._cite("17.14"))
        self._round = games.start(
            self.game,
            given,
            self.entries(),
            self.marker,
            sealer,
            self.rounds + 1,
            self.lap,
        )
        return self._round

    @property
    def playing(self) -> bool:
        return self._round is not None and self._round.outcome is None

    def entries(self) -> list[Entry]:
        """The seats as a round is opened with them."""
        found = []
        for seat in sorted(self.seats):
            cents, waits, declared = self.seats[seat]
            found.append((seat, cents, waits, declared))
        return found

    def finish(self, records: list[tuple[Any, ...]]) -> None:
        """Take over what the round has come to. A misdeal or void round never was one."""
        played = self._round
        if played is None or played.outcome is None:
            raise Refused("round_is_not_over", self._cite("17.14"))
        self.seats = {
            seat: [played.stack[seat], played.waits[seat], int(seat in played.declared)]
            for seat in played.seated
        }
        self.idle = {seat: self.idle.get(seat, 0) for seat in played.seated}
        passed = [seat for kind, seat, why, *_ in _markers(records) if why == "next"]
        if played.outcome != "won" or not passed:
            self.marker = played.marker or self.marker
            return
        self.rounds += 1
        for seat in self.idle:
            self.idle[seat] = 0 if seat in played.players else self.idle[seat] + 1
        if self.rounds == 1 and not played.puck:
            self.lap = played.marker
        if self.lap and _steps(played.marker, passed[-1]) >= _steps(played.marker, self.lap):
            self.lap = 0
        self.marker = passed[-1]

    # ---- seats that are needed

    def may_be_vacated(self) -> list[tuple[int, str]]:
        """(seat, rule): who has abstained for three rounds while all other seats are in use."""
        rule = _IDLE_RULES.get(self.game)
        if rule is None or len(self.seats or self.idle) < self.places:
            return []
        return [
            (seat, self._cite(rule))
            for seat, rounds in sorted(self.idle.items())
            if rounds >= IDLE_ROUNDS
        ]

    def abstained(self, bettors: list[int], seated: list[int]) -> None:
        """A round against the bank is over: who of those seated placed no ante."""
        self.rounds += 1
        self.idle = {s: 0 if s in bettors else self.idle.get(s, 0) + 1 for s in seated}

    # ---- another game, another deck

    def change_game(self, game: str) -> None:
        """Between rounds; seats and chips stay, marker and waiting begin anew."""
        if self.playing:
            raise Refused("round_has_begun", self._cite("17.14"))
        if game not in DOCUMENTS:
            raise Refused("unknown_game", game)
        self.game, self.marker, self.lap, self.rounds = game, None, 0, 0
        for entry in self.seats.values():
            entry[1] = 0

    def _cite(self, rule: str) -> str:
        return f"{DOCUMENTS[self.game]} {rule}"


def _markers(records: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [record for record in records if record[0] == "marker"]


def _steps(here: int, there: int) -> int:
    """Seats from one to the other clockwise; the whole way round for the same seat."""
    return (there - here) % SEATS or SEATS
