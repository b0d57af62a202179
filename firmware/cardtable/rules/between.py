"""Between rounds: seats taken and left, chips bought, blinds missed or posted; then the blinds.

A player who has to wait for the big blind is dealt out until then, or posts it and plays.
"""

from cardtable.rules.irregular import Irregular
from cardtable.rules.places import SEATS
from cardtable.rules.poker_state import AWAY, BEFORE
from cardtable.rules.positions import (
    after,
    blinds,
    clockwise,
    first_marker,
    from_marker,
    rounds_until_blind,
)

NEW = 1  # joined a game in progress
MOVED = 2  # changed to a seat further from the blinds
MISSED = 3  # back after having missed a blind
AWAY_MISSED = AWAY + 1  # a blind has passed in the meantime


class Between(Irregular):
    """Everything before the first card."""

    def _expects_before(self):
        told = []
        if self._why_not_ready() is None:
            told += [("begin",), ("card", self._order()[0], None)]
        told += [("back", seat) for seat in self.seated if self.waits[seat] >= AWAY]
        told += [("buy", seat, None) for seat in self.seated]
        return told + [("leave", seat) for seat in self.seated] + [("join", None, None)]

    def _only_before(self, key):
        if self.phase != BEFORE:
            self._refuse("round_has_begun", self.cites[key])

    def _must_sit(self, seat, key):
        if seat not in self.seated:
            self._refuse("nobody_sits_there", self.cites[key])

    # ---- seats and chips

    def _judge_join(self, seat, amount):
        self._only_before("join")
        if seat in self.seated:
            self._refuse("seat_is_taken", self.cites["seat"])
        if self.values["tournament"]:
            self._refuse("no_entry_in_a_tournament", self.cites["tournament"])
        if amount < (self.values["table_stake"] or 1):
            self._refuse("below_the_table_stake", self.cites["stake"])
        self._within_buy_in(amount)
        # An existing game with blinds: NI2006-156 r 17.11, 17.12; TGC-2006 C19.7
        waits = NEW if self._behind_the_button(seat) else 0
        self._emit("join", seat, amount, waits, self._rule("join") if waits else None)

    def _behind_the_button(self, seat):
        """Whether a new player has to wait or post: not before the button's first revolution has
        passed the seat (NI2006-156 r 17.12)."""
        if not self.running or not self.values["blinds"]:
            return False
        order = clockwise(range(1, SEATS + 1), self.lap)
        return self.puck or not self.lap or order.index(seat) <= order.index(self.marker)

    def _within_buy_in(self, amount):
        most = self.values.get("max_buy_in")
        if most and amount > most:
            self._refuse("above_the_buy_in", self.cites["buy_in"])

    def _judge_buy(self, seat, amount):
        self._only_before("augment")
        self._must_sit(seat, "augment")
        if self.values["tournament"]:
            self._refuse("no_chips_in_a_tournament", self.cites["tournament"])
        if amount <= 0:
            self._refuse("nothing_bought", self.cites["augment"])
        if seat in self.declared:
            self._refuse("declared_players_buy_nothing", self.cites["top_up"])
        if self.stack[seat] + amount < (self.values["table_stake"] or 0):
            self._refuse("below_the_table_stake", self.cites["top_up"])
        self._within_buy_in(self.stack[seat] + amount)
        self._emit("buy", seat, amount)

    def _judge_leave(self, seat):
        self._only_before("augment")
        self._must_sit(seat, "seat")
        if self.bet[seat]:
            self._refuse("has_posted", self.cites["refuse_blind"])
        # TGC-2006 C19.9: the small blind leaves, the next active player posts the big blind
        puck_leaves = self._puck_vacated_by(seat)
        self._emit("leave", seat, self.stack[seat])
        if puck_leaves:
            self._move_puck(seat)

    def _puck_vacated_by(self, seat):
        return (
            self.puck
            and self.values["blinds"]
            and seat == self._marker()
            and len(self._active()) > 1
            and seat in self._active()
        )

    def _move_puck(self, seat):
        active = self._active()
        if active:
            self._emit("marker", after(active, seat), "vacated", self._rule("vacated"))

    def _judge_change_seat(self, seat, to):
        self._only_before("seat")
        self._must_sit(seat, "seat")
        if to in self.seated:
            self._refuse("seat_is_taken", self.cites["seat"])
        if self.values["tournament"]:
            self._refuse("seat_is_assigned", self.cites["tournament"])
        if self.bet[seat]:
            self._refuse("has_posted", self.cites["refuse_blind"])
        waits = self.waits[seat]
        puck_leaves = self._puck_vacated_by(seat)
        active = self._active()
        if self.values["blinds"] and self.running and seat in active and len(active) > 1:
            # Further from the blinds: TGC-2006 C19.8, NI2006-156 r 17.13
            others = [s for s in active if s != seat]
            posts = self._blind_seats(active)
            big = posts[min(1, len(posts) - 1)]
            if seat == big:
                farther = True
            else:
                farther = rounds_until_blind(others, to, big) > rounds_until_blind(
                    active, seat, big
                )
            if farther:
                waits = MOVED
        self._emit("change_seat", seat, to, waits, self._rule("moved") if waits else None)
        if puck_leaves:
            self._move_puck(seat)

    def _judge_declare(self, seat):
        """Plays on below the table stake, without buying any more (NI2005-66 r 14.3)."""
        self._only_before("top_up")
        self._must_sit(seat, "top_up")
        if self.law != "act" or self.stack[seat] >= (self.values["table_stake"] or 0):
            self._refuse("not_below_the_table_stake", self.cites["top_up"])
        if seat not in self.declared:
            self._emit("declared", seat, self._rule("top_up"))

    # ---- away from the table

    def _judge_away(self, seat):
        """Dealt out; in a tournament dealt in, and folded when it is the turn (r 20.11)."""
        self._only_before("missed")
        self._must_sit(seat, "missed")
        if self.waits[seat] >= AWAY or self.bet[seat]:
            self._refuse("has_posted" if self.bet[seat] else "away_already", self.cites["missed"])
        missed = AWAY_MISSED if self.waits[seat] else AWAY
        self._emit("away", seat, missed, self._rule("absent"))

    def _judge_back(self, seat):
        self._only_before("missed")
        if self.waits[seat] < AWAY:
            self._refuse("not_away", self.cites["missed"])
        owes = self.waits[seat] == AWAY_MISSED and not self.values["tournament"]
        self._emit("away", seat, MISSED if owes else 0, self._rule("missed"))

    def _miss_blinds(self, order):
        """Who is away while a blind passes will have to wait for the next, or post."""
        for seat in self.seated:
            if self.waits[seat] == AWAY and not self.values["tournament"]:
                if seat in self._blind_seats(order + [seat]):
                    self._emit("away", seat, AWAY_MISSED, self._rule("missed"))

    def _apply_away(self, seat, waits, rule):
        self.waits[seat] = waits

    def _apply_declared(self, seat, rule):
        self.declared.append(seat)

    # ---- blinds posted by choice

    def _big_blind(self):
        levels = self.values["blinds"]
        return levels[min(1, len(levels) - 1)]

    def _judge_post(self, seat, amount):
        self._only_before("missed")
        waits = self.waits[seat]
        key = "join" if waits == NEW else "moved" if waits == MOVED else "missed"
        self._must_sit(seat, key)
        if not self.values["blinds"]:
            self._refuse("no_blinds_in_this_game", self.cites["missed"])
        if seat == self._marker() and (waits or not self.puck):
            self._refuse("not_on_the_marker", self.cites[key])
        if waits >= AWAY:
            self._refuse("away_already", self.cites[key])
        if waits == NEW and self.puck and self._between_blinds(seat):
            self._refuse("blinds_have_not_passed", self.cites[key])
        if amount not in self._postable(waits):
            self._refuse("not_the_blind", self.cites[key])
        if self.bet[seat]:
            self._refuse("has_posted", self.cites[key])
        if amount > self.stack[seat]:
            self._refuse("not_enough_chips", self.cites[key])
        # The big blind plays as a bet, the rest of what was missed is in the pot.
        dead = max(0, amount - self._big_blind())
        self._emit("post", seat, "entry", amount, dead, self._rule(key))

    def _postable(self, waits):
        """Amounts that make sense: the big blind, or the blinds missed, in any combination."""
        sums = [0]
        for level in self.values["blinds"]:
            sums += [level + s for s in sums]
        least = self._big_blind() if waits in (NEW, MOVED) else 1
        return [s for s in sums if s >= least]

    def _between_blinds(self, seat):
        """Whether the blinds have yet to pass `seat` (TGC-2006 C19.7)."""
        posts = [s for s in self._blind_seats(self._active()) if s]
        span = clockwise(set(self._active() + [seat]), self._marker())
        return seat in span[: span.index(posts[-1])]

    def _judge_over_blind(self, seat, amount):
        self._only_before("over")
        if not self.values.get("over_blinds") or not self.values["blinds"]:
            self._refuse("no_over_blinds", self.cites["over"])
        if seat not in self._active():
            self._refuse("not_in_the_round", self.cites["over"])
        highest = max(self.values["blinds"][-1], self.bet[self.over])
        if amount <= highest:
            self._refuse("not_above_the_last_blind", self.cites["over_level"])
        if amount > self.stack[seat] + self.bet[seat]:
            self._refuse("not_enough_chips", self.cites["over_level"])
        self._emit("post", seat, "over", amount - self.bet[seat], 0, self._rule("over"))

    # ---- the blinds or antes, and who plays

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
            posts = blinds(active + [seat], self._marker(), count, self.puck, self.vacated)
            if posts[min(1, count - 1)] == seat:
                return active + [seat]
        return active

    def _why_not_ready(self):
        """None, or the rule that keeps the round from beginning."""
        seats = len(self._active())
        values = self.values
        if seats < 3 and self.puck and not values["tournament"] and not values.get("freeze_wager"):
            return "players"  # TGC-2006 C3.4, B2.4
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
        self._only_before("deal")
        self._ready_or_refuse()
        self._start()

    def _begin(self, place, card):
        """The first card has been dealt: the table posts what is due, then looks at the card."""
        if place != self._order()[0]:
            self._must_be_taken(place)  # judged before anything is posted
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
