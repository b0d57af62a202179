"""Draw by NI2005-66: five cards, a draw, two betting rounds."""

from __future__ import annotations

from typing import Any

from tests.oracles import plain
from tests.oracles.second.betting import No
from tests.oracles.second.table import Table


class Draw(Table):
    book = "act"
    hole = initial = 5  # 9.1, 9.2
    communal = (0, 0)  # 12.1

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.thrown: dict[int, list[str]] = {}
        self.got: dict[int, int] = {}
        self.one_discarded = False  # before the last player's fifth card (9.6(b))
        self.seen_in_deal = 0
        self.astray: dict[int, str] = {}  # a replacement at the wrong player: seat → card

    def worth(self, seat: int) -> tuple[str, Any]:
        told = self.told
        return plain.high(self.held[seat], self.names(), told["deck"], bool(told["ace_low"]))

    def low(self, seat: int) -> Any:
        return plain.low(self.held[seat], self.told["low_ace"], self.told["deck"])

    # ---- the draw (9.4-9.7)

    def drawing(self) -> bool:
        return self.phase == "deal" and self.street == 1

    def decides(self) -> int:
        """Who throws or stands now."""
        if self.drawing() and self.due() is None:
            for seat in self.in_hand():
                if seat not in self.thrown:
                    return seat
        return 0

    def turn(self) -> int:
        return super().turn() or self.decides()

    def due(self) -> Any:
        if self.street == 0:
            return self.due_hole()
        if not self.drawing():
            return None
        for seat in self.in_hand():
            if seat not in self.thrown:
                return None
            if self.got[seat] < min(4, len(self.thrown[seat])):
                return seat  # 9.5, 9.6: up to four at once
        drew = [seat for seat in self.in_hand() if self.thrown[seat]]
        fives = [seat for seat in drew if len(self.thrown[seat]) == 5 and self.got[seat] == 4]
        if drew and drew[-1] in fives:
            return drew[-1] if self.one_discarded else "burn"  # 9.6(b)
        return fives[0] if fives else None  # 9.6(a)

    def street_complete(self) -> bool:
        return super().street_complete() and not self.decides()

    def open_betting(self) -> None:
        if self.street == 1:
            for seat in self.in_hand():  # 17.9, when the betting opens
                if self.count(seat) != self.hole and len(self.in_hand()) > 1:
                    self.wrong_count(seat)
        if self.outcome is None:
            super().open_betting()

    def do_throw(self, seat: int, cards: list[str]) -> None:
        self.must_decide(seat)
        if any(card not in self.held[seat] for card in cards) or len(set(cards)) < len(cards):
            raise No("9.4", "9.5", "9.6")
        self.thrown[seat] = list(cards)
        self.got[seat] = 0
        for card in cards:
            self.held[seat].remove(card)
            self.discards.append(card)
        self.clock = (0, 0) if self.clock[0] == seat else self.clock

    def do_stand(self, seat: int) -> None:
        self.do_throw(seat, [])

    def must_decide(self, seat: int) -> None:
        if self.street == 1 and self.phase == "bets" and seat == self.in_hand()[0]:
            self.pass_over()
        if not self.drawing() or self.due() is not None or seat != self.decides():
            raise No("9.3", "9.4", "9.5", "9.6", "12.1")

    def do_reshuffle(self) -> None:
        """9.7: what others have passed in, not those who replace five, nor who needs the card."""
        due = self.due() if self.drawing() else None
        if due is None:
            raise No("9.7")
        lacking = sum(len(self.thrown.get(s, ())) - self.got.get(s, 0) for s in self.in_hand())
        if len(self.shoe) >= lacking + (due == "burn"):
            raise No("9.7")
        back = self.come_again(due)
        if not back:
            raise No("9.7")
        self.faced.difference_update(back)
        for seat in self.folded:
            self.held[seat] = [card for card in self.held[seat] if card not in back]
        self.discards = [card for card in self.discards if card not in back]
        self.shoe |= set(back)

    def come_again(self, due: Any) -> list[str]:
        found = []
        for seat in self.order:
            thrown = self.thrown.get(seat, [])
            if len(thrown) < 5 and seat != due:
                found += [card for card in thrown if card in self.discards]
            if seat in self.folded:
                found += self.held[seat]
        return found

    def do_card(self, place: Any, face: str) -> None:
        if not self.drawing():
            super().do_card(place, face)
            return
        self.in_deck(face)
        due = self.due()
        if place == due:
            self.lay(place, face)
            if place == "burn":
                self.one_discarded = True
            else:
                self.got[place] += 1
        elif not isinstance(place, int):
            raise No("9.1", "9.2", "9.4", "9.5", "9.6")
        elif place in self.in_hand() and self.got.get(place) == 4 and len(self.thrown[place]) == 5:
            self.met.append("fifth card before its turn")
            self.lay(place, face)
            self.got[place] += 1
        else:
            self.met.append("replacement at the wrong player")  # 17.1(c), (d): set right
            self.looked.discard(place)
            self.lay(place, face)
            self.astray[place] = face
            self.fault = "turn"

    def do_move(self, face: str, start: Any, end: Any) -> None:
        if not self.drawing():
            super().do_move(face, start, end)
            return
        if start not in self.astray or start in self.looked:
            raise No("17.1", "17.2")
        if isinstance(end, int):
            lacks = end in self.in_hand() and self.got.get(end, 0) < len(self.thrown.get(end, ()))
            if not lacks:
                raise No("9.2", "9.4", "9.5", "17.1")
        if face not in self.held[start]:
            raise No("17.1")
        self.held[start].remove(face)
        del self.astray[start]
        if end == "shoe":
            self.shoe.add(face)
            self.faced.discard(face)
        else:
            self.lay(end, face)
            if isinstance(end, int):
                self.got[end] += 1

    # ---- exposed (17.17, 17.18)

    def hole_card_seen(self, seat: int) -> None:
        if self.drawing() or not self.may_set_right():
            self.met.append("exposed in the draw")
            if self.drawing():
                self.faced.add(self.held[seat][-1])
            return
        self.faced.add(self.held[seat][-1])
        self.seen_in_deal += 1
        self.met.append("exposed hole card")
        if self.seen_in_deal > 1:
            self.end_without_winner("misdeal")

    def next_card_seen(self) -> None:
        if not self.drawing() or self.due() is None:
            raise No("17.17", "9.8", "12.1", "9.2")
        self.met.append("next card seen")
