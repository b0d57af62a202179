"""Hundreds of seeded rounds with mistakes: the same properties as the stateful test, in volume."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardtable.desk import games
from cardtable.desk.record_kinds import KINDS
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from tests.property.snapshots import snapshot

ROUNDS = 250
LIMITS = ["fixed", "half-pot", "full-pot", "no-limit", "straddle"]


class Table:
    """One random round; every input is checked."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        pick = self.random.choice
        given: dict[str, Any] = {"limit": pick(LIMITS), "burn": pick([0, 1])}
        if self.random.random() < 0.2:
            given["ante"] = pick([50, 100, 300])
        else:
            given["blinds"] = pick([[100], [100, 200], [100, 200, 400], [200, 200]])
        if game == "omaha":
            given |= {"blind_kind": pick("ABC"), "commission": pick(["act-5", "act-10", "time"])}
            given["win"] = pick(["high", "low", "high-low"])
        else:
            given["commission"] = pick(["none", "tas-holdem"])
        numbers = sorted(self.random.sample(range(1, 11), self.random.randint(3, 7)))
        seats = [(seat, pick([50, 150, 500, 2000, 2037, 10000])) for seat in numbers]
        self.seats = numbers
        self.total = sum(cents for _, cents in seats)
        self.round: Any = games.start(game, given, seats, pick(numbers), Open())
        self.records = list(self.round.opening)
        self.deck = [card_text(card) for card in self.random.sample(range(52), 52)]

    def play(self) -> Counter[str]:
        while self.round.outcome is None:
            odd = self.random.random() < 0.12
            self.give(self.mistake() if odd else self.expected(), odd)
        assert self.round.money()[1] == 0, "no chip stays on the table"
        again = games.make(self.game, self.round.values, Open())
        for record in self.records:
            again.apply(record)
        assert snapshot(again) == snapshot(self.round)
        return Counter(_name(record) for record in self.records)

    def give(self, given: tuple, odd: bool) -> None:
        before = snapshot(self.round)
        why = self.round.why_not(given)
        try:
            made = self.round.take(given)
        except Refused as refusal:
            assert odd, f"{given} was expected: {refusal}"
            assert why is not None and (why.code, why.rule) == (refusal.code, refusal.rule)
            assert snapshot(self.round) == before
            return
        assert why is None
        self.records += made
        for record in made:
            assert KINDS.why_not(record) is None, record
        assert sum(self.round.money()) == self.total, (given, made)
        assert min(self.round.stack + self.round.bet + self.round.front) >= 0

    def card(self) -> str:
        return next(card for card in self.deck if self.round.place_of(card) is None)

    def expected(self) -> tuple:
        offers = self.round.expects()
        assert offers, "something is expected until the round ends"
        given = self.random.choice([g for g in offers if g[0] not in ("buy", "leave", "join")])
        if given[0] == "card":
            return ("card", given[1], self.card())
        if given[0] in ("bet", "raise"):
            least, most = given[2]
            return (*given[:2], self.random.choice([least, most, self.random.randint(least, most)]))
        return given

    def mistake(self) -> tuple:
        """Something that goes wrong at tables, fitted to the situation where it can be."""
        pick, played = self.random.choice, self.round
        seat = pick(self.seats)
        level = played.betting.level
        turn = played.to_act() or seat
        held = [played.sealer.face(token) for token in played.held[seat]] or [self.card()]
        return pick(
            [
                ("bet", turn, max(1, level - 1)),
                ("raise", turn, level + 1),
                ("raise", seat, 2 * level + 100),
                ("bet", seat, level),
                ("call", seat),
                ("all_in", seat),
                ("fold", seat),
                ("check", seat),
                ("card", pick([seat, places.BOARD, places.BURN, places.DEALER]), self.card()),
                ("expose", pick([seat, places.SHOE])),
                ("see", seat),
                ("move", pick(held), seat, pick([*self.seats, places.SHOE])),
                ("discard", seat, pick(held)),
                ("clock", turn),
                ("wait", 90000),
                ("rule_fold", seat),
                ("show", seat, held[:1]),
                ("muck", seat),
            ]
        )


def _name(record: tuple) -> str:
    return f"{record[0]} {record[2]}" if record[0] in ("act", "irregular", "post") else record[0]


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_rounds_with_mistakes(game: str):
    met: Counter[str] = Counter()
    for seed in range(ROUNDS):
        met += Table(game, seed).play()
    # The volume is only worth something when it gets to all of this.
    for name in (
        "act bet", "act call", "act check", "act fold", "act raise", "act under_raise", "place",
        "return", "clock", "muck", "dead", "hand", "pot", "commission", "win", "refund", "move",
        "replaced", "irregular out_of_turn", "irregular deemed_a_call", "irregular short_of_a_call",
        "irregular premature", "irregular wrong_count", "irregular discarded", "irregular excess",
        "irregular fold_out_of_turn", "irregular first_card", "irregular hand_folded", "post ante",
    ):  # fmt: skip
        assert met[name] > 0, f"{name} was never met in {ROUNDS} rounds"
