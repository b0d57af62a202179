"""Variant codes of PHH: which game they are, by which limit, and the code of a round of ours.

PokerKit knows NT, FT, PO, FO/8 and N2L1D of these. The others follow the same pattern: a letter
for the limit (N, F, P pot, H half pot, S straddle), the game (T, O, 5D draw, 5S stud), and what
wins when it is not the high hand alone (/8 split with the eight, /2 split without, /L low).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_LETTERS = {"N": "no-limit", "F": "fixed", "P": "full-pot", "H": "half-pot", "S": "straddle"}
_GAMES = {"T": "holdem", "O": "omaha", "5D": "draw", "5S": "stud"}
_WINS: dict[str, dict[str, Any]] = {
    "": {},
    "/8": {"win": "high-low", "low_qualifier": 8, "low_ace": "low"},
    "/2": {"win": "high-low"},
    "/L": {"win": "low"},
}
HOLE_CARDS = {"holdem": 2, "omaha": 4, "draw": 5, "stud": 5}


@dataclass(frozen=True)
class Variant:
    """How a variant is played; `given` are determinations."""

    code: str
    game: str
    limit: str
    given: dict[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[str, ...]:
        return ("small_bet", "big_bet") if self.limit == "fixed" else ("min_bet",)


def _all() -> dict[str, Variant]:
    made = {"N2L1D": Variant("N2L1D", "draw", "no-limit", {"win": "low", "ace_low": 0})}
    for letter, limit in _LETTERS.items():
        for name, game in _GAMES.items():
            if game == "stud" and limit != "half-pot":
                continue  # TGC-2006 B5.4
            for ending, given in _WINS.items():
                if given and game in ("holdem", "stud"):
                    continue  # TGC-2006: the high hand wins
                code = f"{letter}{name}{ending}"
                aces = {"ace_low": 1} if game in ("omaha", "draw") else {}
                made[code] = Variant(code, game, limit, aces | given)
    return made


VARIANTS = _all()
KNOWN_TO_POKERKIT = ("NT", "FT", "PO", "FO/8", "N2L1D")


def code_of(game: str, values: dict[str, Any]) -> str:
    """The code of a round of ours by its determinations."""
    limit = values.get("limit", "no-limit")
    letter = next(letter for letter, name in _LETTERS.items() if name == limit)
    if limit == "fixed" and not values.get("small_bet"):
        letter = "N"  # between a least and a most bet: the format has no word for it
    ending = ""
    if values.get("win") == "low":
        ending = "/L"
    elif values.get("win") == "high-low":
        ending = "/8" if values.get("low_qualifier") else "/2"
    name = next(name for name, one in _GAMES.items() if one == game)
    return f"{letter}{name}{ending}"


USUAL = {"holdem": "NT", "omaha": "PO", "draw": "N5D", "stud": "H5S"}


def of_game(game: str) -> list[str]:
    return [code for code, variant in VARIANTS.items() if variant.game == game]
