"""The seats of a table from round to round, out of its records alone."""

from __future__ import annotations

from typing import Any

from cardtable.desk import games
from cardtable.rules.determinations import DOCUMENTS
from cardtable.rules.poker import next_round
from cardtable.rules.round import Refused

IDLE_ROUNDS = 3
# game → the rule by which a seat that is needed may have to be vacated; Tasmania has none
_IDLE_RULES = {"draw": "19.6", "omaha": "19.6", "canberra": "16.6", "canberra-1997": "15.8"}


def may_be_vacated(
    game: str, places: int, taken: int, idle: dict[int, int]
) -> list[tuple[int, str]]:
    """(seat, rule): who has abstained for three rounds while all other seats are in use."""
    rule = _IDLE_RULES.get(game)
    if rule is None or taken < places:
        return []
    rule = f"{DOCUMENTS[game]} {rule}"
    return [(seat, rule) for seat, rounds in sorted(idle.items()) if rounds >= IDLE_ROUNDS]


Entry = tuple[int, int, int, int]  # seat, cents, waits, declared


class Sitting:
    """One game at one table; `places` is how many seats it has."""

    def __init__(self, game: str, places: int = 10) -> None:
        self.game = game
        self.places = places
        self.rounds = 0
        self.marker: int | None = None
        self.lap = 0  # where the button began, until it has been round
        self.gone = 0  # eliminated from a freeze-out
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
            self.gone,
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

    def finish(self) -> None:
        """Take over what the round has come to. A misdeal or void round never was one."""
        played = self._round
        if played is None or played.outcome is None:
            raise Refused("round_is_not_over", self._cite("17.14"))
        entries, self.marker, self.lap, self.gone = next_round.carried(played)
        self.seats = {seat: rest for seat, *rest in entries}
        self.idle = next_round.idle(played, self.idle)
        self.rounds += played.outcome == "won"

    # ---- seats that are needed

    def may_be_vacated(self) -> list[tuple[int, str]]:
        return may_be_vacated(self.game, self.places, len(self.seats or self.idle), self.idle)

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
        self.game, self.marker, self.lap, self.gone, self.rounds = game, None, 0, 0, 0
        for entry in self.seats.values():
            entry[1] = 0

    def _cite(self, rule: str) -> str:
        return f"{DOCUMENTS[self.game]} {rule}"
