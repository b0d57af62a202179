"""Two players: PHH has the big blind (p1) open after the first betting round, as card rooms do.

The documents have the small blind open every betting round (TGC-2006 C12.4, NI2006-156 r 10.1). The
same bets in that order: a check of the small blind comes first, or one of the big blind is not
asked for. No chip moves otherwise.
"""

from __future__ import annotations

from dataclasses import replace

from host_tools.histories.actions import BOARD, DISCARD, FOLD, HOLE, PASS, RAISE, Action

_BIG, _SMALL = 1, 2
_CARDS = (BOARD, DISCARD, HOLE)
_BETS = (FOLD, PASS, RAISE)


def asked_first(actions: list[Action]) -> list[Action]:
    """The actions of two players with the small blind asked first."""
    made: list[Action] = []
    bets: list[Action] = []  # of the betting round, with whatever came between
    later = False
    for action in actions:
        if action.kind in _CARDS:
            made += _turned(bets) if later else bets
            later = later or bool(bets)
            bets = []
            made.append(action)
        else:
            bets.append(action)
    return made + (_turned(bets) if later else bets)


def _turned(bets: list[Action]) -> list[Action]:
    if not bets:
        return bets
    first, *rest = bets
    if first.player != _BIG or first.kind not in _BETS:
        return bets
    if first.kind != PASS:
        check = replace(first, kind=PASS, player=_SMALL, amount=None, text=f"p{_SMALL} cc")
        return [check, *bets]
    if not rest or rest[0].kind not in _BETS:
        return bets
    if rest[0].kind == PASS:
        return [rest[0], first, *rest[1:]]
    return rest
