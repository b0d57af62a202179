"""A moment of a round as somebody sees who knows all hands: what lies there, what may still come.

Cards are codes. `hands` are those of the players who may still win, by box; of Five Card Stud they
may have fewer than five cards. `dead` are cards that are known to be gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtable.rules.cards import CardError, card_text, parse_card
from cardtable.rules.decks import lowest_rank
from cardtable.rules.determinations import resolve
from cardtable.rules.hands.lows import low_order_of
from cardtable.rules.hands.rankings import order_of

HOLE = {"holdem": 2, "omaha": 4, "draw": 5, "stud": 5}
BOARD = {"holdem": 5, "omaha": 5, "draw": 0, "stud": 0}
_JOKER = 52


class NoSpot(CardError):
    """What was given is no moment of that game; `str()` says what, where and what next."""


@dataclass(frozen=True)
class Spot:
    """Everything that decides who wins how often."""

    game: str
    hands: Mapping[int, Sequence[int]]
    board: Sequence[int] = ()
    dead: Sequence[int] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.game not in HOLE:
            raise NoSpot(
                f"'{self.game}' is no game of players against each other; they are "
                + ", ".join(HOLE)
            )
        if not self.values:
            object.__setattr__(self, "values", resolve(self.game, {}))
        self._check_hands()
        most = BOARD[self.game]
        if len(self.board) > most or len(self.board) in (1, 2):
            raise NoSpot(f"{len(self.board)} communal cards never lie there in {self.game}")
        seen: set[int] = set()
        for card in self.known:
            if card in seen:
                raise NoSpot(f"{card_text(card)} is there twice; each card lies in one place")
            if card not in self.whole_deck:
                raise NoSpot(f"{card_text(card)} is not in a deck of {self.values['deck']} cards")
            seen.add(card)

    def _check_hands(self) -> None:
        if not self.hands:
            raise NoSpot("no hand is given; a hand is written AsKs")
        for seat, hand in self.hands.items():
            most = HOLE[self.game]
            if len(hand) != most and (self.game != "stud" or not 1 <= len(hand) <= most):
                raise NoSpot(f"box {seat} has {len(hand)} cards; a hand of {self.game} has {most}")

    @property
    def known(self) -> list[int]:
        """Every card that cannot come any more."""
        return [*(c for hand in self.hands.values() for c in hand), *self.board, *self.dead]

    @property
    def whole_deck(self) -> list[int]:
        low = 4 * lowest_rank(self.values["deck"])
        return [*range(low, _JOKER), *([_JOKER] if self.values["joker"] else [])]

    @property
    def unseen(self) -> list[int]:
        """What may still come: for whoever knows no more than these hands, all of it alike."""
        known = set(self.known)
        return [card for card in self.whole_deck if card not in known]

    @property
    def missing(self) -> list[tuple[int, int]]:
        """What is still to be dealt: (box, or 0 for the communal cards; how many)."""
        if BOARD[self.game]:
            count = BOARD[self.game] - len(self.board)
            return [(0, count)] if count else []
        needs = [(seat, HOLE[self.game] - len(hand)) for seat, hand in self.hands.items()]
        return [(seat, count) for seat, count in needs if count]

    @property
    def order(self) -> tuple:
        """The order of hands."""
        book = "act" if self.game in ("draw", "omaha") else "tas"
        values = self.values
        return order_of(book, values["deck"], bool(values["joker"]), bool(values["ace_low"]))

    @property
    def low(self) -> tuple | None:
        """The order of lows, or None where only the high hand wins."""
        if self.values["win"] == "high":
            return None
        return low_order_of(self.values["deck"], self.values["low_ace"] == "low")


def cards_of(text: str) -> list[int]:
    """Codes of cards written one behind the other: AsKs, 10d9c, Jk."""
    codes: list[int] = []
    rest = text.replace(" ", "").replace(",", "")
    while rest:
        size = 3 if rest.startswith("10") else 2
        codes.append(parse_card(rest[:size]))
        rest = rest[size:]
    return codes
