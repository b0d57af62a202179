"""A random round of any game, with irregularities at random points; everything is checked."""

from __future__ import annotations

from random import Random
from typing import Any

from cardtable.desk import games
from cardtable.desk.games import is_banked
from cardtable.desk.record_kinds import KINDS
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules import places
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.cards import JOKER, card_text
from cardtable.rules.decks import lowest_rank
from cardtable.rules.determinations import resolve
from cardtable.rules.inputs import INPUTS
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.wording.instructions import next_step
from tests.property.canberra.faces import faces
from tests.property.wrong.allowed import GOES_ON, before, outcomes

GAMES = ("draw", "omaha", "holdem", "stud", "canberra", "canberra-1997")
_STACKS = (50, 150, 500, 2000, 2037, 10000)
_LIMITS = ("fixed", "half-pot", "full-pot", "no-limit", "straddle")
_IDLE = ("buy", "leave", "join")
_STEPS = 600


class Table:
    """One round; `dice` is anything with choice, randint, sample and random."""

    def __init__(self, game: str, dice: Any) -> None:
        self.game, self.dice = game, dice
        self.bank = is_banked(game)
        self.numbers = sorted(dice.sample(range(1, 11), dice.randint(3, 5)))
        self.values = resolve(game, self._conditions(), len(self.numbers))
        self.start = {seat: dice.choice(_STACKS) for seat in self.numbers}
        if self.bank or self.values.get("freeze_wager"):
            self.start = dict.fromkeys(self.numbers, 10000)
        self.round: Any = self._fresh()
        self.records: list[tuple[Any, ...]] = []
        if not self.bank:
            marker = dice.choice(self.numbers)
            self.records += self.round.open(1, "00", sorted(self.start.items()), marker)
        lowest = 4 * lowest_rank(self.values["deck"])
        codes = [c for c in range(53) if (c == JOKER and self.values["joker"]) or lowest <= c < 52]
        self.deck = [card_text(code) for code in dice.sample(codes, len(codes))]
        self.met: dict[str, int] = {}

    def _conditions(self) -> dict[str, Any]:
        pick = self.dice.choice
        if self.game == "canberra":
            return {"deal": pick(["shoe", "packets"]), "tournament": pick([0, 0, 1])}
        if self.bank:
            return {}
        given: dict[str, Any] = {"tournament": pick([0, 0, 0, 1])}
        if self.game == "stud":
            return given | {"min_bet": pick([50, 100]), "deck": pick([52, 52, 32])}
        given["limit"] = pick(_LIMITS)
        if pick([True, False]):
            given["blinds"] = pick([[100], [100, 200], [200, 200]])
        else:
            given["ante"] = pick([50, 100])
        if self.game in ("omaha", "holdem"):
            given["burn"] = pick([0, 1])
        if self.game in ("omaha", "draw"):
            given |= {"blind_kind": pick("ABC"), "joker": pick([0, 1])}
        return given

    def _fresh(self) -> Any:
        if self.bank:
            return Canberra(self.values, self.start, Open(), boomerang_class, 10**6, game=self.game)
        return games.make(self.game, self.values, Open())

    # ---- one input, and what must hold

    def give(self, given: tuple[Any, ...], expected: bool) -> bool:
        assert INPUTS.why_not(given) is None, given
        why = self.round.why_not(given)
        try:
            made = self.round.take(given)
        except Refused as refusal:
            assert not expected, f"{given} was expected: {refusal}"
            assert why is not None and (why.code, why.rule) == (refusal.code, refusal.rule)
            assert refusal.rule.startswith(self.round.document)
            return False
        assert why is None, f"{given} was taken: {why}"
        self.records += made
        for record in made:
            assert KINDS.why_not(record) is None, record
        self._money()
        self._outcome(given, made)
        if self.round.outcome is None:
            assert self.round.expects(), f"no way on after {given}"
        return True

    def _money(self) -> None:
        held = self.round.money()
        if self.bank:
            assert sum(held) == 0, held
        else:
            assert sum(held) == sum(self.start.values()), held
            assert min(self.round.stack + self.round.bet + self.round.front) >= 0

    def _outcome(self, given: tuple[Any, ...], made: list[tuple[Any, ...]]) -> None:
        """The outcome is one that the document allows for what has just gone wrong."""
        ended = self.round.outcome
        wrong = [record for record in made if record[0] == "irregular"]
        for record in wrong:
            self.met[record[2]] = self.met.get(record[2], 0) + 1
            assert next_step(record[2], record[1]), record
            if record[2] == "supervisor":
                continue
            allowed = outcomes(record, before(self.records, made, record[3]))
            # What follows in the same breath may end it: a hand folded, the last card too many.
            for other in wrong:
                if other[2] not in ("supervisor", record[2]):
                    allowed = allowed | outcomes(other, before(self.records, made, other[3]))
            assert (ended or GOES_ON) in allowed, (given, record, ended)
        if ended in ("misdeal", "void"):
            self._nothing_happened(given, wrong)

    def _nothing_happened(self, given: tuple[Any, ...], wrong: list[tuple[Any, ...]]) -> None:
        """Every chip is back, and there was a reason."""
        told = {record[2] for record in wrong}
        assert told or given[0] in ("rule_misdeal", "rule_void", "see"), given
        stacks = self.round.stacks if self.bank else self.round.stack
        for seat, cents in self.start.items():
            assert stacks[seat] == cents, (seat, given)
        if self.round.outcome == "misdeal" and self.game in ("draw", "omaha"):
            assert self.round.street <= 1, "no misdeal after the first betting round (r 17.2)"
        assert not [r for r in self.records if r[0] == "marker" and r[2] == "next"]

    # ---- the ordinary course

    def go_on(self, times: int = 1) -> None:
        for _ in range(times):
            if self.round.outcome is None:
                self.give(self._filled(self.dice.choice(self._due())), True)

    def _due(self) -> list[tuple[Any, ...]]:
        due = [given for given in self.round.expects() if given[0] not in _IDLE]
        if self.bank:
            # Antes first, none taken back; then whatever is due.
            due = [given for given in due if given[0] != "ante" or given[1] is None]
            if len(self.round.boxes) < len(self.numbers) and self.round.phase == "wagers":
                due = [given for given in due if given[0] == "ante"]
            else:
                due = [given for given in due if given[0] != "ante"]
        assert due, self.round.expects()
        return due

    def _filled(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        kind = given[0]
        if kind == "card":
            return ("card", given[1], self.card())
        if kind == "ante":
            free = [seat for seat in self.numbers if seat not in self.round.boxes]
            return ("ante", self.dice.choice(free), 500)
        if kind == "show":
            return ("show", given[1], None)
        if kind in ("bet", "raise") and not self.bank:
            least, most = given[2]
            return (*given[:2], self.dice.choice([least, most, (least + most) // 2]))
        if kind == "move":  # out of the rack again
            return ("move", self.dice.choice(self.round.boxes[given[3]].racked), *given[2:])
        if kind == "throw":
            held = self.round.held[given[1]]
            return ("throw", given[1], held[: self.dice.randint(0, len(held))])
        return given

    def to_the_end(self) -> None:
        """There is always a way on, and it ends."""
        for _ in range(_STEPS):
            if self.round.outcome is not None:
                break
            self.go_on()
        assert self.round.outcome is not None, "the round never ends"
        table = self.round.money()[1]
        assert table == 0, "no chip stays on the table"
        again = self._fresh()
        for record in self.records:
            again.apply(record)
        assert again.money() == self.round.money() and again.outcome == self.round.outcome

    def card(self) -> str:
        for card in self.deck:
            if self._where(card) is None:
                return card
        raise AssertionError("a card is due and none is left")

    def _where(self, card: str) -> Any:
        if self.bank:
            return 1 if card in faces(self.round) else None
        return self.round.place_of(card)

    # ---- what goes wrong

    def go_wrong(self) -> bool:
        """One irregularity, fitted to the situation; False when the rules refused it."""
        if self.round.outcome is not None or not [c for c in self.deck if self._where(c) is None]:
            return False
        return self.give(self._bank_mistake() if self.bank else self._mistake(), False)

    def _mistake(self) -> tuple[Any, ...]:
        pick, played = self.dice.choice, self.round
        seat = pick(self.numbers)
        turn = played.to_act() or seat
        level = played.betting.level
        held = list(played.held[seat]) or [self.card()]
        wrong = pick(["card", "chips", "seen", "people"])
        if wrong == "card":
            place = pick([*self.numbers, pick(range(1, 11)), places.BOARD, places.BURN])
            return pick(
                [
                    ("card", place, self.card()),
                    ("move", pick(held), seat, pick([*self.numbers, places.SHOE])),
                    ("discard", seat, pick(held)),
                    ("show", seat, held[:-1]),
                    ("throw", seat, held[:1]),
                ]
            )
        if wrong == "chips":
            return pick(
                [
                    ("bet", turn, max(1, level - 1)),
                    ("raise", turn, level + 1),
                    ("raise", seat, 2 * level + 100),
                    ("bet", seat, level + 50),
                    ("call", seat),
                    ("all_in", seat),
                    ("fold", seat),
                    ("check", seat),
                ]
            )
        if wrong == "seen":
            return pick(
                [("expose", seat), ("expose", seat), ("expose", places.SHOE), ("see", seat)]
                + [("expose_cut",)] * (self.dice.random() < 0.2)
            )
        rare = [("rule_misdeal", None), ("rule_void", None), ("rule_misdeal", "17.1(b)")]
        return pick(
            [
                ("clock", turn),
                ("wait", 90000),
                ("rule_fold", seat),
                ("decide", "warned", seat, "16.4"),
                ("away", seat),
                ("back", seat),
                ("muck", seat),
                pick(rare) if self.dice.random() < 0.2 else ("see", seat),
            ]
        )

    def _bank_mistake(self) -> tuple[Any, ...]:
        pick, played = self.dice.choice, self.round
        seat = pick(self.numbers)
        box = played.boxes.get(seat)
        tokens = list(box.tokens) if box else []
        racked = list(box.racked) if box else []
        ends = [("rule_void", None), ("rule_misdeal", None), ("other_deck", seat), ("shoe_fail",)]
        return pick(
            [
                ("card", pick([*self.numbers, places.DEALER, pick(range(1, 11))]), self.card()),
                ("expose", pick([seat, places.DEALER, places.SHOE])),
                ("expose", seat),
                ("discard", seat, pick(tokens or [self.card()])),
                ("move", pick(racked or [self.card()]), places.DISCARD, seat),
                ("count", pick([seat, places.DEALER]), pick([4, 5, 6])),
                ("rule_fold", seat),
                ("rule_return", seat, None),
                ("ante", seat, pick([0, 100, 30000])),
                ("marker", seat),
                ("jackpot", seat),
                ("bet", seat, None),
                ("decide", "warned", seat, "13.1"),
                pick(ends) if self.dice.random() < 0.2 else ("see", seat),
            ]
        )


def play_many(game: str, seed: int, count: int) -> dict[str, int]:
    """Seeded rounds to their end: how many, how they ended, and what was met."""
    figures: dict[str, int] = {f"{game}: rounds": count}
    for number in range(count):
        table = Table(game, Random(f"{game} {seed + number}"))
        for _ in range(table.dice.randint(1, 5)):
            table.go_on(table.dice.randint(0, 25))
            for _ in range(6):
                if table.go_wrong():
                    break
        table.to_the_end()
        ended = f"{game}: {table.round.outcome}"
        figures[ended] = figures.get(ended, 0) + 1
        for what, times in table.met.items():
            name = f"irregular {what}"
            figures[name] = figures.get(name, 0) + times
    return figures
