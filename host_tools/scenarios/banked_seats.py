"""Who sits at a table of Canberra Poker with which chips, before the first card of a file's round.

The house banks: the board does not count the chips in front of the players, a file does.
"""

from __future__ import annotations

from cardtable.rules.canberra.box import WAGERS
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.places import SEATS
from cardtable.rules.round import Refused
from host_tools.scenarios.script import Input

LINES = ("join", "buy", "leave", "change_seat", "direct")
# What a tournament's director does, as the lines of players elsewhere
_DIRECTED = {"seat": "join", "move": "change_seat", "remove": "leave", "chips": "correct"}
_RULES = {"canberra": "NI2004-492 4.2", "canberra-1997": "S89-1997 6.6"}


class Seated:
    """`brought` is what everybody has brought to the table, also those who have left again."""

    def __init__(self, game: str, seats: dict[int, int], tournament: bool = False) -> None:
        self.brought = dict(seats)
        self.left: dict[int, int] = {}  # seat → the chips that left with its player
        self._rule = _RULES[game]
        self._tournament = (
            tournament and game == "canberra"
        )  # the 1997 rules have none of its rules

    def at_the_table(self) -> dict[int, int]:
        """Chips by seat; where nobody sits there are none."""
        nobody = dict.fromkeys(range(1, SEATS + 1), 0)
        return nobody | {s: cents for s, cents in self.brought.items() if s not in self.left}

    def take(self, table: Canberra, given: Input) -> None:
        """A line of LINES: changes who has what. The round is to be begun again with it."""
        directed = given[0] == "direct"
        if directed:
            self._refuse_if(not self._tournament, "no_tournament")
            given = (_DIRECTED[str(given[1])], *given[2:])
        what, seat = given[0], int(str(given[1]))
        self._refuse_if(table.phase != WAGERS, "round_has_begun")
        refusal = (
            table.why_not(given) if self._tournament and what != "leave" and not directed else None
        )
        if refusal is not None:  # the director seats players and gives out chips
            raise refusal
        if what == "join":
            self._refuse_if(not self._free(seat), "seat_is_taken")
            self.brought[seat] = int(str(given[2]))  # who has left took his own chips along
            self.left.pop(seat, None)
            return
        self._refuse_if(self._free(seat), "nobody_sits_there")
        if what == "correct":
            self.brought[seat] = int(str(given[2]))
            return
        if what == "buy":
            self.brought[seat] += int(str(given[2]))
            return
        self._refuse_if(seat in table.boxes, "round_has_begun")  # with this player's ante
        if what == "leave":
            self.left[seat] = self.brought[seat]
            return
        to = int(str(given[2]))
        self._refuse_if(not self._free(to), "seat_is_taken")
        self.brought[to] = self.brought.pop(seat)
        self.left.pop(to, None)

    def _free(self, seat: int) -> bool:
        return seat not in self.brought or seat in self.left

    def _refuse_if(self, wrong: bool, code: str) -> None:
        if wrong:
            raise Refused(code, self._rule)
