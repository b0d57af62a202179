"""The draw: cards thrown, replacements in order, five at once, the reshuffle.

A player who throws five cards gets four. Who of those players was the last to replace is known
when everyone has decided: the last gets the fifth card after one has been discarded, the others
get theirs after that (NI2005-66 r 9.6). Those who stand pat replace nothing.
"""

from cardtable.rules import places
from cardtable.rules.poker.game import Poker
from cardtable.rules.poker.state import BETS, DEAL, SEATS

_AT_ONCE = 4  # r 9.5, 9.6


class Replacing(Poker):
    """What Draw adds: `thrown` holds what a seat has passed in, None until it decides."""

    def __init__(self, values, sealer):
        super().__init__(values, sealer)
        self.thrown = [None] * SEATS
        self.got = [0] * SEATS  # replacements received
        self.parted = False  # the card before the last player's fifth has been discarded
        self.seen_cards = 0  # hole cards exposed in the initial deal

    # ---- whose turn, and which card

    def _drawing(self):
        return self.phase == DEAL and self.street == 1

    def _deciding(self):
        """Who has to throw or stand now; 0 when nobody has."""
        if self._drawing() and self._due() is None:
            for seat in self.in_hand():
                if self.thrown[seat] is None:
                    return seat
        return 0

    def turn(self):
        return self.to_act() or self._deciding()

    def _due(self):
        if not self.street:
            return self._due_hole()
        if not self._drawing():
            return None
        left = self.in_hand()
        for seat in left:
            if self.thrown[seat] is None:
                return None
            if self.got[seat] < min(len(self.thrown[seat]), _AT_ONCE):
                return seat
        # Everyone has decided: the fifth cards.
        drew = [seat for seat in left if self.thrown[seat]]
        if drew and self._lacks_fifth(drew[-1]):
            return drew[-1] if self.parted else places.BURN  # r 9.6(b)
        for seat in drew:
            if self._lacks_fifth(seat):
                return seat  # r 9.6(a)
        return None

    def _lacks_fifth(self, seat):
        return self.got[seat] == _AT_ONCE < len(self.thrown[seat])

    def _dealt(self):
        return super()._dealt() and not self._deciding()

    def _expects_deal(self):
        seat = self._deciding()
        if seat:
            return _wishes(seat)
        if self.left():
            return [("card", self._due(), None)]
        if self._come_again():
            return [("reshuffle",)]
        return [("rule_void", None)]  # r 19.3: there is no card for this draw

    def expects(self):
        told = super().expects()
        if self._may_draw_now():
            told += _wishes(self.in_hand()[0])
        return told

    def _may_draw_now(self):
        """Whether the draw may begin although a player could still check, alone."""
        return self.street == 1 and self._may_go_on()

    # ---- inputs

    def _judge_throw(self, seat, cards):
        self._must_decide(seat)
        tokens = []
        for card in [self._named(card) for card in cards]:  # what is no card, whoever holds what
            token = self._token_of(card, seat)
            if token is None or token in tokens:
                self._refuse("card_is_not_there", self.cites["replace"])
            tokens.append(token)
        # As they were dealt: an order by rank would say something about them.
        self._wish(seat, [token for token in self.held[seat] if token in tokens])

    def _judge_stand(self, seat):
        self._must_decide(seat)
        self._wish(seat, [])

    def _wish(self, seat, tokens):
        if self.phase == BETS:
            self._go_on()
        self._emit("throw", seat, tokens)
        self._advance()

    def _must_decide(self, seat):
        if self._may_draw_now() and seat == self.in_hand()[0]:
            return
        if not self._drawing():
            self._refuse("no_draw_now", self.cites["draw"])
        if self._due() is not None:
            self._refuse("replacements_are_due", self.cites["replace"])
        if seat != self._deciding():
            self._refuse("not_your_turn", self.cites["order"])

    def _judge_reshuffle(self):
        """The discards go back when the shoe has fewer cards than are due (r 9.7)."""
        due = self._due() if self._drawing() else None
        if due is None:
            self._refuse("no_card_is_due", self.cites["more"])
        need = 1 if due == places.BURN else 0
        for seat in self.in_hand():
            need += len(self.thrown[seat] or []) - self.got[seat]
        if self.left() >= need:
            self._refuse("enough_cards", self.cites["more"])
        back = self._come_again()
        if not back:
            self._refuse("nothing_to_shuffle", self.cites["more"])
        rule = self._rule("more")  # once: thirty cards go back in one piece
        for place, token in back:
            self._emit("move", token, place, places.SHOE, rule)

    def _come_again(self):
        """[(place, token), …]: what every other player passed in: not who needs the card, nor
        those replacing all five."""
        found = []
        needs = self._due()
        for seat in self.players:
            thrown = self.thrown[seat] or []
            if len(thrown) <= _AT_ONCE and seat != needs:
                found += [(places.DISCARD, token) for token in thrown if token in self.discards]
            if self.out[seat]:
                found += [(seat, token) for token in self.held[seat]]
        return found

    def _card_astray(self, place, card, due):
        if places.is_seat(place) and not self.out[place] and self._lacks_fifth(place):
            # Not in the order of r 9.6, and still five cards: no wrong count (r 17.9).
            self._emit("irregular", self._rule("fifth"), "out_of_turn", place)
            self._deal(place, card)
            self._advance()
        elif self._drawing() and places.is_seat(place):
            from cardtable.rules.draw import misplaced

            misplaced.landed(self, place, card)
        else:
            super()._card_astray(place, card, due)

    def _rare(self, kind):
        if kind == "expose":
            from cardtable.rules.draw.exposed import expose

            return expose
        if kind == "move" and self._drawing():
            from cardtable.rules.draw.misplaced import move

            return move
        return super()._rare(kind)

    def _advance(self):
        """The draw is over: hands with too few or too many cards are folded (r 17.9)."""
        if self.outcome is None and self._drawing() and self._dealt():
            for seat in self.in_hand():
                if self._dealt_to(seat) != self.hole and len(self.in_hand()) > 1:
                    from cardtable.rules.poker import misplaced

                    misplaced.wrong_count(self, seat)
                    return
        super()._advance()

    # ---- records

    def _apply_throw(self, seat, tokens):
        self.thrown[seat] = tokens
        if self.clock == seat:
            self.clock = 0
        for token in tokens:
            self.held[seat].remove(token)
            self.discards.append(token)

    def _apply_deal(self, place, token):
        super()._apply_deal(place, token)
        if not self._drawing():
            return
        if places.is_seat(place):
            self.got[place] += 1
        else:
            self.parted = True

    def _apply_move(self, token, start, end, rule):
        super()._apply_move(token, start, end, rule)
        if self._drawing() and start in self.strays:  # a replacement set right
            self.strays.remove(start)
            if places.is_seat(end):
                self.got[end] += 1

    def _apply_irregular(self, rule, what, place):
        super()._apply_irregular(rule, what, place)
        if what == "exposed" and rule == self._rule("exposed"):
            self.seen_cards += 1


def _wishes(seat):
    return [("stand", seat), ("throw", seat, None)]
