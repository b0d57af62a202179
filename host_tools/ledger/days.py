"""Gaming days as the records of a table tell them, over all its epochs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cardtable.desk.faults import FAULTS
from cardtable.desk.record_kinds import KINDS
from cardtable.jackpot.books import LIVE, MODES, Books
from cardtable.jackpot.meter import Meter
from cardtable.rules.seals import seal_of
from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.lines import believing
from host_tools.ledger.rounds import BEGINS
from host_tools.ledger.standing import stands, taken_of

NO_DAY = ""  # before the first day was opened
_READERS = ("reader_", "card_unseen", "shoe_missed", "too_many_cards")


@dataclass
class Game:
    """One game within a day: what can be told of it alone."""

    rounds: Counter[str] = field(default_factory=Counter)  # outcome → how many
    players: int = 0  # dealt in, over all rounds
    wagered: int = 0
    house: int = 0
    commission: int = 0
    jackpot_in: int = 0
    jackpot_won: int = 0

    @property
    def hands(self) -> int:
        return sum(self.rounds.values())


@dataclass
class Day:
    """One gaming day of one table; money in cents, of live play only."""

    table: str
    day: str
    rounds: Counter[str] = field(default_factory=Counter)  # outcome → how many
    not_live: int = 0  # rounds of tests and tournaments
    play_ms: int = 0  # from the first wager to the last end, between starts of the board
    wagered: int = 0
    house: int = 0  # won from players by the house where it banks
    commission: int = 0
    counted: int | None = None  # the drop, as it was counted
    jackpot_in: int = 0
    jackpot_won: int = 0
    jackpot_paid: int = 0
    house_in: int = 0  # added to prizes and seeds by the house
    corrected: int = 0
    irregular: Counter[tuple[str, str]] = field(default_factory=Counter)  # (rule, what)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)  # (rule, code)
    readers: Counter[tuple[str, str]] = field(default_factory=Counter)  # (where, code)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)  # all others
    counted_by: str = ""
    opened: list[dict] = field(default_factory=list)  # hands opened for a dispute, a card each
    corrections: list[dict] = field(default_factory=list)
    confirmed: list[dict] = field(default_factory=list)  # prizes whose payment was confirmed
    starts: int = 0
    missing: int = 0  # records that no ledger has
    games: dict[str, Game] = field(default_factory=dict)
    first_ms: int = 0  # when the first record of it was made
    meter_begin: int = 0  # what the jackpot's pools held, pending prizes with them
    meter_end: int = 0
    restored: int = 0  # by how much books that were opened, or put back, changed that

    @property
    def hands(self) -> int:
        return sum(self.rounds.values())

    @property
    def meter_difference(self) -> int:
        """0: the day's movements lead from the meter's beginning to its end, to the cent."""
        moved = self.jackpot_in + self.house_in + self.corrected - self.jackpot_paid
        return self.meter_end - self.meter_begin - self.restored - moved

    @property
    def players_a_hand(self) -> float | None:
        players = sum(one.players for one in self.games.values())
        return players / self.hands if self.hands else None

    @property
    def hands_an_hour(self) -> float | None:
        return self.hands * 3_600_000 / self.play_ms if self.play_ms else None

    @property
    def difference(self) -> int | None:
        """Counted drop less commission taken."""
        return None if self.counted is None else self.counted - self.commission


def days_of(ledger: Ledger, table: str) -> list[Day]:
    """Every gaming day of a table, in order; the first may be what came before any was opened."""
    reader = _Reader(table)
    archived = set()
    for chain in ledger.chains(table):
        reader.new_chain()
        for gap in ledger.gaps(chain):
            reader.day.missing += gap.last - gap.first + 1
        retired = ledger.retired(chain)
        if retired is not None:  # days that an archive has are told whole there, or not at all
            archived |= set(retired.facts.get("days", ()))
            for section, values in retired.facts.get("books") or ():
                reader.take_books(section, values)
        taken = taken_of(ledger, chain)
        for entry in ledger.entries(chain, after=retired.last if retired is not None else 0):
            if stands(entry, taken):
                with believing(entry):
                    reader.take(entry)
        reader.pause()
    reader.close_meter()
    found = [day for name, day in reader.days.items() if name not in archived]
    return [day for day in found if day.day or day.hands or day.faults]


class _Reader:
    def __init__(self, table: str) -> None:
        self.table = table
        self.days: dict[str, Day] = {}
        self.day = self._of(NO_DAY)
        self.mode = LIVE
        self.pending: dict[int, int] = {}  # hit → cents
        self.hits = 0
        self.began: int | None = None
        self.ended = 0
        self.clock = ""
        self.round = 0
        self.begun = False  # somebody has a stake in the round
        self.entry: Entry | None = None  # the one that is being taken
        self.game = ""
        self.seats: set[int] = set()  # dealt in, in this round
        self.books = Books()
        self.restoring: int | None = None  # what the meter held before books are put back

    def _of(self, day: str) -> Day:
        return self.days.setdefault(day, Day(self.table, day))

    def new_chain(self) -> None:
        self.began = None

    def pause(self) -> None:
        """Time is counted from the first wager to the last end of a stretch of one clock."""
        if self.began is not None and self.ended > self.began:
            self.day.play_ms += self.ended - self.began
        self.began = None

    # ---- the meter, by the board's own code

    def _in_meter(self) -> int:
        meter = self.books.meter
        lies = meter.pool + meter.reserve + meter.overflow + meter.held + meter.owed()
        return lies + meter.linked  # taken here for a pool of several tables

    def close_meter(self) -> None:
        self._books_are_back()
        self.day.meter_end = self._in_meter()

    def _books_are_back(self) -> None:
        """Books come in several records: what they changed is known after the last."""
        if self.restoring is not None:
            self.day.restored += self._in_meter() - self.restoring
            self.restoring = None

    def _follow_books(self, entry: Entry) -> None:
        if entry.kind == "restored":
            self._books_are_back()
            self.restoring = self._in_meter()
        elif entry.kind != "books":
            self._books_are_back()
        if entry.kind != "round" or len(entry.body) > 1:
            self.books.apply(entry.body, entry.clock, entry.time_ms)

    def take(self, entry: Entry) -> None:
        kind, body = entry.kind, entry.body
        self._follow_books(entry)
        self.day.first_ms = self.day.first_ms or entry.when_ms
        if entry.clock != self.clock or kind == "boot":
            self.pause()
            self.clock = entry.clock
        self.entry = entry
        self.begun = kind in BEGINS or (self.begun and kind != "round")
        if kind in BEGINS and self.began is None:
            self.began = self.ended = entry.time_ms
        take = getattr(self, f"_{kind}", None) if kind in KINDS else None
        if take is None:
            return
        if self.mode != LIVE and kind not in _ALWAYS:
            if kind == "end":
                self.day.not_live += 1
            return
        if kind == "end":
            self.ended = entry.time_ms
        take(*body[1:])

    # ---- the table

    def _boot(self, *_about: str) -> None:
        self.day.starts += 1

    def _round(self, number: int, *rest: object) -> None:
        self.round = number
        self.game = str(rest[0]) if rest else ""
        self.seats = set()

    @property
    def _game(self) -> Game:
        return self.day.games.setdefault(self.game, Game())

    def _players(self, order: list[int]) -> None:
        self.seats |= set(order)

    def _mode(self, mode: str) -> None:
        self.mode = mode

    def take_books(self, section: str, values: list) -> None:
        self._books(section, values)
        self.books.apply(("books", section, values))
        # What the retired records had brought about is where this ledger begins.
        self.day.meter_begin = self._in_meter()

    def _books(self, section: str, values: list) -> None:
        if section == "days" and values:  # restored: the open day goes on
            self._open(values[-1][0])
        elif section == "play":
            self.mode = MODES[values[0]]
        elif section in ("amounts", "pending"):
            meter = Meter()
            meter.take_section(section, values)
            self.hits = meter.hits or self.hits
            self.pending |= {hit: cents for hit, _, _, cents in meter.pending}

    def _day_open(self, day: str) -> None:
        self._open(day)

    def _open(self, day: str) -> None:
        if day != self.day.day:
            self.pause()
            self.close_meter()
            fresh = day not in self.days
            self.day = self._of(day)
            if fresh:
                self.day.meter_begin = self._in_meter()

    def _drop(self, day: str, counted: int, who: str) -> None:
        self._of(day).counted = counted
        self._of(day).counted_by = who

    def _note(self, where: list[dict], **what: object) -> None:
        assert self.entry is not None
        where.append({"record": self.entry.number, "when_ms": self.entry.when_ms, **what})

    def _opened(self, seat: int, token: str, card: str, salt: str, who: str) -> None:
        """A face-down card opened for a dispute; proved when seal, card and salt fit together."""
        proved = seal_of(card, salt) == token if salt else token == card
        self._note(self.day.opened, round=self.round, seat=seat, card=card, proved=proved, who=who)

    def _fault(self, code: str, where: str, _count: int) -> None:
        known = code in FAULTS and code.startswith(_READERS)
        (self.day.readers if known else self.day.faults)[where, code] += 1

    def _irregular(self, rule: str, what: str, _place: int | None) -> None:
        self.day.irregular[rule, what] += 1

    def _refused(self, _given: list, code: str, rule: str) -> None:
        self.day.refused[rule, code] += 1

    # ---- money

    def _end(self, outcome: str, rule: str | None) -> None:
        if self.begun or rule is not None:  # else nobody has played it
            self.day.rounds[outcome] += 1
            self._game.rounds[outcome] += 1
            self._game.players += len(self.seats)

    def _ante(self, seat: int, amount: int) -> None:
        self.seats.add(seat)
        self.day.wagered += amount
        self._game.wagered += amount

    _bet = _ante

    def _pot(self, _pot: int, amount: int, _winners: list) -> None:
        self.day.wagered += amount
        self._game.wagered += amount

    def _settle(self, _seat: int, ante: int, bet: int, *_why: str) -> None:
        self.day.house -= ante + bet
        self._game.house -= ante + bet

    def _commission(self, _pot: int, amount: int, _rule: str) -> None:
        self.day.commission += amount
        self._game.commission += amount

    def _meter_in(self, to_pool: int, to_reserve: int, _carry: int, to_overflow: int) -> None:
        self.day.jackpot_in += to_pool + to_reserve + to_overflow
        self._game.jackpot_in += to_pool + to_reserve + to_overflow

    def _meter_held(self, amount: int) -> None:
        self.day.jackpot_in += amount
        self._game.jackpot_in += amount

    def _linked_in(self, amount: int) -> None:
        self.day.jackpot_in += amount
        self._game.jackpot_in += amount

    def _linked_paid(self, seat: int, prize: str, amount: int) -> None:
        self._jackpot_paid(seat, prize, amount, 0, 0, amount)

    def _meter_seed(self, _reserve: int, from_house: int, _overflow: int) -> None:
        self.day.house_in += from_house

    def _meter_correct(self, pool: int, reserve: int, overflow: int, *by: str) -> None:
        self.day.corrected += pool + reserve + overflow
        who, why = (*by, "", "")[:2]
        self._note(
            self.day.corrections, pool=pool, reserve=reserve, overflow=overflow, who=who, why=why
        )

    def _jackpot_paid(self, _seat: int, _prize: str, amount: int, *sources: int) -> None:
        self.hits += 1
        self.day.jackpot_won += amount
        self._game.jackpot_won += amount
        self.day.jackpot_paid += amount
        self.day.house_in += sources[2]

    def _jackpot_hit(self, _seat: int, _prize: str, amount: int, *sources: int) -> None:
        self.hits += 1
        self.pending[self.hits] = amount
        self.day.jackpot_won += amount
        self._game.jackpot_won += amount
        self.day.house_in += sources[2]

    def _jackpot_confirmed(self, hit: int, who: str) -> None:
        paid = self.pending.pop(hit, 0)
        self.day.jackpot_paid += paid
        self._note(self.day.confirmed, hit=hit, cents=paid, who=who)


_ALWAYS = ("boot", "mode", "books", "day_open", "fault", "irregular", "refused", "opened", "round")
