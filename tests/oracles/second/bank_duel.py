"""Random irregular rounds of Canberra Poker, as files: the model says which lines are refused and
what must come out, `cardtable play` plays the file.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from host_tools.scenarios.expect import differences
from host_tools.scenarios.player import play as play_file
from host_tools.scenarios.reader import RoundFile
from host_tools.scenarios.script import read_line
from tests.oracles import plain
from tests.oracles.second.betting import No
from tests.oracles.second.canberra import Canberra, Meter
from tests.oracles.second.duel import Different

# Hands that a random deal hardly ever brings
_RARE = (
    "AhKhQhJhTh", "9s8s7s6s5s", "5c4c3c2cAc", "7d7h7s7cKd", "JhJsJd2c2h", "AcAd8c8h2c",
    "Ad9d7d5d3d", "Ts9h8c7d6s", "KdKs4h4s9c", "KcQcJcTcAc", "QdJdTd9d8d",
)  # fmt: skip
_STEPS = 160


def play(game: str, seed: int) -> Counter[str]:
    duel = BankDuel(game, seed)
    duel.go()
    return duel.met


def play_many(game: str, seed: int, count: int) -> dict[str, int]:
    met: Counter[str] = Counter()
    for one in range(seed, seed + count):
        met.update(play(game, one))
    return {f"{game}: {what}": number for what, number in sorted(met.items())}


class BankDuel:
    """One round: the script is written while the model plays it."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.dice = dice = Random(f"{game} {seed}")
        self.new = game == "canberra"
        self.given: dict[str, Any] = {
            "ante_min": dice.choice([500, 500, 1000]),
            "ante_max": dice.choice([20000, 5000]),
            "max_payout": dice.choice([5000, 20000, 2500000]),
        }
        if dice.random() < 0.4:
            self.given["ante_multiple"] = dice.choice([100, 500])
        if self.new:
            self.given["deal"] = dice.choice(["shoe", "shoe", "packets"])
        told = {"deal": "shoe", "wager": dice.choice([100, 100, 250])} | self.given
        told.setdefault("ante_multiple", 1 if self.new else told["ante_min"])
        self.seats = sorted(dice.sample(range(1, 11), dice.randint(1, 6)))
        sizes = [900, 2000, 20000, 100000, 1000000]
        self.stacks = {seat: dice.choice(sizes) for seat in self.seats}
        sign = dice.choice([50_000, 820_000, 2_000_000, 3_456_789])
        pool = dice.choice([sign, sign, sign // 2, sign + 500])
        self.meter = Meter(pool, dice.choice([0, 100_000, 5_000_000]), dice.choice([8000, 7750, 0]))
        self.jackpot = {
            "pool": pool,
            "reserve": self.meter.reserve,
            "displayed": sign,
            "wager": told["wager"],
            "pool_share": self.meter.share / 100,
        }
        edition = 2004 if self.new else 1997
        self.model = Canberra(edition, told, self.stacks, self.meter, sign, set())
        self.script: list[str] = []
        self.met: Counter[str] = Counter()
        self.wild = dice.choice([0.0, 0.02, 0.06, 0.15])
        self.hands = self.planned()

    def planned(self) -> dict[Any, list[str]]:
        """Five cards for everybody, now and then rare ones."""
        dice = self.dice
        deck = plain.deck(52)
        hands: dict[Any, list[str]] = {}
        for place in [*self.seats, "dealer"]:
            if dice.random() < 0.35:
                text = dice.choice(_RARE)
                cards = [text[n : n + 2] for n in range(0, 10, 2)]
                if all(card in deck for card in cards):
                    hands[place] = dice.sample(cards, 5)
                    deck = [card for card in deck if card not in cards]
        dice.shuffle(deck)
        for place in [*self.seats, "dealer"]:
            if place not in hands:
                hands[place] = [deck.pop() for _ in range(5)]
        self.rest = deck
        return hands

    # ---- the script

    def line(self, line: tuple[Any, ...]) -> None:
        try:
            self.model.take(line)
        except No as no:
            rules = [rule for rule in no.rules if rule]
            cited = f"({', '.join(rules)})" if rules else ""
            self.script.append(f"refuse{cited} {_text(line)}")
            self.met["refused"] += 1
            return
        self.script.append(_text(line))
        self.met["lines"] += 1

    def go(self) -> None:
        model = self.model
        self.wagers()
        while model.outcome is None and len(self.script) < _STEPS:
            line = self.choose()
            if line is None:
                break
            self.line(line)
        model.finish()
        self.compare()
        self.met["rounds"] += 1
        self.met[f"ended {model.outcome}"] += 1
        self.met["prizes"] += len(model.paid)
        self.met["rounds with several prizes"] += len(model.paid) > 1
        for what in model.met:
            self.met[f"irregular: {what}"] += 1

    def wagers(self) -> None:
        dice = self.dice
        for seat in self.seats:
            if self.new and dice.random() < 0.1:
                self.line(("limit", seat, dice.choice([1000, 30000, 50000])))
            for _ in range(dice.choice([1, 1, 1, 2])):
                ante = dice.choice([100, 500, 500, 1000, 1000, 1500, 2500, 30000, 750])
                self.line(("ante", seat, ante))
            if dice.random() < 0.6:
                self.line(("jackpot", seat))
            if dice.random() < self.wild:
                self.line(("jackpot", seat))
        if dice.random() < 0.1:
            self.line(("display", dice.choice([100_000, 1_500_000])))
        if not self.model.boxes:
            self.line(("ante", self.seats[0], self.model.told["ante_min"]))

    def choose(self) -> tuple[Any, ...] | None:
        model, dice = self.model, self.dice
        if not model.boxes:
            return None
        if dice.random() < self.wild:
            wild = self.irregular()
            if wild:
                return wild
        if model.phase in ("wagers", "deal"):
            place = model.sequence()[model.at]
            left = [c for c in self.hands[place] if c not in model.on_the_table()]
            if not left:
                left = [c for c in self.rest if c not in model.on_the_table()]
            return ("card", place, left[0])
        if model.phase == "act":
            seat = dice.choice(model.undecided())
            if dice.random() < 0.1:
                return ("declare", dice.choice(self.seats))
            if model.boxes[seat].racked:
                return ("move", model.boxes[seat].racked[0], "discard", seat)
            if dice.random() < 0.75 and 2 * model.boxes[seat].ante <= model.stacks[seat]:
                return ("bet", seat)
            return ("fold", seat)
        return self.after()

    def after(self) -> tuple[Any, ...]:
        """Hands are declared, shown, collected."""
        model, dice = self.model, self.dice
        racked = [s for s in model.boxes if model.boxes[s].racked]
        if racked:
            return ("move", model.boxes[racked[0]].racked[0], "discard", racked[0])
        open_ = [s for s in model.boxes if not model.boxes[s].declared and model.boxes[s].chip]
        open_ = [s for s in open_ if model.boxes[s].fate != "folded"]
        open_ = [s for s in open_ if not model.boxes[s].collected]
        if open_ and dice.random() < 0.8:
            return ("declare", dice.choice(open_))
        kind = dice.random()
        seat = dice.choice(sorted(model.boxes))
        if kind < 0.2 and (self.new or seat == max(model.staying() or [seat])):
            return ("show", seat)
        if kind < 0.4:
            return ("collect", seat)
        return ("collect", None)

    def irregular(self) -> tuple[Any, ...] | None:
        model, dice = self.model, self.dice
        seat = dice.choice(self.seats)
        boxed = dice.choice(sorted(model.boxes))
        spare = next((c for c in self.rest if c not in model.on_the_table()), "Jk")
        found: list[tuple[Any, ...] | None] = [
            ("bet", seat),
            ("fold", seat) if model.phase != "act" else None,
            ("bet", seat, dice.choice([500, 1000, 2000])),
            ("declare", seat),
            ("ante", seat, 500) if model.phase != "wagers" else None,
            ("jackpot", seat) if model.phase != "wagers" else None,
            ("card", boxed, "Jk"),
            ("card", boxed, dice.choice(sorted(model.on_the_table()) or ["Jk"])),
            ("display", dice.choice([100_000, 1_500_000, 2_345_600])),
            ("collect", seat),
            ("collect", None) if model.phase in ("deal", "act") else None,
            ("rule_void",) if dice.random() < 0.1 else None,
            ("rule_misdeal",) if dice.random() < 0.1 else None,
            ("shoe_fails",) if dice.random() < 0.3 else None,
        ]
        if model.phase in ("deal", "act"):
            found += [("expose", dice.choice([*model.boxes, "dealer"]))] * 3
        if model.phase == "deal":
            found += self.wrong_deal(spare)
        if model.phase == "act":
            found += self.wrong_act(boxed, spare)
        return dice.choice(found)

    def wrong_deal(self, spare: str) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        places = model.sequence()
        if self.new:
            return [("card", dice.choice([*self.seats, "dealer"]), spare)]
        found: list[tuple[Any, ...] | None] = []
        if model.at and model.phase == "deal":
            found.append(("card", places[model.at - 1], spare))  # two at once
        round_ = model.at // (len(model.boxes) + 1)
        late = len(model.dealer) < round_ and places[(model.at + 1) % len(places)] == "dealer"
        # In the last round of cards a late one for the dealer may be meant as either.
        if model.at + 1 < len(places) and not (late and round_ == 4):
            found.append(("card", places[model.at + 1], spare))  # one place passed over
        empty = [s for s in range(1, 11) if s not in model.boxes]
        if empty and dice.random() < 0.3:
            found.append(("card", dice.choice(empty), spare))
            self.rest.remove(spare) if spare in self.rest else None
        return found

    def wrong_act(self, boxed: int, spare: str) -> list[tuple[Any, ...] | None]:
        model, dice = self.model, self.dice
        box = model.boxes[boxed]
        found: list[tuple[Any, ...] | None] = [
            ("count", boxed, 5) if len(box.cards + box.racked) == 5 else None,
        ]
        if not box.fate:
            found += [("rule_fold", boxed) if not box.bet else None, ("rule_return", boxed)]
            if dice.random() < 0.4:
                found += [("count", boxed, dice.choice([4, 6])), ("card", boxed, spare)]
        if dice.random() < 0.3:
            found += [("count", "dealer", 6), ("card", "dealer", spare)]
        if box.cards and not box.fate:
            found += [("discard", boxed, dice.choice(box.cards))] * 2
        return found

    # ---- what must come out

    def compare(self) -> None:
        model = self.model
        steps = [read_line(n, text) for n, text in enumerate(self.script, 1)]
        file = RoundFile(Path("random"), self.game)
        file.determinations = dict(self.given)
        file.seats = dict(self.stacks)
        file.steps = [step for step in steps if step]
        file.jackpot = dict(self.jackpot)
        expect: dict[str, Any] = {"stacks": model.stacks, "outcome": model.outcome or "unfinished"}
        if model.outcome == "settled":
            expect["jackpot"] = {
                "pool": model.meter.pool,
                "reserve": model.meter.reserve,
                "paid": model.paid,
            }
        if model.outcome in ("void", "misdeal"):
            expect["jackpot"] = {"pool": self.jackpot["pool"], "reserve": self.jackpot["reserve"]}
        played = play_file(file)
        problems = played.problems or differences(expect, played.results)
        if problems:
            script = "\n".join(self.script)
            raise Different(
                f"{self.game} {self.given} {self.jackpot}\n{self.stacks}\n{script}\n{problems[0]}"
            )


def _text(line: tuple[Any, ...]) -> str:
    """The line as a round's file has it."""
    kind, *rest = line
    dollars = [f"{one / 100:.2f}" for one in rest if isinstance(one, int)]
    forms = {
        "ante": "{0} ante {d}", "jackpot": "{0} jackpot", "limit": "{0} limit {d}",
        "card": "deal {0} {1}", "expose": "dealer exposes {0}", "fold": "{0} fold",
        "show": "{0} shows", "declare": "{0} declares", "discard": "{0} discards {1}",
        "move": "move {0} {1} {2}", "count": "dealer counts {0} {1}",
        "rule_fold": "supervisor fold {0}", "rule_return": "supervisor returns {0}",
        "rule_void": "supervisor void", "rule_misdeal": "supervisor misdeal",
        "shoe_fails": "shoe fails",
    }  # fmt: skip
    if kind == "bet":
        return f"{rest[0]} bet" if len(rest) < 2 else f"{rest[0]} bet {dollars[-1]}"
    if kind == "collect":
        return "dealer collects" if rest[0] is None else f"dealer collects {rest[0]}"
    if kind == "display":
        return f"display {dollars[0]}"
    return forms[kind].format(*rest, d=dollars[-1] if dollars else "")
