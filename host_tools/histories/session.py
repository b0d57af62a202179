"""Many rounds in one file, in each format as it has them.

PHH: numbered tables (.phhs). Open Hand History: objects with an empty line between them. PokerGFX:
one session, which has the hands of one table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from host_tools.histories.gfx import gfx_session
from host_tools.histories.hand import Hand
from host_tools.histories.ohh import ohh
from host_tools.histories.writer import written

FORMS = ("phh", "ohh", "gfx")
Told = tuple[Hand, dict[str, Any] | None]  # with its determinations, where known


def one(form: str, hand: Hand, values: dict[str, Any] | None, variant: str | None = None) -> str:
    """The file of one round."""
    if form == "phh":
        return written(hand, variant, values)
    return ohh(hand, values) if form == "ohh" else gfx_session([(hand, values)])


def session(form: str, rounds: Iterable[Told], variant: str | None = None) -> str:
    """The file of all of them, in this order."""
    if form == "phh":
        return "\n".join(
            f"[{at}]\n{written(hand, variant, values)}"
            for at, (hand, values) in enumerate(rounds, 1)
        )
    if form == "ohh":
        return "\n".join(ohh(hand, values) for hand, values in rounds)
    return gfx_session(list(rounds))
