"""Random play of the same hand in the firmware and in PokerKit, compared at every decision.

The firmware plays by its documents, PokerKit by the customs of card rooms. Where they part, the
difference must be one of `EXCEPTIONS`: its rule, and what must be true of the hand for it to apply
(asked of this module's own account of the betting, not of the firmware).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    Card,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    StandardHighHand,
)
from pokerkit.games import FixedLimitPokerMixin, Holdem, OmahaHoldemMixin

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.seals import Open

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
BOARD = places.BOARD
_DECK = [card_text(card) for card in range(52)]


class _FixedOmahaEight(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """Omaha 8-or-better with fixed bets; PokerKit's own class of that name bets up to the pot."""

    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


@dataclass(frozen=True)
class Game:
    """One game on both sides; `unit` is what pots are divided in."""

    name: str
    ours: str
    limit: str
    theirs: Callable[..., Any]
    hole: int
    determinations: dict[str, Any] = field(default_factory=dict)
    unit: int = 1

    @property
    def puck(self) -> bool:
        return self.ours == "holdem"


_OMAHA = {"ace_low": 1}
_EIGHT = {"ace_low": 1, "win": "high-low", "low_qualifier": 8, "low_ace": "low"}
GAMES = {
    game.name: game
    for game in (
        Game("no-limit Hold-Em", "holdem", "no-limit", NoLimitTexasHoldem, 2),
        Game("fixed Hold-Em", "holdem", "fixed", FixedLimitTexasHoldem, 2),
        Game("pot-limit Omaha", "omaha", "full-pot", PotLimitOmahaHoldem, 4, _OMAHA),
        Game("Omaha 8-or-better", "omaha", "fixed", _FixedOmahaEight, 4, _EIGHT),
        Game("Hold-Em shared in units", "holdem", "no-limit", NoLimitTexasHoldem, 2, unit=20),
        Game("Omaha shared in chips", "omaha", "fixed", _FixedOmahaEight, 4, _EIGHT, unit=5),
    )
}


@dataclass(frozen=True)
class Parting:
    """A difference that the documents ask for."""

    name: str
    rules: tuple[str, ...]
    why: str


EXCEPTIONS = {
    one.name: one
    for one in (
        Parting(
            "raise cap",
            ("TGC-2006 C7.1", "NI2006-156 5.1"),
            "after three raises nobody raises while more than two contest; PokerKit counts four "
            "bets in fixed games and nothing in others",
        ),
        Parting(
            "no cap",
            ("TGC-2006 C7.1", "TGC-2006 C7.2", "NI2006-156 5.1"),
            "two players, or the last Hold-Em round, raise without end; PokerKit stops at four",
        ),
        Parting(
            "tap-out closes the betting",
            ("TGC-2006 C16.3", "NI2006-156 14.5"),
            "after a tap-out between call and raise nobody raises; PokerKit lets those raise who "
            "have not acted",
        ),
        Parting(
            "raise to the structured level",
            ("TGC-2006 C16.2",),
            "over a tap-out below a raise, later players raise to the structured level; PokerKit "
            "adds a full bet to the tap-out, or refuses",
        ),
        Parting(
            "under-raises do not add up",
            ("TGC-2006 C16.2",),
            "who acted before may only call until someone raises; PokerKit adds up several "
            "tap-outs to a raise",
        ),
        Parting(
            "raise that nobody can call",
            ("TGC-2006 C12.2", "NI2006-156 10.3"),
            "a raise stays open when all others have tapped out (it comes back uncalled); PokerKit "
            "refuses it",
        ),
        Parting(
            "fold without a bet",
            ("TGC-2006 C14.2", "NI2006-156 12.2"),
            "a player may fold where a check is free; PokerKit warns",
        ),
        Parting(
            "nothing left to decide",
            ("TGC-2006 C12.3.b", "NI2006-156 10.4(b)"),
            "a player who owes nothing, all others having tapped out, may check or be passed "
            "over; PokerKit asks for the check from the last blind only",
        ),
        Parting(
            "pots by tap-out level",
            ("TGC-2006 C16.1", "NI2006-156 14.2"),
            "every tap-out makes a pot of its own, and each may leave an odd chip; PokerKit joins "
            "the pots of hands that lose",
        ),
        Parting(
            "no low in a side pot",
            ("NI2006-156 3.5(d)",),
            "the high hand takes a side pot in which no low qualifies; PokerKit halves it when "
            "any hand at the table has a low",
        ),
        Parting(
            "two players",
            ("TGC-2006 C12.4", "TGC-2006 C3.4", "NI2006-156 10.1"),
            "the small blind opens every betting round; PokerKit gives two players the blinds "
            "the other way round, so that the big blind opens after the flop",
        ),
        Parting(
            "odd amount",
            ("TGC-2006 C15.2", "NI2006-156 13.2"),
            "pots are shared in units of the table minimum or the smallest chip, all that is left "
            "to one winner; PokerKit shares to the single chip",
        ),
    )
}


