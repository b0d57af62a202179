"""Several rounds at one table: players join, leave, move, are away, post; the marker goes round.

The machine's rounds follow one another as its own tables carry them over; the model's by `seats`.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from cardtable.desk import games
from cardtable.rules.poker import next_round
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.rulebook.numbers import matches
from tests.oracles.second.betting import No
from tests.oracles.second.conditions import conditions
from tests.oracles.second.duel import MODELS, Different, Duel
from tests.oracles.second.seats import MISSED, Seats

_ROUNDS = 7


def play_many(game: str, seed: int, count: int) -> dict[str, int]:
    met: Counter[str] = Counter()
    for one in range(seed, seed + count):
        met.update(play(game, one))
    return {f"sittings of {game}: {what}": number for what, number in sorted(met.items())}


def play(game: str, seed: int) -> Counter[str]:
    sitting = Sitting(game, seed)
    try:
        sitting.go()
    except Different as difference:
        before = "\n".join(str(line) for line in sitting.diary)
        raise Different(f"{before}\n{difference}") from None
    return sitting.met


class Sitting:
    """Up to seven rounds; the seed tells everything."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.dice = dice = Random(f"sitting {game} {seed}")
        while True:
            self.given, self.told = conditions(game, dice)
            self.given["return_minutes"] = 0  # a house custom; the documents do not know it
            quiet = self.told["deck"] == 52 and not self.given.get("freeze_wager")
            if quiet and not self.given.get("tournament") and not self.told.get("joker"):
                break
        seats = sorted(dice.sample(range(1, 11), dice.randint(3, 6)))
        stacks = {seat: dice.choice([4000, 20000, 20000, 100000]) for seat in seats}
        self.seats = Seats(MODELS[game].book, self.told, stacks)
        self.met: Counter[str] = Counter()
        self.diary: list[Any] = [game, self.given, stacks]
        pairs = list(stacks.items())
        self.machine: Any = games.start(game, self.given, pairs, None, Open())

    def go(self) -> None:
        self.met["sittings"] += 1
        for number in range(_ROUNDS):
            if number:
                ended = self.machine
                self.machine = games.make(self.game, ended.values, Open())
                self.machine.open(number + 1, "", *next_round.carried(ended))
            self.between()
            if self.seats.too_few() or len(self.seats.active()) > 7:
                break
            self.round()
            self.met["rounds"] += 1

    def between(self) -> None:
        dice = self.dice
        for _ in range(dice.choice([0, 0, 1, 1, 2, 3])):
            if self.seats.chairs:
                self.line(self.choose())

    def choose(self) -> tuple[Any, ...]:
        dice, chairs = self.dice, self.seats.chairs
        seat, any_ = dice.choice(sorted(chairs)), dice.randint(1, 10)
        levels = self.told["blinds"]
        waiting = [s for s in sorted(chairs) if chairs[s].waits]
        kinds: list[tuple[Any, ...]] = [
            ("join", any_, dice.choice([4000, 20000])),
            ("leave", seat),
            ("buy", seat, 5000),
            ("away", seat),
            ("back", dice.choice(waiting or [seat])),
            ("back", dice.choice(waiting or [seat])),
        ]
        # A small blind that moves away is left to a decision: no rule says what it owes.
        if not levels or seat not in self.seats.blind_seats(self.seats.active())[:1]:
            kinds.append(("change_seat", seat, any_))
        if waiting and levels:
            big = levels[min(1, len(levels) - 1)]
            poster = dice.choice(waiting)
            cents = big
            if chairs[poster].waits == MISSED and len(levels) > 1:
                cents += dice.choice([0, levels[0]])
            kinds += [("post", poster, cents)] * 3
        return dice.choice(kinds)

    def line(self, line: tuple[Any, ...]) -> None:
        self.diary.append(line)
        refused: No | None = None
        try:
            getattr(self.seats, "do_" + line[0])(*line[1:])
        except No as no:
            refused = no
        try:
            self.machine.take(line)
        except Refused as refusal:
            if refused is None:
                raise Different(f"refused by the machine: {refusal.code} {refusal.rule}") from None
            if "" not in refused.rules and not matches(", ".join(refused.rules), refusal.rule):
                raise Different(f"refused by {refusal.rule}, the model {refused.rules}") from None
            self.met["refused"] += 1
            return
        if refused is not None:
            raise Different(f"refused by the model: {refused.rules}")
        self.met[f"line {line[0]}"] += 1

    def round(self) -> None:
        seats = self.seats
        no_small, stacks = seats.no_small_blind, {s: c.stack for s, c in seats.chairs.items()}
        marker = seats.here()
        players, posted = seats.begin()
        duel = Follow(self, stacks, marker, players, posted, no_small)
        duel.go()
        self.diary += [f"round ended {duel.model.outcome}: {duel.model.stacks}"]
        seats.ended(str(duel.model.outcome), duel.model.stacks, duel.model.order[0])
        self.met.update({f"in play: {what}": n for what, n in duel.met.items()})


class Follow(Duel):
    """One of the rounds of a sitting."""

    def __init__(
        self, sitting: Sitting, stacks: dict[int, int], marker: int, players: list[int],
        posted: dict[int, tuple[int, int]], no_small: bool,
    ) -> None:  # fmt: skip
        self.game, self.dice, self.told = sitting.game, sitting.dice, sitting.told
        self.given, self.stacks, self.marker = sitting.given, stacks, marker
        self.machine = sitting.machine
        self.lines: list[Any] = []
        self.met: Counter[str] = Counter()
        self.named: dict[int, str] = {}
        self.wild = 0.01
        model = MODELS[self.game](self.told, stacks, marker)
        model.players, model.posted, model.no_small_blind = players, posted, no_small
        model.stays = no_small
        model.holders = [s for s, c in sitting.seats.chairs.items() if not c.waits]
        self.model = model
        model.begin()
        try:
            self.machine.take(("begin",))
        except Refused as refusal:
            self.differ(f"the machine does not begin: {refusal.code} {refusal.rule}")
        if self.machine.players != model.order:
            self.differ(f"dealt in {self.machine.players}, the model {model.order}")
