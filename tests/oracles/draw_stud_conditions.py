"""What an operator may determine for draw and stud, at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any


@dataclass
class Conditions:
    """What the operator determined, as the second account understands it."""

    game: str
    deck: int = 52
    joker: bool = False
    ace_low: bool = True
    win: str = "high"
    qualifier: bool = False
    low_ace: str = "high"
    limit: str = "half-pot"
    min_bet: int = 100
    ante: int = 0
    blinds: list[int] = field(default_factory=list)
    commission: str = "none"
    final_check: bool = True
    extra: dict[str, Any] = field(default_factory=dict)

    def given(self) -> dict[str, Any]:
        """The same for the firmware."""
        told: dict[str, Any] = {"deck": self.deck, "min_bet": self.min_bet} | self.extra
        told["commission"] = self.commission
        if self.game == "draw":
            told |= {"joker": int(self.joker), "ace_low": int(self.ace_low), "win": self.win}
            told |= {"limit": self.limit, "low_ace": self.low_ace, "smallest_chip": 50}
            told |= {"low_qualifier": 8 * self.qualifier, "final_check": int(self.final_check)}
            told |= {"ante": self.ante} if self.ante else {"blinds": self.blinds}
        return told


def conditions(random: Random, game: str) -> Conditions:
    if game == "stud":
        deck = random.choice([52, 52, 32])
        extra: dict[str, Any] = {}
        if deck == 52 and random.random() < 0.3:
            extra = {"freeze_wager": 100, "freeze_eliminated": random.randrange(4)}
        scale = random.choice(["none", "tas-stud-normal", "tas-stud-capped"])
        ante = 100 * (1 + extra.get("freeze_eliminated", 0))
        return Conditions("stud", deck, commission=scale, ante=ante, extra=extra)
    win = random.choice(["high", "high", "low", "high-low"])
    made = Conditions(
        "draw",
        random.choice([52, 52, 52, 48, 44, 40, 36, 32]),
        random.random() < 0.3,
        random.random() < 0.5,
        win,
        win == "high-low" and random.random() < 0.5,
        random.choice(["high", "low"]),
        random.choice(["no-limit", "half-pot", "full-pot"]),
        commission=random.choice(["none", "act-5", "act-10"]),
        final_check=random.random() < 0.8,
    )
    if random.random() < 0.5:
        made.ante = random.choice([50, 100, 200])
    else:
        made.blinds = [50, 100]
    return made
