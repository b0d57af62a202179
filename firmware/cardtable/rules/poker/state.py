"""The state of a round between players, and how each record moves it. Nothing is judged here.

Money lies in five places, in cents: `stack` (before the player), `front` (placed, not yet a bet:
out of turn or short), `bet` (in this betting round), `put` (in earlier ones, antes included) and
`dead` (in the pot, nobody's bet). `paid` has left the pots, to winners and as commission.
"""

from cardtable.rules import places
from cardtable.rules.poker.betting import BET, CALL_FOLD, FOLD, RAISE, UNDER_RAISE, Betting
from cardtable.rules.poker.limits import Limits
from cardtable.rules.round import Round

# Phases of a round
BEFORE = "before"  # seats, buy-ins and posts; nothing dealt
DEAL = "deal"  # a card is due
BETS = "bets"  # a player has to act
SHOW = "show"  # hands are turned over

# Why a seat is out of the hand
FOLDED = 1
MUCKED = 2  # at showdown
DEAD = 3  # at showdown, with a wrong count of cards

# Why a seat is dealt out until the big blind reaches it, or has been posted
NEW = 1  # joined a game in progress
MOVED = 2  # changed to a seat further from the blinds
MISSED = 3  # back after having missed a blind
AWAY = 4  # and higher: not at the table
AWAY_MISSED = 5  # a blind has passed in the meantime

# Records that most rounds never see: in rare_records.py
_RARE_RECORDS = (
    " join leave change_seat buy away declared lap astray see replace replaced clock refund dead"
    " count newcomer corrected "
)
_PILES = tuple(range(1, places.SEATS + 1)) + (places.BOARD, places.BURN, places.DISCARD)
SEATS = places.SEATS + 1  # lists are indexed by seat; 0 is nobody


