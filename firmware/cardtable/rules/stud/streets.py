"""Stud's cards: down and up, street by street, burnt when the next one was seen; who opens.

`down` holds the face-down cards of a seat. It is one, unless a deal has gone wrong; none while
the first card has been exposed and the second, closed one is still to come (TGC-2006 B17.7).
"""

from cardtable.rules import places
from cardtable.rules.poker.game import Poker
from cardtable.rules.poker.state import BETS, DEAL, SEATS
from cardtable.rules.positions import highest_showing
from cardtable.rules.stud.open_cards import open_value


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
        lacking = [seat for seat in left if self._dealt_to(seat) < self.street + 2]
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

    def _hand_size(self):
        return self.street + 1

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
        return open_value(cards, self._ranking()) if cards else -1

    # ---- cards astray

    def _advance(self):
        """Too few or too many cards once a player has acted: the hand is void (B17.3)."""
        if self.outcome is None and self.street:
            right = self.street + 1
            begun = self.phase == DEAL or (self.phase == BETS and not self.betting.unopened)
            for seat in self.in_hand() if begun else ():
                more = self._dealt_to(seat) - right
                if (more < 0 or more > (self.phase == DEAL)) and len(self.in_hand()) > 1:
                    from cardtable.rules.poker import misplaced

                    misplaced.wrong_count(self, seat)
                    return
        super()._advance()

    def _card_astray(self, place, card, due):
        if self.unseen.get(place):
            super()._card_astray(place, card, due)
            return
        from cardtable.rules.stud import misplaced

        misplaced.landed(self, place, card, due)

    def _rare(self, kind):
        if kind in ("expose", "rule_misdeal"):
            from cardtable.rules.stud import exposed

            return getattr(exposed, kind)
        return super()._rare(kind)

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
