"""Before the first card: who plays, who waits no longer, and the blinds or antes."""

from cardtable.rules.poker.actions import Actions
from cardtable.rules.poker.state import AWAY, AWAY_MISSED, BEFORE, NEW
from cardtable.rules.positions import blinds, clockwise, first_marker, from_marker


class PreDeal(Actions):
    """From the last round to the first card of this one; seats and chips are in seating.py."""

    def _expects_before(self):
        told = []
        if self._why_not_ready() is None:
            told += [("begin",), ("card", self._order()[0], None)]
        if self.values.get("freeze_wager"):  # TGC-2006 B16.2, B16.3, B16.4
            if self.running:
                return told + self._expects_back()
        else:
            told += self._expects_back()
            told += [("buy", seat, None) for seat in self.seated]
        return told + [("leave", seat) for seat in self.seated] + [("join", None, None)]

    def _expects_back(self):
        return [("back", seat) for seat in self.seated if self.waits[seat] >= AWAY]

    def _marker(self):
        return self.marker or first_marker(self.seated, self.puck)

    def _active(self):
        """Seats that play the coming round without waiting."""
        chips = self.stack
        return [s for s in self.seated if chips[s] + self.bet[s] > 0 and self.plays(s)]

    def _blind_seats(self, active):
        return blinds(active, self._marker(), len(self.values["blinds"]), self.puck, self.vacated)

    def _entering(self, active):
        """Who waits no longer: the seat that the big blind reaches now."""
        waiting = [s for s in self.seated if 0 < self.waits[s] < AWAY and self.stack[s] > 0]
        count = len(self.values["blinds"])
        for seat in clockwise(waiting, self._marker()):
            if seat == self._marker() or (self.puck and self.waits[seat] == NEW):
                continue  # never on the marker; TGC-2006 C19.7 after the blinds have passed
            posts = self._blind_seats(active + [seat])
            if posts[min(1, count - 1)] == seat:
                return active + [seat]
        return active

    def _why_not_ready(self):
        """None, or the rule that keeps the round from beginning."""
        seats = len(self._active())
        values = self.values
        if seats < 3 and self.puck and not values["tournament"] and not values.get("freeze_wager"):
            return "players"  # TGC-2006 C3.4, B2.4
        if self.law == "stud" and values["deck"] < 52 and seats > 5:
            return "deck"  # TGC-2006 B3.4.a
        cards = seats * self.hole + sum(self.streets)
        if cards > values["deck"] + values["joker"]:
            return "deck"
        return "players" if seats < 2 else None

    def _ready_or_refuse(self):
        reason = self._why_not_ready()
        if reason:
            code = "deck_too_small" if reason == "deck" else "too_few_players"
            self._refuse(code, self.cites[reason])

    def _order(self):
        active = self._active()
        if self.values["blinds"]:
            active = self._entering(active)
        return from_marker(active, self._marker(), self.puck)

    def _judge_begin(self):
        if self.phase != BEFORE:
            self._refuse("round_has_begun", self.cites["deal"])
        self._ready_or_refuse()
        self._start()

    def _begin(self, place, card):
        """The first card has been dealt: the table posts what is due, then looks at the card."""
        if place != self._order()[0]:
            from cardtable.rules.poker import misplaced

            misplaced.must_be_taken(self, place)  # judged before anything is posted
        self._start()
        self._judge(("card", place, card))

    def _start(self):
        if not self.marker:
            self._emit("marker", self._marker(), "first", self._rule("marker"))
        order = self._order()
        levels = self.values["blinds"]
        self._emit("players", order)
        if not self.bets:
            return
        self._declare_short(order)
        if levels:
            self._miss_blinds(order)
        ante = self.values["ante"]
        if ante:
            for seat in order:
                self._emit("post", seat, "ante", min(ante, self.stack[seat]), 0, None)
        for level, seat in zip(levels, self._blind_seats(order)):
            if seat:  # what was posted before the deal counts towards the blind
                due = max(0, level - self.bet[seat])
                self._emit("post", seat, "blind", min(due, self.stack[seat]), 0, None)

    def _declare_short(self, order):
        """Below the table stake and not topped up: a declared player (r 14.3)."""
        stake = self.values.get("table_stake")
        if self.law != "act" or not stake or self.values["tournament"]:
            return
        for seat in order:
            if self.stack[seat] + self.bet[seat] < stake and seat not in self.declared:
                self._emit("declared", seat, self._rule("top_up"))

    def _miss_blinds(self, order):
        """Who is away while a blind passes will have to wait for the next, or post."""
        for seat in self.seated:
            if self.waits[seat] == AWAY and not self.values["tournament"]:
                if seat in self._blind_seats(order + [seat]):
                    self._emit("away", seat, AWAY_MISSED, self._rule("missed"))
