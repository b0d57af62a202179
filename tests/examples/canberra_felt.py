"""A felt for Canberra Poker's examples: rounds brought to the point that an example is about."""

from __future__ import annotations

from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.cards import card_text
from cardtable.rules.determinations import resolve
from cardtable.rules.places import DEALER
from cardtable.rules.seals import Sealer
from tests.examples.wording import Wording

OF_DEALER = DEALER

_ONE_HAND = "that hand|hand void|hand is void|hand deemed|player's hand|no hand"
_ENDS = {
    None: Wording("continue", "continu|play on|goes on|turned over|not a misdeal", "!void"),
    "void": Wording("round void", "void", "!not void|" + _ONE_HAND),
    "misdeal": Wording("misdeal", "misdeal", "!no misdeal|not a misdeal"),
}
_NO_HAND = Wording("NO HAND", "no hand|no-hand|no_hand")

# A hand of each kind; none shares a card with the dealer's hands of the examples
HANDS = {
    "royal_flush": "AhKhQhJhTh",
    "straight_flush": "8h7h6h5h4h",
    "four_of_a_kind": "8h8d8s8c4h",
    "full_house": "8h8d8s4c4h",
    "flush": "KhJh8h6h2h",
    "straight": "8h7h6s5d4h",
    "three_of_a_kind": "8h8d8s4c2h",
    "dead_mans_hand": "AhAd8h8d2c",
    "two_pairs": "8h8d4s4c2h",
    "two_pair": "8h8d4s4c2h",
    "one_pair": "8h8d4s3c2h",
    "pair": "8h8d4s3c2h",
    "five_odd_cards": "Jh8d4s3c2h",
    "high_card": "Jh8d4s3c2h",
    "none": "Jh8d4s3c2h",
}


class Table:
    """A round with antes placed, and the cards that come next."""

    def __init__(self, game: str, boxes: list[int], ante: int = 1000, **given: Any) -> None:
        given = {"ante_min": 1, "ante_multiple": 1} | given
        self.values = resolve(game, given | {"ante_max": given.get("ante_max", max(ante, 20000))})
        self.start = dict.fromkeys(range(1, 11), 10**9)
        sealer = Sealer(b"a secret of 16 B")
        self.round = Canberra(self.values, self.start, sealer, boomerang_class, game=game)
        self.records: list[tuple[Any, ...]] = []
        self.boxes = boxes
        if ante:
            for seat in boxes:
                self.give("ante", seat, ante)
        self._left = [card_text(card) for card in range(52)]

    def give(self, *given: Any) -> None:
        self.records += self.round.take(given)

    def takes(self, *given: Any) -> bool:
        return self.round.why_not(given) is None

    def last(self, kind: str) -> tuple[Any, ...]:
        return [record for record in self.records if record[0] == kind][-1]

    def next_card(self, but_not: int | None = None) -> int:
        """Deal the next card; where it went. `but_not`: deal on to another place."""
        while True:
            place = self.round.due()
            assert place is not None
            self.give("card", place, self._left.pop(0))
            if place != but_not:
                return place

    def dealt(self, hands: dict[int, str] | None = None) -> Table:
        """The deal to its end; places without a hand of their own get what is left."""
        own = {p: [card_text(c) for c in parse_cards(h)] for p, h in (hands or {}).items()}
        taken = {face for hand in own.values() for face in hand}
        self._left = [face for face in self._left if face not in taken]
        while self.boxes and self.round.phase in ("wagers", "deal") and self.round.boxes:
            place = self.round.due()
            assert place is not None
            mine = own.get(place, self._left)
            self.give("card", place, mine.pop(0))
        return self

    def turn_over(self) -> None:
        """Every hand that is due to be shown."""
        while True:
            due = [given for given in self.round.expects() if given[0] == "show"]
            if self.round.phase not in ("turn", "settle") or not due:
                return
            self.give(*due[0])

    def told(self, **more: Any) -> dict[str, Any]:
        """How the round goes on, or has ended."""
        ended = self.round.outcome
        back = all(self.round.stacks[seat] == self.start[seat] for seat in self.start)
        found = {"outcome": _ENDS.get(ended, ended), "misdeal": ended == "misdeal"}
        return found | {"round_void": ended == "void", "wagers_returned": back} | more

    def counts(self, players: int, dealers: int) -> dict[str, Any]:
        """Box 1 gets so many cards, the dealer so many, the others five."""
        want = {1: players, 2: 5, 3: 5, DEALER: dealers}
        for n in range(1, 1 + max(5, players, dealers)):
            for place in (1, 2, 3, DEALER):
                # Who gets too few is passed over early: at the end a card may still come.
                missed = 2 <= n < 2 + 5 - want[place]
                if (n <= max(5, want[place]) and not missed) and self.round.outcome is None:
                    self.give("card", place, self._left.pop(0))
        if self.round.outcome is not None:
            return self.told()
        told = self.told(**self.spoilt(1))
        for seat in (1, 2, 3):
            if self.takes("bet", seat, None):
                self.give("bet", seat, None)
        self.turn_over()
        if self.round.no_hand:
            others = [record for record in self.records if record[0] == "settle"][-2:]
            assert all(record[2:5] == (1000, 0, "void") for record in others)
            told |= {"outcome": _NO_HAND, "dealer": _NO_HAND}
            told["antes"] = Wording("paid", "paid|win|won")
            told["bets"] = Wording("void", "void|returned")
        return told

    def spoilt(self, seat: int) -> dict[str, Any]:
        """What is told of a hand whose wagers went back."""
        if self.round.boxes[seat].fate != "returned":
            return {}
        assert self.round.stacks[seat] == self.start[seat]
        void = Wording(
            "that hand void, its wagers returned", "hand", "void|returned", "!no hand|round void"
        )
        others = Wording("play on", "play on|continu|unaffected|stand")
        return {"outcome": void, "others": others, "wagers_returned": True}
