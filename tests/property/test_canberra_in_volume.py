"""Seeded rounds of Canberra Poker to their end, with a mistake here and there."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardtable.rules import places
from cardtable.rules.cards import card_text
from tests.property.canberra.faces import faces
from tests.unit.firmware.canberra_rounds import D, Felt, snapshot

ROUNDS = 250
MISTAKES = 0.12  # of all inputs


class Play:
    """One random round: mostly what is expected, now and then what is not."""

    def __init__(self, game: str, seed: int) -> None:
        self.dice = dice = random.Random(seed)
        ways = ["shoe", "shoe", "packets"] if game == "canberra" else ["shoe"]
        self.felt = Felt(game, (1, 2, 3), deal=dice.choice(ways))
        self.left = [card_text(card) for card in dice.sample(range(52), 52)]
        self.seen: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        felt = self.felt
        felt.wagers({seat: 500 * seat for seat in (1, 2, 3)}, [1, 3])
        for _ in range(400):
            if felt.round.outcome is not None:
                break
            if self.dice.random() < MISTAKES:
                self.mistake()
            else:
                self.go_on()
        else:
            raise AssertionError("the round has no end")
        assert snapshot(felt.again()) == snapshot(felt.round)
        self.seen[str(felt.round.outcome)] += 1
        settled = Counter(record[1] for record in felt.records if record[0] == "settle")
        self.seen["settled anew"] += any(count > 1 for count in settled.values())
        self.seen.update(what for _, what in felt.irregular())
        return self.seen

    def go_on(self) -> None:
        cards = [one for one in self.felt.round.expects() if one[0] == "card"]
        others = [
            one for one in self.felt.round.expects() if one[0] not in ("card", "ante", "begin")
        ]
        if cards:
            self.felt.give("card", self.dice.choice(cards)[1], self.left.pop())
            return
        # Collecting everything at once would end most rounds early.
        later = [one for one in others if one != ("collect", None)] or others
        chosen = self.dice.choice(later)
        if chosen[0] == "move":
            self._set_right(chosen[3])
            return
        self.felt.give(*chosen, *([None] if chosen[0] == "show" else []))

    def _set_right(self, seat: int) -> None:
        for token in list(self.felt.round.boxes[seat].racked):
            self.felt.give("move", self.felt.sealer.face(token), places.DISCARD, seat)

    def mistake(self) -> None:
        dice = self.dice
        seat, place = dice.randint(1, 4), dice.choice([1, 2, 3, 4, D])
        held = [face for face in faces(self.felt.round) if face]
        given: tuple[Any, ...] = dice.choice(
            [
                ("card", place, self.left[-1]),
                ("card", D, self.left[-1]),
                ("expose", place),
                *[("expose", seat)] * 6,  # it takes three
                ("count", place, dice.choice([4, 5, 6])),
                ("discard", seat, dice.choice(held or ["As"])),
                ("move", dice.choice(held or ["As"]), places.DISCARD, seat),
                ("rule_fold", seat),
                ("rule_return", seat, None),
                ("display", dice.choice([0, 2000500])),
                ("bet", seat, 1),
                ("collect", seat),
            ]
        )
        if self.felt.round.why_not(given) is None:
            self.felt.give(*given)
            if given[0] == "card":
                self.left.pop()
        else:
            self.felt.refused(*given)


@pytest.mark.parametrize("game", ["canberra", "canberra-1997"])
def test_rounds_with_mistakes_end_and_every_cent_is_accounted_for(game):
    seen: Counter[str] = Counter()
    for seed in range(ROUNDS):
        seen.update(Play(game, seed).run())
    assert seen["settled"] > 20
    assert seen["void" if game == "canberra" else "misdeal"] > 0
    for what in ("card_exposed", "in_the_discard_rack", "excluded", "wagers_void"):
        assert seen[what] > 0, (what, seen)
    if game == "canberra":
        assert seen["misdeal"] == 0 and seen["dealt_out_of_order"] > 0
        assert seen["dealer_card_exposed"] > 0
    else:
        assert seen["void"] == 0  # only a supervisor voids a round
        for what in ("dealer_miscounted", "missed_in_the_deal", "no_ante_there", "wrong_count"):
            assert seen[what] > 0, (what, seen)
        assert seen["settled anew"] > 2
