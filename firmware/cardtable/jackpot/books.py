"""The table's books: the jackpot meter, gaming days, the mode of play. Kept by the vault.

Only in live play does anything move: rounds in a tournament or a test leave the books alone.
"""

from cardtable.jackpot.days import Days
from cardtable.jackpot.meter import MOVES, Meter

LIVE = "live"
MODES = (LIVE, "test", "tournament")

_DAYS = ("day_open", "commission", "drop")


class Books:
    """Money state as a whole: `apply` moves it, `sections` keeps it, `why_not` audits it."""

    link = None  # to a pool of several tables (service/lease.py)

    def __init__(self):
        self.clear()

    def clear(self):
        self.meter = Meter()
        self.days = Days()
        self.mode = LIVE
        self.round = 0  # the number of the last round that was opened

    def apply(self, record, clock="u", time_ms=0):
        """Move the books by one record: (kind, field, …)."""
        kind = record[0]
        if kind == "round":
            self.round = record[1]
        elif kind == "restored":
            self.clear()
        elif kind == "books":
            self._take_section(record[1], record[2])
        elif kind == "mode":
            self.mode = record[1]
        elif self.mode == LIVE:
            if kind in MOVES:
                self.meter.apply(record, clock, time_ms)
            elif kind in _DAYS:
                self.days.apply(record)

    def sections(self):
        """Everything, as (name, list) pairs that each fit into one record."""
        return self.meter.sections() + [
            ("days", [list(one) for one in self.days.days]),
            ("play", [MODES.index(self.mode), self.round]),
        ]

    def dump(self):
        return [[name, values] for name, values in self.sections()]

    def load(self, dumped):
        self.clear()
        for name, values in dumped:
            self._take_section(name, values)

    @property
    def display(self):
        """The amount on the sign; None: nobody has told it yet."""
        return self.meter.display if self.link is None else self.link.amount

    def why_not(self):
        """None while everything balances, else the name of what does not."""
        return self.meter.why_not()

    def _take_section(self, name, values):
        if name == "days":
            self.days.days = [list(one) for one in values]
        elif name == "play":
            self.mode = MODES[values[0]]
            self.round = values[1]
        else:
            self.meter.take_section(name, values)


def new_books(pool, reserve, start_up, pool_share, ceiling=0, most_in=0, bonus_from=0, overflow=0):
    """Books as they are opened for a new table, by what was approved."""
    books = Books()
    meter = books.meter
    meter.pool = pool
    meter.reserve = reserve
    meter.overflow = overflow
    meter.opened = pool + reserve + overflow
    meter.start_up = start_up
    meter.ceiling = ceiling
    meter.pool_share = pool_share
    meter.most_in = most_in
    meter.bonus_from = bonus_from
    return books
