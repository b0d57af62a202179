"""Stud's cards: down and up, street by street, burnt when the next one was seen; who opens.

`down` holds the face-down cards of a seat. It is one, unless a deal has gone wrong; none while
the first card has been exposed and the second, closed one is still to come (TGC-2006 B17.7).
"""

from cardtable.rules import places
from cardtable.rules.open_cards import open_value
from cardtable.rules.poker import Poker
from cardtable.rules.poker_state import BETS, DEAL, SEATS
from cardtable.rules.positions import highest_showing


class Streets(Poker):
    """The deal of stud."""

    def __init__(self, values, sealer):
        super().__init__(values, sealer)
        self.down = [[] for _ in range(SEATS)]
        self.bare = [False] * SEATS  # the first card was exposed
        self.burn_from = None  # how many were burnt before those that B17.5 or B17.6 asks for

    # ---- which card, and how it lies

    def _due(self):
        if self.street == 0:
            return self._due_hole()
        if self.street == len(self.streets):
            return None
        left = self.in_hand()
        lacking = [seat for seat in left if len(self.held[seat]) < self.street + 2]
        if self._burning(len(lacking) == len(left)):
            return places.BURN
        return lacking[0] if lacking else None

    def _burning(self, none_dealt):
        """As many cards are burnt as players are active (B17.5, B17.6)."""
        start = self.burn_from
        return start is not None and none_dealt and len(self.burnt) - start < len(self.in_hand())

    def _expects_deal(self):
        if not self.left():
            return [("rule_void", None)]  # B2.2: the pack has run out
        return [("card", self._due(), None)]

    def _face_up(self, place):
        if self.street or not places.is_seat(place):
            return place != places.BURN
        if not self.held[self.players[-1]]:
            return False  # the closed cards are still being dealt
        return len(self.down[place]) > 0

    def _token(self, place, card):
        return card if self._face_up(place) else self.sealer.seal(card)

    # ---- who opens

    def open_cards(self, seat):
        """The cards of a seat that lie face up, as codes."""
        return self._codes([token for token in self.held[seat] if token not in self.down[seat]])

    def _opens(self):
        """The highest hand showing among those who can bet (B11.1.a, B11.2.a)."""
        seats = [seat for seat in self.in_hand() if self.stack[seat]] or self.in_hand()
        return highest_showing({seat: self.showing(seat) for seat in seats}, self.marker)

    def showing(self, seat):
        """What the open cards of a seat are worth; -1 when it has none."""
        cards = self.open_cards(seat)[:4]
        return open_value(cards, self._orders()[0]) if cards else -1

    # ---- cards astray

    def _advance(self):
        """Too few or too many cards once a player has acted: the hand is void (B17.3)."""
        if self.outcome is None and self.street:
            right = self.street + 1
            begun = self.phase == DEAL or (self.phase == BETS and not self.betting.unopened)
            for seat in self.in_hand() if begun else ():
                more = len(self.held[seat]) - right
                if (more < 0 or more > (self.phase == DEAL)) and len(self.in_hand()) > 1:
                    self._wrong_count(seat)
                    return
        super()._advance()

    def _card_too_early(self, place, card):
        """While players bet: the first card of the next round is burnt with as many others."""
        more = self.street < len(self.streets)
        first = place == self.in_hand()[0] and not self.fault
        if more and (place == places.BURN or first):
            self._allow()
            key = "face_up" if place == places.BURN else "first_card"
            self._seen_before(key, place)
            self._emit("deal", place, self._token(place, card))
            if first:
                self._emit("move", self.held[place][-1], place, places.BURN, self._rule(key))
        else:
            super()._card_too_early(place, card)

    def _card_too_many(self, place, card):
        due = self._due() if self.phase == DEAL else None
        if due == places.BURN:
            self._refuse("wrong_place", self.cites["burn"])
        if due is not None and place in self.in_hand() and self._lacks(place):
            # Before its turn in the same round of cards: taken as it lies (B2.2).
            self._emit("irregular", self._rule("deal"), "out_of_turn", place)
            self._emit("deal", place, self._token(place, card))
            self._advance()
        else:
            super()._card_too_many(place, card)

    def _lacks(self, seat):
        return len(self.held[seat]) < self.street + 2

    # ---- exposed cards

    def _expose_hole(self, seat):
        if not self.held[seat]:
            self._refuse("no_hole_cards", self.cites["deal"])
        late = not self._may_set_right()
        if late and self.out[seat] and self.down[seat]:
            # A folding player's card, passed incorrectly, is shown to the table (B17.8).
            self._emit("irregular", self._rule("exposed_late"), "exposed", seat)
            self._turn_up(seat)
        elif late:
            self._emit("irregular", self._rule("exposed_late"), "exposed", seat)
        elif self.bare[seat] or len(self.held[seat]) > 1:
            # Two cards of the first two have been seen: dealt again (B17.7).
            self._emit("irregular", self._rule("exposed"), "exposed", seat)
            self._misdeal(self._rule("exposed"))
        else:
            self._emit("irregular", self._rule("exposed"), "exposed", seat)
            self._turn_up(seat)

    def _turn_up(self, seat):
        token = self.down[seat][-1]
        card, salt = self.sealer.opening(token)
        self._emit("turn", seat, token, card, salt)

    def _expose_shoe(self):
        due = self._due() if self.phase == DEAL else None
        if self.street and self.phase == BETS and self.street < len(self.streets):
            self._seen_before("first_card", places.SHOE)  # B17.6
        elif self.street and due is not None:
            if due == self.in_hand()[0] and self.burn_from is None:
                self._seen_before("face_up", places.SHOE)  # B17.5: the first of its round
            else:
                self._emit("irregular", self._rule("face_up"), "first_card", places.SHOE)
        elif self.phase == DEAL:
            self._refuse("deal_it_then_expose_it", self.cites["exposed"])
        else:
            self._refuse("no_card_is_due", self.cites["cards_end"])

    def _seen_before(self, key, place):
        self._emit("irregular", self._rule(key), "burnt", place)
        if self.burn_from is None:
            self._emit("burns", self._rule(key))

    # ---- a misdeal ends with the first wager

    def _judge_rule_misdeal(self, rule):
        if self.street and not self._may_set_right():
            self._refuse("betting_has_begun", self.cites["late"])
        super()._judge_rule_misdeal(rule)

    # ---- records

    def _apply_deal(self, place, token):
        hidden = places.is_seat(place) and not self._face_up(place)
        super()._apply_deal(place, token)
        if hidden:
            self.down[place].append(token)

    def _apply_move(self, token, start, end, rule):
        super()._apply_move(token, start, end, rule)
        if places.is_seat(start) and token in self.down[start]:
            self.down[start].remove(token)
            if places.is_seat(end):
                self.down[end].append(token)

    def _apply_turn(self, place, token, card, salt):
        super()._apply_turn(place, token, card, salt)
        down = self.down[place]
        if not self.street:
            self.bare[place] = True
            down.remove(token)
        elif token in down:  # shown: the hole card it was
            down[down.index(token)] = card

    def _apply_burns(self, rule):
        self.burn_from = len(self.burnt)

    def _apply_street(self, number, first):
        super()._apply_street(number, first)
        self.burn_from = None
