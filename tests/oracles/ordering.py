"""Two scales agree when they put the same hands in the same order, ties included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def disagreement(pairs: Iterable[tuple[int, Any, object]]) -> str | None:
    """None, or the first two hands that the scales order differently.

    `pairs` are (our value, their key, what to call the hand).
    """
    last: tuple[int, Any, object] | None = None
    for pair in sorted(pairs, key=lambda p: p[0]):
        if last is not None:
            same_ours, same_theirs = last[0] == pair[0], last[1] == pair[1]
            if same_ours != same_theirs or (not same_ours and not last[1] < pair[1]):
                return (
                    f"{last[2]} against {pair[2]}: "
                    f"ours {last[0]}, {pair[0]}; oracle {last[1]}, {pair[1]}"
                )
        last = pair
    return None
