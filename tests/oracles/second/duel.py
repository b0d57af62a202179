"""Random irregular rounds between players: the machine and the second model, asked at every line.

What is compared: whether a line is taken or refused and by which rule, who acts next, every
stack, the outcome; at the end pots, commission, the next marker and the names of hands.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.rulebook.numbers import matches
from tests.oracles import plain
from tests.oracles.second.betting import No
from tests.oracles.second.conditions import conditions
from tests.oracles.second.draw import Draw
from tests.oracles.second.holdem import Holdem
from tests.oracles.second.omaha import Omaha
from tests.oracles.second.stud import Stud
from tests.oracles.second.table import Table

MODELS: dict[str, type[Table]] = {"holdem": Holdem, "omaha": Omaha, "draw": Draw, "stud": Stud}
_PLACES = {
    "board": places.BOARD,
    "burn": places.BURN,
    "shoe": places.SHOE,
    "discard": places.DISCARD,
}
_STEPS = 400


class Different(AssertionError):
    """The machine and the model part; the text has the round so far."""


def play(game: str, seed: int) -> Counter[str]:
    """One round; what was met, counted."""
    duel = Duel(game, seed)
    duel.go()
    return duel.met


def play_many(game: str, seed: int, count: int) -> dict[str, int]:
    met: Counter[str] = Counter()
    for one in range(seed, seed + count):
        met.update(play(game, one))
    return {f"{game}: {what}": number for what, number in sorted(met.items())}


class Duel:
    """One round on both sides; the seed tells everything."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.dice = dice = Random(f"{game} {seed}")
        given, self.told = conditions(game, dice)
        most = {"holdem": 10, "omaha": 9, "draw": 9, "stud": 8}[game]
        size = self.told["deck"] + bool(self.told.get("joker"))
        most = min(most, (size - 8) // {"holdem": 2, "omaha": 4, "draw": 5, "stud": 6}[game])
        if game == "stud" and size < 52:
            most = 5
        few = 2 if game in ("draw", "omaha") else 3
        count = dice.choice([few, 3, 3, 4, 5, dice.randint(3, max(3, most))])
        count = max(count, len(self.told.get("blinds", ())))
        seats = sorted(dice.sample(range(1, 11), count))
        sizes = [60, 140, 250, 700, 1537, 4000, 20000, 20000]
        self.stacks = {seat: dice.choice(sizes) for seat in seats}
        if given.get("freeze_wager") and not given["freeze_eliminated"]:
            self.stacks = dict.fromkeys(seats, dice.choice(sizes[2:]))
        self.marker = dice.choice(seats)
        self.lines: list[Any] = []
        self.met: Counter[str] = Counter()
        pairs = list(self.stacks.items())
        self.machine: Any = games.start(game, given, pairs, self.marker, Open())
        self.given = given
        self.model = MODELS[game](self.told, self.stacks, self.marker)
        self.model.begin()
        self.machine.take(("begin",))
        self.wild = dice.choice([0.0, 0.02, 0.05, 0.15, 0.3])
        self.named: dict[int, str] = {}

    def go(self) -> None:
        self.same()
        while self.model.outcome is None:
            if len(self.lines) > _STEPS:
                self.line(("rule_void", None))
                break
            self.line(self.choose())
        self.ended()
        self.met["rounds"] += 1
        self.met[f"ended {self.model.outcome}"] += 1
        self.met["pots"] += len(self.model.pots)
        self.met["rounds with commission"] += self.model.commission > 0
        for what in self.model.met:
            self.met[f"irregular: {what}"] += 1

    # ---- one line on both sides

    def line(self, line: tuple[Any, ...]) -> None:
        self.lines.append(line)
        told = (line[0], *(_PLACES.get(o, o) if isinstance(o, str) else o for o in line[1:]))
        refused: No | None = None
        try:
            self.model.take(line)
        except No as no:
            refused = no
        try:
            made = self.machine.take(told)
        except Refused as refusal:
            if refused is None:
                self.differ(f"taken by the model, refused by the machine ({refusal.code}, "
                            f"{refusal.rule})")  # fmt: skip
            rules = refused.rules if refused else ()
            if "" not in rules and not matches(", ".join(rules), refusal.rule):
                self.differ(f"refused by {refusal.rule}, the model by {rules}")
            self.met["refused"] += 1
            return
        if refused is not None:
            self.differ(f"refused by the model ({refused.rules}), taken by the machine")
        for record in made:
            if record[0] == "hand":
                self.named[record[1]] = record[2]
        self.met["lines"] += 1
        self.same()

    def same(self) -> None:
        machine, model = self.machine, self.model
        if machine.outcome != model.outcome:
            self.differ(f"outcome {machine.outcome}, the model {model.outcome}")
        settled = model.outcome is None and not model.deal_is_open()
        if settled and (machine.turn() or 0) != model.turn():
            self.differ(f"{machine.turn()} has to act, the model says {model.turn()}")
        ours = {seat: machine.stack[seat] for seat in self.stacks}
        theirs = model.chips() if model.outcome is None else model.stacks
        if ours != theirs:
            self.differ(f"stacks {ours}, the model {theirs}")

    def ended(self) -> None:
        machine, model = self.machine, self.model
        pots = [(cents, sorted(winners)) for cents, winners in machine.pots]
        if pots != model.pots:
            self.differ(f"pots {pots}, the model {model.pots}")
        if machine.commission != model.commission:
            self.differ(f"commission {machine.commission}, the model {model.commission}")
        marker = machine.passes_to or machine.marker
        if marker != model.next_marker:
            self.differ(f"marker to {marker}, the model {model.next_marker}")
        if self.told.get("win", "high") != "low" and self.named != model.shown:
            self.differ(f"hands {self.named}, the model {model.shown}")

    def differ(self, text: str) -> None:
        lines = "\n".join(str(line) for line in self.lines)
        raise Different(
            f"{self.game} {self.given}\nstacks {self.stacks} marker {self.marker}\n{lines}\n{text}"
        )

    # ---- what happens next

    def choose(self) -> tuple[Any, ...]:
        model, dice = self.model, self.dice
        if dice.random() < self.wild:
            wild = self.irregular()
            if wild:
                return wild
        if model.phase == "deal":
            return self.deal()
        if model.phase == "bets":
            if model.deal_is_open():
                return self.set_right()
            return self.act(model.betting.turn)
        return self.show()

    def card(self) -> str | None:
        return self.dice.choice(sorted(self.model.shoe)) if self.model.shoe else None

    def deal(self) -> tuple[Any, ...]:
        model = self.model
        if isinstance(model, Draw) and model.decides():
            seat = model.decides()
            count = self.dice.choice([0, 0, 1, 2, 3, 4, 5])
            if self.game == "draw" and not count:
                return ("stand", seat)
            held = model.held[seat]
            return ("throw", seat, self.dice.sample(held, min(count, len(held))))
        due = model.due()
        if due is None:
            return self.set_right()
        card = self.card()
        if card is None:
            if isinstance(model, Draw) and model.come_again(due):
                return ("reshuffle",)
            return ("rule_void", None)
        return ("card", due, card)

    def set_right(self) -> tuple[Any, ...]:
        """An extra card goes back, a card of another goes where it is lacking; or a misdeal."""
        model, dice = self.model, self.dice
        if dice.random() < 0.2:
            return ("rule_misdeal", None)
        for seat in model.held:
            cards = model.held[seat]
            if cards and (seat not in model.order or len(cards) > model.initial):
                lacking = [s for s in model.order if len(model.held[s]) < model.initial]
                end = dice.choice(lacking or ["shoe", "discard", "burn"])
                return ("move", cards[-1], seat, end)
        return ("rule_misdeal", None)

    def act(self, seat: int) -> tuple[Any, ...]:
        model, dice = self.model, self.dice
        betting = model.betting
        kind = dice.choices(
            ["check", "call", "fold", "bet", "all_in", "odd", "call_fold"], [6, 8, 2, 6, 1, 1, 0.3]
        )[0]
        if kind == "bet":
            least, most = betting.bounds(seat)
            top = min(most, betting.purses[seat].chips) if seat in betting.purses else most
            to = dice.choice([least, least, top, dice.randint(min(least, top), max(least, top))])
            return (dice.choice(["bet", "raise"]), seat, to)
        if kind == "odd":
            return ("bet", seat, dice.choice([50, 100, 150, 200, 300, 500, 1000, 3000]))
        return (kind, seat)

    def show(self) -> tuple[Any, ...]:
        model, dice = self.model, self.dice
        left = [seat for seat in model.in_hand() if seat not in model.shown]
        seat = dice.choice(left)
        if model.called() in left and dice.random() < 0.8:
            seat = model.called()
        if dice.random() < 0.15:
            return ("muck", seat)
        return ("show", seat, None)

    # ---- what goes wrong

    def irregular(self) -> tuple[Any, ...] | None:
        model, dice = self.model, self.dice
        seat = dice.choice(model.order)
        card = self.card()
        whole = sorted(plain.deck(52)) + ["Jk"]
        common: list[tuple[Any, ...] | None] = [
            ("card", dice.choice([seat, "board", "burn"]), dice.choice(whole))
            if not self.ambiguous_card(seat) else None,
            ("check", seat),
            ("show", seat, None),
            ("muck", seat),
            ("rule_fold", seat) if "mucked" not in model.given_up.values() else None,
            ("wait", dice.choice([1000, 45000, 90000])),
            ("clock", seat),
            ("call_fold", seat),
            ("expose", "shoe"),
        ]  # fmt: skip
        if dice.random() < 0.03:
            return ("rule_void", None)
        if model.phase == "deal" and model.street == 0:
            common += self.wrong_deal(card)
        elif model.phase == "bets" and not model.deal_is_open():
            common += self.wrong_bets(seat, card)
        elif model.phase == "deal":
            common += self.wrong_street(card)
        elif model.phase == "show":
            common += self.wrong_show()
        return dice.choice(common)

    def ambiguous_card(self, seat: int) -> bool:
        """Between the last hole card and the first action an extra card is of two rules."""
        model = self.model
        return model.phase == "bets" and model.street == 1 and not model.betting.opened

    def wrong_deal(self, card: str | None) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        if card is None:
            return []
        others = [s for s in model.order if s != model.due()]
        short = [s for s in others if model.count(s) < model.initial] or others
        empty = [s for s in range(1, 11) if s not in model.order]
        found: list[tuple[Any, ...] | None] = [
            ("card", dice.choice(short or model.order), card),
            ("card", dice.choice(short or model.order), card),
            ("card", "board", card),
            ("card", dice.choice(model.order), card),
            ("see", dice.choice(model.order)),
            ("expose_cut",) if dice.random() < 0.2 else None,
            ("rule_misdeal", None) if dice.random() < 0.2 else None,
            ("call", dice.choice(model.order)),
            ("bet", dice.choice(model.order), 500),
        ]
        if empty:
            found.append(("card", dice.choice(empty), card))
        if not model.fault and not model.strays:
            dealt = [s for s in model.order if model.held[s]]
            found += [("expose", dice.choice(dealt))] * 3 if dealt else []
        for seat in model.strays:
            if seat and model.held[seat]:
                face = model.held[seat][-1]
                end = dice.choice([*model.order, "shoe", "discard"])
                found += [("see", seat), ("move", face, seat, end)]
        return found

    def wrong_bets(self, seat: int, card: str | None) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        turn = model.betting.turn
        early = [s for s in model.betting.owes if s != turn] or [seat]
        found: list[tuple[Any, ...] | None] = [
            self.act(dice.choice(early)),
            self.act(dice.choice(early)),
            self.act(dice.choice(early)),
            ("fold", dice.choice(early)) if self.may_fold_early(dice.choice(early)) else None,
            ("clock", turn),
            ("clock", turn),
            ("expose_cut",) if dice.random() < 0.1 else None,
            ("throw", seat, model.held[seat][:1]) if self.game == "draw" else None,
        ]
        if card:
            found += [("card", "board", card), ("card", "burn", card)]
            if model.betting.opened or model.street > 1:
                found += [("card", seat, card)]
        if (model.betting.opened or model.street > 1) and model.held[seat]:
            found.append(("discard", seat, dice.choice(model.held[seat])))
        if model.street > 1 and self.game != "holdem":
            found.append(("rule_misdeal", None))
        return found

    def may_fold_early(self, seat: int) -> bool:
        return True

    def wrong_street(self, card: str | None) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        if card is None:
            return []
        found: list[tuple[Any, ...] | None] = [("call", dice.choice(model.order))]
        place = dice.choice(["board", "burn", *model.in_hand()])
        found.append(("card", place, card))
        if isinstance(model, Draw):
            found += [("reshuffle",), ("stand", dice.choice(model.order))]
            found += [("see", dice.choice(model.in_hand()))]
            for seat, face in model.astray.items():
                lacks = [s for s in model.in_hand() if s != seat]
                found += [("move", face, seat, dice.choice([*lacks, "discard", "shoe"]))] * 3
        return found

    def wrong_show(self) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        if "dead" in model.given_up.values():
            return []
        seat = dice.choice(model.in_hand())
        held = model.held[seat]
        return [("show", seat, held[:-1]), ("show", seat, [*held, "2c"]), ("fold", seat)]
