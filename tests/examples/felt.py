"""A round of poker brought to the situation that an example describes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.seals import Open

RICH = 1_000_000


class AnyOrder(list):
    """A list of options: their order says nothing."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(self) == sorted(other)

    __hash__ = None  # type: ignore[assignment]


def cycle(codes: range, times: int) -> Iterator[int]:
    for _ in range(times):
        yield from codes


class Felt:
    """A round in progress; cards come from a full deck in their order."""

    def __init__(
        self,
        game: str,
        stacks: dict[int, int] | list[tuple[int, ...]],
        marker: int | None = None,
        lap: int = 0,
        **given: Any,
    ) -> None:
        self.records: list[tuple[Any, ...]] = []
        seats = list(stacks.items()) if isinstance(stacks, dict) else stacks
        self.round: Any = games.start(game, given, seats, marker, Open(), lap=lap)
        self._cards = cycle(range(52), 2)

    def take(self, *given: Any) -> list[tuple[Any, ...]]:
        made = self.round.take(given)
        self.records += made
        return made

    def deal(self) -> Felt:
        """Every card that is due, until a player has to act."""
        while any(given[0] == "card" for given in self.round.expects()):
            self.deal_one()
        return self

    def deal_one(self) -> int:
        """The next card that is due; where it went."""
        place = next(given[1] for given in self.round.expects() if given[0] == "card")
        self.take("card", place, self._next_card())
        return place

    def _next_card(self) -> str:
        """The next card of the deck; after a reshuffle, of those that are not on the table."""
        for card in (card_text(code) for code in self._cards):
            if self.round.place_of(card) is None:
                return card
        raise AssertionError("a card is due and none is left in the shoe")

    def flop(self) -> Felt:
        """Everyone calls or checks the first betting round; the second begins."""
        self.deal()
        while self.round.street == 1 and self.round.phase == "bets":
            kinds = self.legal()
            self.take("check" if "check" in kinds else "call", self.turn)
        return self.deal()

    @property
    def turn(self) -> int:
        return self.round.to_act()

    def legal(self) -> AnyOrder:
        """What the player to act may do."""
        kinds = [given[0] for given in self.round.expects()]
        return AnyOrder(kind for kind in kinds if kind != "all_in")

    def posts(self) -> list[int]:
        """Who posted blinds, in order."""
        return [r[1] for r in self.records if r[0] == "post" and r[2] == "blind"]

    def told(self, kind: str) -> list[tuple[Any, ...]]:
        return [record for record in self.records if record[0] == kind]


SEATS = places.SEATS