class Disagreement(AssertionError):
    """The firmware and PokerKit part, and no exception says why."""


@dataclass
class _Street:
    """Our own account of a betting round, for the exceptions alone."""

    level: int
    full: int  # the last full bet or raise
    step: int
    raises: int = 0
    short: int = 0  # tap-outs above the call and below a raise
    acted: set[int] = field(default_factory=set)
    before: set[int] = field(default_factory=set)  # in this betting round, whatever came after

    def act(self, player: int, to: int, opens: bool) -> None:
        self.acted.add(player)
        self.before.add(player)
        if to <= self.level:
            return
        if to - self.full >= self.step:
            self.raises += not opens
            self.step, self.full = max(self.step, to - self.full), to
            self.acted = {player}
        else:
            self.short += 1
            self.acted |= self.before
        self.level = to


@dataclass
class Result:
    """One hand played to its end."""

    met: Counter[str]
    stacks: list[int]
    side_pots: int
    decisions: int
    showdown: bool
    state: Any


class Duel:
    """One hand on both sides. The seed tells everything."""

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self.seed = seed
        self.random = random = Random(f"{game.name} {seed}")
        self.met: Counter[str] = Counter()
        count = random.randint(3, 9 if game.hole == 4 else 10)
        seats = sorted(random.sample(range(1, places.SEATS + 1), count))
        shift = random.randrange(count)
        self.seats = seats[shift:] + seats[:shift]  # p1 first
        self.big = random.choice((10, 20, 40))
        self.stacks = [self._stack() for _ in self.seats]
        deck = random.sample(_DECK, 52)
        self.hole = [[deck.pop() for _ in range(game.hole)] for _ in self.seats]
        self.board = [deck.pop() for _ in range(5)]
        self.their_hole = [tuple(Card.parse("".join(cards))) for cards in self.hole]
        self.decisions = 0
        self.paid: list[int] = []  # by player, in this hand

    def _stack(self) -> int:
        """Short, middle or deep, and seldom a round number."""
        random = self.random
        most = random.choice((2, 6, 20, 60)) * self.big
        return random.randint(max(1, self.big // 4), most)

    # ---- both sides

    def determinations(self) -> dict[str, Any]:
        given: dict[str, Any] = {
            "limit": self.game.limit,
            "blinds": [self.big // 2, self.big],
            "table_min": self.game.unit if self.game.puck else 1,
            "min_bet": self.big,
            "commission": "none",
            "tournament": 1,
        }
        if not self.game.puck:
            given["smallest_chip"] = self.game.unit
        if self.game.limit == "fixed":
            given |= {"small_bet": self.big, "big_bet": 2 * self.big}
        return given | self.game.determinations

    def our_round(self) -> Any:
        marker = self.seats[0] if self.game.puck else self.seats[-1]
        pairs = list(zip(self.seats, self.stacks, strict=True))
        table = games.start(self.game.ours, self.determinations(), pairs, marker, Open())
        for turn in range(self.game.hole):
            for player, seat in enumerate(self.seats):
                table.take(("card", seat, self.hole[player][turn]))
        return table

    def their_state(self) -> Any:
        blinds = (self.big // 2, self.big)
        sizes = (self.big, 2 * self.big) if self.game.limit == "fixed" else (self.big,)
        count = len(self.seats)
        state = self.game.theirs(AUTOMATIC, True, 0, blinds, *sizes)(tuple(self.stacks), count)
        for player in range(count):
            state.deal_hole(self.their_hole[player], player)
        return state

    def play(self) -> Result:
        """Both to the end; Disagreement tells the seed."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return self._play()

    def _play(self) -> Result:
        self.table = table = self.our_round()
        self.state = state = self.their_state()
        self.street = self._first_street()
        self.paid = list(state.bets)
        dealt = 0
        while True:
            if state.actor_index is not None and not table.to_act():
                self._nothing_to_decide()
            elif state.actor_index is not None:
                self._decide(state.actor_index)
            elif state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                many = 1 if dealt else 3
                state.deal_board("".join(self.board[dealt : dealt + many]))
                self._our_board(dealt, many)
                dealt += many
                self.street = _Street(0, 0, self._size())
            else:
                break
        self._no_more_bets()
        showdown = table.outcome is None
        if showdown:
            for seat in table.in_hand():
                table.take(("show", seat, None))
        self._same(table.outcome == "won" and not state.status, "the hand is over")
        ours = [table.stack[seat] for seat in self.seats]
        self._compare_stacks(ours, list(state.stacks))
        return Result(self.met, ours, len(table.pots), self.decisions, showdown, state)

    def _first_street(self) -> _Street:
        level = max(self.state.bets)
        return _Street(level, level, self.big)

    def _size(self) -> int:
        later = self.game.limit == "fixed" and len(self.table.board) >= 4
        return 2 * self.big if later else self.big

    def _our_board(self, dealt: int, many: int) -> None:
        for card in self.board[dealt : dealt + many]:
            self._no_more_bets()
            made = self.table.take(("card", places.BOARD, card))
            self._same(made[-1][0] != "irregular", "a communal card is due")

    def _no_more_bets(self) -> None:
        """Our betting round is over, or waits for a check that may be passed over."""
        table = self.table
        if table.phase != "bets":
            return
        seat = table.to_act()
        able = [s for s in table.in_hand() if table.stack[s]]
        self._exception("nothing left to decide", able == [seat] and not self._owed(seat))

    def _owed(self, seat: int) -> int:
        return self.table.betting.level - self.table.bet[seat]

    def _nothing_to_decide(self) -> None:
        """Our betting round is over; theirs waits for a check that can change nothing."""
        free = not self.state.checking_or_calling_amount and self._their_raise() is None
        self._exception("nothing left to decide", free)
        self.state.check_or_call()

    # ---- one decision

    def _decide(self, player: int) -> None:
        table, state = self.table, self.state
        seat = self.seats[player]
        self.decisions += 1
        self._same(table.to_act() == seat, f"seat {seat} has to act")
        for other, stack in enumerate(state.stacks):
            place = self.seats[other]
            same = table.stack[place] == stack and table.bet[place] == state.bets[other]
            self._same(same, f"chips of seat {place}")
        told = {given[0]: given for given in table.expects()}
        owed = self._owed(seat)
        call = min(owed, table.stack[seat])
        self._same(call == state.checking_or_calling_amount, "the amount to call")
        self._same(("call" if owed else "check") in told, "check or call")
        self._same("fold" in told, "fold")
        if not state.can_fold():
            self._exception("fold without a bet", owed == 0)
        ours = next((told[kind][2] for kind in ("bet", "raise") if kind in told), None)
        theirs = self._their_raise()
        if ours != theirs:
            self._raise_differs(player, seat, ours, theirs)
        self._act(player, seat, owed, _common(ours, theirs))

    def _their_raise(self) -> tuple[int, int] | None:
        state = self.state
        if not state.can_complete_bet_or_raise_to():
            return None
        return (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def _raise_differs(self, player: int, seat: int, ours: Any, theirs: Any) -> None:
        street, state = self.street, self.state
        fixed = self.game.limit == "fixed"
        contest = [
            other for other, stack in enumerate(state.stacks) if state.statuses[other] and stack
        ]
        structured = fixed and self.game.puck and street.short > 0
        if ours and theirs:
            self._exception("raise to the structured level", structured)
        elif ours:
            level = max(state.bets)
            callers = [
                other
                for other in contest
                if other != player and state.stacks[other] + state.bets[other] > level
            ]
            if not callers:
                self._exception("raise that nobody can call", True)
            elif state.completion_betting_or_raising_count == 4:
                last = self.game.puck and len(self.table.board) == 5
                self._exception("no cap", fixed and (last or len(contest) == 2 or structured))
            else:
                self._exception("raise to the structured level", structured)
        else:
            self._refused_by_us(player, seat, theirs, len(contest))

    def _refused_by_us(self, player: int, seat: int, theirs: Any, contest: int) -> None:
        street = self.street
        refusal = self.table.why_not(("raise", seat, theirs[1]))
        self._same(refusal is not None, "a raise that is not expected is refused")
        law = {
            "TGC-2006 C7.1": ("raise cap", street.raises >= 3 and contest > 2),
            "NI2006-156 5.1": ("raise cap", street.raises >= 3 and contest > 2),
            "TGC-2006 C16.3": ("tap-out closes the betting", street.short > 0),
            "NI2006-156 14.5": ("tap-out closes the betting", street.short > 0),
            "TGC-2006 C16.2": (
                "under-raises do not add up",
                street.short > 0 and player in street.acted,
            ),
        }
        self._same(refusal.rule in law, f"no exception for {refusal.rule}")
        self._exception(*law[refusal.rule])

    def _act(self, player: int, seat: int, owed: int, amounts: Any) -> None:
        random, table, state = self.random, self.table, self.state
        opens = not table.betting.level
        choice = random.random()
        if amounts and choice < 0.42:
            to = self._amount(*amounts)
            self.paid[player] += to - state.bets[player]
            state.complete_bet_or_raise_to(to)
            made = table.take(("bet" if opens else "raise", seat, to))
            self.street.act(player, to, opens)
        elif owed and choice > 0.88:
            state.fold()
            made = table.take(("fold", seat))
        else:
            self.paid[player] += state.checking_or_calling_amount
            state.check_or_call()
            made = table.take(("call" if owed else "check", seat))
            self.street.acted.add(player)
            self.street.before.add(player)
        odd = [record for record in made if record[0] in ("irregular", "place")]
        self._same(not odd, f"an action both allow is irregular: {odd}")

    def _amount(self, least: int, most: int) -> int:
        choice = self.random.random()
        if choice < 0.35:
            return least
        if choice < 0.55:
            return most
        if choice < 0.9:
            return min(most, least + self.random.randint(0, 3 * self.big))
        return self.random.randint(least, most)

    # ---- the end

    def _compare_stacks(self, ours: list[int], theirs: list[int]) -> None:
        self._same(sum(ours) == sum(theirs) == sum(self.stacks), "no chip is lost")
        if ours == theirs:
            return
        wanted, pots, without_low = self._by_the_documents(self.game.unit)
        self._same(ours == wanted, f"the documents give {wanted}")
        pushed = {op.pot_index for op in self.state.operations if hasattr(op, "pot_index")}
        if self.game.unit > 1 and self._by_the_documents(1)[0] == theirs:
            self._exception("odd amount", True)
        elif without_low:
            self._exception("no low in a side pot", True)
        else:
            self._exception("pots by tap-out level", pots > len(pushed))

    def _by_the_documents(self, unit: int) -> tuple[list[int], int, bool]:
        """(stacks, how many pots, whether a pot had no low beside one that had).

        Reckoned once more from what was paid in, with PokerKit's hands.
        """
        paid = list(self.paid)
        left = [player for player, seat in enumerate(self.seats) if not self.table.out[seat]]
        stacks = [had - put for had, put in zip(self.stacks, paid, strict=True)]
        *_, second, top = sorted(paid)
        if top > second:  # nobody called it
            player = paid.index(top)
            paid[player] = second
            stacks[player] += top - second
        pots, lows, below = 0, [], 0
        for level in sorted({paid[player] for player in left}):
            pot = sum(min(put, level) - min(put, below) for put in paid)
            if level == max(paid[player] for player in left):  # folded above it
                pot += sum(max(0, put - level) for put in paid)
            below = level
            pots += 1
            able = [player for player in left if paid[player] >= level]
            shares = self._share(pot, able, unit)
            lows.append(len(shares) > 1)
            for amount, winners in shares:
                each = amount // unit // len(winners) * unit
                for player in winners:
                    stacks[player] += each
                stacks[winners[0]] += amount - each * len(winners)
        return stacks, pots, True in lows and False in lows

    def _share(self, pot: int, players: list[int], unit: int) -> list[tuple[int, list[int]]]:
        """The parts of a pot and who wins each: high, and low where one qualifies."""
        if len(players) == 1:
            return [(pot, players)]
        high = self._best(players, OmahaHoldemHand if self.game.hole == 4 else StandardHighHand)
        low: list[int] = []
        if "win" in self.game.determinations:
            low = self._best(players, OmahaEightOrBetterLowHand)
        if not low:
            return [(pot, high)]
        half = pot // unit // 2 * unit
        return [(pot - half, high), (half, low)]

    def _best(self, players: list[int], kind: Any) -> list[int]:
        board = "".join(self.board)
        hands = {}
        for player in players:
            hand = kind.from_game_or_none("".join(self.hole[player]), board)
            if hand is not None:
                hands[player] = hand
        return [player for player in hands if hands[player] == max(hands.values())]

    def _exception(self, name: str, applies: bool) -> None:
        self._same(applies, f"'{name}' does not apply here")
        self.met[name] += 1

    def _same(self, holds: object, what: str) -> None:
        if holds:
            return
        table = self.table
        raise Disagreement(
            f"{self.game.name}, seed {self.seed}: {what}; seats {self.seats}, "
            f"started with {self.stacks}, big blind {self.big}; "
            f"ours: {table.phase}, to act {table.to_act()}, expects {table.expects()}, "
            f"bets {[table.bet[seat] for seat in self.seats]}, "
            f"stacks {[table.stack[seat] for seat in self.seats]}; "
            f"PokerKit: actor {self.state.actor_index}, bets {self.state.bets}, "
            f"stacks {self.state.stacks}, raise {self._their_raise()}; "
            f"what happened: {self.state.operations[-12:]}"
        )


def _common(ours: Any, theirs: Any) -> tuple[int, int] | None:
    """Amounts that both sides take."""
    if not ours or not theirs:
        return None
    least, most = max(ours[0], theirs[0]), min(ours[1], theirs[1])
    return (least, most) if least <= most else None


def play_many(name: str, seed: int, count: int) -> dict[str, int]:
    """Figures of `count` hands from `seed` on; every hand compared at every decision."""
    figures: Counter[str] = Counter()
    for number in range(seed, seed + count):
        result = Duel(GAMES[name], number).play()
        figures["hands"] += 1
        figures["decisions"] += result.decisions
        figures["showdowns"] += result.showdown
        figures["hands with side pots"] += result.side_pots > 1
        for exception, times in result.met.items():
            figures[f"exception: {exception}"] += times
    return dict(figures)
