"""A round of play between players by the documents: deal, betting, irregularities, showdown.

What a game has of its own is in a module of its name. A line is a tuple, as in a round's file:
("card", place, face), ("bet", seat, total), ("show", seat, None) … Places are seats, "board",
"burn", "shoe" and "discard". `take` changes the state or raises `No`.
"""

from __future__ import annotations

import itertools
from typing import Any

from tests.oracles import plain
from tests.oracles.second import money
from tests.oracles.second.betting import Betting, No, Purse
from tests.oracles.second.money import clockwise

NINETY_SECONDS = 90_000


class Table:
    """One round; `told` are the determinations in cents, all of them."""

    book = ""
    puck = False
    hole = initial = 0
    communal: tuple[int, ...] = ()

    def __init__(self, told: dict[str, Any], stacks: dict[int, int], marker: int) -> None:
        self.told = told
        self.marker = marker
        self.brought = dict(stacks)
        self.stacks = dict(stacks)  # of everybody; those dealt in have their purse instead
        self.players = [seat for seat in stacks if stacks[seat]]
        self.holders: list[int] = []  # who may hold the marker; empty: who is dealt in
        self.posted: dict[int, tuple[int, int]] = {}  # before the deal: seat → (live, dead)
        self.over = (0, 0)  # the highest over-blind: seat, total
        self.no_small_blind = False  # C19.9
        self.stays = False
        self.phase = "before"
        self.street = 0
        self.outcome: str | None = None
        self.order: list[int] = []
        self.folded: set[int] = set()
        self.given_up: dict[int, str] = {}  # at showdown: mucked, dead
        self.folds: list[int] = []
        self.held: dict[int, list[str]] = {seat: [] for seat in range(1, 11)}
        self.board: list[str] = []
        self.burnt: list[str] = []
        self.discards: list[str] = []
        self.put: dict[int, int] = {}
        self.dead = 0
        self.forced = 0
        self.looked: set[int] = set()
        self.fault = ""  # "turn" or "extra": the deal has gone wrong and may be set right
        self.strays: list[int] = []
        self.exposed: list[Any] = []  # seat and card that the first burn card replaces
        self.faced: set[str] = set()  # hole cards that everybody has seen
        self.replaced = False
        self.clock = (0, 0)
        self.shown: dict[int, str] = {}
        self.eager: list[int] = []  # shown before the player who was called
        self.pots: list[tuple[int, list[int]]] = []
        self.commission = 0
        self.next_marker = marker
        self.shoe: set[str] = set(plain.deck(told["deck"]) + (["Jk"] if told.get("joker") else []))
        self.met: list[str] = []

    # ---- before the first card (8.3, 8.5; C10; B9.1)

    def first_seat(self) -> int:
        return self.marker if self.puck else self.marker + 1

    def begin(self) -> None:
        self.order = clockwise(self.players, self.first_seat())
        self.purses = {seat: Purse(self.stacks[seat]) for seat in self.order}
        self.put = dict.fromkeys(self.order, 0)
        for seat, (live, dead) in self.posted.items():
            self.post(seat, live, True)
            self.purses[seat].stack -= dead
            self.dead += dead
            self.forced += dead
        for seat in self.order:
            self.post(seat, self.told.get("ante", 0), False)
        self.blind_seats: list[int] = []
        levels = list(self.told.get("blinds", ()))
        if self.no_small_blind and len(levels) > 1:
            levels = levels[1:]
        for seat, level in zip(self.order, levels, strict=False):
            self.blind_seats.append(seat)
            self.post(seat, max(0, level - self.purses[seat].bet), True)
        if self.over[0]:
            seat, total = self.over
            self.post(seat, total - self.purses[seat].bet, True)
        self.phase = "deal"

    def post(self, seat: int, cents: int, live: bool) -> None:
        purse = self.purses[seat]
        cents = min(cents, purse.stack)
        purse.stack -= cents
        if live:
            purse.bet += cents
            purse.blind += cents
        else:
            self.put[seat] += cents
            self.forced += cents

    # ---- one line

    def take(self, line: tuple[Any, ...]) -> None:
        if self.outcome is not None:
            raise No("")
        getattr(self, "do_" + line[0])(*line[1:])
        self.go_on()

    def in_hand(self) -> list[int]:
        return [s for s in self.order if s not in self.folded and s not in self.given_up]

    def turn(self) -> int:
        return self.betting.turn if self.phase == "bets" and self.outcome is None else 0

    def chips(self) -> dict[int, int]:
        """What lies before each player now."""
        if self.phase == "before":
            return dict(self.stacks)
        return {
            s: self.purses[s].stack if s in self.purses else self.stacks[s] for s in self.stacks
        }

    def go_on(self) -> None:
        """Everything that follows by itself."""
        while self.outcome is None:
            if self.phase == "deal":
                if not self.street_complete():
                    return
                self.open_betting()
            elif self.phase == "bets":
                if len(self.in_hand()) == 1:
                    self.gather()
                    self.win_alone()
                elif self.deal_is_open():
                    return
                elif not self.betting.turn:
                    self.gather()
                    self.phase = "show" if self.street == len(self.communal) else "deal"
                elif not self.betting.stands():
                    return
            elif self.phase == "show":
                if not self.all_shown():
                    return
                self.settle()
            else:
                return

    # ---- cards

    def in_deck(self, face: str) -> None:
        deck = plain.deck(self.told["deck"]) + (["Jk"] if self.told.get("joker") else [])
        if face not in deck:
            raise No("2.2", "2.3", "C2.2", "B3.1", "B3.4")
        if face not in self.shoe:
            raise No("2.1", "2.2", "17.10", "C2.2", "C19.16", "B3.1", "B3.4")

    def lay(self, place: Any, face: str) -> None:
        self.shoe.discard(face)
        piles = {"board": self.board, "burn": self.burnt, "discard": self.discards}
        (piles[place] if place in piles else self.held[place]).append(face)

    def due(self) -> Any:
        """Where the next card belongs; None when the street is complete."""
        if self.street == 0:
            return self.due_hole()
        wanted = sum(self.communal[: self.street + 1])
        if self.street == len(self.communal) or len(self.board) >= wanted:
            return None
        burns = self.told.get("burn", 0) * (self.street - (1 if self.replaced else 0))
        if len(self.board) == sum(self.communal[: self.street]) and len(self.burnt) < burns:
            return "burn"  # 4.2(h), C5.2.g
        return "board"

    def count(self, seat: int) -> int:
        return len(self.held[seat])

    def street_complete(self) -> bool:
        return self.due() is None and not self.deal_is_open()

    def due_hole(self) -> Any:
        """Round the table one at a time (9.2, C11.3, B9.2), then the burn card (C19.4, 17.19)."""
        fewest = min(self.count(seat) for seat in self.order)
        if fewest < self.initial:
            return next(seat for seat in self.order if self.count(seat) == fewest)
        return self.exposed[0] if self.exposed else None

    def deal_is_open(self) -> bool:
        """No bet over an unresolved deal (9.3, C11.4, B11.1.a; rulings, second set)."""
        if self.street > 1 or (self.street == 1 and (self.phase != "bets" or self.betting.opened)):
            return False
        return any(self.count(seat) != self.initial for seat in self.in_hand())

    def pass_over(self) -> None:
        """All others have tapped out and nothing is owed: the check may be left out."""
        if self.phase == "bets" and not self.deal_is_open() and self.betting.pointless():
            self.betting.checks.append(self.betting.turn)
            self.betting.done(self.betting.turn)
            self.go_on()

    def passed_over(self) -> Any:
        """Where the next card belongs if such a check is left out."""
        if self.phase != "bets" or self.deal_is_open() or not self.betting.pointless():
            return None
        self.phase = "deal"
        due = self.due()
        self.phase = "bets"
        return due

    def do_card(self, place: Any, face: str) -> None:
        self.in_deck(face)
        if self.passed_over() is not None and place == self.passed_over():
            self.pass_over()
        if self.phase == "bets":
            self.card_too_early(place, face)
        elif self.phase == "deal" and place == self.due():
            if self.exposed and self.count(place) == self.initial:
                self.held[place].remove(self.exposed[1])
                self.discards.append(self.exposed[1])
                self.exposed, self.replaced = [], True
            self.lay(place, face)
        elif self.phase == "deal" and self.street == 0:
            self.card_astray(place, face)
        elif isinstance(place, int):
            self.too_many(place, face)
        elif self.phase == "show" and place == "board" and self.communal[1:2] != (0,):
            self.met.append("communal card too many")
        else:
            raise No("4.2(h)", "9.4", "C5.2.g", "C11.5", "C11.7", "C11.8", "17.19", "C19.4", "9.2",
                     "B9.2", "B17.5", "B17.6", "9.1", "9.6", "C11.9")  # fmt: skip

    def card_astray(self, place: Any, face: str) -> None:
        """Out of turn, too many or to nobody, in the initial deal (17.1, C19.1, B17.4)."""
        if place == "board" and sum(self.communal):
            self.met.append("premature in the deal")  # 17.17, C19.2: shuffled back
            return
        if not isinstance(place, int):
            raise No("9.2", "C11.3", "B9.2")
        extra = place not in self.order or self.count(place) >= self.initial
        self.lay(place, face)
        self.met.append("extra hole card" if extra else "out of turn card")
        self.fault = "extra" if extra or self.fault == "extra" else "turn"
        self.strays.append(place)
        if extra and place in self.order and self.book == "act":
            self.end_without_winner("misdeal")  # 17.1(f)
        elif extra and self.looked:
            self.end_without_winner("misdeal")  # C19.1.e, B17.4, 17.1(d)/(e)

    def card_too_early(self, place: Any, face: str) -> None:
        if place in ("board", "burn") and sum(self.communal):
            self.met.append("premature communal card")  # 17.17, C19.2
        elif not isinstance(place, int):
            raise No("9.2", "C11.3", "B9.2", "B17.5")
        else:
            self.too_many(place, face)

    def too_many(self, seat: int, face: str) -> None:
        """Once betting has begun a hand with a wrong count is folded (17.9, C19.15, B17.3)."""
        self.lay(seat, face)
        self.wrong_count(seat)

    def wrong_count(self, seat: int) -> None:
        self.met.append("wrong count")
        if seat not in self.in_hand():
            return
        if self.phase == "show":
            self.given_up[seat] = "dead"
        else:
            self.fold_by_rule(seat)

    def fold_by_rule(self, seat: int) -> None:
        """Folded, and all bets stay in the pot (17.9, 4.6, 19.2(a), C5.7)."""
        self.folds.append(seat)
        if self.phase == "bets":
            self.betting.fold(seat, by_rule=True)
        self.folded.add(seat)
        self.clock = (0, 0) if self.clock[0] == seat else self.clock
        if self.phase in ("deal", "show") and len(self.in_hand()) == 1:
            self.win_alone()  # 10.4(a), C12.3.a, B11.1.c.i

    # ---- set right

    def may_set_right(self) -> bool:
        if self.street == 0:
            return self.phase == "deal"
        return self.street == 1 and self.phase == "bets" and not self.betting.opened

    def do_see(self, seat: int) -> None:
        if not self.held[seat]:
            raise No("9.2", "C11.3", "B9.2")
        self.looked.add(seat)
        # Another's card (17.1(c)/(d), C19.1.d, B10.2.d), or extra cards (C19.1.e, B17.4)
        wrong = self.fault == "extra" or (self.fault and seat in self.strays)
        if wrong and self.may_set_right():
            self.end_without_winner("misdeal")

    def do_move(self, face: str, start: Any, end: Any) -> None:
        if not self.may_set_right():
            raise No("17.2", "C19.1.d", "C19.1.e", "B10.2", "B17.4")
        if not self.strays:
            raise No("17.1", "C19.1", "B10.2", "B17.4")
        if not isinstance(start, int) or (isinstance(end, int) and end not in self.order):
            raise No("9.2", "C11.3", "B9.2")
        if face not in self.held[start]:
            raise No("17.1", "C19.1", "B10.2", "B17.4")
        self.held[start].remove(face)
        if end == "shoe":
            self.shoe.add(face)
            self.faced.discard(face)
        else:
            self.lay(end, face)
        if self.in_order():
            self.fault, self.strays = "", [0]
        elif not self.fault:
            self.fault = "turn"
            self.strays.append(end if isinstance(end, int) else 0)

    def in_order(self) -> bool:
        """Whether every hand has what a deal round the table gives it so far."""
        counts = [self.count(seat) for seat in self.order]
        if any(self.held[seat] for seat in self.held if seat not in self.order):
            return False
        falling = all(later <= earlier for earlier, later in itertools.pairwise(counts))
        return falling and counts[0] <= self.initial and counts[0] - counts[-1] <= 1

    def do_discard(self, seat: int, face: str) -> None:
        """Cards in the discards take no further part (17.10, C19.16)."""
        if face not in self.held[seat]:
            raise No("17.10", "C19.16", "B17.3", "B17.9")
        self.held[seat].remove(face)
        self.discards.append(face)
        if self.street:
            self.wrong_count(seat)

    # ---- exposed

    def do_expose_cut(self) -> None:
        late = not self.may_set_right() and (self.puck or not self.may_declare_misdeal())
        if self.street and late:
            raise No("17.2", "C19.1", "B10.2")
        self.end_without_winner("misdeal")  # 17.1(a), C19.1.a, B10.2.a

    def do_expose(self, place: Any) -> None:
        if isinstance(place, int):
            if not self.held[place]:
                raise No("9.2", "C11.3", "B9.2")
            if self.phase != "show" and self.held[place][-1] in self.faced:
                raise No("17.1(c)", "17.17", "C19.1.c", "B17.7")  # each card counts once
            self.hole_card_seen(place)
        else:
            self.next_card_seen()

    def hole_card_seen(self, seat: int) -> None:
        """Communal games: the first burn card replaces it (17.19, C19.4), or a misdeal."""
        if not self.may_set_right():
            self.met.append("exposed late")  # no rule: left to a decision (17.16, C19.18)
        elif not self.told.get("burn") or self.exposed or self.replaced:
            self.end_without_winner("misdeal")  # 17.20, C19.5; 17.1(c), C19.1.c
        else:
            self.met.append("exposed hole card")
            self.exposed = [seat, self.held[seat][-1]]
            self.faced.add(self.held[seat][-1])

    def next_card_seen(self) -> None:
        if self.phase == "bets":
            self.met.append("next card seen")  # 17.17, C19.2
        elif self.phase == "deal" and self.street:
            self.met.append("first card seen")  # 17.18, C19.3
        else:
            raise No("17.1", "9.6", "C19.1", "C11.9", "B17.7", "B9.2", "B11.3.a", "17.17")

    # ---- betting

    def open_betting(self) -> None:
        self.street += 1
        self.phase = "bets"
        opening = 0
        if self.street == 1 and self.blind_seats:
            opening = max(self.told["blinds"][-1], self.over[1])
        pot = sum(self.put.values()) + self.dead
        self.betting = Betting(
            self.book, self.told, self.street, self.purses, self.order, self.folded,
            self.opener(), opening, pot,
        )  # fmt: skip

    def opener(self) -> int:
        """10.1, C12.1: after the last blind; then the first active from the marker (C12.4)."""
        if self.street == 1 and self.blind_seats:
            last = self.over[0] or self.blind_seats[-1]
            return clockwise(self.order, last + 1)[0]
        return self.in_hand()[0]

    def bets_now(self, seat: int) -> Betting:
        if self.deal_is_open():
            raise No("9.2", "9.3", "17.1", "17.9", "C11.3", "C11.4", "C19.1", "C19.15", "B11.1.a",
                     "B9.2", "17.19", "C19.4")  # fmt: skip
        if self.phase != "bets":
            raise No("9.3", "9.4", "9.5", "9.8", "C11.4", "C11.6", "C11.7", "C11.8", "B9.2",
                     "B11.1.a", "B11.2.a", "B11.3.a", "14.1", "C16.1", "B13", "12.1",
                     "17.19", "C19.4")  # fmt: skip
        return self.betting

    def acted(self, seat: int) -> None:
        self.fault = ""
        if self.clock[0] == seat:
            self.clock = (0, 0)
        if seat in self.folded and seat not in self.folds:
            self.folds.append(seat)

    def do_check(self, seat: int) -> None:
        self.bets_now(seat).check(seat)
        self.acted(seat)

    def do_call(self, seat: int) -> None:
        self.bets_now(seat).call(seat)
        self.after_chips(seat)

    def do_bet(self, seat: int, to: int) -> None:
        self.bets_now(seat).wager(seat, to)
        self.after_chips(seat)

    do_raise = do_bet

    def do_all_in(self, seat: int) -> None:
        betting = self.bets_now(seat)
        betting.must_take_part(seat)
        self.do_bet(seat, betting.purses[seat].chips)

    def after_chips(self, seat: int) -> None:
        """Chips out of turn or short of a call are no action yet."""
        if not self.betting.purses[seat].aside:
            self.acted(seat)

    def do_fold(self, seat: int) -> None:
        if self.phase == "show":
            self.do_muck(seat)
            return
        self.bets_now(seat).fold(seat)
        self.acted(seat)

    def do_call_fold(self, seat: int) -> None:
        self.bets_now(seat).call_and_fold(seat)
        self.acted(seat)

    def gather(self) -> None:
        """The betting round is over: what nobody matched goes back."""
        for purse in self.purses.values():
            purse.stack, purse.aside = purse.stack + purse.aside, 0
        bets = {seat: self.purses[seat].bet for seat in self.order}
        seat, cents = money.uncalled(bets, self.folded)
        if seat:
            purse = self.purses[seat]
            if len(self.in_hand()) == 1:  # a blind that all folded to is in the pot
                cents = min(cents, purse.bet - purse.blind)
            purse.stack += cents
            purse.bet -= cents
        for seat in self.order:
            purse = self.purses[seat]
            self.forced += min(purse.blind, purse.bet)
            self.put[seat] += purse.bet
            purse.bet = purse.blind = 0
        self.clock = (0, 0)

    # ---- time and decisions

    def do_clock(self, seat: int) -> None:
        if not seat or self.turn() != seat:
            raise No("4.6", "4.8", "C5.7", "B2.2")
        self.clock = (seat, NINETY_SECONDS)

    def do_wait(self, time: int) -> None:
        seat, left = self.clock
        if seat:
            self.clock = (seat, left - time)
            if left <= time:
                self.fold_by_rule(seat)

    def do_rule_fold(self, seat: int) -> None:
        if seat not in self.in_hand():
            raise No("19.2", "C3.2", "B2.2")
        if self.street == 0:
            raise No("9.3", "C11.4", "B9.2", "B11.1.a")
        self.fold_by_rule(seat)

    def do_rule_misdeal(self, rule: None) -> None:
        if self.book != "holdem" and self.street and not self.may_declare_misdeal():
            raise No("17.2", "B10.2", "B17.4")
        self.end_without_winner("misdeal")

    def may_declare_misdeal(self) -> bool:
        """17.2: until the first betting round is completed."""
        return self.street == 1 and self.phase == "bets"

    def do_rule_void(self, rule: None) -> None:
        self.end_without_winner("void")

    def end_without_winner(self, outcome: str) -> None:
        """As if it had never been; the marker stays (17.3, C19.6, B10.1; 19.3)."""
        self.outcome = outcome
        self.phase = "over"
        self.stacks = dict(self.brought)
        self.purses = {}

    # ---- showdown (13.1, C15.1, B11.3.a)

    def called(self) -> int:
        return self.betting.called

    def may_show(self) -> bool:
        """Whether hands are turned over now, or may be because the last betting is pointless."""
        if self.phase == "bets" and self.street == len(self.communal):
            return not self.deal_is_open() and self.betting.pointless()
        return self.phase == "show"

    def at_showdown(self, seat: int) -> None:
        gone = seat not in self.order or seat in self.folded or seat in self.given_up
        if not self.may_show() or gone or seat in self.shown:
            raise No("13.1", "C15.1", "B11.3.a", "B17.8")
        self.pass_over()

    def do_show(self, seat: int, cards: list[str] | None) -> None:
        if self.phase == "show" and seat in self.eager and self.given_up.get(seat) != "dead":
            return  # lies face up already
        gone = seat in self.folded or self.given_up.get(seat) == "dead"
        if self.may_show() and gone and len(self.held[seat]) != self.hole:
            self.met.append("wrong count")  # told again; it was folded before
            return
        self.at_showdown(seat)
        waits_for = self.called() in self.in_hand() and self.called() not in self.shown
        if waits_for and self.called() != seat and self.book != "stud":
            self.eager.append(seat)  # 13.1, C15.1: waits for the player who was called
        held = self.held[seat]
        named = held if cards is None else cards
        if len(named) != self.hole or sorted(named) != sorted(held):
            self.given_up[seat] = "dead"  # 17.9, C19.15, B17.3; exchanged: 16.8(a), C18.8.a
        else:
            self.shown[seat] = self.worth(seat)[0]

    def do_muck(self, seat: int) -> None:
        self.at_showdown(seat)
        if seat == self.called():
            raise No("13.1", "C15.1", "B11.3.a")
        self.given_up[seat] = "mucked"
        self.folds.append(seat)

    def all_shown(self) -> bool:
        left = self.in_hand()
        if len(left) == 1 and (left[0] == self.called() or "dead" in self.given_up.values()):
            return left[0] in self.shown
        return len(left) < 2 or all(seat in self.shown for seat in left)

    # ---- what hands are worth

    def names(self) -> Any:
        book = "act" if self.book == "act" else "tas"
        return plain.order(book, self.told["deck"], bool(self.told.get("joker")))

    def worth(self, seat: int) -> tuple[str, Any]:
        """The high hand: its category and key."""
        raise NotImplementedError

    def low(self, seat: int) -> Any:
        raise NotImplementedError

    def best(self, seats: list[int]) -> tuple[list[int], list[int]]:
        """(high winners, low winners) (3.5(b)-(d))."""
        if len(seats) == 1:
            return seats, []
        win = self.told.get("win", "high")
        high: list[int] = []
        if win != "low":
            keys = {seat: self.worth(seat)[1] for seat in seats}
            high = [seat for seat in seats if keys[seat] == max(keys.values())]
        if win == "high":
            return high, []
        lows = {seat: self.low(seat) for seat in seats}
        least = min(lows.values())
        low = [seat for seat in seats if lows[seat] == least]
        if win == "low":
            return low, []
        qualifier = self.told.get("low_qualifier")
        if qualifier and not plain.qualifies(least, self.told["low_ace"]):
            low = []  # the high hand takes all
        return high, low

    # ---- the end

    def win_alone(self) -> None:
        seat = self.in_hand()[0]
        self.pay([(sum(self.put.values()) + self.dead, ([seat], []))])

    def settle(self) -> None:
        left = set(self.in_hand())
        won: list[tuple[int, tuple[list[int], list[int]]]] = []
        for cents, able in money.layers(self.put, self.folded, self.dead):
            living = [seat for seat in able if seat in left]
            found = self.best(living) if living else self.nobodys(able, won)
            won.append((cents, found))
        if not won:  # everybody who contributed was folded: the last to fold (17.9, C19.15)
            won = [(sum(self.put.values()) + self.dead, ([self.folds[-1]], []))]
        self.pay(won)

    def nobodys(self, able: list[int], won: list[Any]) -> tuple[list[int], list[int]]:
        mucked = [s for s in self.folds if s in able and self.given_up.get(s) == "mucked"]
        if mucked:
            return [mucked[-1]], []  # had nobody left to beat
        if won:
            return won[-1][1]
        return [self.folds[-1]], []  # 17.9, C19.15: the last to fold

    def pay(self, won: list[tuple[int, tuple[list[int], list[int]]]]) -> None:
        amounts = [cents for cents, _ in won]
        taken = self.takings(amounts, [winners for _, winners in won])
        self.commission = sum(taken)
        first, unit = self.first_seat(), self.unit()
        for (cents, (high, low)), fee in zip(won, taken, strict=True):
            self.pots.append((cents, sorted({*high, *low})))
            parts = [(cents - fee, high)]
            if low:
                above, below = money.halves(cents - fee, unit)
                parts = [(above, high), (below, low)]
            for part, seats in parts:
                for seat, share in money.divided(part, unit, seats, first).items():
                    self.purses[seat].stack += share
        self.finish()

    def unit(self) -> int:
        return int(self.told["smallest_chip" if self.book == "act" else "table_min"])

    def takings(self, amounts: list[int], won: list[tuple[list[int], list[int]]]) -> list[int]:
        scale = self.told.get("commission", "none")
        if scale in ("none", "time") or self.told.get("tournament"):
            return [0] * len(amounts)
        if scale == "tas-holdem":
            return money.holdem_commission(amounts)
        if scale.startswith("tas-stud"):
            return money.stud_commission(amounts, scale.endswith("capped"))
        bettors = {seat for seat in self.put if self.put[seat] or self.posted.get(seat, (0, 0))[1]}
        equal = len(bettors) > 1 and all(
            set(high) >= bettors and (not low or set(low) == set(high)) for high, low in won
        )
        forced_only = sum(amounts) <= self.forced
        percent = 5 if scale == "act-5" else 10
        most = self.told.get("commission_max")
        return money.act_commission(amounts, percent, most, forced_only, equal)

    def finish(self) -> None:
        self.stacks |= {seat: self.purses[seat].stack for seat in self.order}
        self.outcome = "won"
        self.phase = "over"
        if not self.stays:
            self.next_marker = self.marker_after()

    def marker_after(self) -> int:
        """To the next player in turn (8.3, C10.1, B9.1)."""
        seats = self.may_hold_marker()
        here = self.order[0] if self.puck else self.marker
        return clockwise(seats, here + 1)[0]

    def may_hold_marker(self) -> list[int]:
        seats = self.holders or [seat for seat in self.stacks if seat in self.order]
        if self.told.get("tournament"):
            seats = [seat for seat in seats if self.stacks[seat]] or seats
        return seats
