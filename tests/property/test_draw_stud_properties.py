"""Draw and stud played at random, with mistakes: the same properties, and nothing hidden told."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.cards import JOKER, card_text
from cardtable.rules.decks import lowest_rank
from cardtable.rules.seals import Open, Sealer
from tests.property.test_poker_properties import PokerRound

STACKS = st.sampled_from([50, 150, 500, 2000, 2037, 10000])


@st.composite
def draw_conditions(draw: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "deck": draw(st.sampled_from([52, 52, 48, 44, 40, 36, 32])),
        "joker": draw(st.integers(0, 1)),
        "ace_low": draw(st.integers(0, 1)),
        "limit": draw(st.sampled_from(["fixed", "half-pot", "full-pot", "no-limit", "straddle"])),
        "follow": draw(st.sampled_from(["bets", "bets", "bets", "cards"])),
        "final_check": draw(st.integers(0, 1)),
        "commission": draw(st.sampled_from(["none", "act-5", "act-10", "time"])),
        "win": draw(st.sampled_from(["high", "low", "high-low"])),
        "blind_kind": draw(st.sampled_from("ABC")),
    }
    if draw(st.booleans()):
        given["ante"] = draw(st.sampled_from([50, 100, 300]))
    else:
        given["blinds"] = draw(st.sampled_from([[100], [100, 200]]))
    if given["win"] == "high-low":
        given["low_qualifier"] = draw(st.sampled_from([0, 8]))
    return given


@st.composite
def stud_conditions(draw: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "min_bet": draw(st.sampled_from([50, 100, 300])),
        "follow": draw(st.sampled_from(["bets", "bets", "bets", "cards"])),
        "deal": draw(st.sampled_from(["hand", "shoe"])),
        "commission": draw(st.sampled_from(["none", "tas-stud-normal", "tas-stud-capped"])),
        "deck": draw(st.sampled_from([52, 32])),
    }
    if given["deck"] == 52 and draw(st.booleans()):
        given["freeze_wager"] = given["min_bet"]
        given["freeze_eliminated"] = draw(st.integers(0, 3))
    return given


class DrawRound(PokerRound):
    game = "draw"
    round: Any
    sealer: Any

    @initialize(
        given=draw_conditions(),
        stacks=st.dictionaries(st.integers(1, 10), STACKS, min_size=2, max_size=6),
        sealed=st.booleans(),
        seed=st.integers(0, 999),
    )
    def begin(self, given, stacks, sealed, seed):
        self.deal_out(given, stacks, sealed, seed)

    def deal_out(self, given, stacks, sealed, seed):
        self.sealer = Sealer(b"secret") if sealed else Open()
        self.round = games.start(self.game, given, list(stacks.items()), min(stacks), self.sealer)
        self.records = list(self.round.opening)
        self.total = sum(stacks.values())
        order = Random(seed).sample(range(53), 53)
        lowest, joker = 4 * lowest_rank(self.round.values["deck"]), self.round.values["joker"]
        self.deck = [card_text(c) for c in order if (c == JOKER and joker) or lowest <= c < JOKER]

    def filled(self, given, data):
        if given[0] == "throw":
            faces = [self.sealer.face(token) for token in self.round.held[given[1]]]
            if data is None:
                return ("throw", given[1], faces)
            return ("throw", given[1], data.draw(st.lists(st.sampled_from(faces), unique=True)))
        return super().filled(given, data)

    def mistakes(self):
        if not self.round.left():
            return [("reshuffle",)]
        found = super().mistakes()
        for seat in self.round.in_hand():
            cards = [self.sealer.face(token) for token in self.round.held[seat]]
            found += [("throw", seat, cards), ("stand", seat), ("reshuffle",)]
        return found + [("card", places.BURN, next(self.in_the_shoe()))]

    def in_the_shoe(self):
        return (card for card in self.deck if self.round.place_of(card) is None)

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def every_card_of_the_deck_is_counted(self):
        if not any(record[0] == "deal" and record[2] not in self.deck for record in self.records):
            assert self.round.left() == len(list(self.in_the_shoe()))


class StudRound(DrawRound):
    game = "stud"

    @initialize(
        given=stud_conditions(),
        stacks=st.dictionaries(st.integers(1, 10), STACKS, min_size=3, max_size=5),
        sealed=st.booleans(),
        seed=st.integers(0, 999),
    )
    def begin(self, given, stacks, sealed, seed):
        self.deal_out(given, stacks, sealed, seed)

    def filled(self, given, data):
        return PokerRound.filled(self, given, data)

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def a_face_is_told_of_open_cards_only(self):
        """Until a hand is shown, one card of every hand is under its seal."""
        played = self.round
        if played.phase in ("before", "show") or played.outcome is not None or not played.street:
            return
        for seat in played.in_hand():
            if isinstance(self.sealer, Sealer) and len(played.held[seat]) == played.street + 1:
                hidden = [token for token in played.held[seat] if len(token) > 3]
                assert hidden == played.down[seat] or not played.down[seat]

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def the_highest_hand_showing_opens(self):
        played = self.round
        if played.phase != "bets" or not played.betting.unopened or played.fault:
            return
        if played.outcome is not None or "move" in [record[0] for record in self.records]:
            return
        shown: dict[int, Any] = {}
        for seat in played.in_hand():
            up = [t for t in played.held[seat] if t not in played.down[seat]]
            ranks = ["23456789TJQKA".index(self.sealer.face(token)[0]) for token in up]
            alike = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
            if played.stack[seat] + played.front[seat]:
                shown[seat] = [count for count, _ in alike], [rank for _, rank in alike]
        if shown and played.to_act():
            best = [seat for seat in shown if shown[seat] == max(shown.values())]
            nearest = min(best, key=lambda seat: (seat - played.marker) % 10)
            assert played.to_act() == nearest


TestDrawRound = DrawRound.TestCase
TestDrawRound.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestStudRound = StudRound.TestCase
TestStudRound.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
