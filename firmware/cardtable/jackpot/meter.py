"""The Boomerang meter: what lies in its pools, and how each record moves it.

    opened + wagers in + from the house + corrected
        = pool + reserve + overflow + held + pending + paid + linked

is the audit equation: it holds after every record (docs/meter.md). Whole cents; nothing is judged
here (moves.py does), and applying a record is all there is.
"""

PRIZES = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "dead_mans_hand",
)
WHOLE = 10000  # basis points; also ten-thousandths of a cent in the carry
LAST_HITS = 25  # NZ Gazette reprint of the AU/NZ standard: the last 25 hits on request

BONUS_FROM_HOUSE = 0
BONUS_FROM_RESERVE = 1

# What the operator has approved, in the order it is kept.
PARAMETERS = ("start_up", "ceiling", "pool_share", "most_in", "bonus_from")
# What lies where and what has passed, in the order it is kept.
_AMOUNTS = (
    "pool",
    "reserve",
    "overflow",
    "held",
    "carry",
    "frozen",
    "opened",
    "wagers_in",
    "house_in",
    "corrected",
    "paid",
    "hits",
    "won",
    "linked",
    "spent",
)


class Meter:
    """Pools, counters, pending prizes, the last hits, and changes that wait for a win."""

    locks = 0  # the determination `lock_while_pending`, of the table that plays

    def __init__(self):
        self.start_up = 0
        self.ceiling = 0  # of the pool; 0: none
        self.pool_share = WHOLE  # basis points of a non-winning wager; the rest to the reserve
        self.most_in = 0  # of one round; more is an excessive increment; 0: no limit
        self.bonus_from = BONUS_FROM_HOUSE
        self.pool = 0
        self.reserve = 0
        self.overflow = 0  # over the ceiling; comes back when the pool is seeded again
        self.held = 0  # an excessive increment, until a supervisor says where it belongs
        self.carry = 0  # of the pool's share, in ten-thousandths of a cent
        self.frozen = 0  # on the sign while a major prize is pending
        self.opened = 0  # what the pools held when the books were opened
        self.wagers_in = 0  # non-winning wagers, all of them
        self.house_in = 0  # what the house has added to prizes and seeds
        self.corrected = 0  # by supervisors, signed
        self.paid = 0  # prizes handed over
        self.hits = 0  # how many prizes were ever won: the number of the last one
        self.linked = 0  # wagers that went to a pool of several tables (jackpot/linked.py)
        self.spent = 0  # bonus prizes that were paid for it
        self.won = 0  # 1: the jackpot itself was won and the pool is not yet seeded again
        self.prizes = [[0, 0] for _ in PRIZES]  # hits and cents of each
        self.pending = []  # [hit, seat, prize, cents] that no attendant has confirmed yet
        self.last = []  # [hit, clock, time_ms, seat, prize, cents], newest last
        self.waiting = []  # [parameter, value] until the jackpot is won

    @property
    def display(self):
        """The amount on the sign: frozen while a major prize is pending."""
        return self.frozen if self.pending else self.pool

    @property
    def locked(self):
        """Whether jackpot wagers are refused: an increment is held, or a prize is pending and the
        operator locks then."""
        return self.held > 0 or bool(self.locks and self.pending)

    def owed(self):
        """Cents of the prizes that are pending."""
        return sum([one[3] for one in self.pending])

    # ---- records

    def apply(self, record, clock="u", time_ms=0):
        """Move the meter by one record; others leave it as it is."""
        move = getattr(self, "_" + record[0], None)
        if move is not None and record[0] in MOVES:
            if record[0] in _HITS:
                move(clock, time_ms, *record[1:])
            else:
                move(*record[1:])

    def _meter_in(self, to_pool, to_reserve, carry, to_overflow):
        self.pool += to_pool
        self.reserve += to_reserve
        self.overflow += to_overflow
        self.carry = carry
        self.wagers_in += to_pool + to_reserve + to_overflow

    def _meter_held(self, amount):
        self.held += amount
        self.wagers_in += amount

    def _meter_freed(self, to_pool, to_reserve, to_overflow, who):
        self.pool += to_pool
        self.reserve += to_reserve
        self.overflow += to_overflow
        self.held -= to_pool + to_reserve + to_overflow

    def _jackpot_paid(
        self, clock, time_ms, seat, prize, amount, from_pool, from_reserve, from_house
    ):
        self._hit(clock, time_ms, seat, prize, amount, from_pool, from_reserve, from_house)
        self.paid += amount

    def _linked_in(self, amount):
        self.linked += amount
        self.wagers_in += amount

    def _linked_paid(self, clock, time_ms, seat, prize, amount):
        self._hit(clock, time_ms, seat, prize, amount, 0, 0, amount)
        self.paid += amount
        self.spent += amount

    def _jackpot_hit(
        self, clock, time_ms, seat, prize, amount, from_pool, from_reserve, from_house
    ):
        if not self.pending:
            self.frozen = self.pool
        self._hit(clock, time_ms, seat, prize, amount, from_pool, from_reserve, from_house)
        self.pending.append([self.hits, seat, PRIZES.index(prize), amount])
        if prize == PRIZES[0]:
            self.won = 1

    def _hit(self, clock, time_ms, seat, prize, amount, from_pool, from_reserve, from_house):
        self.pool -= from_pool
        self.reserve -= from_reserve
        self.house_in += from_house
        self.hits += 1
        at = PRIZES.index(prize)
        self.prizes[at][0] += 1
        self.prizes[at][1] += amount
        self.last.append([self.hits, clock, time_ms, seat, at, amount])
        if len(self.last) > LAST_HITS:
            self.last.pop(0)

    def _jackpot_confirmed(self, hit, who):
        for one in self.pending:
            if one[0] == hit:
                self.pending.remove(one)
                self.paid += one[3]
                if not self.pending:
                    self.frozen = 0
                return

    def _meter_seed(self, from_reserve, from_house, from_overflow):
        self.pool += from_reserve + from_house + from_overflow
        self.reserve -= from_reserve
        self.house_in += from_house
        self.overflow -= from_overflow
        self.won = 0

    def _meter_change(self, name, value, who):
        at = PARAMETERS.index(name)
        self.waiting = [one for one in self.waiting if one[0] != at] + [[at, value]]

    def _meter_changed(self, name, value):
        at = PARAMETERS.index(name)
        self.waiting = [one for one in self.waiting if one[0] != at]
        setattr(self, name, value)

    def _meter_correct(self, pool, reserve, overflow, who, why):
        self.pool += pool
        self.reserve += reserve
        self.overflow += overflow
        self.corrected += pool + reserve + overflow

    # ---- whole

    def sections(self):
        """Everything as short lists of numbers, by name: how it is kept and restored."""
        found = [
            ("parameters", [getattr(self, name) for name in PARAMETERS]),
            ("amounts", [getattr(self, name) for name in _AMOUNTS]),
            ("prizes", [n for pair in self.prizes for n in pair]),
            ("pending", [list(one) for one in self.pending]),
            ("waiting", [list(one) for one in self.waiting]),
        ]
        # A record must fit into one line of the link: the hits go in portions.
        for at in range(0, len(self.last), _PORTION):
            found.append(("hits", [list(one) for one in self.last[at : at + _PORTION]]))
        return found

    def take_section(self, name, values):
        """Set one section of a meter that was empty."""
        if name == "parameters":
            for key, value in zip(PARAMETERS, values):
                setattr(self, key, value)
        elif name == "amounts":
            for key, value in zip(_AMOUNTS, values):
                setattr(self, key, value)
        elif name == "prizes":
            self.prizes = [[values[k], values[k + 1]] for k in range(0, len(values), 2)]
        elif name == "pending":
            self.pending = [list(one) for one in values]
        elif name == "waiting":
            self.waiting = [list(one) for one in values]
        elif name == "hits":
            self.last += [list(one) for one in values]

    def why_not(self):
        """None while the books balance, else the name of what does not hold."""
        lies = self.pool + self.reserve + self.overflow + self.held + self.owed() + self.paid
        lies += self.linked
        if self.opened + self.wagers_in + self.house_in + self.corrected != lies:
            return "audit_equation"
        if sum([pair[1] for pair in self.prizes]) != self.paid + self.owed():
            return "prizes"
        if sum([pair[0] for pair in self.prizes]) != self.hits:
            return "hits"
        if (
            min(self.pool, self.reserve, self.overflow, self.held) < 0
            or not 0 <= self.carry < WHOLE
        ):
            return "below_zero"
        return None


_PORTION = 8
_HITS = ("jackpot_paid", "jackpot_hit", "linked_paid")
MOVES = (
    "meter_in",
    "meter_held",
    "meter_freed",
    "jackpot_paid",
    "jackpot_hit",
    "jackpot_confirmed",
    "meter_seed",
    "meter_change",
    "meter_changed",
    "meter_correct",
    "linked_in",
    "linked_paid",
)
