"""Rounds of draw and stud at random: the firmware and the second account, asked at every step."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.seals import Sealer
from tests.oracles import plain
from tests.oracles.draw_stud_account import Account
from tests.oracles.draw_stud_conditions import conditions

VOID = ("rule_void", None)


class NoCardLeft(Exception):
    """The draw needs cards, and those who replace five have thrown all there are."""


class Disagreement(AssertionError):
    """The firmware and the second account part."""


def same(what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        raise Disagreement(f"{what}: firmware {ours}, second account {theirs}")


def play(seed: int, game: str) -> Counter[str]:
    """One round at random in the firmware and in the account; what was met, counted."""
    random = Random(f"{game} {seed}")
    told = conditions(random, game)
    most = 5 if game == "stud" else min(8, (told.deck + told.joker - 12) // 5)
    seats = random.sample(range(1, 11), random.randint(3, max(3, most)))
    sizes = [100, 150, 250, 700, 1500, 4000, 20000]
    stacks = {seat: random.choice(sizes) for seat in sorted(seats)}
    marker = random.choice(seats)
    sealer = Sealer(b"draw and stud")
    played: Any = games.start(game, told.given(), list(stacks.items()), marker, sealer)
    deck = plain.deck(told.deck) + ["Jk"] * told.joker
    random.shuffle(deck)
    account = Account(told, stacks, marker)
    met: Counter[str] = Counter({"rounds": 1})
    played.take(("begin",))
    try:
        _Table(random, played, account, deck, met).go()
    except NoCardLeft:
        played.take(VOID)
        same("void", {seat: played.stack[seat] for seat in stacks}, stacks)
        met["draws without cards"] += 1
    met[f"{game} {told.deck}{'+joker' if told.joker else ''}"] += 1
    return met


class _Table:
    """Plays by choice of the second account and asks the firmware at every step."""

    def __init__(self, random: Random, played: Any, account: Account, deck: list[str], met: Any):
        self.random, self.played, self.account = random, played, account
        self.deck, self.met = deck, met
        self.back: list[str] = []  # passed in by those who did not replace five

    def go(self) -> None:
        account = self.account
        rounds = 4 if account.stud else 2
        while account.round < rounds:
            if account.round == 1 and not account.stud:
                self.draw()
            else:
                for seat in account.dealing():
                    self.deal(seat)
            account.begin()
            self.bet()
            if len(account.active()) == 1:
                break
        self.show()

    def deal(self, place: int) -> None:
        same("next card", self.played.expects(), [("card", place, None)])
        card = self.deck.pop()
        self.played.take(("card", place, card))
        if place != places.BURN:
            self.account.hands[place].append(card)

    def draw(self) -> None:
        account = self.account
        going: list[int] = []
        for seat in account.active():
            same("who draws", self.played.expects()[0], ("stand", seat))
            count = self.random.choice([0, 1, 2, 3, 4, 5, 5])
            hand = account.hands[seat]
            thrown = [hand.pop(self.random.randrange(len(hand))) for _ in range(count)]
            account.thrown[seat] = count
            self.played.take(("throw", seat, thrown) if count else ("stand", seat))
            self.met["cards replaced"] += count
            self.met["five replaced"] += count == 5
            for _ in range(min(4, count)):
                self.supply()
                self.deal(seat)
                going.append(seat)
            if count < 5:  # who needs the card does not get his own discards again
                self.back.extend(thrown)
        for place in account.replacements()[len(going) :]:
            self.supply()
            self.deal(place)

    def supply(self) -> None:
        """The discards of everyone except those replacing five, when the shoe is empty (r 9.7)."""
        if self.deck:
            return
        gone = [c for seat in self.account.out for c in self.account.hands[seat]]
        self.deck = [*self.back, *gone]
        same("shoe is empty", self.played.expects(), [("reshuffle",) if self.deck else VOID])
        if not self.deck:
            raise NoCardLeft
        self.played.take(("reshuffle",))
        for seat in self.account.out:
            self.account.hands[seat] = []
        self.random.shuffle(self.deck)
        self.back = []
        self.met["reshuffles"] += 1

    def bet(self) -> None:
        account, played = self.account, self.played
        while not account.over():
            seat = account.turns[0]
            same("who acts", played.to_act(), seat)
            expected = {given[0]: given for given in played.expects()}
            if account.alone(seat):  # the dealer may go on without the check
                for kind in ("card", "stand", "throw"):
                    expected.pop(kind, None)
            same(f"what seat {seat} may do", set(expected), account.legal(seat))
            bounds = account.may_bet(seat)
            name = "raise" if account.level else "bet"
            if bounds:
                same("how much", expected[name][2], bounds)
            weights = {"check": 5, "call": 6, "fold": 2, "bet": 3, "raise": 2, "all_in": 1}
            kinds = sorted(expected)
            kind = self.random.choices(kinds, [weights[one] for one in kinds])[0]
            to = 0
            if kind == name and bounds:
                to = self.random.choice([bounds[0], bounds[1], self.random.randint(*bounds)])
                played.take((kind, seat, to))
            else:
                played.take((kind, seat))
            account.act(seat, kind, to)
            self.met["actions"] += 1
        account.end_betting()

    def show(self) -> None:
        account, played = self.account, self.played
        irregular: list[str] = []
        while played.outcome is None:
            seat = next(given[1] for given in played.expects() if given[0] == "show")
            for record in played.take(("show", seat, None)):
                if record[0] == "irregular":
                    irregular.append(record[2])
            self.met["hands shown"] += 1
        if account.stud and account.round == 4 and len(account.active()) > 1:
            earned = sum(account.not_earned(seat) for seat in account.active())
            same("checks not earned", irregular.count("check_not_earned"), earned)
            same("a call that cannot win", irregular.count("cannot_win"), int(account.hopeless()))
            self.met["checks not earned"] += earned
            self.met["calls that cannot win"] += irregular.count("cannot_win")
        same("outcome", played.outcome, "won")
        stacks, commission = account.settle()
        same("commission", played.commission, commission)
        same("stacks", {seat: played.stack[seat] for seat in stacks}, stacks)
        self.met["pots"] += len(played.pots)
        self.met["commission taken"] += commission > 0