class PokerState(Round):
    """What is known of the round. `values` are the determinations, as `resolve` gives them."""

    law = ""  # of the betting: "act", "holdem", "stud"
    puck = False  # the marker is the small blind and gets the first card
    cites = {}  # what is asked → rule number
    hole = 0  # cards of a player's own in a complete hand
    initial = 0  # of them, dealt before the first betting round
    streets = ()  # communal cards before each betting round; the first is the initial deal
    opening = []  # the records that opened the round
    eliminated = 0  # from a freeze-out, so far
    newcomers = ()  # seats whose new player is not the one who left

    def __init__(self, values, sealer):
        super().__init__(sealer)
        self.values = values
        self.limits = Limits(self.law, values)
        self.bets = values["follow"] == "bets"
        # Seats and money
        self.stack = [0] * SEATS
        self.front = [0] * SEATS
        self.bet = [0] * SEATS
        self.put = [0] * SEATS
        self.dead = [0] * SEATS
        self.paid = 0
        self.commission = 0
        self.forced = 0  # antes and blinds among what was put in
        self.blind = [0] * SEATS  # what of `bet` is a blind
        self.seated = []
        self.waits = [0] * SEATS  # NEW, MOVED, MISSED, AWAY or AWAY_MISSED
        self.declared = []  # seats that may not add to their table stake
        self.returns = {}  # seat → (what left with its player, when), from round to round
        self.lap = 0  # where the button began, while it has not been round the table
        self.running = False  # this is not the first round of the game
        self.marker = 0
        self.passes_to = 0  # who has the marker in the next round; 0: it stays
        self.stays = False  # the marker stays for the next round
        self.vacated = False  # the small blind has left: none is posted
        # The hand
        self.phase = BEFORE
        self.players = []  # in dealing order
        self.posted = []  # blinds, in order
        self.over = 0  # who made the highest over-blind
        self.out = [0] * SEATS
        self.folds = []  # in order
        self.held = [[] for _ in range(SEATS)]  # hole cards, as tokens
        self.board = []
        self.burnt = []
        self.discards = []
        self.street = 0  # betting rounds begun
        self.betting = Betting(self.limits, 0, [], 0, self, 0)
        self.early = [0] * SEATS  # an out-of-turn bet, as a total in this betting round
        self.short = 0  # who has placed less than the call
        self.called = 0  # who bet or raised last: the player being called
        self.shown = [False] * SEATS
        self.worth = {}  # seat → (its cards and the board's, what they are worth)
        self.eager = []  # who has shown before the player who was called
        self.pots = []
        # Irregularities
        self.seen = [False] * SEATS
        self.fault = None  # rule of a deal that has gone wrong and may be set right
        self.strays = []  # seats that got a card of another
        self.unseen = {}  # seat → cards that no reader has seen, by the dealer's count
        self.exposed = []  # seats with an exposed hole card that the burn card replaces
        self.turned = []  # hole cards that have been seen by all
        self.skip_burn = False
        self.clock = 0  # who has been given ninety seconds
        self.left_ms = 0

    def open(self, number, fingerprint, seats, marker, lap=0, gone=0):
        """The records that open the round.

        `seats` as in games.py; marker None in the first round; then what next_round.py carries
        over: `lap`, where the button began (for a puck: a round without small blind is still to
        come, C19.9), and how many are gone from a freeze-out.
        """
        self._made = made = []
        self._emit("round", number, self.game, fingerprint, marker, [list(s) for s in seats])
        if lap and self.puck:
            self._emit("marker", lap, "vacated", self._rule("vacated"))
        elif lap:
            self._emit("lap", lap, self._rule("lap"))
        return made

    def uptime_ms(self):
        """What time it is; a table that has a clock puts it here."""
        return 0

    def in_play(self):
        """Whether the deal has begun."""
        return self.phase != BEFORE

    def staked(self):
        """Whether there is anything to give back: the deal has begun, or money lies there."""
        return self.phase != BEFORE or self.money()[1] > 0

    def money(self):
        """(in stacks, on the table, taken as commission): the sum never changes in play."""
        table = sum(self.front) + sum(self.bet) + sum(self.put) + sum(self.dead) - self.paid
        return sum(self.stack), table, self.commission

    def pot(self):
        """All money bet in this round of play, in every pot."""
        return sum(self.put) + sum(self.bet) + sum(self.dead)

    def chips(self, seat):
        """All a player can come to in this betting round."""
        return self.stack[seat] + self.front[seat] + self.bet[seat]

    def plays(self, seat):
        """Whether a seat is dealt in: who waits or is away is not, but where everybody antes."""
        waits = self.waits[seat]
        return not waits or (waits >= AWAY and self.everybody())

    def everybody(self):
        """Whether those who are away play too: in a tournament, in a freeze-out (B16.9)."""
        return bool(self.values["tournament"] or self.values.get("freeze_wager"))

    def in_hand(self):
        """The seats still in, in dealing order."""
        return [seat for seat in self.players if not self.out[seat]]

    staying = in_hand

    def to_act(self):
        """Whose turn it is; 0 when nobody has to act."""
        return self.betting.turn if self.phase == BETS and self.outcome is None else 0

    turn = to_act  # in a draw also who has to throw or stand

    def place_of(self, card):
        """Where a card lies; None while it is in the shoe."""
        for place in _PILES:
            if self.sealer.lies_in(card, self._pile(place)):
                return place
        return None

    def _pile(self, place):
        if place == places.BOARD:
            return self.board
        if place == places.BURN:
            return self.burnt
        if place == places.DISCARD:
            return self.discards
        return self.held[place]

    def _token_of(self, card, place):
        """The card at a place, by face or seal, as it has been told; None when it is not there."""
        tokens = self._pile(place)
        if len(card) > 3:
            return card if card in tokens else None
        return self.sealer.token_of(card, tokens)

    def _rule(self, key):
        return self.document + " " + self.cites[key]

    def _rare_record(self, kind):
        if " %s " % kind in _RARE_RECORDS:
            from cardtable.rules.poker import rare_records

            return getattr(rare_records, kind)
        return None

    def _by_game(self, *given):
        raise NotImplementedError

    # What a game, or a class below, has its own way of
    high = low = _by_game  # what a hand is worth
    _advance = _by_game  # everything that follows without another input
    _due = _by_game  # the place of the next card; None when the street is complete
    _deal_is_open = _by_game  # whether a count is wrong before the first bet
    _may_go_on = _go_on = _by_game  # passing over a betting round that is pointless

    # ---- records: seats, buy-ins, blinds

    def _apply_round(self, number, game, fingerprint, marker, stacks):
        for entry in stacks:
            seat, self.stack[entry[0]], self.waits[entry[0]], declared = (entry + [0, 0])[:4]
            self.seated.append(seat)
            if declared:
                self.declared.append(seat)
        self.running = marker is not None
        self.marker = marker or 0

    def _apply_marker(self, seat, why, rule):
        if why == "next":
            self.passes_to = seat
        else:
            self.marker = seat
        if why == "vacated":
            self.vacated = self.stays = True

    def _apply_post(self, seat, what, amount, dead, rule):
        self.stack[seat] -= amount
        self.forced += amount
        self.dead[seat] += dead
        if what == "ante":
            self.put[seat] += amount
            return
        self.bet[seat] += amount - dead
        self.blind[seat] = self.bet[seat]
        if what == "over":
            self.over = seat
        elif what == "entry":
            self.waits[seat] = 0
        else:
            self.posted.append(seat)

    def _apply_players(self, order):
        self.players = order
        for seat in order:
            if self.waits[seat] < AWAY:
                self.waits[seat] = 0
        self.phase = DEAL

    # ---- records: cards

    def _apply_deal(self, place, token):
        self._pile(place).append(token)
        if self.unseen.get(place):
            self.unseen[place] -= 1

    def _apply_move(self, token, start, end, rule):
        self._pile(start).remove(token)
        if self.exposed and token == self.exposed[1]:
            self.exposed[1] = None  # it is gone already; the burn card still comes
        if end != places.SHOE:
            self._pile(end).append(token)
        elif token in self.turned:  # it may come again, face down
            self.turned.remove(token)

    def _apply_turn(self, place, token, card, salt):
        pile = self._pile(place)
        pile[pile.index(token)] = card
        self.turned.append(card)

    def _apply_irregular(self, rule, what, place):
        if what == "shown_out_of_order":  # else what follows has records of its own
            self.eager.append(place)

    # ---- records: betting

    def _apply_street(self, number, first):
        self.street = number
        self.phase = BETS
        opening = 0
        if number == 1 and self.posted:
            opening = max(self.values["blinds"][-1], self.bet[self.over])
        self.called = 0
        self.betting = Betting(self.limits, number, self.players, first, self, opening)
        if not self.bets:
            self.betting.turn = 0

    def _apply_act(self, seat, what, to, rule):
        need = to - self.bet[seat] if self.bets else 0
        placed = min(need, self.front[seat])
        self.front[seat] -= placed
        self.stack[seat] -= need - placed
        self.bet[seat] += need
        if what == FOLD or what == CALL_FOLD:
            self.out[seat] = FOLDED
            self.folds.append(seat)
        elif what in (BET, RAISE, UNDER_RAISE):
            self.called = seat
        if self.short == seat:
            self.short = 0
        self.early[seat] = 0
        if self.clock == seat:
            self.clock = 0
        if self.phase == BETS:
            self.fault = None  # the first action ends what can be set right in the deal
            if self.bets:
                self.betting.act(seat, what, to)

    def _apply_place(self, seat, to):
        added = to - self.bet[seat] - self.front[seat]
        self.stack[seat] -= added
        self.front[seat] += added
        if self.betting.turn == seat:
            self.short = seat
        else:
            # All chips, and less than a call: a call, until somebody before raises (r 17.6).
            self.early[seat] = to if self.stack[seat] else max(to, self.betting.level)

    def _apply_return(self, seat, cents, rule):
        if self.front[seat]:
            self.front[seat] -= cents
        else:
            self.bet[seat] -= cents
        self.stack[seat] += cents

    def _apply_gather(self, pot):
        for seat in range(1, SEATS):
            # A blind that came back in part, over a smaller tap-out, was not all put in.
            self.forced -= max(0, self.blind[seat] - self.bet[seat])
            self.put[seat] += self.bet[seat]
            self.bet[seat] = 0
            self.blind[seat] = 0
            self.early[seat] = 0
        self.short = 0
        self.clock = 0
        self.phase = SHOW if self.street == len(self.streets) else DEAL

    # ---- records: showdown and the end

    def _apply_hand(self, seat, category):
        self.shown[seat] = True

    def _apply_muck(self, seat):
        self.out[seat] = MUCKED
        self.folds.append(seat)

    def _apply_pot(self, n, cents, winners):
        self.pots.append((cents, winners))

    def _apply_commission(self, n, cents, rule):
        self.commission += cents
        self.paid += cents

    def _apply_win(self, n, seat, cents, part):
        self.stack[seat] += cents
        self.paid += cents

    def _apply_end(self, outcome, rule):
        self.outcome = outcome
