"""Tables that play a tournament by the firmware's own rules, without a board; records go into a
real ledger, and the director follows them from there."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from cardtable.desk import games
from cardtable.records import TOLD, Chain
from cardtable.rules.cards import card_text
from cardtable.rules.determinations import fingerprint, resolve
from cardtable.rules.poker.next_round import carried
from cardtable.rules.registry import make
from cardtable.rules.seals import Open
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import Place

_STEP_MS = 900
_NOT_PLAYED = (
    "buy", "leave", "join", "away", "back", "change_seat", "clock", "rule_void", "rule_misdeal",
)  # fmt: skip


class Clock:
    """The one clock of the room, in milliseconds since 1970."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class SimulatedTable:
    """One table: it plays on with whatever seats it is given, and writes what it does."""

    def __init__(self, name: str, game: str, ledger: Place, clock: Clock, seed: int) -> None:
        self.name, self.game, self.clock = name, game, clock
        self.random = random.Random(f"{seed} {name}")
        self.ledger = ledger
        self.chain = Chain(name, 1)
        self.number = 0
        self.round: Any = None
        self.waiting: list[bytes] = []  # written by the board, not yet with the host
        self.eliminated: dict[int, int] = {}  # of the last round: box → put into the pots

    def seat(self, given: dict[str, Any], stacks: dict[int, int]) -> None:
        """A session begins here: these players, these limits."""
        self.number += 1
        seats = [[box, cents, 0, 0] for box, cents in sorted(stacks.items())]
        marker = self.random.choice(sorted(stacks))
        self.round = games.start(self.game, given, seats, marker, Open(), number=self.number)
        self._write(self.round.opening)

    @property
    def players(self) -> list[int]:
        return [seat for seat in self.round.seated if self.round.stack[seat]]

    def play(self, given: dict[str, Any], void: bool = False) -> None:
        """One whole round; the records of the next one's opening are at its end."""
        played = self.round
        deck = [card_text(card) for card in self.random.sample(range(52), 52)]
        before = sum(played.money())
        while played.outcome is None:
            if void and played.to_act():
                void = False
                self._write(played.take(("rule_void", None)))
                continue
            self._write(played.take(self._choice(deck)))
        assert played.money()[0] == before, "no chip comes or goes"
        self.eliminated = {
            seat: played.put[seat] + played.dead[seat]
            for seat in played.players
            if played.outcome == "won" and not played.stack[seat]
        }
        self.number += 1
        values = resolve(self.game, given, max(2, len(self.players)))
        self.round = make(self.game, values, Open())
        self._write(self.round.open(self.number, fingerprint(values), *carried(played)))

    def _choice(self, deck: list[str]) -> tuple:
        played = self.round
        offers = [one for one in played.expects() if one[0] not in _NOT_PLAYED]
        cards = [one for one in offers if one[0] == "card"]
        if cards:
            free = next(card for card in deck if played.place_of(card) is None)
            return ("card", cards[0][1], free)
        bold = self.random.random() < 0.15
        meek = [one for one in offers if one[0] not in ("all_in", "bet", "raise")]
        given = self.random.choice(offers if bold or not meek else meek)
        if given[0] in ("bet", "raise"):
            least, most = given[2]
            return (*given[:2], self.random.choice([least, least, most]))
        return given

    def _write(self, records: list[tuple]) -> None:
        for body in records:
            self.clock.ms += _STEP_MS
            self.waiting.append(self.chain.encode(body, TOLD, self.clock.ms))

    def send(self, most: int | None = None) -> None:
        """What the host gets now; the rest when the cable is back."""
        lines, self.waiting = self.waiting[:most], self.waiting[most:] if most else []
        intake = Intake(self.ledger, self.clock)
        try:
            intake.open(self.name, 1)
            for line in lines:
                intake.follow(line)
            intake.commit()
        finally:
            intake.close()


def ledger_in(folder: Path) -> Path:
    return folder / "ledger.db"
