"""The whole state of a round as one value that can be compared."""

from __future__ import annotations

from typing import Any

# `worth` is what was reckoned once already: it follows from the cards.
_NOT_STATE = ("sealer", "values", "limits", "opening", "_made", "_trying", "worth")


def snapshot(played: Any) -> dict[str, str]:
    """Every attribute of a round between players, the betting round in it included."""
    state = {name: repr(value) for name, value in vars(played).items() if name not in _NOT_STATE}
    betting = vars(played.betting)
    state["betting"] = repr({k: v for k, v in betting.items() if k not in ("money", "limits")})
    return state
