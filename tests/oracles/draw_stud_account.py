"""Draw and stud kept by a second account: who acts, how much may be bet, who gets which card, who
wins what. It reads the documents once more and shares nothing with the firmware's rules; hands are
worth what phevaluator or brute force says.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from phevaluator.evaluator import evaluate_cards

from cardtable.rules import places
from tests.oracles import plain
from tests.oracles.draw_stud_conditions import Conditions

RANKS = plain.RANKS


class Account:
    """One round, kept from what was seen to happen."""

    def __init__(self, told: Conditions, stacks: dict[int, int], marker: int) -> None:
        self.told = told
        self.stud = told.game == "stud"
        self.stack = dict(stacks)
        self.marker = marker
        first = marker if self.stud else marker + 1
        self.order = sorted(stacks, key=lambda seat: (seat - first) % 10)
        self.put = dict.fromkeys(stacks, 0)  # in the whole round
        self.bet = dict.fromkeys(stacks, 0)  # in this betting round
        self.out: list[int] = []
        self.hands: dict[int, list[str]] = {seat: [] for seat in stacks}
        self.forced = 0
        self.round = 0
        self.thrown: dict[int, int] = {}
        self.checked: list[int] = []
        self.last_call = (0, 0)
        for seat in self.order:
            self._force(seat, told.ante)
        for seat, blind in zip(self.order, told.blinds, strict=False):
            self._force(seat, blind, True)

    def _force(self, seat: int, amount: int, live: bool = False) -> None:
        amount = min(amount, self.stack[seat])
        self.stack[seat] -= amount
        self.put[seat] += amount
        self.bet[seat] += amount if live else 0
        self.forced += amount

    def active(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.out]

    # ---- cards

    def dealing(self) -> list[int]:
        """Where the cards of the coming deal go, in order; the draw has its own."""
        if self.round == 0:
            return self.order * (2 if self.stud else 5)
        return self.active()

    def replacements(self) -> list[int]:
        """Where the cards go when everyone's wish is known (NI2005-66 r 9.5, 9.6)."""
        drew = [seat for seat in self.active() if self.thrown[seat]]
        places_ = [seat for seat in drew for _ in range(min(4, self.thrown[seat]))]
        fives = [seat for seat in drew if self.thrown[seat] == 5]
        if drew and drew[-1] in fives:
            places_ += [places.BURN, drew[-1]]
            fives.remove(drew[-1])
        return places_ + fives

    # ---- betting

    def begin(self) -> None:
        self.round += 1
        self.level = max(self.bet.values())
        self.full = self.level
        self.step = self.told.blinds[-1] if self.round == 1 and self.told.blinds else 0
        self.raises = 0
        self.closed = False
        self.since: set[int] = set()
        able = [seat for seat in self.active() if self.stack[seat]]
        if len(able) == 1 and self.bet[able[0]] >= self.level:
            able = []
        self.turns = self._from(self._opener(), able) if able else []
        if self.round == 4:
            self.checked, self.last_call = [], (0, 0)

    def _from(self, first: int, seats: list[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - first) % 10)

    def _opener(self) -> int:
        if not self.stud:
            if self.round == 1 and self.told.blinds:
                return self._from(self.order[1] + 1, self.order)[0]
            return self.active()[0]
        able = [seat for seat in self.active() if self.stack[seat]]
        best = max(showing(self.hands[seat][1:]) for seat in able)
        return next(seat for seat in able if showing(self.hands[seat][1:]) == best)

    def may_bet(self, seat: int) -> tuple[int, int] | None:
        """The least and the most a bet or raise may come to; None when it may not be."""
        chips = self.stack[seat] + self.bet[seat]
        if chips <= self.level:
            return None
        if not self.stud:
            contest = len([s for s in self.active() if self.stack[s]])
            capped = bool(self.told.blinds) and self.raises >= 3 and contest > 2
            if self.level and (self.closed or capped or seat in self.since):
                return None
        call = self.level - self.bet[seat]
        pot = sum(self.put.values())
        if self.stud and self.level:
            least = self.level + (max(call, self.told.min_bet) if not self.step else call)
            most = self.level + pot // 2
        elif self.stud:
            least, most = self.told.min_bet, pot // 2
        else:
            least = self.full + max(self.step, self.told.min_bet)
            share = pot + call
            most = self.level + (share // 2 if self.told.limit == "half-pot" else share)
            if self.told.limit == "no-limit":
                most = chips
        most = max(least, most)
        return min(least, chips), min(most, chips)

    def legal(self, seat: int) -> set[str]:
        """What the player to act may do, by name."""
        kinds: set[str] = set()
        chips = self.stack[seat] + self.bet[seat]
        first = self.round == 1 and not self.since and self.level in (0, *self.told.blinds)
        opening = first and not self._acted
        bounds = self.may_bet(seat)
        if bounds:
            kinds.add("raise" if self.level else "bet")
            if chips <= bounds[1]:
                kinds.add("all_in")
        if self.level > self.bet[seat]:
            kinds.add("call")
            if chips <= self.level:
                kinds.add("all_in")
        elif self.round > 1 or self.level:
            last = self.round == 2 and not self.stud
            if not (last and not self.told.final_check):
                kinds.add("check")
        if not (opening and not self.told.blinds):
            kinds.add("fold")
        return kinds

    def alone(self, seat: int) -> bool:
        """Nothing is owed and everyone else has tapped out."""
        able = [s for s in self.active() if self.stack[s]]
        return able == [seat] and self.bet[seat] >= self.level

    def act(self, seat: int, kind: str, to: int = 0) -> None:
        self._acted = True
        chips = self.stack[seat] + self.bet[seat]
        if kind == "fold":
            self.out.append(seat)
        elif kind == "check":
            self.checked.append(seat)
        elif kind == "call" or (kind == "all_in" and chips <= self.level):
            paid = min(self.level, chips) - self.bet[seat]
            self._pay(seat, paid)
            self.last_call = (seat, paid)
        else:
            to = chips if kind == "all_in" else to
            wanted = self._full_raise(seat)
            self._pay(seat, to - self.bet[seat])
            full = to >= wanted
            if full:
                self.raises += self.full > 0
                self.step = max(self.step, to - self.full)
                self.full = to
                self.since = set()
            elif not self.stud:
                self.closed = True
            self.level = to
            others = [s for s in self.active() if s != seat and self.stack[s]]
            self.turns = [seat, *self._from(seat + 1, others)]
        self.since.add(seat)
        self.turns = [s for s in self.turns if s != seat]

    def _full_raise(self, seat: int) -> int:
        call = self.level - self.bet[seat]
        if self.stud and self.level:
            return self.level + (max(call, self.told.min_bet) if not self.step else call)
        if self.stud:
            return self.told.min_bet
        return self.full + max(self.step, self.told.min_bet)

    def _pay(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.bet[seat] += amount
        self.put[seat] += amount

    def over(self) -> bool:
        return not self.turns or len(self.active()) == 1

    def end_betting(self) -> None:
        """What nobody matched goes back; a blind that all folded to stays."""
        amounts = sorted(self.bet.values())
        top, second = amounts[-1], amounts[-2]
        seat = max(self.bet, key=lambda s: self.bet[s])
        if top > second and seat not in self.out:
            back = top - second
            if len(self.active()) == 1 and self.round == 1 and self.told.blinds:
                blind = dict(zip(self.order, self.told.blinds, strict=False)).get(seat, 0)
                back = min(back, top - min(blind, top))
            self.stack[seat] += back
            self.put[seat] -= back
        self.bet = dict.fromkeys(self.bet, 0)
        self._acted = False

    _acted = False

    # ---- the end

    def worth(self, seat: int) -> Any:
        told = self.told
        hand = self.hands[seat]
        if told.deck == 52 and not told.joker and (self.stud or told.ace_low):
            return -evaluate_cards(*hand)
        book = "tas" if self.stud else "act"
        names = plain.order(book, told.deck, told.joker)
        return plain.high(hand, names, told.deck, self.stud or told.ace_low)[1]

    def best(self, seats: list[int]) -> tuple[list[int], list[int]]:
        told = self.told
        if len(seats) == 1:
            return seats, []
        worth = {seat: self.worth(seat) for seat in seats}
        high = [seat for seat in seats if worth[seat] == max(worth.values())]
        if told.win == "high":
            return high, []
        lows = {seat: plain.low(self.hands[seat], told.low_ace, told.deck) for seat in seats}
        least = min(lows.values())
        low = [seat for seat in seats if lows[seat] == least]
        if told.win == "low":
            return low, []
        if told.qualifier and not plain.qualifies(least, told.low_ace):
            low = []
        return high, low

    def not_earned(self, seat: int) -> bool:
        """Whether a check in stud's last round was not earned (TGC-2006 B12.3)."""
        if seat not in self.checked:
            return False
        names = plain.order("tas", self.told.deck, False)
        mine = plain.five(self.hands[seat], names, self.told.deck, True)
        for other in self.checked[: self.checked.index(seat)]:
            if not beats_open(mine[1], self.hands[other][1:], names):
                return True
        return False

    def hopeless(self) -> bool:
        """Whether the last call of stud's last round could not win (B17.2)."""
        seat = self.last_call[0]
        if not seat or seat in self.out or len(self.active()) < 2:
            return False
        names = plain.order("tas", self.told.deck, False)
        mine = plain.five(self.hands[seat], names, self.told.deck, True)[1]
        seen = [card for hand in self.hands.values() for card in hand[1:]] + self.hands[seat][:1]
        hidden = [card for card in plain.deck(self.told.deck) if card not in seen]
        for other in self.active():
            plays_for_it = other != seat and self.put[other] >= self.put[seat]
            if plays_for_it and all(
                plain.five([*self.hands[other][1:], card], names, self.told.deck, True)[1] > mine
                for card in hidden
            ):
                return True
        return False

    def settle(self) -> tuple[dict[int, int], int]:
        """Final stacks and commission."""
        if self.stud and self.round == 4 and len(self.active()) > 1 and self.hopeless():
            seat, cents = self.last_call
            self.put[seat] -= cents
            self.stack[seat] += cents
            self.out.append(seat)
            amounts = sorted(self.put.values())
            top = max(self.put, key=lambda s: self.put[s])
            if amounts[-1] > amounts[-2] and top not in self.out:
                self.stack[top] += amounts[-1] - amounts[-2]
                self.put[top] = amounts[-2]
        pots: list[list[Any]] = []
        for cent_level in sorted({self.put[seat] for seat in self.active()}):
            pots.append([0, [s for s in self.active() if self.put[s] >= cent_level], cent_level])
        for amount in self.put.values():
            below = 0
            for pot in pots:
                pot[0] += max(0, min(amount, pot[2]) - below)
                below = pot[2]
            pots[-1][0] += max(0, amount - below)
        won = [self.best(pot[1]) for pot in pots]
        taken = self._commission([pot[0] for pot in pots], won)
        for (amount, _, _), (high, low), cents in zip(pots, won, taken, strict=True):
            self._share(amount - cents, high, low)
        return self.stack, sum(taken)

    def _commission(self, pots: list[int], won: list[Any]) -> list[int]:
        scale = self.told.commission
        if scale == "none":
            return [0] * len(pots)
        if self.stud:
            due = [200 * -(-pot // 5000) for pot in pots]
            if scale == "tas-stud-capped":
                due = [0 if p <= 5000 else min(d, 1500) for p, d in zip(pots, due, strict=True)]
            return [min(d, p) for d, p in zip(due, pots, strict=True)]
        percent, floor = (5, 1900) if scale == "act-5" else (10, 900)
        bettors = {seat for seat in self.put if self.put[seat]}
        equal = len(bettors) > 1 and all(set(high) >= bettors and not low for high, low in won)
        if max(pots) <= floor or sum(pots) <= self.forced or equal:
            return [0] * len(pots)
        left = sum(pots) * percent // 100 // 100 * 100
        taken = []
        for pot in pots:
            taken.append(min(pot, left))
            left -= taken[-1]
        return taken

    def _share(self, cents: int, high: list[int], low: list[int]) -> None:
        unit = 1 if self.stud else 50
        half = cents // unit // 2 * unit if low else 0
        for amount, seats in ((cents - half, high), (half, low)):
            first = self.marker if self.stud else self.marker + 1
            ranked = self._from(first, seats)
            for place, seat in enumerate(ranked):
                each = amount // unit // len(ranked) * unit
                self.stack[seat] += each
                if place == 0:
                    self.stack[seat] += amount - each * len(ranked)


def showing(cards: list[str]) -> tuple[list[int], list[int]]:
    """How high open cards stand: how many are alike, then their ranks."""
    counts = Counter(card[0] for card in cards)
    alike = sorted(((n, RANKS.index(r)) for r, n in counts.items()), reverse=True)
    return [n for n, _ in alike], [rank for _, rank in alike]


def beats_open(mine: tuple[int, ...], cards: list[str], names: Any) -> bool:
    """Whether a five-card key is above four open cards."""
    counts, ranks = showing(cards)
    category = {(1, 1, 1, 1): "five_odd_cards", (2, 1, 1): "one_pair", (2, 2): "two_pairs"}
    category |= {(3, 1): "three_of_a_kind", (4,): "four_of_a_kind"}
    theirs = (names.index(category[tuple(counts)]), *ranks)
    return mine > theirs
