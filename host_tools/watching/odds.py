"""Equity and outs of each moment of a round, worked out once for moments that have the same."""

from __future__ import annotations

from typing import Any

from cardtable.rules.cards import card_text
from host_tools.equity.equity import equity, outs
from host_tools.equity.spot import Spot
from host_tools.watching.moments import Moment

# Deals that are tried where counting all of them would take too long. A share's standard error is
# then 0.4 % at the most (Omaha: 0.8 %), and it is shown in whole percents.
_TRIALS = 16_000
_TRIALS_OMAHA = 4_000
_MOST_EXACT = 300_000
_OUTS_TOLD = 20  # more are no hope but a habit


def add_odds(moments: list[Moment]) -> None:
    """Each known hand gets `equity` (per mille), `error` (the same) and `outs`."""
    known: dict[Any, dict[int, dict[str, Any]]] = {}
    for moment in moments:
        if moment.spot is None:
            continue
        key = _key(moment.spot)
        if key not in known:
            known[key] = _odds(moment.spot)
        for seat in moment.shown["seats"]:
            seat |= known[key].get(seat["seat"], {})


def _key(spot: Spot) -> Any:
    hands = tuple(sorted((seat, tuple(hand)) for seat, hand in spot.hands.items()))
    return hands, tuple(spot.board), tuple(sorted(spot.dead))


def _odds(spot: Spot) -> dict[int, dict[str, Any]]:
    trials = _TRIALS_OMAHA if spot.game == "omaha" else _TRIALS
    found = equity(spot, trials=trials, most=_MOST_EXACT)
    return {
        seat: {
            "equity": round(1000 * share.share),
            "error": round(1000 * share.error, 1),
            "outs": [card_text(card) for card in outs(spot, seat)][:_OUTS_TOLD],
        }
        for seat, share in found.shares.items()
    }
