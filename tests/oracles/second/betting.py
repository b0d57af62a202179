"""One betting round by the documents: whose turn, what may be done, what it comes to.

`book` is whose rules: "act" (NI2005-66, NI2006-156), "holdem" (TGC-2006 C), "stud" (part B).
Amounts are totals in this betting round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracles.second.money import clockwise

WITHOUT_END = 10**9


class No(Exception):
    """The documents refuse it; any of these rules says so ("" where no rule is checked)."""

    def __init__(self, *rules: str) -> None:
        super().__init__(", ".join(rules))
        self.rules = rules


@dataclass
class Purse:
    """A player's chips: before him, and in this betting round."""

    stack: int
    bet: int = 0
    blind: int = 0  # what of the bet was posted
    aside: int = 0  # placed out of turn, or short of a call: no bet yet

    @property
    def chips(self) -> int:
        return self.stack + self.bet + self.aside


@dataclass
class Betting:
    """The betting round in progress."""

    book: str
    told: dict[str, Any]
    number: int
    purses: dict[int, Purse]  # of those who were dealt in
    order: list[int]  # clockwise from the first to get a card
    folded: set[int]
    opener: int
    opening: int  # the last blind or over-blind; 0 in later rounds
    pot: int  # of the betting rounds before
    level: int = 0
    base: int = 0  # the last full bet or raise
    step: int = 0  # the opening bet or the largest raise
    raises: int = 0
    closed: bool = False
    opened: bool = False  # the opening player has acted
    owes: list[int] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)  # since the last full bet or raise
    before: set[int] = field(default_factory=set)  # in this betting round
    early: dict[int, int] = field(default_factory=dict)  # out of turn: seat → total
    passed: dict[int, list[int]] = field(default_factory=dict)  # who should have acted before
    short: int = 0
    called: int = 0
    checks: list[int] = field(default_factory=list)
    last_call: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.level = self.base = max(purse.bet for purse in self.purses.values())
        self.step = self.opening
        able = self.able()
        if len(able) == 1 and self.purses[able[0]].bet >= self.level:
            able = []  # nobody to bet against
        self.owes = clockwise(able, self.opener)

    def able(self) -> list[int]:
        """Who can still bet."""
        return [s for s in self.order if s not in self.folded and self.purses[s].stack > 0]

    @property
    def turn(self) -> int:
        return self.owes[0] if self.owes else 0

    def pointless(self) -> bool:
        """Nothing to call and nobody left to bet against."""
        purse = self.purses.get(self.turn)
        return (
            purse is not None
            and self.able() == [self.turn]
            and (purse.bet >= self.level and not purse.aside)
        )

    def all_money(self) -> int:
        return self.pot + sum(purse.bet for purse in self.purses.values())

    # ---- how much (4.2(g), 5.1, 6.1; C5.2, C7; B5.4, B11.1.b)

    def bounds(self, seat: int) -> tuple[int, int]:
        """(least, most) that a bet or raise may come to."""
        told, purse = self.told, self.purses[seat]
        owed = self.level - purse.bet
        if told["limit"] == "fixed" and told.get("small_bet"):
            size = told["big_bet"] if self.number >= told.get("big_bet_from", 3) else 0
            size = size or told["small_bet"]
            return self.base + size, self.base + size
        if self.book == "stud":
            least = self.level + owed if self.level else told["min_bet"]
            if self.level and not self.step:
                least = self.level + max(owed, told["min_bet"])
            return least, max(least, self.level + self.all_money() // 2)
        least = self.base + max(self.step, told["min_bet"])
        most = WITHOUT_END
        whole = self.all_money() + owed
        if told["limit"] == "half-pot":
            most = self.level + whole // 2
        elif told["limit"] == "full-pot":
            most = self.level + whole
        elif told["limit"] == "straddle" and self.level:
            most = 2 * self.level
        if told.get("max_bet"):
            most = min(most, self.base + told["max_bet"])
        return least, max(least, most)

    def why_no_raise(self, seat: int) -> tuple[str, ...] | None:
        if self.book == "stud":
            return None
        structured = self.told["limit"] in ("fixed", "straddle")
        if self.closed or seat in self.acted:
            return ("14.5",) if self.book == "act" else ("C16.2" if structured else "C16.3",)
        capped = bool(self.told.get("blinds"))  # 5.1: games with blinds
        if self.book == "holdem":
            capped = structured and self.number < 4  # C7.1, C7.2, C7.5
        if self.level and capped and self.raises >= 3 and len(self.able()) > 2:
            return ("5.1",) if self.book == "act" else ("C7.1",)
        return None

    def opening_kind(self) -> str:
        """A, B or C of the blinds; ante; "" once the opening player has acted."""
        if self.number > 1 or self.opened:
            return ""
        if self.opening:
            return str(self.told.get("blind_kind", "B"))
        return "B" if self.book == "holdem" else "ante"  # C12.1; 10.1(d), B11.1.b

    # ---- what a player does

    def must_take_part(self, seat: int) -> Purse:
        if seat not in self.purses or seat in self.folded:
            raise No("")
        purse = self.purses[seat]
        if not purse.stack and not purse.aside:
            raise No("14.1", "C16.1", "B13")
        return purse

    def check(self, seat: int) -> None:
        purse = self.must_take_part(seat)
        if seat != self.turn:
            raise No("")
        if self.short == seat:
            raise No("17.8", "C19.14")
        if self.number == 1:
            if not self.level or purse.bet < self.level:
                raise No("11.1", "11.2", "C13.1", "C13.2", "B12.1", "B12.2")
        elif self.level:
            raise No("11.2", "C13.2", "B12.2")
        elif self.number == 2 and self.told.get("no_final_check"):
            raise No("11.4")
        self.checks.append(seat)
        self.done(seat)

    def call(self, seat: int) -> None:
        purse = self.must_take_part(seat)
        to = min(self.level, purse.chips)
        if seat != self.turn:
            self.may_come_early(seat)
            if to <= purse.bet:
                raise No("")
            self.place_early(seat, to)
        elif to <= purse.bet:
            # C19.11, B17.1.a: who bet out of turn may call the check.
            freed = self.book != "act" and seat in self.early
            if self.number > 1 and not freed:
                raise No("12.2", "C14.2", "B11.2.a", "B12.1")
            if self.number == 1 and not self.level:
                raise No("10.1(d)", "10.2(d)", "C8.1", "B11.1.b")
            self.checks.append(seat)
            self.done(seat)
        else:
            self.meet(seat, to)

    def meet(self, seat: int, to: int) -> None:
        """Call, or tap out below the call."""
        if self.opening_kind() == "C" and self.purses[seat].chips > self.level:
            raise No("10.1(c)", "10.2(c)")
        self.last_call = (seat, to - self.purses[seat].bet)
        self.pay(seat, to)
        self.done(seat)

    def wager(self, seat: int, to: int) -> None:
        """Bet, raise or all in."""
        purse = self.must_take_part(seat)
        if to > purse.chips:
            raise No("14.1", "4.4", "C16.1", "C5.4", "B13", "B8.2")
        whole = to == purse.chips
        placed = purse.aside if self.short == seat else 0
        if to <= purse.bet + placed and not whole:
            raise No("")
        if seat != self.turn:
            self.may_come_early(seat)
            self.place_early(seat, to)
            return
        if to < self.level and not whole:
            if self.book == "stud":
                raise No("B11.1.b")
            if self.opening_kind() == "C" and purse.chips > self.level:
                raise No("10.1(c)", "10.2(c)")
            self.short = seat  # 17.8, C19.14
            self.lay_aside(seat, to)
            return
        if to <= self.level:
            self.meet(seat, to)
            return
        self.raise_to(seat, to, whole)

    def raise_to(self, seat: int, to: int, whole: bool) -> None:
        if self.short == seat:
            raise No("17.8", "C19.14")
        if seat in self.early and self.book != "act":
            raise No("C19.11", "C19.12", "B17.1")
        least, most = self.bounds(seat)
        if to < least and not whole and self.level:
            if self.book == "stud":
                raise No("B11.1.b")
            if self.opening_kind() == "C":
                raise No("10.1(c)", "10.2(c)")
            if self.level == self.purses[seat].bet:  # a blind that nobody raised
                self.checks.append(seat)
            self.pay(seat, self.level)  # 17.7, C19.13: deemed a call
            self.done(seat)
            return
        reason = self.why_no_raise(seat)
        if reason:
            raise No(*reason)
        if to > most:
            raise No("4.2(g)", "5.1", "6.2", "C7.3", "C7.4", "C5.2", "B5.4", "B11.2.a")
        if to < least and not whole:
            raise No("4.2(g)", "5.2", "6.1", "C7.4", "C8.1", "C5.2", "B5.4", "B11.1.b")
        self.push(seat, to, least)

    def push(self, seat: int, to: int, least: int) -> None:
        """A bet or a raise, or a tap-out that is neither."""
        self.pay(seat, to)
        self.called = seat
        others = [s for s in self.able_or_aside() if s != seat]
        if to >= least:
            self.raises += self.base > 0
            self.step = max(self.step, to - self.base)
            self.base = to
            self.acted = set()
        else:
            # 14.5, C16.3: nobody raises on it; C16.2: who acted before it may only call.
            structured = self.told["limit"] in ("fixed", "straddle")
            self.closed |= self.book == "act" or (self.book == "holdem" and not structured)
            self.acted |= self.before
        self.level = to
        self.owes = [seat, *clockwise(others, seat + 1)]
        self.done(seat)

    def able_or_aside(self) -> list[int]:
        return [
            s
            for s in self.order
            if s not in self.folded and self.purses[s].stack + self.purses[s].aside > 0
        ]

    def fold(self, seat: int, by_rule: bool = False) -> None:
        """In turn or out of it; chips not needed come back (17.6, 17.8, C19.12, C19.14)."""
        purse = self.purses[seat]
        if not by_rule:
            self.must_take_part(seat)
            if seat == self.turn and self.opening_kind() in ("A", "ante"):
                raise No("10.1", "10.2", "B11.1.b")
        if purse.aside:
            keeps = purse.bet
            if by_rule or purse.bet + purse.aside >= self.level:
                keeps = max(purse.bet, min(self.level, purse.bet + purse.aside))
            self.pay(seat, keeps)
            purse.stack, purse.aside = purse.stack + purse.aside, 0
        self.folded.add(seat)
        self.early.pop(seat, None)
        self.opened |= seat == self.turn
        self.acted.add(seat)
        self.before.add(seat)
        self.owes = [s for s in self.owes if s != seat]
        self.short = 0 if self.short == seat else self.short

    def call_and_fold(self, seat: int) -> None:
        """Blind A's third option: the call is lost (10.1(a))."""
        self.must_take_part(seat)
        if seat != self.turn:
            raise No("")
        if self.opening_kind() != "A":
            raise No("10.1", "10.2", "10.3", "C12.1", "C12.2", "B11.1.b")
        self.pay(seat, min(self.level, self.purses[seat].chips))
        self.folded.add(seat)
        self.done(seat)

    # ---- chips

    def pay(self, seat: int, to: int) -> None:
        """The bet comes to `to`; first out of what lies aside."""
        purse = self.purses[seat]
        need = to - purse.bet
        from_aside = min(need, purse.aside)
        purse.aside -= from_aside
        purse.stack -= need - from_aside
        purse.bet = to

    def lay_aside(self, seat: int, to: int) -> None:
        purse = self.purses[seat]
        more = to - purse.bet - purse.aside
        purse.stack -= more
        purse.aside += more

    def done(self, seat: int) -> None:
        """The turn passes; chips that were not needed come back."""
        purse = self.purses[seat]
        purse.stack, purse.aside = purse.stack + purse.aside, 0
        self.opened |= seat == self.turn
        self.early.pop(seat, None)
        self.short = 0 if self.short == seat else self.short
        self.acted.add(seat)
        self.before.add(seat)
        self.owes = [s for s in self.owes if s != seat]

    # ---- out of turn (17.5, 17.6; C19.11, C19.12; B17.1)

    def may_come_early(self, seat: int) -> None:
        if seat not in self.owes or seat in self.early:
            raise No("")

    def place_early(self, seat: int, to: int) -> None:
        self.passed[seat] = self.owes[: self.owes.index(seat)]
        self.lay_aside(seat, to)
        if not self.purses[seat].stack:  # a call for less is a call, until somebody raises
            to = max(to, self.level)
        self.early[seat] = to

    def stands(self) -> bool:
        """The turn has come to a player who bet out of turn: whether that was his action."""
        seat = self.turn
        if seat not in self.early:
            return False
        to = self.early[seat]
        if self.book == "holdem" or to < self.level:  # 17.6: may fold, call, or call and raise
            return False
        if self.book == "stud" and not set(self.passed[seat]) <= self.folded:  # B17.1.b
            return False
        to = min(to, self.purses[seat].chips)
        least, most = self.bounds(seat)
        whole = not self.purses[seat].stack
        if to > self.level and (self.why_no_raise(seat) or (to < least and not whole)):
            to = self.level
        to = max(min(to, most), self.level) if to > self.level else to
        if to > self.level:
            self.push(seat, to, least)
        else:
            if to > self.purses[seat].bet:
                self.last_call = (seat, to - self.purses[seat].bet)
            else:
                self.checks.append(seat)
            self.pay(seat, to)
            self.done(seat)
        return True
