"""Five Card Stud by TGC-2006 part B, freeze-out included."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles import plain
from tests.oracles.second import money
from tests.oracles.second.betting import No
from tests.oracles.second.money import clockwise
from tests.oracles.second.table import Table

RANKS = plain.RANKS


class Stud(Table):
    book = "stud"
    puck = True
    hole = 5  # B9.2
    initial = 2
    communal = (0, 0, 0, 0)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.down: dict[int, list[str]] = {seat: [] for seat in self.held}
        self.bare: set[int] = set()  # the first card was exposed (B17.7)
        self.burn_from: int | None = None
        self.checked: list[int] = []
        self.last_call = (0, 0)

    def worth(self, seat: int) -> tuple[str, Any]:
        return plain.high(self.held[seat], self.names(), self.told["deck"], True)

    def unit(self) -> int:
        return 1  # equally (B11.3.c)

    # ---- cards

    def open_cards(self, seat: int) -> list[str]:
        return [card for card in self.held[seat] if card not in self.down[seat]]

    def due(self) -> Any:
        if self.street == 0:
            return self.due_hole()
        if self.street == 4:
            return None
        lacking = [seat for seat in self.in_hand() if self.count(seat) < self.street + 2]
        none_yet = len(lacking) == len(self.in_hand())
        burnt = None if self.burn_from is None else len(self.burnt) - self.burn_from
        if burnt is not None and none_yet and burnt < len(self.in_hand()):
            return "burn"  # B17.5, B17.6: as many as there are active players
        return lacking[0] if lacking else None

    def lay(self, place: Any, face: str) -> None:
        if isinstance(place, int) and self.street == 0:
            first_round = not self.held[self.order[-1]]
            if first_round or not self.down[place]:
                self.down[place].append(face)
        super().lay(place, face)

    def do_card(self, place: Any, face: str) -> None:
        if self.phase == "deal" and self.street and isinstance(place, int):
            self.in_deck(face)
            due = self.due()
            if due == "burn":
                raise No("B17.5", "B17.6")
            lacks = place in self.in_hand() and self.count(place) < self.street + 2
            if place != due and lacks and due is not None:
                self.met.append("out of turn card")  # taken as it lies (B2.2)
                self.lay(place, face)
                return
        super().do_card(place, face)

    def do_move(self, face: str, start: Any, end: Any) -> None:
        super().do_move(face, start, end)
        if face in self.down[start]:
            self.down[start].remove(face)
            if isinstance(end, int) and face not in self.down[end]:
                self.down[end].append(face)

    def card_too_early(self, place: Any, face: str) -> None:
        first = place == self.in_hand()[0] and not self.fault
        if self.street < 4 and (place == "burn" or first):
            self.met.append("next card too early")  # B17.6
            if self.burn_from is None:
                self.burn_from = len(self.burnt)
            super().lay("burn", face)
            return
        super().card_too_early(place, face)

    def open_betting(self) -> None:
        super().open_betting()
        self.burn_from = None

    # ---- who opens (B11.1.a, B11.2.a)

    def opener(self) -> int:
        able = [s for s in self.in_hand() if self.purses[s].stack] or self.in_hand()
        best = max(showing(self.open_cards(seat)) for seat in able)
        tied = [seat for seat in able if showing(self.open_cards(seat)) == best]
        return clockwise(tied, self.marker)[0]

    # ---- exposed (B17.5-B17.8)

    def hole_card_seen(self, seat: int) -> None:
        if not self.may_set_right():
            self.met.append("exposed late")
            if seat in self.folded and self.down[seat]:
                self.faced.add(self.down[seat][-1])  # B17.8
            return
        if seat in self.bare or self.count(seat) > 1:
            self.end_without_winner("misdeal")  # B17.7
            return
        self.met.append("exposed hole card")
        self.bare.add(seat)
        self.faced.add(self.down[seat][-1])
        self.down[seat] = []

    def next_card_seen(self) -> None:
        if self.street and self.phase == "bets" and self.street < 4:
            self.met.append("next card seen")
            if self.burn_from is None:
                self.burn_from = len(self.burnt)
        elif self.street and self.phase == "deal":
            self.met.append("first card seen")
            if self.due() == self.in_hand()[0] and self.burn_from is None:
                self.burn_from = len(self.burnt)
        else:
            raise No("B17.7", "B9.2", "B11.3.a")

    def may_declare_misdeal(self) -> bool:
        return self.may_set_right()  # B10.2.c

    # ---- the last betting round (B12.3, B17.2)

    def gather(self) -> None:
        if self.street == 4:
            self.checked, self.last_call = self.betting.checks, self.betting.last_call
        super().gather()

    def not_earned(self, seat: int) -> bool:
        """A check behind another whose four open cards beat the hand (B12.3)."""
        if seat not in self.checked:
            return False
        mine = self.worth(seat)[1]
        before = self.checked[: self.checked.index(seat)]
        return any(mine <= four_open(self.open_cards(s), self.names()) for s in before)

    def hopeless(self) -> bool:
        """The last call of all cannot win, whatever lies hidden (B17.2)."""
        seat = self.last_call[0]
        if not seat or seat not in self.in_hand() or len(self.in_hand()) < 2:
            return False
        mine = self.worth(seat)[1]
        seen = [card for s in self.order for card in self.open_cards(s)] + self.held[seat]
        hidden = [card for card in plain.deck(self.told["deck"]) if card not in seen]
        names, size = self.names(), self.told["deck"]
        for other in self.in_hand():
            cards = self.open_cards(other)
            if other == seat or len(cards) != 4 or self.put[other] < self.put[seat]:
                continue  # who is all in for less does not play for this wager
            if all(plain.five([*cards, c], names, size, True)[1] > mine for c in hidden):
                return True
        return False

    def settle(self) -> None:
        if self.hopeless():
            seat, cents = self.last_call
            self.met.append("a call that cannot win")
            self.put[seat] -= cents
            self.purses[seat].stack += cents
            self.folded.add(seat)
            self.folds.append(seat)
            top, more = money.uncalled(self.put, self.folded)
            if top:
                self.put[top] -= more
                self.purses[top].stack += more
        super().settle()

    def may_hold_marker(self) -> list[int]:
        seats = super().may_hold_marker()
        if self.told.get("freeze_wager"):  # B16.5: whose bank is exhausted is out
            seats = [seat for seat in seats if self.stacks[seat]] or seats
        return seats


def showing(cards: list[str]) -> tuple[list[int], list[int]]:
    """Open cards: how many are alike, then their ranks; no straight, no flush."""
    alike = Counter(card[0] for card in cards)
    ranked = sorted(((n, RANKS.index(rank)) for rank, n in alike.items()), reverse=True)
    return [n for n, _ in ranked if n > 1], [rank for _, rank in ranked]


def four_open(cards: list[str], names: Any) -> tuple[int, ...]:
    """Four open cards as a key that five cards can be held against."""
    counts, ranks = showing(cards)
    kinds = {(): "five_odd_cards", (2,): "one_pair", (2, 2): "two_pairs"}
    kinds |= {(3,): "three_of_a_kind", (4,): "four_of_a_kind"}
    return (names.index(kinds[tuple(counts)]), *ranks)
